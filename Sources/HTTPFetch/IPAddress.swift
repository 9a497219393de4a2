import Glibc

/// An IPv4 or IPv6 address.
package struct IPAddress: Sendable, Hashable {
    enum Family: Sendable, Hashable {
        case v4
        case v6

        var bitCount: Int { self == .v4 ? 32 : 128 }
    }

    let family: Family
    /// The address as a number, the first byte on the wire in the highest place.
    let bits: UInt128

    init(family: Family, bits: UInt128) {
        self.family = family
        self.bits = bits
    }

    /// Takes 4 or 16 bytes in network order; nil for any other count.
    init?(networkBytes bytes: some Collection<UInt8>) {
        switch bytes.count {
        case 4: family = .v4
        case 16: family = .v6
        default: return nil
        }
        bits = bytes.reduce(0) { $0 << 8 | UInt128($1) }
    }

    /// Parses `127.0.0.1` or `::1`, with brackets or without; nil for a name, or for short forms like `127.1`.
    package init?(_ text: String) {
        let bare = text.hasPrefix("[") && text.hasSuffix("]") ? String(text.dropFirst().dropLast()) : text
        let isV6 = bare.utf8.contains(UInt8(ascii: ":"))
        var bytes = [UInt8](repeating: 0, count: isV6 ? 16 : 4)
        guard unsafe inet_pton(isV6 ? AF_INET6 : AF_INET, bare, &bytes) == 1 else { return nil }
        self.init(networkBytes: bytes)
    }
}

extension IPAddress: CustomStringConvertible {
    /// The address in its usual form (RFC 5952 for IPv6).
    package var description: String {
        let byteCount = family.bitCount / 8
        let bytes = (0..<byteCount).map { UInt8(truncatingIfNeeded: bits >> (8 * (byteCount - 1 - $0))) }
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let length = socklen_t(text.count)
        guard unsafe inet_ntop(family == .v4 ? AF_INET : AF_INET6, bytes, &text, length) != nil else {
            return ""
        }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

/// A block of addresses with a common prefix, such as `10.0.0.0/8`.
struct AddressBlock: Sendable, Hashable {
    let base: IPAddress
    /// 0…32 for IPv4, 0…128 for IPv6.
    let prefixLength: Int

    /// Parses `10.0.0.0/8`, `fc00::/7`, or a single address; nil for anything else.
    init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let base = parts.first.flatMap({ IPAddress(String($0)) }) else { return nil }
        let length = parts.count == 1 ? base.family.bitCount : wholeNumber(parts[1])
        guard let length, length <= base.family.bitCount else { return nil }
        self.base = base
        prefixLength = length
    }

    func contains(_ address: IPAddress) -> Bool {
        guard address.family == base.family else { return false }
        // A shift by the whole width (a prefix of 0) gives 0 in Swift: every address is in it.
        let hostBits = base.family.bitCount - prefixLength
        return address.bits >> UInt128(hostBits) == base.bits >> UInt128(hostBits)
    }
}
