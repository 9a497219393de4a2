/// How names in a contract are written.
package enum NameRule: Equatable, Sendable {
    /// Feeds, endpoints, kinds: `netease-home`.
    case dashed
    /// Variables: `base_url`.
    case underscored
    /// Secrets: `NETEASE_COOKIE`.
    case capitals
    /// Headers: a token of RFC 9110 §5.6.2.
    case header

    func allows(_ name: String) -> Bool {
        switch self {
        case .dashed:
            let words = name.split(separator: "-", omittingEmptySubsequences: false)
            return begins(name, in: Self.smallLetters)
                && words.allSatisfy { !$0.isEmpty && consists($0, of: Self.smallLetters, or: Self.digits) }
        case .underscored:
            return begins(name, in: Self.smallLetters)
                && consists(name, of: Self.smallLetters, or: Self.digits + "_")
        case .capitals:
            return begins(name, in: Self.capitalLetters)
                && consists(name, of: Self.capitalLetters, or: Self.digits + "_")
        case .header:
            return !name.isEmpty
                && name.utf8.allSatisfy { (0x21...0x7E).contains($0) && !Self.separators.utf8.contains($0) }
        }
    }

    private static let smallLetters = UInt8(ascii: "a")...UInt8(ascii: "z")
    private static let capitalLetters = UInt8(ascii: "A")...UInt8(ascii: "Z")
    private static let digits = "0123456789"
    private static let separators = #""(),/:;<=>?@[\]{}"#

    private func begins(_ name: String, in letters: ClosedRange<UInt8>) -> Bool {
        name.utf8.first.map(letters.contains) ?? false
    }

    private func consists(
        _ name: some StringProtocol,
        of letters: ClosedRange<UInt8>,
        or others: String
    ) -> Bool {
        name.utf8.allSatisfy { letters.contains($0) || others.utf8.contains($0) }
    }
}

extension NameRule: CustomStringConvertible {
    package var description: String {
        switch self {
        case .dashed: "small letters, digits and single dashes, a letter first"
        case .underscored: "small letters, digits and underscores, a letter first"
        case .capitals: "capital letters, digits and underscores, a letter first"
        case .header: "a header's name"
        }
    }
}
