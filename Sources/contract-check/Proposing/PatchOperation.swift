import JSONCore

/// One operation of a JSON Patch (RFC 6902).
struct PatchOperation {
    enum Kind: String {
        case add, replace, remove
    }

    let kind: Kind

    /// For `add`, the last token is a name or `-`.
    let pointer: JSONPointer

    /// Nil for `remove`.
    let value: JSONOutput?

    /// As the RFC writes it.
    var json: JSONOutput {
        let facts = [("op", JSONOutput.text(kind.rawValue)), ("path", .text(pointer.description))]
        return .object(facts + (value.map { [("value", $0)] } ?? []))
    }
}

/// A JSON text that is changed in place, so that what is not touched stays as it was written.
struct EditedText {
    private(set) var bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Applies an operation.
    ///
    /// - Complexity: O(text).
    /// - Throws: ``JSONError`` for a text that is not JSON.
    mutating func apply(_ operation: PatchOperation) throws(JSONError) {
        let document = try JSONDocument(bytes)
        guard let last = operation.pointer.tokens.last,
            let container = document.root.value(at: JSONPointer(tokens: operation.pointer.tokens.dropLast()))
        else { preconditionFailure("there is no \(operation.pointer)") }
        switch operation.kind {
        case .add: add(operation.value ?? .null, as: last, to: container)
        case .remove: remove(last, from: container)
        case .replace:
            guard let old = container.child(last) else {
                preconditionFailure("there is no \(operation.pointer)")
            }
            let range = document.sourceRange(at: old.index)
            bytes.replaceSubrange(range, with: layout(operation.value ?? .null, at: range.lowerBound))
        }
    }

    // MARK: Adding

    private mutating func add(_ value: JSONOutput, as token: String, to container: JSONValue) {
        let name = container.kind == .object ? JSONText.quoted(token) + ": " : ""
        let range = container.document.sourceRange(at: container.index)
        guard let last = container.lastPart else {
            let text = "\(name)\(String(decoding: layout(value, at: range.lowerBound), as: UTF8.self))"
            let isObject = container.kind == .object
            return bytes.replaceSubrange(
                range,
                with: Array(((isObject ? "{" : "[") + text + (isObject ? "}" : "]")).utf8)
            )
        }
        let end = container.document.sourceRange(at: last.index).upperBound
        let separator = separator(before: last, in: container)
        let start = name.utf8.count + separator.count
        let text = layout(value, at: end, indent: separator.indent, column: start)
        bytes.insert(contentsOf: [UInt8(ascii: ",")] + separator + Array(name.utf8) + text, at: end)
    }

    /// The blanks that stand before the last part: a line's beginning, or one blank.
    private func separator(before last: JSONValue, in container: JSONValue) -> [UInt8] {
        let start =
            container.kind == .object ? container.document.byteOffset(at: last.index - 1) : last.byteOffset
        let blanks = bytes[..<start].reversed().prefix {
            $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09
        }
        let before = Array(blanks.reversed())
        return before.contains(UInt8(ascii: "\n")) ? before : [UInt8(ascii: " ")]
    }

    // MARK: Removing

    /// Removes a part with the comma that belongs to it.
    private mutating func remove(_ token: String, from container: JSONValue) {
        guard let part = container.child(token) else { preconditionFailure("there is no \(token)") }
        let document = container.document
        let start = container.kind == .object ? document.byteOffset(at: part.index - 1) : part.byteOffset
        var range = start..<document.sourceRange(at: part.index).upperBound
        let after = bytes[range.upperBound...].firstIndex { !$0.isBlank } ?? range.upperBound
        let before = bytes[..<range.lowerBound].lastIndex { !$0.isBlank } ?? range.lowerBound
        if bytes[after] == UInt8(ascii: ",") {
            let next = bytes[(after + 1)...].firstIndex { !$0.isBlank } ?? after
            range = range.lowerBound..<next
        } else if bytes[before] == UInt8(ascii: ",") {
            range = before..<range.upperBound
        } else {
            range = (before + 1)..<after
        }
        bytes.removeSubrange(range)
    }

    // MARK: Writing

    /// A value as text, on one line where it fits.
    private func layout(
        _ value: JSONOutput,
        at offset: Int,
        indent: Int? = nil,
        column: Int? = nil
    ) -> [UInt8] {
        let line = bytes[..<offset].reversed().prefix { $0 != UInt8(ascii: "\n") }
        let blanks = line.reversed().prefix { $0 == 0x20 }.count
        return Array(value.laidOut(indent: indent ?? blanks, column: column ?? line.count).utf8)
    }
}

extension UInt8 {
    fileprivate var isBlank: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 }
}

extension [UInt8] {
    /// How far the line that they begin is indented; nil where they begin none.
    fileprivate var indent: Int? {
        lastIndex(of: UInt8(ascii: "\n")).map { count - $0 - 1 }
    }
}

extension JSONValue {
    fileprivate var lastPart: JSONValue? {
        kind == .object ? members.map(\.value).last : elements.map { $0 }.last
    }
}

extension JSONOutput {
    private static let maxLine = 110

    /// The value on one line with a blank behind commas and colons, or where that is too long, a line for each part.
    func laidOut(indent: Int, column: Int) -> String {
        let line = onOneLine
        guard column + line.count > Self.maxLine else { return line }
        let inner = String(repeating: " ", count: indent + 2)
        let outer = String(repeating: " ", count: indent)
        switch self {
        case .array(let elements) where !elements.isEmpty:
            let lines = elements.map { inner + $0.laidOut(indent: indent + 2, column: indent + 2) }
            return "[\n" + lines.joined(separator: ",\n") + "\n\(outer)]"
        case .object(let members) where !members.isEmpty:
            let lines = members.map { name, value in
                let key = inner + JSONText.quoted(name) + ": "
                return key + value.laidOut(indent: indent + 2, column: key.count)
            }
            return "{\n" + lines.joined(separator: ",\n") + "\n\(outer)}"
        default: return line
        }
    }

    private var onOneLine: String {
        switch self {
        case .array(let elements): "[" + elements.map(\.onOneLine).joined(separator: ", ") + "]"
        case .object(let members):
            "{" + members.map { JSONText.quoted($0) + ": " + $1.onOneLine }.joined(separator: ", ") + "}"
        default: compact
        }
    }
}
