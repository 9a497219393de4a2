/// Decompresses a stream piece by piece; neither what goes in nor what comes out is ever whole in memory.
///
/// ```swift
/// decompressor.supply(compressed)
/// while case let bytes = try decompressor.next(), !bytes.isEmpty { … }
/// ```
package final class Decompressor {
    private let decoder: any Decoder
    private let format: CompressionFormat
    private let limitBytes: Int
    private var input: [UInt8] = []
    private var read = 0
    private var produced = 0
    private var isAtEnd = true

    private static let pieceSize = 1 << 17

    /// Makes one from which at most `limitBytes` come in all, so that a small file cannot fill the memory.
    ///
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

    /// Gives it the bytes that follow those of the last call, which are used up.
    package func supply(_ compressed: [UInt8]) {
        input = Array(input[read...]) + compressed
        read = 0
    }

    /// What comes next, at most 128 KiB; empty when what was supplied is used up.
    ///
    /// - Throws: ``DecompressionError`` `.corrupt`, `.tooLong` or `.outOfMemory`.
    package func next() throws(DecompressionError) -> [UInt8] {
        while true {
            var step = DecodingStep(consumed: 0, produced: 0, state: .wantsMore)
            let piece = unsafe [UInt8](unsafeUninitializedCapacity: Self.pieceSize) { output, filled in
                step = unsafe input.withUnsafeBufferPointer { input in
                    unsafe decoder.decode(UnsafeBufferPointer(rebasing: input[read...]), into: output)
                }
                filled = step.produced
            }
            try note(step)
            if !piece.isEmpty || read == input.count { return piece }
        }
    }

    private func note(_ step: DecodingStep) throws(DecompressionError) {
        read += step.consumed
        produced += step.produced
        switch step.state {
        case .failed(let code): throw error(code)
        case .ended: isAtEnd = true
        case .wantsMore: isAtEnd = false
        }
        guard produced <= limitBytes else { throw error(.tooLong(limitBytes: limitBytes)) }
        // Neither reading nor writing, it would go on so for ever.
        if step.consumed == 0, step.produced == 0, read < input.count { throw error(.corrupt) }
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
        decompressor.supply(bytes)
        var text: [UInt8] = []
        while true {
            let piece = try decompressor.next()
            if piece.isEmpty { break }
            text += piece
        }
        try decompressor.finish()
        return text
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
    func decode(
        _ input: UnsafeBufferPointer<UInt8>,
        into output: UnsafeMutableBufferPointer<UInt8>
    ) -> DecodingStep
}
