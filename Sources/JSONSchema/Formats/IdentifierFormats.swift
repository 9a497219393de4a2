/// RFC 4122 §3, RFC 6901 §3 and the relative JSON pointers.
extension Format {
    /// Of any version and variant.
    static func isUUID(_ text: ByteRun) -> Bool {
        guard text.count == 36 else { return false }
        for offset in 0..<36 {
            guard let byte = text[offset] else { return false }
            let isHyphen = offset == 8 || offset == 13 || offset == 18 || offset == 23
            guard isHyphen ? byte == "-" : byte.isHexDigit else { return false }
        }
        return true
    }

    static func isJSONPointer(_ text: ByteRun) -> Bool {
        var text = text
        guard text.isEmpty || text.first == "/" else { return false }
        while let byte = text.take() {
            if byte == "~", !text.take("0"), !text.take("1") { return false }
        }
        return true
    }

    static func isRelativeJSONPointer(_ text: ByteRun) -> Bool {
        var text = text
        let levels = text.take { $0.isDigit }
        guard !levels.isEmpty, levels.count == 1 || levels.first != "0" else { return false }
        if text.take("#") { return text.isEmpty }
        return isJSONPointer(text)
    }
}
