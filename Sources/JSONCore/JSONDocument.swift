internal import Synchronization

/// One JSON text, parsed once and read in place.
///
/// simdjson builds the tape. What it refuses is parsed again by ``TapeBuilder``, which accepts what simdjson cannot
/// represent (numbers past 64 bits, lone surrogates), resolves duplicate keys to the last one, and names every other
/// mistake with its byte offset.
@safe package final class JSONDocument: Sendable {
    /// For this module, whose values hold their documents.
    let tape: Tape

    /// What was accepted although it is doubtful.
    package let notices: [JSONNotice]

    /// Length in bytes of the text as received.
    package let byteCount: Int

    private let text: SourceText
    private let rebuilt: RebuiltTape?
    private let places = Mutex(PlaceTables())

    /// What is found out about a text only when somebody asks where a value stands.
    private struct PlaceTables {
        var offsets: ValueOffsets?
        var lineage: ValueLineage?
        var lines: LineStarts?
    }

    /// Parses a text.
    ///
    /// The bytes are copied once, into memory with the padding that simdjson reads past the end.
    ///
    /// - Complexity: O(n); about 1.8 GB/s, or 80 MB/s for a text that simdjson refuses.
    /// - Throws: ``JSONError`` with the byte offset; a text of `null` is a value, not an error.
    package init(_ bytes: [UInt8], limits: ParseLimits = ParseLimits()) throws(JSONError) {
        text = try SourceText(bytes, limits: limits)
        byteCount = text.count
        let (tape, rebuilt) = try Self.parse(text, limits: limits)
        self.tape = tape
        self.rebuilt = rebuilt
        var notices: [JSONNotice] = []
        if text.hasByteOrderMark { notices.append(.byteOrderMark) }
        if let rebuilt { notices += rebuilt.notices }
        if let offset = text.firstEscapedNUL() { notices.append(.nullCharacter(offset: offset)) }
        self.notices = notices
    }

    /// Parses the UTF-8 of a string.
    package convenience init(_ text: String, limits: ParseLimits = ParseLimits()) throws(JSONError) {
        try self.init(Array(text.utf8), limits: limits)
    }

    private static func parse(
        _ text: SourceText,
        limits: ParseLimits
    ) throws(JSONError) -> (Tape, RebuiltTape?) {
        switch text.parseWithSimdJSON(maxDepth: limits.maxDepth) {
        case .tape(let tape):
            return (tape, nil)
        case .outOfMemory:
            throw JSONError(.outOfMemory, at: 0)
        case .refused:
            var builder = TapeBuilder(text, limits: limits)
            let rebuilt = try builder.build()
            return (rebuilt.tape, rebuilt)
        }
    }

    /// The tape, which is memory of this document: whoever takes it keeps the document alive as long as the tape is read.
    @unsafe package var unownedTape: Tape { tape }

    /// The one value of the text.
    package var root: JSONValue { JSONValue(document: self, index: Tape.rootIndex) }

    /// The text as received.
    package var bytes: [UInt8] { text.bytes(in: 0..<byteCount) }

    /// The bytes of the value at a tape index as they came.
    package func sourceBytes(at index: Int) -> [UInt8] { text.bytes(in: sourceRange(at: index)) }

    /// The bytes of `range` as text, bad sequences replaced; for messages.
    package func excerpt(_ range: Range<Int>) -> String {
        String(decoding: text.bytes(in: range.clamped(to: 0..<byteCount)), as: UTF8.self)
    }

    /// Where the value at a tape index begins in the text.
    ///
    /// - Complexity: O(n) for the first call on a document, then O(1).
    package func byteOffset(at index: Int) -> Int { offsets[index] }

    /// The bytes of a scalar, or of a container up to its last bracket.
    package func sourceRange(at index: Int) -> Range<Int> {
        let start = byteOffset(at: index)
        switch tape.tag(at: index) {
        case TapeTag.object, TapeTag.array: return start..<byteOffset(at: tape.closingIndex(of: index)) + 1
        default: return start..<text.endOfScalar(from: start)
        }
    }

    /// The number's text as it came in.
    package func numberText(at index: Int) -> String { excerpt(sourceRange(at: index)) }

    /// The exact value of the number at a tape index.
    ///
    /// - Complexity: O(1) for an integer; for others the text is needed, see ``byteOffset(at:)``.
    package func decimal(at index: Int) -> ExactDecimal {
        switch tape.tag(at: index) {
        case TapeTag.int: ExactDecimal(tape.int64(at: index))
        case TapeTag.uint: ExactDecimal(tape.uint64(at: index))
        default: ExactDecimal(validText: text.bytes(in: sourceRange(at: index)))
        }
    }

    /// The line and column of a byte of the text.
    ///
    /// - Complexity: O(log lines), after O(n) for the first question about a document.
    package func location(ofByte offset: Int) -> SourceLocation { lines.location(of: offset) }

    /// The column of a byte of the text in Unicode code points, from 1, a byte order mark not being one.
    ///
    /// - Complexity: O(line), after O(n) for the first question about a document.
    package func characterColumn(ofByte offset: Int) -> Int {
        let start = max(offset - location(ofByte: offset).column + 1, text.start)
        return 1 + text.characterCount(in: start..<max(offset, start))
    }

    private var offsets: ValueOffsets {
        if let rebuilt { return rebuilt.offsets }
        return places.withLock { tables in
            Self.once(&tables.offsets) { ValueOffsets(scanning: text, tapeLength: tape.endIndex) }
        }
    }

    var lineage: ValueLineage {
        places.withLock { tables in Self.once(&tables.lineage) { ValueLineage(tape) } }
    }

    private var lines: LineStarts {
        places.withLock { tables in Self.once(&tables.lines) { LineStarts(text) } }
    }

    private static func once<Table>(_ table: inout Table?, make: () -> Table) -> Table {
        if let table { return table }
        let made = make()
        table = made
        return made
    }
}
