/// RFC 5321 §4.1.2: mailboxes, and RFC 6531 §3.3 for the international ones.
struct MailSyntax {
    let isInternational: Bool

    /// In bytes (RFC 5321 §4.5.3.1.1).
    private static let maxLocalPartLength = 64

    func accepts(_ text: ByteRun) -> Bool {
        var rest = text
        guard rest.first == "\"" ? takeQuoted(&rest) : takeAtoms(&rest) else { return false }
        guard text.count - rest.count <= Self.maxLocalPartLength, rest.take("@") else { return false }
        return rest.first == "[" ? acceptsLiteral(rest) : acceptsDomain(rest)
    }

    private func takeAtoms(_ text: inout ByteRun) -> Bool {
        repeat {
            guard !text.take(while: isAtomText).isEmpty else { return false }
        } while text.take(".")
        return true
    }

    private func isAtomText(_ byte: Unicode.Scalar) -> Bool {
        switch byte {
        case "a"..."z", "A"..."Z", "0"..."9": true
        case "!", "#", "$", "%", "&", "'", "*", "+", "-", "/", "=", "?", "^", "_", "`", "{", "|", "}", "~":
            true
        default: isInternational && !byte.isASCII
        }
    }

    private func takeQuoted(_ text: inout ByteRun) -> Bool {
        text.drop(1)
        while let byte = text.take() {
            switch byte {
            case "\"": return true
            case "\\": guard let next = text.take(), (" "..."~").contains(next) else { return false }
            case " "..."~": break
            default: guard isInternational, !byte.isASCII else { return false }
            }
        }
        return false
    }

    private func acceptsDomain(_ text: ByteRun) -> Bool {
        guard isInternational, !text.isASCII else { return Format.isPlainHostname(text) }
        var name = InternationalName()
        return name.add(text, maps: true) && name.isValid
    }

    /// An address in brackets; IPv6 is the only tag that is registered.
    private func acceptsLiteral(_ text: ByteRun) -> Bool {
        var text = text
        guard text.last == "]" else { return false }
        text.drop(1)
        var address = text.take(text.count - 1)
        guard address.begins(with: "ipv6:") else { return Format.isIPv4(address) }
        address.drop(5)
        return Format.isIPv6(address)
    }
}
