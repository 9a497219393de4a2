/// RFC 2673 §3.2 and RFC 4291 §2.2: addresses as text.
extension Format {
    /// Four decimal numbers without leading zeros: `inet_aton` reads those as octal.
    static func isIPv4(_ text: ByteRun) -> Bool {
        var text = text
        for number in 1...4 {
            let octet = text.take(upTo: 3) { $0.isDigit }
            guard !octet.isEmpty, octet.decimalValue < 256, octet.count == 1 || octet.first != "0" else {
                return false
            }
            if number < 4, !text.take(".") { return false }
        }
        return text.isEmpty
    }

    /// Eight groups, the last two perhaps in the form of IPv4, one run of them perhaps left out.
    static func isIPv6(_ text: ByteRun) -> Bool {
        var text = text
        var groups = 0
        var isShortened = false
        if text.take(":") {
            guard text.take(":") else { return false }
            isShortened = true
        }
        while !text.isEmpty {
            let rest = text
            let group = text.take(upTo: 4) { $0.isHexDigit }
            if text.first == "." { return isIPv4(rest) && has(groups + 2, isShortened) }
            guard !group.isEmpty else { return false }
            groups += 1
            if text.isEmpty { break }
            guard text.take(":"), !text.isEmpty else { return false }
            if text.take(":") {
                guard !isShortened else { return false }
                isShortened = true
            }
        }
        return has(groups, isShortened)
    }

    private static func has(_ groups: Int, _ isShortened: Bool) -> Bool {
        isShortened ? groups < 8 : groups == 8
    }
}
