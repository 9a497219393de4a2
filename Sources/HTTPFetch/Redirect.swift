/// One request of a fetch: the first, or one that a redirect led to.
struct Hop: Sendable, Equatable {
    let method: FetchRequest.Method
    let url: HTTPURL
    let headers: HTTPHeaders
    let body: [UInt8]
}

extension Hop {
    /// The first hop of a request.
    ///
    /// - Throws: `invalidURL`, `schemeRefused`, or `invalidHeader`.
    init(_ request: FetchRequest) throws(FetchError) {
        let url = try HTTPURL(request.url)
        var headers = request.headers
        if let etag = request.validators.etag { headers.add("If-None-Match", etag) }
        if let date = request.validators.lastModified { headers.add("If-Modified-Since", date) }
        guard headers.fields.allSatisfy(\.isSendable) else { throw FetchError(.invalidHeader, at: url) }
        self.init(
            method: request.method,
            url: url,
            headers: headers,
            body: request.method == .post ? request.body : []
        )
    }

    /// The hop that a response asks for, nil when the response is not a redirect.
    ///
    /// Redirects are followed here and not by libcurl, which would send all but two of the caller's headers
    /// on to any host.
    ///
    /// - Throws: `invalidURL` or `schemeRefused` for where the redirect points.
    func following(status: Int, location: String?) throws(FetchError) -> Hop? {
        guard [301, 302, 303, 307, 308].contains(status), let location, !location.isEmpty else { return nil }
        let target = try url.target(ofLocation: location)
        // RFC 9110 §15.4: 303 always becomes GET; 301 and 302 do for POST, by long custom.
        let becomesGet = method == .post && status <= 303
        var headers = target.hasSameOrigin(as: url) ? headers : headers.keeping(Self.harmlessElsewhere)
        if becomesGet {
            headers = headers.removing(["Content-Type", "Content-Encoding", "Content-Language"])
        }
        return Hop(
            method: becomesGet ? .get : method,
            url: target,
            headers: headers,
            body: becomesGet ? [] : body
        )
    }

    /// What may go to another origin: preferences, and validators, which tell an ETag but open nothing.
    private static let harmlessElsewhere = [
        "Accept", "Accept-Language", "Content-Type", "If-None-Match", "If-Modified-Since",
    ]
}
