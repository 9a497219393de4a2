/// RFC 3986 appendix A, and RFC 3987 §2.2 for the international ones.
struct ReferenceSyntax {
    let isInternational: Bool

    /// Whether it is a URI or IRI: with a scheme.
    func acceptsAbsolute(_ text: ByteRun) -> Bool {
        var text = text
        return takeScheme(&text) && acceptsBehindScheme(text)
    }

    /// Whether it is a URI or IRI, or a reference relative to one.
    func accepts(_ text: ByteRun) -> Bool {
        var text = text
        // In a relative reference the first segment of the path has no colon.
        var rest = text
        let segment = rest.take { $0 != "/" && $0 != "?" && $0 != "#" }
        if segment.contains(":"), !takeScheme(&text) { return false }
        return acceptsBehindScheme(text)
    }

    private func takeScheme(_ text: inout ByteRun) -> Bool {
        guard text.first?.isLetter == true else { return false }
        _ = text.take { $0.isLetter || $0.isDigit || $0 == "+" || $0 == "-" || $0 == "." }
        return text.take(":")
    }

    private func acceptsBehindScheme(_ text: ByteRun) -> Bool {
        var fragment = text
        var query = fragment.take(through: "#")
        var path = query.take(through: "?")
        if path[0] == "/", path[1] == "/" {
            path.drop(2)
            guard acceptsAuthority(path.take { $0 != "/" }) else { return false }
        }
        return accepts(path, in: .path) && accepts(query, in: .query) && accepts(fragment, in: .fragment)
    }

    private func acceptsAuthority(_ text: ByteRun) -> Bool {
        var text = text
        if text.contains("@") {
            guard accepts(text.take(through: "@"), in: .userInfo) else { return false }
        }
        if text.take("[") {
            guard text.contains("]"), acceptsLiteral(text.take(through: "]")) else { return false }
        } else {
            guard accepts(text.take { $0 != ":" }, in: .host) else { return false }
        }
        return text.isEmpty || text.take(":") && text.allBytes { $0.isDigit }
    }

    /// An address in brackets.
    private func acceptsLiteral(_ text: ByteRun) -> Bool {
        guard text.begins(with: "v") else { return Format.isIPv6(text) }
        var text = text
        text.drop(1)
        guard !text.take(while: { $0.isHexDigit }).isEmpty, text.take("."), !text.isEmpty else {
            return false
        }
        return text.allBytes { Component.host.allows($0) || $0 == ":" }
    }

    // MARK: Characters

    private enum Component {
        case userInfo, host, path, query, fragment

        /// An ASCII character that stands for itself.
        @inline(__always) func allows(_ character: Unicode.Scalar) -> Bool {
            switch character {
            case "a"..."z", "A"..."Z", "0"..."9", "-", ".", "_", "~": true
            case "!", "$", "&", "'", "(", ")", "*", "+", ",", ";", "=": true
            case ":": self != .host
            case "@", "/": self == .path || self == .query || self == .fragment
            case "?": self == .query || self == .fragment
            default: false
            }
        }
    }

    private func accepts(_ text: ByteRun, in component: Component) -> Bool {
        var text = text
        while let byte = text.first {
            if byte.isASCII {
                text.drop(1)
                guard byte == "%" ? text.takeHexPair() : component.allows(byte) else { return false }
            } else {
                guard isInternational, let scalar = text.takeScalar() else { return false }
                guard scalar.isInternational || component == .query && scalar.isPrivate else { return false }
            }
        }
        return true
    }
}

extension Unicode.Scalar {
    /// A `ucschar` of RFC 3987.
    var isInternational: Bool {
        switch value {
        case 0xA0...0xD7FF, 0xF900...0xFDCF, 0xFDF0...0xFFEF: true
        case 0x10000...0xDFFFF: value & 0xFFFF < 0xFFFE
        case 0xE1000...0xEFFFD: true
        default: false
        }
    }

    /// An `iprivate` of RFC 3987.
    var isPrivate: Bool {
        switch value {
        case 0xE000...0xF8FF: true
        case 0xF0000...0x10FFFF: value & 0xFFFF < 0xFFFE
        default: false
        }
    }
}
