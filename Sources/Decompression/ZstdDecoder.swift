internal import CZstd

/// The owner of one `ZSTD_DStream`; frames that follow each other are one text (RFC 8878 §3.1).
@safe final class ZstdDecoder: Decoder {
    private let stream: OpaquePointer
    private var isBetweenFrames = true

    init?() {
        guard let stream = unsafe ZSTD_createDStream() else { return nil }
        unsafe self.stream = stream
    }

    deinit { unsafe ZSTD_freeDStream(stream) }

    func decode(
        _ input: UnsafeBufferPointer<UInt8>,
        into output: UnsafeMutableBufferPointer<UInt8>
    ) -> DecodingStep {
        var source = unsafe ZSTD_inBuffer(src: input.baseAddress, size: input.count, pos: 0)
        var target = unsafe ZSTD_outBuffer(dst: output.baseAddress, size: output.count, pos: 0)
        let result = unsafe ZSTD_decompressStream(stream, &target, &source)
        let (consumed, produced) = unsafe (source.pos, target.pos)
        // Asked again at a frame's end, with nothing to read, it would say how long the next frame's header is.
        if consumed > 0 || produced > 0 { isBetweenFrames = result == 0 }
        return DecodingStep(consumed: consumed, produced: produced, state: state(result))
    }

    private func state(_ result: Int) -> DecodingStep.State {
        guard ZSTD_isError(result) == 0 else {
            return .failed(
                ZSTD_getErrorCode(result) == ZSTD_error_memory_allocation ? .outOfMemory : .corrupt
            )
        }
        return isBetweenFrames ? .ended : .wantsMore
    }
}
