/// Decompresses a stream piece by piece.
@safe package final class Decompressor {
    private let decoder: any Decoder
    private let format: CompressionFormat
    private let limitBytes: Int
    private var produced = 0
    private var isAtEnd = true
    private var buffer = [UInt8](repeating: 0, count: 1 << 17)

    /// - Parameter limitBytes: how many bytes may come out in all, so that a small file cannot fill the memory.
    /// - Throws: ``DecompressionError`` `.outOfMemory`.
    package init(_ format: CompressionFormat, limitBytes: Int) throws(DecompressionError) {
        self.format = format
        self.limitBytes = limitBytes
        let decoder: (any Decoder)? =
            switch format {
            case .gzip: GzipDecoder()
            case .zstd: ZstdDecoder()
            case .brotli: BrotliDecoder()
            }
        guard let decoder else { throw DecompressionError(code: .outOfMemory, format: format) }
        self.decoder = decoder
    }

    /// Decompresses all of `input` and appends what comes out.
    ///
    /// - Throws: ``DecompressionError`` `.corrupt`, `.tooLong` or `.outOfMemory`; what came out before is in `output`.
    package func decompress(_ input: [UInt8], into output: inout [UInt8]) throws(DecompressionError) {
        var read = 0
        while true {
            let step = step(input, from: read)
            read += step.consumed
            produced += step.produced
            guard produced <= limitBytes else { throw error(.tooLong(limitBytes: limitBytes)) }
            output += buffer[..<step.produced]
            switch step.state {
            case .failed(let code): throw error(code)
            case .ended: isAtEnd = true
            case .wantsMore: isAtEnd = false
            }
            // A full buffer may mean that more is to come of what was read.
            if read == input.count, step.produced < buffer.count { return }
            if step.consumed == 0, step.produced == 0 { throw error(.corrupt) }
        }
    }

    /// Says that no more comes.
    ///
    /// - Throws: ``DecompressionError`` `.truncated`.
    package func finish() throws(DecompressionError) {
        guard isAtEnd else { throw error(.truncated) }
    }

    /// All of a compressed text.
    ///
    /// - Throws: ``DecompressionError``.
    package static func decompressed(
        _ bytes: [UInt8],
        _ format: CompressionFormat,
        limitBytes: Int
    ) throws(DecompressionError) -> [UInt8] {
        let decompressor = try Decompressor(format, limitBytes: limitBytes)
        var output: [UInt8] = []
        try decompressor.decompress(bytes, into: &output)
        try decompressor.finish()
        return output
    }

    private func step(_ input: [UInt8], from start: Int) -> DecodingStep {
        unsafe input.withUnsafeBufferPointer { input in
            unsafe buffer.withUnsafeMutableBufferPointer { output in
                unsafe decoder.decode(UnsafeBufferPointer(rebasing: input[start...]), into: output)
            }
        }
    }

    private func error(_ code: DecompressionError.Code) -> DecompressionError {
        DecompressionError(code: code, format: format)
    }
}

/// What one call of a library came to.
struct DecodingStep {
    enum State {
        case wantsMore
        /// The end of a stream; another may follow.
        case ended
        case failed(DecompressionError.Code)
    }

    let consumed: Int
    let produced: Int
    let state: State
}

/// One of the libraries, with its state.
protocol Decoder: AnyObject {
    /// Decodes until the input is used up, the output is full or a stream ends.
    func decode(_ input: UnsafeBufferPointer<UInt8>, into output: UnsafeMutableBufferPointer<UInt8>) -> DecodingStep
}
