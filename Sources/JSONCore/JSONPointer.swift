/// A JSON Pointer (RFC 6901): the reference tokens, unescaped.
package struct JSONPointer: Hashable, Sendable {
    /// Unescaped, from the root on; none for the whole document.
    package var tokens: [String]

    package init(tokens: [String] = []) { self.tokens = tokens }

    // Bytes are looked at and not characters: a slash and an accent behind it are one character.
    private static let slash = UInt8(ascii: "/")
    private static let tilde = UInt8(ascii: "~")

    /// Parses `""` or `/a/b~1c/0`; nil when it does not begin with `/` or has a `~` that is not `~0` or `~1`.
    package init?(_ text: String) {
        guard text.utf8.first ?? Self.slash == Self.slash else { return nil }
        var tokens: [String] = []
        for part in Self.escapedTokens(text) {
            guard let token = Self.unescape(part.utf8) else { return nil }
            tokens.append(token)
        }
        self.tokens = tokens
    }

    /// What stands behind each slash, still escaped.
    package static func escapedTokens(_ text: String) -> ArraySlice<Substring> {
        let parts = text.utf8.split(separator: slash, omittingEmptySubsequences: false)
        return parts.map(Substring.init).dropFirst()
    }

    private static func unescape(_ part: Substring.UTF8View) -> String? {
        guard part.contains(tilde) else { return String(Substring(part)) }
        var bytes: [UInt8] = []
        var rest = part[...]
        while let byte = rest.popFirst() {
            guard byte == tilde else {
                bytes.append(byte)
                continue
            }
            switch rest.popFirst() {
            case UInt8(ascii: "0"): bytes.append(tilde)
            case UInt8(ascii: "1"): bytes.append(slash)
            default: return nil
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// A token as it stands in a pointer: `~` as `~0`, `/` as `~1`.
    package static func escape(_ token: String) -> String {
        guard token.utf8.contains(where: { $0 == tilde || $0 == slash }) else { return token }
        let bytes = token.utf8.flatMap { byte in
            byte == tilde ? Array("~0".utf8) : byte == slash ? Array("~1".utf8) : [byte]
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The place of a member or an item, its token not escaped.
    package func appending(_ token: String) -> JSONPointer { JSONPointer(tokens: tokens + [token]) }

    /// The array index a token names (RFC 6901 §4: no leading zero, no sign), or nil.
    package static func index(_ token: String) -> Int? {
        let digits = token.utf8
        guard digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return nil }
        return digits.first == UInt8(ascii: "0") && digits.count > 1 ? nil : Int(token)
    }
}

extension JSONPointer: CustomStringConvertible {
    package var description: String { tokens.map { "/" + Self.escape($0) }.joined() }
}

extension JSONValue {
    /// The value a pointer names from here, or nil where a step is missing.
    package func value(at pointer: JSONPointer) -> JSONValue? {
        var value = self
        for token in pointer.tokens {
            guard let next = value.child(token) else { return nil }
            value = next
        }
        return value
    }

    /// The member or element a reference token names.
    package func child(_ token: String) -> JSONValue? {
        kind == .array ? JSONPointer.index(token).flatMap { self[$0] } : self[token]
    }
}
