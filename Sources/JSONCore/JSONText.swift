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
            write(begin(value.index, keys: members, place))
        } else if let container = write(value.index, place) {
            write(container)
        }
    }

    /// What was written so far, as a string.
    package var string: String { String(decoding: bytes, as: UTF8.self) }

    // MARK: The walk, without recursion, so that nesting costs no stack

    /// An array or object that is being written.
    private struct Container {
        let place: PathPatterns.Place
        let isObject: Bool

        /// The keys of an object, in the order in which they are written.
        var keys: [Int] = []

        /// The tape index of an array's next element.
        var next = 0
        var end = 0

        /// Of the next key or element.
        var position = 0
        var isEmpty = true
    }

    private mutating func write(_ root: Container) {
        var container = root
        var outer: [Container] = []
        while true {
            if let (child, place) = next(in: &container) {
                guard let inner = write(child, place) else { continue }
                outer.append(container)
                container = inner
            } else {
                bytes.append(container.isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
                guard let parent = outer.popLast() else { return }
                container = parent
            }
        }
    }

    /// Writes a scalar; begins a container, whose contents are still to be written.
    private mutating func write(_ index: Int, _ place: PathPatterns.Place) -> Container? {
        let tape = document.tape
        switch tape.tag(at: index) {
        case TapeTag.object: return begin(index, keys: keys(of: index), place)
        case TapeTag.array: return begin(index, place)
        case TapeTag.string: Self.append(tape.utf8(at: index), to: &bytes)
        case TapeTag.int: write(String(tape.int64(at: index)))
        case TapeTag.uint: write(String(tape.uint64(at: index)))
        case TapeTag.true: write("true")
        case TapeTag.false: write("false")
        case TapeTag.null: write("null")
        default: writeDecimal(index)
        }
        return nil
    }

    private mutating func writeDecimal(_ index: Int) {
        switch form {
        case .received: write(document.numberText(at: index))
        case .canonical: write(document.decimal(at: index).canonicalText)
        }
    }

    private mutating func begin(
        _ index: Int,
        keys: [Int]? = nil,
        _ place: PathPatterns.Place
    ) -> Container {
        bytes.append(keys == nil ? UInt8(ascii: "[") : UInt8(ascii: "{"))
        guard let keys else {
            let end = document.tape.closingIndex(of: index)
            return Container(place: place, isObject: false, next: index + 1, end: end)
        }
        return Container(place: place, isObject: true, keys: keys)
    }

    /// Passes to the next child that is not volatile, and writes what stands before it.
    private mutating func next(in container: inout Container) -> (index: Int, place: PathPatterns.Place)? {
        container.isObject ? nextMember(in: &container) : nextElement(in: &container)
    }

    private mutating func nextElement(in array: inout Container) -> (index: Int, place: PathPatterns.Place)? {
        while array.next < array.end {
            let element = array.next
            let place = volatile.step(array.place, intoElement: array.position)
            array.next = document.tape.indexAfter(element)
            array.position += 1
            if place.isMatch { continue }
            writeSeparator(in: &array)
            return (element, place)
        }
        return nil
    }

    private mutating func nextMember(in object: inout Container) -> (index: Int, place: PathPatterns.Place)? {
        while object.position < object.keys.count {
            let key = object.keys[object.position]
            object.position += 1
            let name = document.tape.utf8(at: key)
            let place = volatile.step(object.place, intoMember: name)
            if place.isMatch { continue }
            writeSeparator(in: &object)
            Self.append(name, to: &bytes)
            bytes.append(UInt8(ascii: ":"))
            return (key + 1, place)
        }
        return nil
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

    private mutating func writeSeparator(in container: inout Container) {
        if !container.isEmpty { bytes.append(UInt8(ascii: ",")) }
        container.isEmpty = false
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

    /// A string as JSON text, quotes included, in which U+0000 stays.
    package static func exactlyQuoted(_ text: String) -> String {
        let parts = text.utf8.split(separator: 0, omittingEmptySubsequences: false)
        // Bytes and not characters: a quote and an accent behind it are one character.
        let inner = parts.map { quoted(String(Substring($0))).utf8.dropFirst().dropLast() }
        return "\"" + String(decoding: Array(inner.joined(separator: "\\u0000".utf8)), as: UTF8.self) + "\""
    }

    /// A string as JSON text, quotes included.
    package static func quoted(_ text: String) -> String {
        var bytes: [UInt8] = []
        append(text, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}
