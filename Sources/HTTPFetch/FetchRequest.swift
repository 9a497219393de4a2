/// One HTTP request and the limits under which its answer is taken.
package struct FetchRequest: Sendable, Equatable {
    /// The methods a feed can be asked with.
    package enum Method: String, Sendable {
        case get = "GET"
        case post = "POST"
    }

    /// Default GET.
    package var method: Method
    /// The absolute URL, of scheme http or https.
    ///
    /// A user name and password in it are sent as Basic credentials, to its own origin only.
    package var url: String
    /// Fields to send besides the fetcher's own (`User-Agent`, `Accept-Encoding`, the validators).
    ///
    /// All but `Accept`, `Accept-Language` and `Content-Type` stay behind when a redirect leaves the origin.
    package var headers: HTTPHeaders
    /// The body of a POST; not sent with GET.
    package var body: [UInt8]
    /// What is known of the copy at hand; with either part a 304 may come back.
    package var validators: Validators
    /// Time, size, redirects and networks.
    package var limits: FetchLimits

    /// Makes a request; only the URL has no default.
    package init(
        method: Method = .get,
        url: String,
        headers: HTTPHeaders = [:],
        body: [UInt8] = [],
        validators: Validators = Validators(),
        limits: FetchLimits = FetchLimits()
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.validators = validators
        self.limits = limits
    }
}

/// The two marks by which a server knows that a copy is still current (RFC 9110 §8.8).
package struct Validators: Sendable, Equatable {
    /// The `ETag` as it came, quotes and `W/` included.
    package var etag: String?
    /// The `Last-Modified` date as it came; sent back without being read.
    package var lastModified: String?

    /// Makes validators; without either the request is unconditional.
    package init(etag: String? = nil, lastModified: String? = nil) {
        self.etag = etag
        self.lastModified = lastModified
    }
}

/// The limits of one fetch.
///
/// Each is reported by name in the ``FetchError`` when it is met.
package struct FetchLimits: Sendable, Equatable {
    /// From the call to the last byte, redirects and waiting for a free connection included; default 20 s.
    package var totalTimeout: Duration = .seconds(20)
    /// The longest time without a byte, once the request is out; default 10 s.
    package var idleTimeout: Duration = .seconds(10)
    /// Name lookup, connect and TLS of each connection, to the millisecond; default 5 s.
    package var connectTimeout: Duration = .seconds(5)
    /// Bytes of body after decoding, so that a small gzip cannot become a large page; default 16 MiB.
    package var maxBodyBytes: Int = 16 << 20
    /// Redirects followed; 0 makes a redirect an ordinary response; default 5.
    package var maxRedirects: Int = 5
    /// The networks that may be reached; default the public internet.
    package var allowedAddresses: AddressPolicy = .publicOnly

    /// Makes limits with the defaults; change what must differ.
    package init() {}
}

extension FetchRequest {
    /// The host of an absolute URL, in the form in which it is asked; nil for what is no such URL.
    package static func host(of url: String) -> String? { (try? HTTPURL(url))?.host }
}
