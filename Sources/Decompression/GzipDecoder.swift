internal import CZLib

/// The owner of one `z_stream`; members that follow each other are one text (RFC 1952 §2.2).
@safe final class GzipDecoder: Decoder {
    // On the heap: zlib compares the address it was initialised at.
    private let stream: UnsafeMutablePointer<z_stream>
    private var isBetweenMembers = false

    init?() {
        unsafe stream = .allocate(capacity: 1)
        unsafe stream.initialize(to: z_stream())
        guard unsafe fk_inflate_init_gzip(stream) == Z_OK else { return nil }
    }

    deinit {
        unsafe inflateEnd(stream)
        unsafe stream.deallocate()
    }

    func decode(
        _ input: UnsafeBufferPointer<UInt8>,
        into output: UnsafeMutableBufferPointer<UInt8>
    ) -> DecodingStep {
        if isBetweenMembers, !input.isEmpty {
            unsafe inflateReset(stream)
            isBetweenMembers = false
        }
        // zlib does not write to its input; its header says so only with ZLIB_CONST.
        unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
        unsafe stream.pointee.avail_in = uInt(input.count)
        unsafe stream.pointee.next_out = output.baseAddress
        unsafe stream.pointee.avail_out = uInt(output.count)
        let result = unsafe inflate(stream, Z_NO_FLUSH)
        isBetweenMembers = isBetweenMembers || result == Z_STREAM_END
        return unsafe DecodingStep(
            consumed: input.count - Int(stream.pointee.avail_in),
            produced: output.count - Int(stream.pointee.avail_out),
            state: state(result)
        )
    }

    private func state(_ result: Int32) -> DecodingStep.State {
        switch result {
        case Z_STREAM_END: .ended
        // Z_BUF_ERROR: there was nothing to do, which is no error.
        case Z_OK: .wantsMore
        case Z_BUF_ERROR: isBetweenMembers ? .ended : .wantsMore
        case Z_MEM_ERROR: .failed(.outOfMemory)
        default: .failed(.corrupt)
        }
    }
}
