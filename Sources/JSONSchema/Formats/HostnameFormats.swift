/// RFC 1123 §2.1, and RFC 5890 for names with letters past ASCII.
extension Format {
    /// As text, without the dot at the end (RFC 1035 §2.3.4).
    static let maxHostnameLength = 253

    private static let maxLabelLength = 63

    static func isPlainHostname(_ text: ByteRun) -> Bool {
        var text = text
        guard text.count <= maxHostnameLength, text.last != "." else { return false }
        repeat {
            guard isPlainLabel(text.take(through: ".")) else { return false }
        } while !text.isEmpty
        return true
    }

    /// The labels that begin with `xn--` are what IDNA 2008 makes of a valid label.
    static func isHostname(_ text: ByteRun) -> Bool {
        guard isPlainHostname(text) else { return false }
        var text = text
        while !text.isEmpty {
            let label = text.take(through: ".")
            if label.begins(with: "xn--"), InternationalLabel(label) == nil { return false }
        }
        return true
    }

    static func isPlainLabel(_ label: ByteRun) -> Bool {
        label.count > 0 && label.count <= maxLabelLength && label.first != "-" && label.last != "-"
            && label.allBytes { $0.isLetter || $0.isDigit || $0 == "-" }
    }

    /// In A-labels, U-labels or both.
    static func isInternationalHostname(_ text: ByteRun) -> Bool {
        var name = InternationalName()
        return name.add(text) && name.isValid
    }
}

/// A host name whose labels are looked at one by one, and at last together.
struct InternationalName {
    /// In the form of A-labels, with the dots.
    private var length = -1

    /// Whether a label is written from right to left.
    private var isBidirectional = false

    /// Whether a label would break the Bidi rule in a name that has such labels.
    private var hasLabelWithoutDirection = false

    var isValid: Bool {
        length >= 0 && length <= Format.maxHostnameLength && !(isBidirectional && hasLabelWithoutDirection)
    }

    /// Adds the labels of a name; false when one is not valid.
    ///
    /// With `maps`, labels with capitals or not in normalization form C are mapped first.
    mutating func add(_ name: ByteRun, maps: Bool = false) -> Bool {
        var name = name
        while true {
            let (label, isLast) = name.takeLabel()
            guard add(label: label, maps: maps), length <= Format.maxHostnameLength else {
                return false
            }
            if isLast { return true }
        }
    }

    private mutating func add(label: ByteRun, maps: Bool) -> Bool {
        if label.isASCII, !label.begins(with: "xn--") {
            length += label.count + 1
            if label.first?.isDigit == true { hasLabelWithoutDirection = true }
            // RFC 5890 §2.3.1: two hyphens there are reserved for prefixes like that of A-labels.
            return Format.isPlainLabel(label) && !(label[2] == "-" && label[3] == "-")
        }
        guard let label = InternationalLabel(label, maps: maps) else { return false }
        length += label.encodedLength + 1
        if label.isRightToLeft { isBidirectional = true }
        if !label.hasDirection { hasLabelWithoutDirection = true }
        return true
    }
}

extension ByteRun {
    /// Takes a label and the dot behind it, which may be one of the four of RFC 3490 §3.1.
    fileprivate mutating func takeLabel() -> (label: ByteRun, isLast: Bool) {
        var rest = self
        var length = 0
        while let scalar = rest.takeScalar() {
            switch scalar {
            case ".", "\u{3002}", "\u{FF0E}", "\u{FF61}":
                defer { self = rest }
                return (take(length), false)
            default: length = count - rest.count
            }
        }
        return (take(count), true)
    }
}
