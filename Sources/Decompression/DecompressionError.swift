/// Why compressed bytes cannot be used.
package struct DecompressionError: Error, Equatable {
    /// What went wrong, with the facts.
    package enum Code: Equatable, Sendable {
        /// The bytes are not of the format.
        case corrupt
        /// They end before the format says that they do.
        case truncated
        /// More comes out than the limit allows.
        case tooLong(limitBytes: Int)
        /// The library has no memory for its tables.
        case outOfMemory
    }

    /// What went wrong.
    package let code: Code

    /// What the bytes were taken for.
    package let format: CompressionFormat
}

extension DecompressionError: CustomStringConvertible {
    package var description: String {
        switch code {
        case .corrupt: "the \(format.rawValue) data is corrupt"
        case .truncated: "the \(format.rawValue) data ends too early"
        case .tooLong(let limit): "the \(format.rawValue) data holds more than the limit of \(limit) bytes"
        case .outOfMemory: "there is no memory to decompress \(format.rawValue)"
        }
    }
}
