/// What a text may ask for before it is refused.
package struct ParseLimits: Sendable {
    /// Longest text in bytes, 64 MiB by default; at most 4 GiB - 1, which is what a tape can address.
    package var maxBytes: Int

    /// Deepest nesting of arrays and objects, 1,000 by default.
    package var maxDepth: Int

    package init(maxBytes: Int = 64 << 20, maxDepth: Int = 1_000) {
        self.maxBytes = min(maxBytes, Int(UInt32.max))
        self.maxDepth = maxDepth
    }
}
