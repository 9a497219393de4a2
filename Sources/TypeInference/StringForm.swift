package import JSONCore
internal import JSONSchema

/// What the text of a string looks like, where it looks like something.
///
/// Each string votes for at most one.
package enum StringForm: Int, CaseIterable, Sendable {
    case dateTime, date, time, uuid, uri, email, ipv4, ipv6
    /// Another value written into a string.
    case integer, boolean, json, base64URL

    /// The word in a profile; for the first eight that of `format` in a schema.
    package var name: String {
        switch self {
        case .integer: "integer-string"
        case .boolean: "boolean-string"
        case .json: "json-string"
        case .base64URL: "base64url-string"
        default: format?.name ?? ""
        }
    }

    /// The form of a word in a profile.
    package init?(name: String) {
        guard let form = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = form
    }

    /// The value of `x-string-of` for a form that is no format.
    package var contained: String? {
        switch self {
        case .integer: "integer"
        case .boolean: "boolean"
        case .json: "json"
        case .base64URL: "base64url"
        default: nil
        }
    }

    var format: Format? {
        switch self {
        case .dateTime: .dateTime
        case .date: .date
        case .time: .time
        case .uuid: .uuid
        case .uri: .uri
        case .email: .email
        case .ipv4: .ipv4
        case .ipv6: .ipv6
        default: nil
        }
    }

    /// The form of a text; nil for plain text.
    ///
    /// - Complexity: O(bytes); plain words are told by their first bytes.
    package init?(_ text: UTF8View) {
        guard text.count > 0, let form = Self.told(by: text) else { return nil }
        self = form
    }

    private static func told(by text: UTF8View) -> StringForm? {
        switch text[0] {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): numeric(text)
        case UInt8(ascii: "-"): isInteger(text) ? .integer : nil
        case UInt8(ascii: "{"), UInt8(ascii: "["): isJSON(text) ? .json : nil
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"): lettered(text)
        case UInt8(ascii: ":"): agreed(.ipv6, text)
        default: isBase64URL(text) ? .base64URL : nil
        }
    }

    private static func agreed(_ form: StringForm, _ text: UTF8View) -> StringForm? {
        form.format?.accepts(text) == true ? form : nil
    }

    /// Begins with a digit.
    private static func numeric(_ text: UTF8View) -> StringForm? {
        if isInteger(text) { return .integer }
        let dash = UInt8(ascii: "-")
        let isDated = text.count >= 20 && text[4] == dash && text[7] == dash
        if isDated, let time = agreed(.dateTime, text) { return time }
        if text.count == 10, text[4] == dash { return agreed(.date, text) }
        if text.count >= 9, text[2] == UInt8(ascii: ":"), let time = agreed(.time, text) { return time }
        if text.count <= 15, let address = agreed(.ipv4, text) { return address }
        return identifier(text)
    }

    /// Begins with a letter.
    private static func lettered(_ text: UTF8View) -> StringForm? {
        if text.count <= 5, text == "true" || text == "false" { return .boolean }
        if hasScheme(text) { return agreed(.uri, text) }
        return identifier(text)
    }

    private static func identifier(_ text: UTF8View) -> StringForm? {
        if text.count == 36, text[8] == UInt8(ascii: "-") { return agreed(.uuid, text) }
        if text.count <= 254, has(UInt8(ascii: "@"), in: text) { return agreed(.email, text) }
        if text.count <= 45, has(UInt8(ascii: ":"), in: text), let form = agreed(.ipv6, text) { return form }
        return isBase64URL(text) ? .base64URL : nil
    }

    /// An integer as JSON writes it, of at most 18 digits, which all fit 64 bits.
    private static func isInteger(_ text: UTF8View) -> Bool {
        let first = text[0] == UInt8(ascii: "-") ? 1 : 0
        let digits = text.count - first
        guard (1...18).contains(digits) else { return false }
        if text[first] == UInt8(ascii: "0"), text.count > 1 { return false }
        for offset in first..<text.count where text[offset] &- UInt8(ascii: "0") > 9 { return false }
        return true
    }

    /// Whether it begins as `scheme://`: a word and a colon alone are mostly prose.
    private static func hasScheme(_ text: UTF8View) -> Bool {
        var offset = 1
        while offset &+ 2 < text.count, isSchemeByte(text[offset]) { offset &+= 1 }
        guard offset &+ 2 < text.count, text[offset] == UInt8(ascii: ":") else { return false }
        return text[offset &+ 1] == UInt8(ascii: "/") && text[offset &+ 2] == UInt8(ascii: "/")
    }

    private static func isSchemeByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
            true
        default: false
        }
    }

    private static func has(_ byte: UInt8, in text: UTF8View) -> Bool {
        let pattern = UInt64(byte) &* 0x0101_0101_0101_0101
        var offset = 0
        while offset &+ 8 <= text.count {
            // A byte that is zero borrows from its highest bit.
            let word = text.loadWord(at: offset) ^ pattern
            if (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080 != 0 { return true }
            offset &+= 8
        }
        while offset < text.count {
            if text[offset] == byte { return true }
            offset &+= 1
        }
        return false
    }

    private static func isJSON(_ text: UTF8View) -> Bool {
        let last = text[text.count - 1]
        guard last == UInt8(ascii: "}") || last == UInt8(ascii: "]") else { return false }
        // What is wrong with it does not matter: it is text then.
        return (try? JSONDocument(text.bytes)) != nil
    }

    /// Long enough, and of all three kinds of characters that chance gives: shorter or plainer texts are words.
    private static func isBase64URL(_ text: UTF8View) -> Bool {
        guard text.count >= 24, text.count % 4 != 1 else { return false }
        var kinds: UInt8 = 0
        for offset in 0..<text.count {
            switch text[offset] {
            case UInt8(ascii: "a")...UInt8(ascii: "z"): kinds |= 1
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): kinds |= 2
            case UInt8(ascii: "0")...UInt8(ascii: "9"): kinds |= 4
            case UInt8(ascii: "-"), UInt8(ascii: "_"): kinds |= 8
            default: return false
            }
        }
        return kinds & 7 == 7
    }
}

extension UTF8View {
    /// Whether a date-time, a date or a time has a fraction of a second.
    var hasFraction: Bool {
        for offset in 0..<count where self[offset] == UInt8(ascii: ".") { return true }
        return false
    }
}
