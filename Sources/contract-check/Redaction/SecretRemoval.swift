import HTTPFetch
import JSONSchema

/// Takes secrets out of what is written down.
struct SecretRemoval {
    /// What stands in a secret's place.
    static let mark = "[removed]"

    /// Texts that must not be written, the longest first, so that none is found within another.
    private let secrets: [String]

    /// Shorter ones are only removed where they are the whole value: within others they would be found by chance.
    private static let shortestWithinOthers = 8

    private static let withheldHeaders = [
        "Authorization", "Proxy-Authorization", "Cookie", "Set-Cookie", "Set-Cookie2", "Authentication-Info",
        "Proxy-Authentication-Info",
    ]

    /// - Parameters:
    ///   - values: secrets by themselves, and whole values of headers with a secret in them, such as `Bearer …`.
    ///   - response: whose cookies are secrets, too.
    init(_ values: [String], cookiesOf response: HTTPHeaders = [:]) {
        let cookies = response.values(of: "Set-Cookie").flatMap(Self.parts(ofCookie:))
        let parts = values.flatMap { [$0] + $0.split(separator: " ").dropFirst().map(String.init) }
        secrets = Set(parts + cookies).subtracting([""]).sorted { ($1.utf8.count, $0) < ($0.utf8.count, $1) }
    }

    /// The values of `a=1; b=2`.
    static func parts(ofCookie text: String) -> [String] {
        text.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1).dropFirst().map(String.init)
    }

    /// Whether a value is a secret.
    func isSecret(_ value: some StringProtocol) -> Bool { secrets.contains { $0 == value } }

    /// The text with each secret in it replaced; nil when there is none.
    func replacing(in text: String) -> String? {
        if isSecret(text) { return Self.mark }
        let found = long.filter { text.contains($0) }
        return found.isEmpty ? nil : found.reduce(text) { $0.replacing($1, with: Self.mark) }
    }

    /// Bytes that are no JSON, with each secret in them replaced.
    func replacing(in bytes: [UInt8]) -> [UInt8] {
        long.reduce(bytes) { bytes, secret in
            let pattern = Array(secret.utf8)
            return bytes.firstRange(of: pattern) == nil
                ? bytes : Array(bytes.replacing(pattern, with: Self.mark.utf8))
        }
    }

    /// A URL without user name, password and fragment, and without the parameters that hold a secret.
    func replacing(inURL text: String) -> String {
        var url = URIReference(text)
        url.authority = url.authority.map { $0.split(separator: "@").last.map(String.init) ?? "" }
        url.fragment = nil
        let kept = url.query.map { query in query.split(separator: "&").filter { !holdsSecret(parameter: $0) }
        }
        url.query = kept.flatMap { $0.isEmpty ? nil : $0.joined(separator: "&") }
        return replacing(in: url.description) ?? url.description
    }

    private func holdsSecret(parameter: Substring) -> Bool {
        let value = parameter.drop { $0 != "=" }.dropFirst()
        // A fragment is decoded as a parameter is, but for the plus sign.
        let plain = URIReference("#" + value.replacing("+", with: " ")).decodedFragment
        return isSecret(value) || plain.map { replacing(in: $0) != nil } ?? false
    }

    /// Headers without those that carry credentials, and without secrets in the others.
    func replacing(in headers: HTTPHeaders) -> HTTPHeaders {
        let kept = headers.fields.filter { field in
            !Self.withheldHeaders.contains { $0.lowercased() == field.name.lowercased() }
        }
        return HTTPHeaders(kept.map { HTTPHeader(name: $0.name, value: replacing(in: $0.value) ?? $0.value) })
    }

    private var long: [String] { secrets.filter { $0.utf8.count >= Self.shortestWithinOthers } }
}
