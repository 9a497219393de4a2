/// What a server answered, whatever its status.
package struct FetchResponse: Sendable {
    /// The status code; a 304 and a 500 are responses like a 200.
    package let status: Int
    /// The fields of the last response; those of redirects and of 1xx answers are gone, and so are trailers.
    package let headers: HTTPHeaders
    /// The body, decoded from its content encoding; empty for a 304.
    ///
    /// A compressed stream that its sender cut short, in a message of the right length, is not noticed by libcurl:
    /// the body ends where the stream did.
    package let body: [UInt8]
    /// Where the response came from, after redirects, with its query.
    package let effectiveURL: String
    /// How many redirects led there.
    package let redirectCount: Int
    /// The protocol the response came in.
    package let httpVersion: HTTPVersion
    /// Body bytes as they came over the wire, before decoding.
    package let receivedBytes: Int
    /// The `Content-Length` the server declared, nil when it declared none; counts encoded bytes.
    package let contentLength: Int?
    /// When the parts of the last request were done.
    package let timing: FetchTiming
    /// Whether the last request went out on a connection that was open already.
    package let reusedConnection: Bool

    /// The `Content-Type` as sent, nil when absent.
    package var contentType: String? { headers["Content-Type"] }

    /// The validators in this response; a 304 may name one and be silent about the other (RFC 9111 §4.3.4).
    package var validators: Validators {
        Validators(etag: headers["ETag"], lastModified: headers["Last-Modified"])
    }

    /// Whether the server says that the copy at hand is current.
    package var isNotModified: Bool { status == 304 }
}

/// A version of HTTP.
package enum HTTPVersion: String, Sendable {
    case http1 = "1.0"
    case http1dot1 = "1.1"
    case http2 = "2"
    case http3 = "3"
    /// None was told, as when no answer came.
    case unknown
}

/// Times of one request, each from its start; zero for a step that did not happen, as with a reused connection.
package struct FetchTiming: Sendable, Equatable {
    /// The name was resolved.
    package let nameLookup: Duration
    /// The socket was connected.
    package let connect: Duration
    /// The first byte of the answer came.
    package let firstByte: Duration
    /// The last byte came.
    package let total: Duration
}
