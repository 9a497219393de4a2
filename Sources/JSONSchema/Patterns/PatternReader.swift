/// The code points of a pattern, read from the front.
struct PatternReader {
    private let source: [Unicode.Scalar]
    private var position = 0

    /// Of what is read next, in UTF-8 bytes.
    private(set) var offset = 0

    init(_ source: String) { self.source = Array(source.unicodeScalars) }

    var first: Unicode.Scalar? { self[0] }

    subscript(distance: Int) -> Unicode.Scalar? {
        position + distance < source.count ? source[position + distance] : nil
    }

    mutating func take() -> Unicode.Scalar? {
        guard let scalar = first else { return nil }
        position += 1
        offset += UTF8.width(scalar)
        return scalar
    }

    /// Whether that was next.
    mutating func take(_ scalar: Unicode.Scalar) -> Bool { first == scalar && take() != nil }

    /// Whether that was next; otherwise nothing is taken.
    mutating func take(_ text: String) -> Bool {
        guard source[position...].starts(with: text.unicodeScalars) else { return false }
        position += text.unicodeScalars.count
        offset += text.utf8.count
        return true
    }

    mutating func takeAll(upTo limit: Int = .max, where isTaken: (Unicode.Scalar) -> Bool) -> String {
        var text = String.UnicodeScalarView()
        var count = 0
        while count < limit, let scalar = first, isTaken(scalar) {
            text.append(scalar)
            count += 1
            _ = take()
        }
        return String(text)
    }

    /// The number of that many hexadecimal digits; nothing is taken when they are not there.
    mutating func takeHexNumber(digits: Int) -> UInt32? {
        let start = self
        let text = takeAll(upTo: digits, where: \.isHexDigit)
        if text.utf8.count == digits, let number = UInt32(text, radix: 16) { return number }
        self = start
        return nil
    }

    /// A decimal number, or nil when there is none; more than any text can hold counts as `Int.max`.
    mutating func takeNumber() -> Int? {
        let text = takeAll(where: \.isDigit)
        return text.isEmpty ? nil : Int(text) ?? .max
    }

    func error(_ reason: String) -> PatternSyntaxError { error(reason, at: offset) }

    func error(_ reason: String, at offset: Int) -> PatternSyntaxError {
        PatternSyntaxError(reason: reason, offset: offset)
    }
}
