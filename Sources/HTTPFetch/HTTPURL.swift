internal import CLibCurl

/// An absolute http or https URL, taken apart by libcurl's own parser, so that what is checked is what is fetched.
struct HTTPURL: Sendable, Equatable {
    /// The whole URL without its fragment.
    let text: String
    /// `http` or `https`.
    let scheme: String
    /// The host in libcurl's normal form: `0x7f.1` is `127.0.0.1` here, an IPv6 address keeps its brackets.
    let host: String
    /// The port named, or the scheme's own.
    let port: String
    private let path: String

    /// Parses an absolute URL.
    ///
    /// - Throws: `invalidURL`, or `schemeRefused` for what is neither http nor https.
    init(_ text: String) throws(FetchError) {
        let parts = try CurlURL()
        guard parts.set(CURLUPART_URL, text) else { throw FetchError(.invalidURL) }
        try self.init(parts)
    }

    /// The target of a `Location` seen at this URL; user name and password in it are dropped.
    func target(ofLocation location: String) throws(FetchError) -> HTTPURL {
        let parts = try CurlURL()
        guard parts.set(CURLUPART_URL, text), parts.set(CURLUPART_URL, location),
            parts.set(CURLUPART_USER, nil), parts.set(CURLUPART_PASSWORD, nil)
        else { throw FetchError(.invalidURL, at: self) }
        return try HTTPURL(parts)
    }

    /// Whether scheme, host and port are the same.
    func hasSameOrigin(as other: HTTPURL) -> Bool {
        scheme == other.scheme && port == other.port && host.equalsIgnoringASCIICase(other.host)
    }

    /// The URL for messages: without user name, password, query and fragment.
    var withoutSecrets: String {
        let isDefaultPort = port == (scheme == "https" ? "443" : "80")
        return "\(scheme)://\(host)\(isDefaultPort ? "" : ":\(port)")\(path)"
    }

    private init(_ parts: borrowing CurlURL) throws(FetchError) {
        guard let scheme = parts.get(CURLUPART_SCHEME) else { throw FetchError(.invalidURL) }
        guard scheme == "http" || scheme == "https" else {
            throw FetchError(.schemeRefused) { $0.scheme = scheme }
        }
        guard parts.set(CURLUPART_FRAGMENT, nil), let text = parts.get(CURLUPART_URL),
            let host = parts.get(CURLUPART_HOST), !host.isEmpty,
            let port = parts.get(CURLUPART_PORT), let path = parts.get(CURLUPART_PATH)
        else { throw FetchError(.invalidURL) }
        self.text = text
        self.scheme = scheme
        self.host = host
        self.port = port
        self.path = path
    }
}

/// The owner of one `CURLU`.
@safe private struct CurlURL: ~Copyable {
    private let handle: OpaquePointer

    init() throws(FetchError) {
        guard let handle = unsafe curl_url() else {
            throw FetchError(.other, curlCode: Int(CURLE_OUT_OF_MEMORY.rawValue))
        }
        unsafe self.handle = handle
    }

    deinit {
        unsafe curl_url_cleanup(handle)
    }

    /// Sets a part, or clears it with nil; a relative URL is resolved against the one that is set.
    func set(_ part: CURLUPart, _ value: String?) -> Bool {
        // Other schemes are taken in so that they can be refused by name; a space in a Location is encoded.
        let flags = UInt32(CURLU_NON_SUPPORT_SCHEME | CURLU_URLENCODE)
        guard value?.utf8.contains(0) != true else { return false }
        return unsafe curl_url_set(handle, part, value, flags) == CURLUE_OK
    }

    func get(_ part: CURLUPart) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        let flags = UInt32(part == CURLUPART_PORT ? CURLU_DEFAULT_PORT : 0)
        guard unsafe curl_url_get(handle, part, &text, flags) == CURLUE_OK, let text = unsafe text else {
            return nil
        }
        defer { unsafe curl_free(text) }
        return unsafe String(cString: text)
    }
}
