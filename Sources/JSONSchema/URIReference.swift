/// A URI reference of RFC 3986, split into its five parts and kept as written.
///
/// No part is normalised beyond what resolution does: two spellings of one URI are two URIs, as JSON Schema compares them.
package struct URIReference: Hashable, Sendable {
    /// Without the colon; nil for a relative reference.
    package var scheme: String?
    /// Without the slashes before it; nil when there is none.
    package var authority: String?
    /// May be empty.
    package var path: String
    /// Without the `?`; nil when there is none, empty after a bare `?`.
    package var query: String?
    /// Without the `#`; nil when there is none, empty after a bare `#`.
    package var fragment: String?

    /// Splits any text; RFC 3986 appendix B has no text that does not match.
    package init(_ text: String) {
        // Bytes and not characters: a slash and an accent behind it are one character.
        var rest = Substring(text).utf8
        fragment = Self.cut(&rest, from: UInt8(ascii: "#"))
        query = Self.cut(&rest, from: UInt8(ascii: "?"))
        scheme = Self.cutScheme(&rest)
        if rest.starts(with: "//".utf8) {
            let afterSlashes = rest.dropFirst(2)
            let end = afterSlashes.firstIndex(of: UInt8(ascii: "/")) ?? afterSlashes.endIndex
            authority = String(Substring(afterSlashes[..<end]))
            rest = afterSlashes[end...]
        }
        path = String(Substring(rest))
    }

    private typealias Bytes = Substring.UTF8View

    private static func cut(_ rest: inout Bytes, from mark: UInt8) -> String? {
        guard let start = rest.firstIndex(of: mark) else { return nil }
        defer { rest = rest[..<start] }
        return String(Substring(rest[rest.index(after: start)...]))
    }

    private static func cutScheme(_ rest: inout Bytes) -> String? {
        guard let colon = rest.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let name = rest[..<colon].lazy.map(Unicode.Scalar.init)
        let isScheme = name.allSatisfy {
            $0.isLetter || $0.isDigit || "+-.".unicodeScalars.contains($0)
        }
        guard isScheme, name.first?.isLetter == true else { return nil }
        let scheme = String(Substring(rest[..<colon]))
        rest = rest[rest.index(after: colon)...]
        return scheme
    }

    /// The target of this reference where `base` is in force (RFC 3986 §5.2.2).
    ///
    /// A base without scheme is allowed, so that documents known by a file name may refer to each other.
    package func resolved(against base: URIReference) -> URIReference {
        var target = self
        if scheme != nil {
            target.path = Self.removingDotSegments(path)
            return target
        }
        target.scheme = base.scheme
        if authority != nil {
            target.path = Self.removingDotSegments(path)
            return target
        }
        target.authority = base.authority
        if path.isEmpty {
            target.path = base.path
            target.query = query ?? base.query
        } else {
            let isAbsolute = path.utf8.first == UInt8(ascii: "/")
            target.path = Self.removingDotSegments(isAbsolute ? path : merged(with: base))
        }
        return target
    }

    /// RFC 3986 §5.2.3.
    private func merged(with base: URIReference) -> String {
        if base.authority != nil, base.path.isEmpty { return "/" + path }
        guard let slash = base.path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
        return base.path[...slash] + path
    }

    /// RFC 3986 §5.2.4.
    private static func removingDotSegments(_ path: String) -> String {
        guard path.utf8.contains(UInt8(ascii: ".")) else { return path }
        let segments = path.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false)
            .map(Substring.init)
        var kept: [Substring] = []
        for (position, segment) in segments.enumerated() {
            let isLast = position == segments.count - 1
            switch segment {
            case ".": if isLast { kept.append("") }
            case "..":
                if let last = kept.last, !(kept.count == 1 && last.isEmpty) { kept.removeLast() }
                if isLast { kept.append("") }
            default: kept.append(segment)
            }
        }
        return kept.joined(separator: "/")
    }

    /// The URI of the document or resource alone.
    package var withoutFragment: URIReference {
        var copy = self
        copy.fragment = nil
        return copy
    }

    /// Whether it leads nowhere but into the resource it stands in.
    var isFragment: Bool { scheme == nil && authority == nil && path.isEmpty && query == nil }

    /// The fragment with its percent escapes resolved; nil when there is none or it is malformed.
    package var decodedFragment: String? {
        guard let fragment else { return nil }
        guard fragment.utf8.contains(UInt8(ascii: "%")) else { return fragment }
        var bytes: [UInt8] = []
        var rest = fragment.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let decoded = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else {
                return nil
            }
            bytes.append(decoded)
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}

extension URIReference {
    /// A text as a fragment: what RFC 3986 §3.5 does not allow there is escaped, as UTF-8.
    static func encodedFragment(_ text: String) -> String {
        text.utf8.reduce(into: "") { encoded, byte in
            let scalar = Unicode.Scalar(byte)
            let isPlain = scalar.properties.isAlphabetic || scalar.properties.numericType != nil
            if scalar.isASCII, isPlain || fragmentMarks.contains(scalar) {
                encoded.unicodeScalars.append(scalar)
            } else {
                encoded += "%" + String(0x100 | Int(byte), radix: 16, uppercase: true).dropFirst()
            }
        }
    }

    private static let fragmentMarks = "-._~!$&'()*+,;=:@/?".unicodeScalars
}

extension URIReference: CustomStringConvertible {
    /// The parts put together again (RFC 3986 §5.3).
    package var description: String {
        var text = ""
        if let scheme { text += scheme + ":" }
        if let authority { text += "//" + authority }
        text += path
        if let query { text += "?" + query }
        if let fragment { text += "#" + fragment }
        return text
    }
}
