internal import CLibCurl

/// The owner of one libcurl easy handle and of the header list that libcurl reads from it.
@safe final class EasyHandle {
    let pointer: UnsafeMutableRawPointer
    private var headerList: UnsafeMutablePointer<curl_slist>?

    init() throws(FetchError) {
        guard let pointer = unsafe curl_easy_init() else {
            throw FetchError(.other, curlCode: Int(CURLE_FAILED_INIT.rawValue))
        }
        unsafe self.pointer = pointer
    }

    deinit {
        unsafe curl_easy_cleanup(pointer)
        unsafe curl_slist_free_all(headerList)
    }

    /// Forgets all options, keeping what libcurl has learned (nothing here: connections live in the multi handle).
    func reset() {
        unsafe curl_easy_reset(pointer)
        unsafe curl_slist_free_all(headerList)
        unsafe headerList = nil
    }

    func set(_ option: CURLoption, _ value: Int) throws(FetchError) {
        try Self.check(unsafe curl_door_set_long(pointer, option, value))
    }

    func set(_ option: CURLoption, bytes: Int) throws(FetchError) {
        try Self.check(unsafe curl_door_set_offset(pointer, option, curl_off_t(bytes)))
    }

    func set(_ option: CURLoption, _ value: String) throws(FetchError) {
        try Self.check(unsafe curl_door_set_string(pointer, option, value))
    }

    func setBody(_ body: [UInt8]) throws(FetchError) {
        try Self.check(unsafe curl_door_set_body(pointer, body, curl_off_t(body.count)))
    }

    func setHeaders(_ headers: HTTPHeaders) throws(FetchError) {
        for field in headers.fields {
            // libcurl takes "Name:" as an order to leave the field out; "Name;" is its form for an empty value.
            let line = field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)"
            try appendHeader(line: line)
        }
        // Without this, libcurl waits a second for a 100 before it sends a large body.
        try appendHeader(line: "Expect:")
        try Self.check(unsafe curl_door_set_pointer(pointer, CURLOPT_HTTPHEADER, headerList))
    }

    private func appendHeader(line: String) throws(FetchError) {
        guard let longer = unsafe curl_slist_append(headerList, line) else {
            throw FetchError(.other, curlCode: Int(CURLE_OUT_OF_MEMORY.rawValue))
        }
        unsafe headerList = longer
    }

    /// Milliseconds are libcurl's unit; a time above zero never becomes 0, which would mean "for ever".
    func set(_ option: CURLoption, milliseconds duration: Duration) throws(FetchError) {
        try set(option, max(1, Int(duration / .milliseconds(1))))
    }

    func number(_ info: CURLINFO) -> Int {
        unsafe curl_door_get_long(pointer, info)
    }

    func bytes(_ info: CURLINFO) -> Int {
        Int(unsafe curl_door_get_offset(pointer, info))
    }

    func duration(_ info: CURLINFO) -> Duration {
        .microseconds(Int64(unsafe curl_door_get_offset(pointer, info)))
    }

    static func check(_ result: CURLcode) throws(FetchError) {
        guard result == CURLE_OK else { throw FetchError(.other, curlCode: Int(result.rawValue)) }
    }
}
