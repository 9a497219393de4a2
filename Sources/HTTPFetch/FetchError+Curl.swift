internal import CLibCurl

extension FetchError.Code {
    /// The code for a libcurl result that needs no more facts than its number.
    ///
    /// Limits of our own (`timedOut`, `idle`, `bodyTooLarge`, `addressRefused`) also make libcurl stop, with
    /// a number that says only that a callback refused; ``Transfer`` looks at its own state before it asks here.
    init(curl result: CURLcode) {
        self = Self.byResult[result.rawValue] ?? .other
    }

    private static let byResult: [UInt32: FetchError.Code] = [
        CURLE_URL_MALFORMAT.rawValue: .invalidURL,
        CURLE_COULDNT_RESOLVE_HOST.rawValue: .nameNotResolved,
        CURLE_COULDNT_RESOLVE_PROXY.rawValue: .nameNotResolved,
        CURLE_COULDNT_CONNECT.rawValue: .connectionFailed,
        CURLE_GOT_NOTHING.rawValue: .connectionFailed,
        CURLE_SEND_ERROR.rawValue: .connectionFailed,
        CURLE_RECV_ERROR.rawValue: .connectionFailed,
        CURLE_HTTP2.rawValue: .connectionFailed,
        CURLE_HTTP2_STREAM.rawValue: .connectionFailed,
        CURLE_PROXY.rawValue: .connectionFailed,
        // The only timeout left to libcurl is the one for connecting.
        CURLE_OPERATION_TIMEDOUT.rawValue: .connectTimedOut,
        CURLE_SSL_CONNECT_ERROR.rawValue: .tls,
        CURLE_SSL_ENGINE_INITFAILED.rawValue: .tls,
        CURLE_PEER_FAILED_VERIFICATION.rawValue: .certificateRefused,
        CURLE_SSL_CACERT_BADFILE.rawValue: .certificateRefused,
        CURLE_SSL_ISSUER_ERROR.rawValue: .certificateRefused,
        CURLE_FILESIZE_EXCEEDED.rawValue: .bodyTooLarge,
        CURLE_PARTIAL_FILE.rawValue: .truncated,
        CURLE_BAD_CONTENT_ENCODING.rawValue: .badEncoding,
        // Our own callbacks' refusals are told apart before; what is left are libcurl's decoders, brotli's above all.
        CURLE_WRITE_ERROR.rawValue: .badEncoding,
        CURLE_WEIRD_SERVER_REPLY.rawValue: .notHTTP,
        // The URL's scheme was checked before: this is an answer without a status line ("HTTP/0.9").
        CURLE_UNSUPPORTED_PROTOCOL.rawValue: .notHTTP,
    ]
}
