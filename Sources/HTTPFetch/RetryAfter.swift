/// What a server says about when to come back (RFC 9110 §10.2.3).
package enum RetryAfter {
    /// The wait that a `Retry-After` value asks for.
    ///
    /// - Parameters:
    ///   - value: seconds (`120`) or an HTTP date; white space around it is ignored.
    ///   - now: the time that a date is compared with, in seconds since 1970.
    ///   - cap: the longest wait that is believed; more is shortened to it.
    /// - Returns: a wait above zero, or nil when there is no value, or it is garbage, zero or in the past.
    package static func delay(from value: String?, now: Int, cap: Duration) -> Duration? {
        guard let text = value?.trimmingHTTPSpace(), !text.isEmpty else { return nil }
        if let digits = wholeNumber(text) {
            return digits > 0 ? min(.seconds(digits), cap) : nil
        }
        guard let date = HTTPDate(text), date.unixSeconds > now else { return nil }
        return min(.seconds(date.unixSeconds - now), cap)
    }
}

/// The number in a text of digits only; one too large for `Int32` is `Int32.max`, as RFC 9111 §1.2.2 asks.
func wholeNumber(_ text: some StringProtocol) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
        return nil
    }
    return min(Int(text) ?? Int.max, Int(Int32.max))
}
