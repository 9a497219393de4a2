/// One number of RFC 8259 §6, read from its text.
struct NumberScan {
    enum Value {
        case int(Int64)
        case uint(UInt64)
        case double(Double)
        /// No 64-bit type holds it: an integer past UInt64, or a decimal past the range of Double.
        case big
    }

    let value: Value

    /// The offset behind the last byte.
    let end: Int

    init(_ text: SourceText, from start: Int) throws(JSONError) {
        var cursor = Cursor(text: text, at: start)
        cursor.skip(UInt8(ascii: "-"))
        if text.has("Infinity", at: cursor.at) || text.has("NaN", at: cursor.at) {
            throw JSONError(.nonFiniteNumber, at: start)
        }
        if !cursor.skip(UInt8(ascii: "0")) { try cursor.digits() }
        var isInteger = true
        if cursor.skip(UInt8(ascii: ".")) {
            isInteger = false
            try cursor.digits()
        }
        if cursor.skip(UInt8(ascii: "e")) || cursor.skip(UInt8(ascii: "E")) {
            isInteger = false
            if !cursor.skip(UInt8(ascii: "+")) { cursor.skip(UInt8(ascii: "-")) }
            try cursor.digits()
        }
        try cursor.expectDelimiter()
        end = cursor.at
        value = Self.value(of: text.bytes(in: start..<end), isInteger: isInteger)
    }

    private static func value(of bytes: [UInt8], isInteger: Bool) -> Value {
        let text = String(decoding: bytes, as: UTF8.self)
        guard isInteger else {
            return Double(text).flatMap { $0.isFinite ? .double($0) : nil } ?? .big
        }
        if let value = Int64(text) { return .int(value) }
        if let value = UInt64(text) { return .uint(value) }
        return .big
    }

    private struct Cursor {
        let text: SourceText
        var at: Int

        @discardableResult
        mutating func skip(_ byte: UInt8) -> Bool {
            guard at < text.count, text[at] == byte else { return false }
            at += 1
            return true
        }

        mutating func digits() throws(JSONError) {
            let start = at
            while at < text.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(text[at]) { at += 1 }
            if at == text.count, at == start { throw JSONError(.truncated, at: at) }
            guard at > start else { throw JSONError(.invalidNumber, at: at) }
        }

        func expectDelimiter() throws(JSONError) {
            guard at < text.count else { return }
            let continuesNumber: [UInt8] = Array("0123456789.eE+-".utf8)
            if continuesNumber.contains(text[at]) { throw JSONError(.invalidNumber, at: at) }
        }
    }
}
