/// One request as it reached the server, its body complete.
package struct HTTPServeRequest: Sendable, Equatable {
    /// A name and a value: a header field or a query item.
    package struct Pair: Sendable, Equatable {
        /// The name; header names in the letter case they were sent in.
        package let name: String
        /// The value, percent-decoded for a query item; empty for an item without `=`.
        package let value: String

        /// Makes a pair.
        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// `GET`, `POST`, …, as sent.
    package let method: String
    /// The path, percent-decoded, without the query.
    package let path: String
    /// The query's items in their order.
    package let queryItems: [Pair]
    /// The header fields in their order.
    package let headers: [Pair]
    /// The body, at most ``HTTPServerConfiguration/maxBodyBytes``.
    package let body: [UInt8]
    /// The client's port, which tells its connections apart.
    package let clientPort: UInt16

    /// The first value of a header field, its name compared without regard to letter case.
    package func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    /// The first value of a query item.
    package func queryItem(_ name: String) -> String? {
        queryItems.first { $0.name == name }?.value
    }
}

/// What a handler answers.
package struct HTTPServeResponse: Sendable, Equatable {
    /// The status code, 200…599; default 200.
    package var status: Int
    /// Header fields to send; `Date`, `Content-Length` and `Connection` are the server's own.
    package var headers: [HTTPServeRequest.Pair]
    /// The body; with a HEAD request only its length is sent.
    package var body: [UInt8]
    /// How the bytes go out; default at once and whole.
    package var delivery: HTTPServeDelivery

    /// Makes a response.
    package init(
        status: Int = 200,
        headers: [HTTPServeRequest.Pair] = [],
        body: [UInt8] = [],
        delivery: HTTPServeDelivery = HTTPServeDelivery()
    ) {
        self.status = status
        self.headers = headers
        self.body = body
        self.delivery = delivery
    }

    /// A text response in UTF-8.
    package static func text(_ text: String, status: Int = 200) -> HTTPServeResponse {
        HTTPServeResponse(
            status: status,
            headers: [.init(name: "Content-Type", value: "text/plain; charset=utf-8")],
            body: Array(text.utf8)
        )
    }
}

/// How a response goes out, for tests of clients against servers that misbehave.
package struct HTTPServeDelivery: Sendable, Equatable {
    /// The wait before the first byte, status line included; default none.
    package var delay: Duration = .zero
    /// The most body bytes that go out between two pauses; at least 1, default no limit.
    package var pieceBytes: Int = .max
    /// The wait before each piece after the first; default none.
    package var pause: Duration = .zero
    /// A `Content-Length` to declare instead of the body's own; the connection is closed after the body when
    /// more was declared, and less cuts the body; default nil, the truth.
    package var declaredBytes: Int?

    /// Makes a delivery that does nothing special.
    package init() {}
}

/// How a server listens.
package struct HTTPServerConfiguration: Sendable {
    /// The IPv4 address to listen on; default loopback.
    package var address: String = "127.0.0.1"
    /// The port to listen on; 0 (default) takes a free one.
    package var port: UInt16 = 0
    /// Connections at the same time, above which new ones are closed; default 512.
    package var maxConnections: UInt32 = 512
    /// Seconds without traffic after which a connection is closed; 0 (default) for never.
    package var idleTimeoutSeconds: UInt32 = 0
    /// The largest request body; a larger one is answered with 413 and never reaches the handler; default 1 MiB.
    package var maxBodyBytes: Int = 1 << 20

    /// Makes a configuration with the defaults.
    package init() {}
}

/// Why a server did not start.
package struct HTTPServeError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The address that was asked for.
    package let address: String
    /// The port that was asked for.
    package let port: UInt16
    /// The system's error number, 0 when it gave none (as for an address that is not IPv4).
    package let systemError: Int32

    /// One line in English.
    package var description: String {
        "cannot listen on \(address):\(port) (errno \(systemError))"
    }
}
