internal import CMicroHTTPD

/// The owner of one libmicrohttpd response, which reads its body from a ``BodySource``.
@safe struct OutgoingResponse: ~Copyable {
    private let pointer: OpaquePointer

    /// Makes the response without its headers; nil when libmicrohttpd has no memory.
    init?(_ answer: HTTPServeResponse, exchange: Exchange) {
        let context = unsafe Unmanaged.passRetained(BodySource(answer, exchange: exchange))
        let declared = UInt64(answer.delivery.declaredBytes ?? answer.body.count)
        // 32 KiB: libmicrohttpd's buffer for one call of the reader.
        let made = unsafe MHD_create_response_from_callback(
            declared,
            32 << 10,
            readBody,
            context.toOpaque(),
            freeBody
        )
        guard let made = unsafe made else {
            unsafe context.release()
            return nil
        }
        unsafe pointer = made
    }

    deinit {
        // The connection that it was queued on keeps its own count.
        unsafe MHD_destroy_response(pointer)
    }

    /// Adds a header field; false for one that libmicrohttpd refuses, as with a line break in it.
    func add(_ header: HTTPServeRequest.Pair) -> Bool {
        unsafe MHD_add_response_header(pointer, header.name, header.value) == .YES
    }

    func queue(on connection: OpaquePointer, status: Int) -> Bool {
        unsafe MHD_queue_response(connection, UInt32(clamping: status), pointer) == .YES
    }
}

/// A body on its way out, in pieces with pauses where the delivery asks for them.
private final class BodySource {
    private let body: [UInt8]
    private let delivery: HTTPServeDelivery
    private let exchange: Exchange
    private var pieceEnd: Int

    init(_ answer: HTTPServeResponse, exchange: Exchange) {
        body = answer.body
        delivery = answer.delivery
        self.exchange = exchange
        pieceEnd = min(max(1, answer.delivery.pieceBytes), answer.body.count)
    }

    enum Reading {
        case bytes(ArraySlice<UInt8>)
        case later
        case failed
    }

    /// The next bytes from a place on, at most `limit`.
    func read(from start: Int, limit: Int) -> Reading {
        // More was declared than there is: the connection ends here.
        guard start < body.count else { return .failed }
        if start == pieceEnd {
            pieceEnd = body.count - start > delivery.pieceBytes ? start + delivery.pieceBytes : body.count
            if delivery.pause > .zero { return exchange.rest(for: delivery.pause) ? .later : .failed }
        }
        return .bytes(body[start..<min(pieceEnd, start + limit)])
    }
}

private let readBody: MHD_ContentReaderCallback = { context, position, buffer, limit in
    guard let context = unsafe context, let buffer = unsafe buffer else { return mhd_door_end_with_error() }
    let source = unsafe Unmanaged<BodySource>.fromOpaque(context).takeUnretainedValue()
    switch source.read(from: Int(position), limit: limit) {
    case .bytes(let bytes):
        unsafe UnsafeMutableRawBufferPointer(start: buffer, count: limit).copyBytes(from: bytes)
        return bytes.count
    // The connection is suspended; libmicrohttpd asks again when it is resumed.
    case .later: return 0
    case .failed: return mhd_door_end_with_error()
    }
}

private let freeBody: MHD_ContentReaderFreeCallback = { context in
    guard let context = unsafe context else { return }
    unsafe Unmanaged<BodySource>.fromOpaque(context).release()
}
