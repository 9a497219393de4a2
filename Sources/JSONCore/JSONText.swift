/// Writes values as compact JSON text.
///
/// Two forms: *canonical*, in which equal values have equal bytes (members sorted by the bytes of their names, numbers by
/// their exact value), and *received*, which keeps the order of members and the text of numbers. In both, U+0000 becomes
/// U+FFFD, because PostgreSQL's jsonb cannot hold it.
package struct JSONText {
    /// Which of the two forms is written.
    package enum Form: Sendable {
        case canonical
        case received
    }

    /// What was written so far.
    package private(set) var bytes: [UInt8] = []
    private let document: JSONDocument
    private let form: Form
    private let volatile: PathPatterns

    /// Writes a value without the members and elements whose place under it matches `volatile`.
    ///
    /// The patterns are relative to an ancestor of the value, from which `steps` lead down to it. Of an object, only
    /// `onlyMembers` are written, or all when nil.
    ///
    /// - Complexity: O(n), and O(m log m) for the members of each object in the canonical form.
    package init(
        _ value: JSONValue,
        form: Form,
        excluding volatile: PathPatterns = .none,
        at steps: [PathStep] = [],
        onlyMembers: [String]? = nil
    ) {
        document = value.document
        self.form = form
        self.volatile = volatile
        let place = steps.reduce(volatile.start) { volatile.step($0, into: $1) }
        if let onlyMembers, value.kind == .object {
            let members = keys(of: value.index).filter { key in
                onlyMembers.contains { document.tape.utf8(at: key) == $0 }
            }
            writeMembers(members, place)
        } else {
            write(value.index, place)
        }
    }

    /// What was written so far, as a string.
    package var string: String { String(decoding: bytes, as: UTF8.self) }

    private mutating func write(_ index: Int, _ place: PathPatterns.Place) {
        let tape = document.tape
        switch tape.tag(at: index) {
        case TapeTag.object: writeMembers(keys(of: index), place)
        case TapeTag.array: writeArray(index, place)
        case TapeTag.string: Self.append(tape.utf8(at: index), to: &bytes)
        case TapeTag.int: write(String(tape.int64(at: index)))
        case TapeTag.uint: write(String(tape.uint64(at: index)))
        case TapeTag.true: write("true")
        case TapeTag.false: write("false")
        case TapeTag.null: write("null")
        default: writeDecimal(index)
        }
    }

    private mutating func writeDecimal(_ index: Int) {
        switch form {
        case .received: write(document.numberText(at: index))
        case .canonical: write(document.decimal(at: index).canonicalText)
        }
    }

    private mutating func writeArray(_ array: Int, _ place: PathPatterns.Place) {
        let tape = document.tape
        let end = tape.closingIndex(of: array)
        var element = array + 1
        var position = 0
        var separator: UInt8?
        bytes.append(UInt8(ascii: "["))
        while element < end {
            let inner = volatile.step(place, intoElement: position)
            if !inner.isMatch {
                writeSeparator(&separator)
                write(element, inner)
            }
            element = tape.indexAfter(element)
            position += 1
        }
        bytes.append(UInt8(ascii: "]"))
    }

    private mutating func writeMembers(_ keys: [Int], _ place: PathPatterns.Place) {
        var separator: UInt8?
        bytes.append(UInt8(ascii: "{"))
        for key in keys {
            let name = document.tape.utf8(at: key)
            let inner = volatile.step(place, intoMember: name)
            if inner.isMatch { continue }
            writeSeparator(&separator)
            Self.append(name, to: &bytes)
            bytes.append(UInt8(ascii: ":"))
            write(key + 1, inner)
        }
        bytes.append(UInt8(ascii: "}"))
    }

    /// The tape indices of an object's keys, in the order in which they are written.
    private func keys(of object: Int) -> [Int] {
        let tape = document.tape
        let end = tape.closingIndex(of: object)
        var keys: [Int] = []
        keys.reserveCapacity(tape.count(of: object))
        var key = object + 1
        while key < end {
            keys.append(key)
            key = tape.indexAfter(key + 1)
        }
        if form == .canonical { keys.sort { tape.utf8(at: $0).precedes(tape.utf8(at: $1)) } }
        return keys
    }

    private mutating func writeSeparator(_ separator: inout UInt8?) {
        if let separator { bytes.append(separator) }
        separator = UInt8(ascii: ",")
    }

    private mutating func write(_ ascii: String) { bytes.append(contentsOf: ascii.utf8) }
}

// MARK: - Strings

extension JSONText {
    /// Appends UTF-8 text as a JSON string, quotes included.
    package static func append(_ text: UTF8View, to bytes: inout [UInt8]) {
        unsafe append(text.buffer, to: &bytes)
    }

    /// Appends UTF-8 text as a JSON string, quotes included.
    package static func append(_ text: String, to bytes: inout [UInt8]) {
        var text = text
        text.withUTF8 { unsafe append($0, to: &bytes) }
    }

    private static func append(_ text: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        if unsafe text.contains(where: needsEscape) {
            for index in 0..<text.count { unsafe appendEscaped(text[index], to: &bytes) }
        } else {
            unsafe bytes.append(contentsOf: text)
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private static func needsEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private static func appendEscaped(_ byte: UInt8, to bytes: inout [UInt8]) {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(contentsOf: [UInt8(ascii: "\\"), byte])
        case 0x0A: bytes.append(contentsOf: "\\n".utf8)
        case 0x0D: bytes.append(contentsOf: "\\r".utf8)
        case 0x09: bytes.append(contentsOf: "\\t".utf8)
        case 0x00: bytes.append(contentsOf: "\u{FFFD}".utf8)
        case 0x01..<0x20:
            bytes.append(contentsOf: "\\u00".utf8 + [hexDigit(byte >> 4), hexDigit(byte & 0xF)])
        default: bytes.append(byte)
        }
    }

    private static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }

    /// A string as JSON text, quotes included.
    package static func quoted(_ text: String) -> String {
        var bytes: [UInt8] = []
        append(text, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension JSONValue {
    /// Whether two values are equal in JSON's sense: members without order, numbers by value.
    package func equals(_ other: JSONValue) -> Bool {
        JSONText(self, form: .canonical).bytes == JSONText(other, form: .canonical).bytes
    }
}
