internal import JSONCore

extension Format {
    /// The syntax of regular expressions of ECMA-262 §22.2.1.
    static func isRegularExpression(_ text: ByteRun) -> Bool {
        do throws(PatternSyntaxError) {
            try PatternParser.check(unsafe String(decoding: text.bytes, as: UTF8.self))
            return true
        } catch {
            return false
        }
    }
}
