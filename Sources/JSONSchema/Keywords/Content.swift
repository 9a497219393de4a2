internal import JSONCore

/// What a schema of draft 7 asks of the content of strings (validation §8): base64, JSON, or JSON in base64.
struct ContentAssertion: BitwiseCopyable, Sendable {
    let isBase64: Bool
    let isJSON: Bool

    /// nil when nothing is asked that can be decided here: another media type, or an encoding that is not decoded.
    init?(encoding: String?, mediaType: String?) {
        isBase64 = encoding?.lowercased() == "base64"
        let isReadable = isBase64 || encoding == nil
        let type = mediaType?.prefix { $0 != ";" && $0 != " " }
        isJSON = isReadable && type?.lowercased() == "application/json"
        if !isBase64, !isJSON { return nil }
    }

    /// The keyword that a string violates, or nil.
    ///
    /// A content past the default ``ParseLimits`` is no JSON.
    ///
    /// - Complexity: O(bytes); the content is copied.
    func violatedKeyword(by text: UTF8View) -> Keyword? {
        guard let content = isBase64 ? Self.decodedBase64(text) : text.bytes else { return .contentEncoding }
        return isJSON && !Self.isJSON(content) ? .contentMediaType : nil
    }

    private static func isJSON(_ content: [UInt8]) -> Bool {
        do throws(JSONError) {
            _ = try JSONDocument(content)
            return true
        } catch {
            return false
        }
    }

    /// The bytes that a text of RFC 4648 §4 stands for, in lines if need be (RFC 2045 §6.8); nil for any other text.
    private static func decodedBase64(_ text: UTF8View) -> [UInt8]? {
        var bytes: [UInt8] = []
        var (group, digits, padding) = (UInt32(0), 0, 0)
        for byte in text.bytes where byte != UInt8(ascii: "\n") && byte != UInt8(ascii: "\r") {
            if byte == UInt8(ascii: "=") {
                padding += 1
                continue
            }
            guard padding == 0, let value = base64Digit(byte) else { return nil }
            group = group << 6 | value
            digits += 1
            if digits % 4 == 0 { append(3, of: group, to: &bytes) }
        }
        switch (digits % 4, padding) {
        case (0, 0): return bytes
        case (2, 2): append(1, of: group << 12, to: &bytes)
        case (3, 1): append(2, of: group << 6, to: &bytes)
        default: return nil
        }
        return bytes
    }

    private static func append(_ count: Int, of group: UInt32, to bytes: inout [UInt8]) {
        for number in 0..<count { bytes.append(UInt8(truncatingIfNeeded: group >> UInt32(16 - 8 * number))) }
    }

    private static func base64Digit(_ byte: UInt8) -> UInt32? {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(byte - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(byte - UInt8(ascii: "a")) + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0")) + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}

extension SchemaCompiler {
    /// An instruction only where contents are asserted, and in draft 7: later dialects forbid it (2019-09 validation §8.1).
    mutating func compileContent(_ schema: SchemaObject, into draft: inout NodeDraft) {
        guard assertsContent, schema.dialect == .draft7 else { return }
        let assertion = ContentAssertion(
            encoding: schema[.contentEncoding]?.string,
            mediaType: schema[.contentMediaType]?.string
        )
        if let assertion { draft.strings.append(.content(assertion)) }
    }
}
