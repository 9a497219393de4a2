/// A place in a text for people: both counted from 1, the column in bytes of the line.
package struct SourceLocation: Equatable, Sendable {
    package let line: Int
    package let column: Int

    /// - Complexity: O(offset).
    package init(of offset: Int, in bytes: [UInt8]) {
        let before = bytes.prefix(offset)
        line = 1 + before.count { $0 == UInt8(ascii: "\n") }
        column = 1 + before.reversed().prefix { $0 != UInt8(ascii: "\n") }.count
    }
}

extension JSONValue {
    /// Where the value begins, for messages.
    ///
    /// O(n).
    package var location: SourceLocation { SourceLocation(of: byteOffset, in: document.bytes) }
}
