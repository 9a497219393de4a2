internal import JSONCore

/// The spelling of paths in a profile: JSON Pointers in which `*` is any element, and `[kind=banner]` those of one kind.
package enum ProfilePath {
    /// A token for the objects whose `member` has that value, not escaped.
    package static func branchToken(_ member: String, _ value: String) -> String { "[\(member)=\(value)]" }

    /// `kind` and `banner` of `[kind=banner]`; nil for other tokens.
    package static func branch(_ token: Substring) -> (member: String, value: String)? {
        // Bytes and not characters: a sign and an accent behind it are one character.
        let bytes = token.utf8
        guard bytes.first == UInt8(ascii: "["), bytes.last == UInt8(ascii: "]"),
            let equals = bytes.firstIndex(of: UInt8(ascii: "="))
        else { return nil }
        let member = bytes[..<equals].dropFirst()
        let value = bytes[equals...].dropFirst().dropLast()
        return (String(Substring(member)), String(Substring(value)))
    }

    /// The path without its last token, and that token as it is escaped; nil for the root's path.
    static func split(_ path: String) -> (parent: Substring, token: Substring)? {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return nil }
        return (path[..<slash], path[path.utf8.index(after: slash)...])
    }

    /// Whether a token stands for values that need not be there: elements and branches.
    static func isEach(_ token: Substring) -> Bool { token == "*" || branch(token) != nil }
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
