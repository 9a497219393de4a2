extension String {
    /// The text as Postgres can keep it: U+FFFD for each U+0000, which `text` and `jsonb` refuse, and cut before the
    /// character that would exceed the limit.
    ///
    /// For text that other people's servers or libraries wrote. Without it an error message with a NUL cannot be
    /// recorded, and its job fails for ever without a trace.
    ///
    /// - Parameter limit: Bytes of UTF-8 to keep at most. Default 4 KiB, enough for any message a person reads.
    /// - Returns: At most `limit` bytes of UTF-8 without U+0000.
    package func storable(limit: Int = 4096) -> String {
        let clean = utf8.contains(0) ? withoutNUL : self
        guard clean.utf8.count > limit else { return clean }
        var end = clean.utf8.index(clean.startIndex, offsetBy: limit)
        while end.samePosition(in: clean.unicodeScalars) == nil {
            end = clean.utf8.index(before: end)
        }
        return String(clean[..<end])
    }

    // Scalar by scalar: a U+0000 before a combining mark is no character of its own.
    private var withoutNUL: String {
        unicodeScalars.split(separator: "\0", omittingEmptySubsequences: false)
            .map(String.init).joined(separator: "\u{FFFD}")
    }
}
