/// Writes values as compact JSON text.
///
/// Two forms: *canonical*, in which equal values have equal bytes (members sorted by the bytes of their names, numbers by
/// their exact value), and *received*, which keeps the order of members and the text of numbers. In both, U+0000 becomes
/// U+FFFD, because PostgreSQL's jsonb cannot hold it.
package struct JSONText: Sendable {
    package enum Form: Sendable {
        case canonical
        case received
    }

    package private(set) var bytes: [UInt8] = []
    private let form: Form
    private let volatile: PathPatterns

    /// Writes a value; with `excluding`, members and elements whose place under the written value matches are left out.
    package init(_ value: JSONValue, form: Form, excluding volatile: PathPatterns = .none) {
        self.form = form
        self.volatile = volatile
        write(value, volatile.start)
    }

    package var string: String { String(decoding: bytes, as: UTF8.self) }

    private mutating func write(_ value: JSONValue, _ place: PathPatterns.Place) {
        switch value.kind {
        case .null: write("null")
        case .boolean: write(value.bool == true ? "true" : "false")
        case .integer, .number: writeNumber(value)
        case .string: if let utf8 = value.utf8 { writeString(utf8) }
        case .array: writeArray(value, place)
        case .object: writeObject(value, place)
        }
    }

    private mutating func writeNumber(_ value: JSONValue) {
        switch form {
        case .received: write(value.numberText ?? "0")
        case .canonical: write(value.int64.map { String($0) } ?? value.decimal?.canonicalText ?? "0")
        }
    }

    private mutating func writeArray(_ array: JSONValue, _ place: PathPatterns.Place) {
        bytes.append(UInt8(ascii: "["))
        var isFirst = true
        for (position, element) in array.elements.enumerated() {
            let inner = volatile.step(place, into: .position(position))
            if inner.isMatch { continue }
            if !isFirst { bytes.append(UInt8(ascii: ",")) }
            isFirst = false
            write(element, inner)
        }
        bytes.append(UInt8(ascii: "]"))
    }

    private mutating func writeObject(_ object: JSONValue, _ place: PathPatterns.Place) {
        var members = Array(object.members)
        if form == .canonical { members.sort { $0.name.precedes($1.name) } }
        bytes.append(UInt8(ascii: "{"))
        var isFirst = true
        for (name, value) in members {
            let inner = volatile.step(place, into: .name(name))
            if inner.isMatch { continue }
            if !isFirst { bytes.append(UInt8(ascii: ",")) }
            isFirst = false
            writeString(name)
            bytes.append(UInt8(ascii: ":"))
            write(value, inner)
        }
        bytes.append(UInt8(ascii: "}"))
    }

    private mutating func write(_ ascii: String) { bytes.append(contentsOf: ascii.utf8) }

    private mutating func writeString(_ text: UTF8View) { Self.append(text.bytes, to: &bytes) }

    /// Appends UTF-8 text as a JSON string, quotes included.
    package static func append(_ text: some Sequence<UInt8>, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text {
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
        bytes.append(UInt8(ascii: "\""))
    }

    private static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }

    /// A string as JSON text, quotes included.
    package static func quoted(_ text: String) -> String {
        var bytes: [UInt8] = []
        append(text.utf8, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension JSONValue {
    /// Whether two values are equal in JSON's sense: members without order, numbers by value, strings by their bytes.
    package func equals(_ other: JSONValue) -> Bool {
        document.value(at: index, equals: other.document, at: other.index)
    }
}
