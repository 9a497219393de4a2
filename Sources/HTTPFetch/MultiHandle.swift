internal import CLibCurl

/// The owner of one libcurl multi handle: its connections, its name cache, and the transfers that are in it.
///
/// `@unchecked Sendable` because the pointer never changes, every method but ``wakeUp()`` is called by the loop's
/// thread only, and libcurl documents `curl_multi_wakeup` as callable from any thread.
@safe final class MultiHandle: @unchecked Sendable {
    private let pointer: UnsafeMutableRawPointer

    init(_ configuration: FetcherConfiguration) throws(FetchError) {
        try EasyHandle.check(Self.globalResult)
        guard let pointer = unsafe curl_multi_init() else {
            throw FetchError(.other, curlCode: Int(CURLE_FAILED_INIT.rawValue))
        }
        unsafe self.pointer = pointer
        let total = max(1, configuration.maxConnections)
        try set(CURLMOPT_MAX_HOST_CONNECTIONS, max(1, configuration.maxConnectionsPerHost))
        try set(CURLMOPT_MAX_TOTAL_CONNECTIONS, total)
        try set(CURLMOPT_MAXCONNECTS, total)
    }

    deinit {
        unsafe curl_multi_cleanup(pointer)
    }

    /// Once per process; libcurl's own initialisation is what is kept.
    private static let globalResult = curl_door_global_init()

    private func set(_ option: CURLMoption, _ value: Int) throws(FetchError) {
        try Self.check(unsafe curl_door_multi_set_long(pointer, option, value))
    }

    func add(_ easy: EasyHandle) throws(FetchError) {
        try Self.check(unsafe curl_multi_add_handle(pointer, easy.pointer))
    }

    func remove(_ easy: EasyHandle) throws(FetchError) {
        try Self.check(unsafe curl_multi_remove_handle(pointer, easy.pointer))
    }

    /// Moves every transfer on as far as it goes without waiting.
    func perform() throws(FetchError) {
        var running: Int32 = 0
        try Self.check(unsafe curl_multi_perform(pointer, &running))
    }

    /// Waits until a socket, libcurl's own timers, ``wakeUp()`` or the timeout have something to do.
    func poll(timeout: Duration) throws(FetchError) {
        // Rounded up, so that a deadline has passed when the wait for it ends.
        let milliseconds = Int32(clamping: Int(timeout / .milliseconds(1)) + 1)
        try Self.check(unsafe curl_multi_poll(pointer, nil, 0, milliseconds, nil))
    }

    /// Ends a running or the next ``poll(timeout:)``; from any thread.
    func wakeUp() {
        // Fails only for a bad handle, or when its pipe is full, and then the wake-up is on its way already.
        _ = unsafe curl_multi_wakeup(pointer)
    }

    /// The next transfer that libcurl is done with, nil when there is none.
    func nextFinished() -> (transfer: Transfer, result: CURLcode)? {
        var left: Int32 = 0
        while let message = unsafe curl_multi_info_read(pointer, &left) {
            guard unsafe message.pointee.msg == CURLMSG_DONE, let easy = unsafe message.pointee.easy_handle,
                let context = unsafe curl_door_get_private(easy)
            else { continue }
            let transfer = unsafe Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
            return (transfer, unsafe curl_door_message_result(message))
        }
        return nil
    }

    private static func check(_ result: CURLMcode) throws(FetchError) {
        guard result == CURLM_OK else { throw FetchError(.other, curlCode: Int(result.rawValue)) }
    }
}
