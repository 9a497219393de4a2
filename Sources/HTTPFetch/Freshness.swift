extension FetchResponse {
    /// How long the server says that its answer is good (RFC 9111 §4.2), by what is left of it.
    ///
    /// `max-age`, or else `Expires` less `Date`; less `Age` in both cases. Guesses by `Last-Modified` are not made.
    ///
    /// - Returns: nil when the server says nothing, something unreadable, `no-cache` or `no-store`, or nothing is left.
    package var freshFor: Duration? {
        let directives = headers.values(of: "Cache-Control").flatMap { $0.split(separator: ",") }
            .map { $0.trimmingHTTPSpace().lowercased() }
        guard !directives.contains(where: { $0.hasPrefix("no-cache") || $0.hasPrefix("no-store") }) else {
            return nil
        }
        let maxAge = directives.lazy.compactMap {
            $0.hasPrefix("max-age=") ? wholeNumber($0.dropFirst(8)) : nil
        }.first
        guard let lifetime = maxAge ?? expiry else { return nil }
        let left = lifetime - (headers["Age"].flatMap { wholeNumber($0.trimmingHTTPSpace()) } ?? 0)
        return left > 0 ? .seconds(left) : nil
    }

    private var expiry: Int? {
        guard let expires = headers["Expires"].flatMap(HTTPDate.init),
            let date = headers["Date"].flatMap(HTTPDate.init)
        else { return nil }
        return expires.unixSeconds - date.unixSeconds
    }
}
