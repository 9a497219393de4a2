import Decompression
import Glibc

/// The bytes of a file or of standard input in pieces, decompressed where they are compressed.
final class ByteStream {
    private let descriptor: Int32
    private let pieceSize: Int
    private var decompressor: Decompressor?

    /// The first piece, not yet given out.
    private var head: [UInt8] = []

    private static let largestPiece = 1 << 20

    /// What a stream of recordings may decompress to in all.
    private static let maxDecompressedBytes = 16 << 30

    /// Opens a file, or standard input, and reads its first piece.
    ///
    /// - Throws: ``InputFault`` `notRead` for what cannot be opened or read, a folder among them.
    init(_ input: Input) throws(InputFault) {
        switch input {
        case .file(let path): descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        case .standardInput: descriptor = dup(STDIN_FILENO)
        case .url: preconditionFailure("a URL is fetched, not opened")
        }
        guard descriptor >= 0 else {
            pieceSize = 0
            throw InputFault(
                .notRead,
                Glob(input.name) == nil ? "\(SystemError())" : "no file fits this pattern"
            )
        }
        // A small file comes whole in one piece, so that its body needs no copy.
        var facts = stat()
        let size = unsafe fstat(descriptor, &facts) == 0 ? Int(facts.st_size) : 0
        pieceSize = min(max(size + 1, 1 << 16), Self.largestPiece)
        head = try read()
        if let format = CompressionFormat(compressing: head, named: input.name) { try decompress(format) }
    }

    deinit { close(descriptor) }

    /// The beginning, for telling what it is; ``next()`` gives it again.
    var beginning: ArraySlice<UInt8> { head.prefix(1024) }

    /// The next piece; empty at the end.
    ///
    /// - Throws: ``InputFault`` `notRead`.
    func next() throws(InputFault) -> [UInt8] {
        guard head.isEmpty else {
            defer { head = [] }
            return head
        }
        return try piece()
    }

    /// All that is left, or a little more than `limit` bytes of it.
    ///
    /// - Throws: ``InputFault`` `notRead`.
    func rest(limit: Int) throws(InputFault) -> [UInt8] {
        var bytes = try next()
        while bytes.count <= limit {
            let piece = try next()
            if piece.isEmpty { break }
            bytes += piece
        }
        return bytes
    }

    private func decompress(_ format: CompressionFormat) throws(InputFault) {
        decompressor = try named { () throws(DecompressionError) in
            try Decompressor(format, limitBytes: Self.maxDecompressedBytes)
        }
        decompressor?.supply(head)
        head = try piece()
    }

    private func piece() throws(InputFault) -> [UInt8] {
        guard let decompressor else { return try read() }
        while true {
            let piece = try named { () throws(DecompressionError) in try decompressor.next() }
            if !piece.isEmpty { return piece }
            let compressed = try read()
            if compressed.isEmpty { break }
            decompressor.supply(compressed)
        }
        try named { () throws(DecompressionError) in try decompressor.finish() }
        return []
    }

    private func named<Value>(_ body: () throws(DecompressionError) -> Value) throws(InputFault) -> Value {
        do throws(DecompressionError) {
            return try body()
        } catch {
            throw InputFault(.notRead, "\(error)")
        }
    }

    private func read() throws(InputFault) -> [UInt8] {
        var failure: SystemError?
        let piece = unsafe [UInt8](unsafeUninitializedCapacity: pieceSize) { buffer, filled in
            repeat {
                let count = unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
                filled = max(count, 0)
                failure = count < 0 ? SystemError() : nil
            } while failure?.number == EINTR
        }
        if let failure { throw InputFault(.notRead, failure) }
        return piece
    }
}

extension CompressionFormat {
    /// The format of a file, by its mark or else its name.
    fileprivate init?(compressing head: [UInt8], named name: String) {
        let isBrotli = name.lowercased().hasSuffix("." + CompressionFormat.brotli.fileExtension)
        guard let format = CompressionFormat(markOf: head) ?? (isBrotli ? .brotli : nil) else { return nil }
        self = format
    }
}
