/// Why a fetch gave no response.
///
/// Carries facts, never secrets: no header values, no body, no user name, password, query or fragment of a URL.
package struct FetchError: Error, Sendable, Equatable {
    /// What happened.
    package let code: Code
    /// The host asked, nil when the URL could not be read.
    package let host: String?
    /// The URL asked when it happened, as `scheme://host:port/path`; nil when it could not be read.
    package let url: String?
    /// libcurl's number for the failure, where it was libcurl that noticed (see libcurl-errors(3)).
    package let curlCode: Int?
    /// The figures that belong to the code.
    package let facts: Facts

    /// Figures of a failure; those that don't belong to its code are nil.
    package struct Facts: Sendable, Equatable {
        /// The limit met, in bytes: `bodyTooLarge`, `headersTooLarge`.
        package var limitBytes: Int?
        /// The limit met: `timedOut`, `idle`, `connectTimedOut`.
        package var timeout: Duration?
        /// The limit met: `tooManyRedirects`.
        package var redirectLimit: Int?
        /// The address not to be reached: `addressRefused`.
        package var address: IPAddress?
        /// The URL's scheme: `schemeRefused`.
        package var scheme: String?
        /// Body bytes that came, before decoding: `truncated`.
        package var receivedBytes: Int?
        /// Body bytes that were declared: `truncated`; nil when the body came in chunks.
        package var expectedBytes: Int?
        /// What came of the response: `truncated`.
        package var partial: PartialResponse?

        init() {}
    }

    /// The beginning of a response that was cut off; no part of any message.
    package struct PartialResponse: Sendable, Equatable {
        /// The HTTP status.
        package let status: Int
        /// As the server wrote it; nil when it sent none.
        package let contentType: String?
        /// The decoded body so far.
        package let body: [UInt8]
    }

    init(
        _ code: Code,
        at url: HTTPURL? = nil,
        curlCode: Int? = nil,
        facts: (inout Facts) -> Void = { _ in }
    ) {
        var filled = Facts()
        facts(&filled)
        self.code = code
        self.host = url?.host
        self.url = url?.withoutSecrets
        self.curlCode = curlCode
        self.facts = filled
    }
}

extension FetchError {
    /// A kind of failure; more may be added.
    package struct Code: Sendable, Hashable {
        /// The code as a word for reports and tables, such as `body-too-large`.
        package let name: String
        /// Whether the same request may well succeed later without anybody changing anything.
        package let isTransient: Bool

        private init(_ name: String, isTransient: Bool = false) {
            self.name = name
            self.isTransient = isTransient
        }

        /// The total timeout passed.
        package static let timedOut = Code("timed-out", isTransient: true)
        /// No byte came for the idle timeout.
        package static let idle = Code("idle", isTransient: true)
        /// No connection was made within the connect timeout.
        package static let connectTimedOut = Code("connect-timed-out", isTransient: true)
        /// The connection was refused, reset or closed without an answer.
        package static let connectionFailed = Code("connection-failed", isTransient: true)
        /// The host's name has no address, or the name service failed.
        package static let nameNotResolved = Code("name-not-resolved", isTransient: true)
        /// The TLS handshake failed on the way, with nothing said against the certificate.
        package static let tls = Code("tls", isTransient: true)
        /// The server's certificate is not one to be trusted for this host.
        package static let certificateRefused = Code("certificate-refused")
        /// The decoded body passed the limit.
        package static let bodyTooLarge = Code("body-too-large")
        /// The header fields of one response passed the limit.
        package static let headersTooLarge = Code("headers-too-large")
        /// One redirect more than the limit.
        package static let tooManyRedirects = Code("too-many-redirects")
        /// The address policy forbids every address that was tried.
        package static let addressRefused = Code("address-refused")
        /// The URL, or a redirect, asks for something other than http or https.
        package static let schemeRefused = Code("scheme-refused")
        /// The connection ended before the body did.
        package static let truncated = Code("truncated", isTransient: true)
        /// The body is not in the content encoding that its header names, or the encoding is not known.
        package static let badEncoding = Code("bad-encoding")
        /// What answered does not speak HTTP.
        package static let notHTTP = Code("not-http")
        /// The task that fetched was cancelled.
        package static let cancelled = Code("cancelled")
        /// The fetcher was shut down before or during the fetch.
        package static let shutDown = Code("shut-down")
        /// The URL, or a redirect's target, is not a URL.
        package static let invalidURL = Code("invalid-url")
        /// A header of the request has a name or value that cannot be sent.
        package static let invalidHeader = Code("invalid-header")
        /// Anything else; `curlCode` says what.
        package static let other = Code("other")
    }

    /// Whether the same request may well succeed later without anybody changing anything.
    package var isTransient: Bool { code.isTransient }
}

extension FetchError: CustomStringConvertible {
    /// One line in English for logs and reports, such as
    /// `body over the limit of 1024 bytes (http://127.0.0.1:8080/feed)`.
    package var description: String {
        let place = url.map { " (\($0))" } ?? ""
        let number = curlCode.map { " [curl \($0)]" } ?? ""
        return summary + place + number
    }

    private var summary: String {
        switch code {
        case .timedOut: "not done within\(Self.text(facts.timeout))"
        case .idle: "no byte for\(Self.text(facts.timeout))"
        case .connectTimedOut: "not connected within\(Self.text(facts.timeout))"
        case .bodyTooLarge: "body over the limit of\(Self.text(facts.limitBytes)) bytes"
        case .headersTooLarge: "headers over the limit of\(Self.text(facts.limitBytes)) bytes"
        case .tooManyRedirects: "more than\(Self.text(facts.redirectLimit)) redirects"
        case .addressRefused: "address\(Self.text(facts.address)) may not be reached"
        case .schemeRefused: "scheme\(Self.text(facts.scheme)) is neither http nor https"
        case .truncated: truncation
        default: Self.plainTexts[code] ?? "the transfer failed"
        }
    }

    private var truncation: String {
        "body ended after\(Self.text(facts.receivedBytes)) bytes"
            + (facts.expectedBytes.map { " of \($0)" } ?? ", before its end mark")
    }

    private static func text<Value>(_ fact: Value?) -> String {
        fact.map { " \($0)" } ?? ""
    }

    private static let plainTexts: [Code: String] = [
        .connectionFailed: "the connection failed",
        .nameNotResolved: "the host's name was not resolved",
        .tls: "the TLS handshake failed",
        .certificateRefused: "the server's certificate is not trusted",
        .badEncoding: "the body is not in the encoding its header names",
        .notHTTP: "the answer is not HTTP",
        .cancelled: "cancelled",
        .shutDown: "the fetcher was shut down",
        .invalidURL: "not a URL",
        .invalidHeader: "a request header cannot be sent",
    ]
}
