import Contracts
import JSONSchema

/// Which URLs are those of an endpoint, on whatever host and below whatever path it is served.
struct EndpointPattern: Sendable {
    let endpoint: Endpoint

    /// The endpoint's path without what leads to it: `/homepage/block/page` for `{base}/homepage/block/page`.
    let path: String

    /// What stands between the path's variables.
    private let fixedParts: [Substring]

    /// In URLs no character is this one.
    private static let variable: Character = "\u{0}"

    init(_ endpoint: Endpoint) {
        self.endpoint = endpoint
        let blanks = Dictionary(
            endpoint.url.variables.map { ($0, String(Self.variable)) },
            uniquingKeysWith: { $1 }
        )
        let whole = URIReference(endpoint.url.filled(with: blanks)).path
        let path = String(whole.drop { $0 == Self.variable })
        fixedParts = path.split(separator: Self.variable, omittingEmptySubsequences: false)
        self.path = path.replacing(String(Self.variable), with: "*")
    }

    /// Whether a URL's path ends as the endpoint's does; a variable inside stands for part of one segment.
    func fits(url: String) -> Bool {
        var rest = URIReference(url).path[...]
        for (number, part) in fixedParts.reversed().enumerated() {
            guard let found = number == 0 ? rest.suffixRange(part) : rest.lastRange(of: part) else {
                return false
            }
            if number > 0, rest[found.upperBound...].contains("/") { return false }
            rest = rest[..<found.lowerBound]
        }
        return true
    }

    /// Whether a recorded request was made to the endpoint.
    func fits(_ request: Recording.Request) -> Bool {
        request.method.uppercased() == endpoint.method.rawValue && fits(url: request.url)
    }
}

extension Substring {
    fileprivate func suffixRange(_ part: Substring) -> Range<Index>? {
        hasSuffix(part) ? index(endIndex, offsetBy: -part.count)..<endIndex : nil
    }

    fileprivate func lastRange(of part: Substring) -> Range<Index>? {
        part.isEmpty ? endIndex..<endIndex : ranges(of: part).last
    }
}
