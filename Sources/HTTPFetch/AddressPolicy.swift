/// Which addresses a fetch may connect to, judged on the address itself and not on the name that led to it.
///
/// Checked when a socket is opened and again before a request goes out on a connection that is reused, so that
/// redirects, names that resolve differently the second time, and pooled connections are covered.
/// Behind a proxy the address seen is the proxy's.
package struct AddressPolicy: Sendable, Equatable {
    private enum Rule: Sendable, Equatable {
        case publicAnd([AddressException])
        case any
    }

    private let rule: Rule

    /// Only addresses of the public internet: no loopback, private, link-local, shared (100.64/10), unspecified,
    /// multicast, reserved, documentation, unique local or IPv4-mapped address.
    package static let publicOnly = AddressPolicy(rule: .publicAnd([]))

    /// Every address.
    package static let any = AddressPolicy(rule: .any)

    /// The public internet and what the operator named.
    package static func publicAnd(_ exceptions: [AddressException]) -> AddressPolicy {
        AddressPolicy(rule: .publicAnd(exceptions))
    }

    /// Whether a connection for `host` (as the URL names it) may go to `address`.
    package func allows(_ address: IPAddress, host: String) -> Bool {
        switch rule {
        case .any: true
        case .publicAnd(let exceptions):
            address.isPublic || exceptions.contains { $0.covers(address, host: host) }
        }
    }
}

/// A host or a block of addresses that the operator allows although it is not public.
package struct AddressException: Sendable, Equatable {
    private enum Scope: Sendable, Equatable {
        case block(AddressBlock)
        case host(String)
    }

    private let scope: Scope

    /// Parses an address (`127.0.0.1`), a block (`10.1.0.0/16`, `fd00::/8`) or a host name (`feeds.internal`).
    ///
    /// A host name allows whatever it resolves to, for URLs that name exactly it; letter case doesn't matter.
    /// Nil for an empty text and for a text with characters that no host name has.
    package init?(_ text: String) {
        if let block = AddressBlock(text) {
            scope = .block(block)
            return
        }
        let isName = text.utf8.allSatisfy { byte in
            byte >= 0x80 || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
                || byte == UInt8(ascii: "_")
                || Character(UnicodeScalar(byte)).isLetter || Character(UnicodeScalar(byte)).isNumber
        }
        // `10.0.0.300` and `10.1` are mistyped addresses; as names they would silently allow nothing.
        guard isName, text.utf8.contains(where: { $0 > UInt8(ascii: "9") }) else { return nil }
        scope = .host(text.lowercased())
    }

    func covers(_ address: IPAddress, host: String) -> Bool {
        switch scope {
        case .block(let block): block.contains(address)
        case .host(let name): name == host.lowercased()
        }
    }
}

extension IPAddress {
    /// Whether the address is one that the public internet routes.
    ///
    /// Source: IANA's special-purpose address registries for IPv4 and IPv6 (RFC 6890 and its updates).
    package var isPublic: Bool {
        switch family {
        case .v4:
            return !Self.specialV4.contains { $0.contains(self) }
        case .v6:
            // RFC 6052: behind NAT64 every IPv4 host has such an address; the IPv4 address in it decides.
            if Self.nat64.contains(where: { $0.contains(self) }) {
                return IPAddress(family: .v4, bits: bits & 0xFFFF_FFFF).isPublic
            }
            return Self.globalUnicast.contains { $0.contains(self) }
                && !Self.specialV6.contains { $0.contains(self) }
        }
    }

    private static let specialV4 = [
        "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12",
        "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15",
        "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4",
    ].compactMap(AddressBlock.init)

    private static let nat64 = ["64:ff9b::/96"].compactMap(AddressBlock.init)

    /// The only block IANA gives out for global unicast; ::1, ::ffff:0:0/96, fc00::/7, fe80::/10 and ff00::/8 are outside.
    private static let globalUnicast = ["2000::/3"].compactMap(AddressBlock.init)

    /// Inside 2000::/3: protocol assignments with Teredo, documentation, and 6to4, which can carry a private IPv4.
    private static let specialV6 = ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"]
        .compactMap(AddressBlock.init)
}
