internal import CLibCurl
import Glibc

// What a transfer tells libcurl.
extension EasyHandle {
    /// Sets every option of one hop.
    func apply(_ hop: Hop, _ limits: FetchLimits, _ configuration: FetcherConfiguration) throws(FetchError) {
        try applyRequest(hop, configuration)
        try applyLimits(limits)
        try applyIsolation(configuration)
    }

    private func applyRequest(_ hop: Hop, _ configuration: FetcherConfiguration) throws(FetchError) {
        try set(CURLOPT_URL, hop.url.text)
        try set(CURLOPT_USERAGENT, configuration.userAgent)
        // The empty list stands for every encoding this libcurl can decode.
        try set(CURLOPT_ACCEPT_ENCODING, "")
        try applyVersion(isSecure: hop.url.scheme == "https")
        if hop.method == .post {
            try set(CURLOPT_POST, 1)
            try setBody(hop.body)
        }
        try setHeaders(hop.headers)
    }

    /// HTTP/2 where TLS can agree on it, and then one connection for all transfers to a host.
    private func applyVersion(isSecure: Bool) throws(FetchError) {
        try set(CURLOPT_HTTP_VERSION, isSecure ? Int(CURL_HTTP_VERSION_2TLS) : Int(CURL_HTTP_VERSION_1_1))
        // Wait for the handshake to tell whether a connection can be shared, rather than open one more. Without TLS
        // libcurl would wait for the first whole answer, and a slow one would hold up all others of its host.
        try set(CURLOPT_PIPEWAIT, isSecure ? 1 : 0)
    }

    private func applyLimits(_ limits: FetchLimits) throws(FetchError) {
        // Total and idle timeout are the loop's: libcurl would give both the same number, would measure idleness in
        // whole seconds, and would not count the wait for a free connection.
        try set(CURLOPT_CONNECTTIMEOUT_MS, milliseconds: limits.connectTimeout)
        // A declared length over the limit ends the transfer before its body; 0 would mean no limit.
        try set(CURLOPT_MAXFILESIZE_LARGE, bytes: max(1, limits.maxBodyBytes))
    }

    /// Keeps the transfer from anything that neither the request nor the operator named.
    private func applyIsolation(_ configuration: FetcherConfiguration) throws(FetchError) {
        try set(CURLOPT_PROTOCOLS_STR, "http,https")
        // Redirects are ours (see Hop.following); the second line holds should the first ever change.
        try set(CURLOPT_FOLLOWLOCATION, 0)
        try set(CURLOPT_REDIR_PROTOCOLS_STR, "http,https")
        try set(CURLOPT_NETRC, Int(CURL_NETRC_IGNORED.rawValue))
        // The empty proxy also hides the environment's.
        if !configuration.usesEnvironmentProxies { try set(CURLOPT_PROXY, "") }
        try set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        // No signals: the process has other threads, and the loop's thread blocks them all.
        try set(CURLOPT_NOSIGNAL, 1)
        // A name lookup that hangs is left to its own thread; without this, removing its transfer waits for it
        // and every other transfer with it.
        try set(CURLOPT_QUICK_EXIT, 1)
        if let file = configuration.certificateAuthorityFile { try set(CURLOPT_CAINFO, file) }
    }
}

// What libcurl tells a transfer.
extension EasyHandle {
    /// Directs libcurl's callbacks to the transfer, which must live until the handle has left the multi handle.
    func report(to transfer: Transfer) throws(FetchError) {
        let context = unsafe Unmanaged.passUnretained(transfer).toOpaque()
        try Self.check(unsafe curl_door_set_pointer(pointer, CURLOPT_PRIVATE, context))
        try Self.check(unsafe curl_door_on_header(pointer, receiveHeader, context))
        try Self.check(unsafe curl_door_on_body(pointer, receiveBody, context))
        try Self.check(unsafe curl_door_on_open_socket(pointer, openSocket, context))
        try Self.check(unsafe curl_door_on_request(pointer, decideRequest, context))
    }
}

private let receiveHeader: curl_write_callback = { bytes, _, count, context in
    guard let bytes = unsafe bytes, let transfer = unsafe transfer(context) else { return 0 }
    let line = unsafe UnsafeRawBufferPointer(start: bytes, count: count)
    // Any count but the one offered makes libcurl stop the transfer; 0 would also be the count of an empty line.
    return unsafe transfer.receiveHeader(line: line) ? count : count &- 1
}

private let receiveBody: curl_write_callback = { bytes, _, count, context in
    guard let bytes = unsafe bytes, let transfer = unsafe transfer(context) else { return 0 }
    let piece = unsafe UnsafeRawBufferPointer(start: bytes, count: count)
    return unsafe transfer.receiveBody(piece) ? count : count &- 1
}

private let openSocket: curl_opensocket_callback = { context, _, target in
    let refused: curl_socket_t = -1
    guard let target = unsafe target, let transfer = unsafe transfer(context) else { return refused }
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = Int(unsafe curl_door_address_bytes(target, &bytes))
    guard let address = IPAddress(networkBytes: bytes.prefix(count)), transfer.mayConnect(to: address) else {
        return refused
    }
    let kind = unsafe target.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue)
    return unsafe socket(target.pointee.family, kind, target.pointee.protocol)
}

private let decideRequest: curl_prereq_callback = { context, peer, _, _, _ in
    guard let peer = unsafe peer, let transfer = unsafe transfer(context),
        let address = unsafe IPAddress(String(cString: peer)), transfer.mayRequest(of: address)
    else { return CURL_PREREQFUNC_ABORT }
    return CURL_PREREQFUNC_OK
}

private func transfer(_ context: UnsafeMutableRawPointer?) -> Transfer? {
    guard let context = unsafe context else { return nil }
    return unsafe Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
}
