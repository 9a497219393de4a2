import HTTPFetch

/// One response as it was recorded, or fetched just now.
struct Recording: Sendable {
    /// The body, decoded from its content coding.
    let bytes: [UInt8]

    /// What it answers; nil where the recording does not say.
    var request: Request?

    /// Nil for what holds a body alone.
    var status: Int?

    /// As the server wrote it.
    var contentType: String?

    /// The length that the server declared for just these bytes; nil where it said nothing or of other bytes.
    var declaredBytes: Int?

    /// Whether the body was taken out of a text that says more, so that its lines are not those of a file.
    var isTakenOut: Bool { request != nil || status != nil }

    /// What a response answers.
    struct Request: Equatable, Sendable {
        let method: String
        let url: String
    }
}

extension Recording {
    /// A response with its headers; the body has been decoded when it `wasEncoded`.
    init(_ body: [UInt8], status: Int, headers: HTTPHeaders, wasEncoded: Bool, request: Request? = nil) {
        self.init(bytes: body, request: request, status: status, contentType: headers["Content-Type"])
        if !wasEncoded, headers["Transfer-Encoding"] == nil {
            declaredBytes = headers["Content-Length"].flatMap { Int($0) }
        }
    }
}
