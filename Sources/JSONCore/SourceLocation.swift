/// A place in a text for people: both counted from 1, the column in bytes of the line.
package struct SourceLocation: Equatable, Sendable {
    /// From 1.
    package let line: Int
    /// From 1, in bytes of the line.
    package let column: Int

    init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// The place of a byte offset.
    ///
    /// - Complexity: O(offset).
    package init(of offset: Int, in bytes: [UInt8]) {
        let before = bytes.prefix(offset)
        line = 1 + before.count { $0 == UInt8(ascii: "\n") }
        column = 1 + before.reversed().prefix { $0 != UInt8(ascii: "\n") }.count
    }

    /// The column of a byte offset in Unicode code points, from 1.
    ///
    /// - Complexity: O(line).
    package static func characterColumn(of offset: Int, in bytes: [UInt8]) -> Int {
        let line = bytes.prefix(offset).reversed().prefix { $0 != UInt8(ascii: "\n") }
        return 1 + line.count(where: \.beginsCharacter)
    }
}

extension UInt8 {
    /// Whether a byte of UTF-8 is not one that goes on with a character.
    var beginsCharacter: Bool { self & 0xC0 != 0x80 }
}

/// Where the lines of a text begin.
struct LineStarts: Sendable {
    private let offsets: [Int]

    /// - Complexity: O(n).
    init(_ text: SourceText) {
        var offsets = [0]
        var start = 0
        while let end = text.offset(of: UInt8(ascii: "\n"), from: start) {
            start = end + 1
            offsets.append(start)
        }
        self.offsets = offsets
    }

    /// - Complexity: O(log lines).
    func location(of offset: Int) -> SourceLocation {
        var low = 0
        var high = offsets.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if offsets[middle] <= offset { low = middle } else { high = middle }
        }
        return SourceLocation(line: low + 1, column: offset - offsets[low] + 1)
    }
}
