internal import CBrotli

/// The owner of one `BrotliDecoderState`.
@safe final class BrotliDecoder: Decoder {
    private let state: OpaquePointer

    init?() {
        guard let state = unsafe BrotliDecoderCreateInstance(nil, nil, nil) else { return nil }
        unsafe self.state = state
    }

    deinit { unsafe BrotliDecoderDestroyInstance(state) }

    func decode(
        _ input: UnsafeBufferPointer<UInt8>,
        into output: UnsafeMutableBufferPointer<UInt8>
    ) -> DecodingStep {
        var (unread, unwritten) = (input.count, output.count)
        var next = input.baseAddress
        var target = output.baseAddress
        let result = unsafe BrotliDecoderDecompressStream(state, &unread, &next, &unwritten, &target, nil)
        let state: DecodingStep.State =
            switch result {
            // Bytes behind the end are of no stream.
            case BROTLI_DECODER_RESULT_SUCCESS: unread == 0 ? .ended : .failed(.corrupt)
            case BROTLI_DECODER_RESULT_ERROR: .failed(.corrupt)
            default: .wantsMore
            }
        return DecodingStep(
            consumed: input.count - unread,
            produced: output.count - unwritten,
            state: state
        )
    }
}
