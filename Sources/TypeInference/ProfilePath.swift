internal import JSONCore

/// The spelling of paths in a profile: JSON Pointers in which `*` is any element, and `[kind=banner]` those of one kind.
enum ProfilePath {
    /// A token for the objects whose `member` has that value.
    static func branchToken(_ member: String, _ value: String) -> String { "[\(member)=\(value)]" }

    /// `banner` of `[kind=banner]`; nil for other tokens.
    static func branchValue(_ token: String) -> String? {
        guard token.hasPrefix("["), token.hasSuffix("]"), let equals = token.firstIndex(of: "=") else {
            return nil
        }
        return String(token[token.index(after: equals)...].dropLast())
    }

    /// `kind` of `[kind=banner]`; nil for other tokens.
    static func branchMember(_ token: Substring) -> String? {
        guard token.hasPrefix("["), token.hasSuffix("]"), let equals = token.firstIndex(of: "=") else {
            return nil
        }
        return String(token[..<equals].dropFirst())
    }

    /// The path without its last token, and that token as it is escaped; nil for the root's path.
    static func split(_ path: String) -> (parent: Substring, token: Substring)? {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return nil }
        return (path[..<slash], path[path.utf8.index(after: slash)...])
    }

    /// Whether a token stands for values that need not be there: elements and branches.
    static func isEach(_ token: Substring) -> Bool { token == "*" || branchValue(String(token)) != nil }
}

extension JSONDocument {
    /// Gives the bytes of a text as they would stand on a tape.
    static func withUTF8<Result>(of text: String, _ body: (UTF8View) -> Result) -> Result {
        do {
            guard let string = try JSONDocument(JSONText.exactlyQuoted(text)).root.utf8 else {
                preconditionFailure("a quoted text is a string")
            }
            return string.withUTF8(body)
        } catch {
            preconditionFailure("a quoted text is JSON: \(error)")
        }
    }
}
