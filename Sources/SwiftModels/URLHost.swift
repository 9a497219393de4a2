import JSONSchema

/// The host in a text that is to be a `URL`.
struct URLHost {
    private let text: Substring

    private static let mark = Set("-._~!$&'()*+,;=%".utf8)

    /// Nil where a text names none.
    init?(of url: String) {
        guard let authority = URIReference(url).authority else { return nil }
        let place = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        text = place.hasPrefix("[") && place.contains("]") ? "" : place.prefix { $0 != ":" }
    }

    /// Whether Foundation takes it.
    ///
    /// It looks at hosts by the rules of international names (UTS 46), for which it needs a library of 40 MB that FoundationEssentials
    /// leaves out. Hosts of ASCII need few of the rules; others are taken whatever they are.
    var isTaken: Bool {
        guard text.utf8.allSatisfy({ $0 < 0x80 }) else { return true }
        return text.utf8.allSatisfy { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20 || Self.isOther($0) }
            && text.split(separator: "%", omittingEmptySubsequences: false).dropFirst().allSatisfy { part in
                part.utf8.count >= 2 && part.prefix(2).allSatisfy(\.isHexDigit)
            }
    }

    private static func isOther(_ byte: UInt8) -> Bool {
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || mark.contains(byte)
    }
}
