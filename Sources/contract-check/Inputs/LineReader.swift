import Glibc

/// The lines of a stream that hold something, with their numbers.
struct LineReader {
    private var window: ByteWindow
    private var number = 0

    init(_ stream: ByteStream) { window = ByteWindow(stream) }

    /// The next line that is not blank, without its line end; nil at the end.
    ///
    /// Of a line longer than `limit` come a few bytes more than that, so that it is refused by its length.
    ///
    /// - Throws: ``InputFault`` `notRead`.
    mutating func next(limit: Int) throws(InputFault) -> (number: Int, bytes: [UInt8])? {
        while try window.fill() {
            number += 1
            var line: [UInt8] = []
            while try window.fill(), try !appendPiece(to: &line, limit: limit) {}
            if line.contains(where: { $0 > 0x20 }) { return (number, line) }
        }
        return nil
    }

    /// Appends what the window has of the line; true at the line's end.
    private mutating func appendPiece(to line: inout [UInt8], limit: Int) throws(InputFault) -> Bool {
        let start = window.at
        let end = unsafe window.bytes.withUnsafeBytes { bytes -> Int? in
            guard let base = bytes.baseAddress else { return nil }
            let found = unsafe memchr(base + start, Int32(UInt8(ascii: "\n")), bytes.count - start)
            return unsafe found.map { unsafe UnsafeRawPointer($0) - base }
        }
        let kept = (end ?? window.bytes.count) - start
        line += window.bytes[start..<start + min(kept, limit + 1 - min(line.count, limit + 1))]
        window.at = start + kept + (end == nil ? 0 : 1)
        return end != nil
    }
}
