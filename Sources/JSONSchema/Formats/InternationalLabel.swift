internal import CIDN2

/// A label of IDNA 2008 (RFC 5891 §4, RFC 5892, RFC 5893), checked by libidn2.
struct InternationalLabel {
    /// Of its A-label, in bytes.
    let encodedLength: Int

    /// Whether it has a letter or digit that is written from right to left.
    let isRightToLeft: Bool

    /// Whether it fits into a name that has labels from right to left: it is one, or begins with a letter (RFC 5893 §2).
    let hasDirection: Bool

    /// No label of at most 63 bytes comes of more.
    private static let maxBytes = 252

    /// Of an A-label in any case, or of a U-label; nil when it is not valid.
    ///
    /// With `maps`, a U-label comes of the label by the mapping of UTS #46, as what people type does.
    init?(_ label: ByteRun, maps: Bool = false) {
        guard label.count > 0, label.count <= Self.maxBytes, !label.contains("\0") else { return nil }
        var text = unsafe label.bytes.map { UInt8($0) }
        text.append(0)
        if label.begins(with: "xn--") {
            self.init(encoded: text.map { (65...90).contains($0) ? $0 | 0x20 : $0 })
        } else if maps {
            guard let encoded = Self.encodedMapping(text) else { return nil }
            self.init(encoded: encoded)
        } else {
            self.init(decoded: text)
        }
    }

    private init?(encoded: [UInt8]) {
        // An A-label is the only one of its U-label.
        guard let decoded = Self.decoded(encoded), decoded != encoded, Self.encoded(decoded) == encoded else {
            return nil
        }
        self.init(decoded: decoded)
    }

    private init?(decoded: [UInt8]) {
        guard let encoded = Self.encoded(decoded) else { return nil }
        let scalars = String(decoding: decoded.dropLast(), as: UTF8.self).unicodeScalars
        encodedLength = encoded.count - 1
        isRightToLeft = scalars.contains(where: \.isRightToLeft)
        hasDirection = isRightToLeft || scalars.first?.properties.isAlphabetic == true
        // RFC 5893 §2 rule 4, which libidn2 leaves out: the digits of a label from right to left are of one class.
        let mixesDigits =
            scalars.contains(where: \.isArabicNumber) && scalars.contains(where: \.isEuropeanNumber)
        if isRightToLeft, mixesDigits { return nil }
    }

    // MARK: libidn2; texts end with a zero byte

    /// The A-label of a U-label that passes all rules of registration, which are those of a valid label.
    private static func encoded(_ label: [UInt8]) -> [UInt8]? {
        var result: UnsafeMutablePointer<UInt8>?
        let code = unsafe idn2_register_u8(label, nil, &result, 0)
        return unsafe taken(result, code)
    }

    private static func encodedMapping(_ label: [UInt8]) -> [UInt8]? {
        var result: UnsafeMutablePointer<UInt8>?
        let flags = Int32(IDN2_NFC_INPUT.rawValue | IDN2_NONTRANSITIONAL.rawValue)
        let code = unsafe idn2_lookup_u8(label, &result, flags)
        return unsafe taken(result, code)
    }

    private static func decoded(_ label: [UInt8]) -> [UInt8]? {
        var result: UnsafeMutablePointer<CChar>?
        let code = unsafe label.withUnsafeBytes { bytes in
            unsafe idn2_to_unicode_8z8z(bytes.baseAddress?.assumingMemoryBound(to: CChar.self), &result, 0)
        }
        return unsafe taken(UnsafeMutableRawPointer(result)?.assumingMemoryBound(to: UInt8.self), code)
    }

    private static func taken(_ result: UnsafeMutablePointer<UInt8>?, _ code: Int32) -> [UInt8]? {
        guard let result = unsafe result else { return nil }
        defer { unsafe idn2_free(result) }
        guard code == IDN2_OK.rawValue else { return nil }
        var bytes: [UInt8] = []
        repeat { unsafe bytes.append(result[bytes.count]) } while bytes.last != 0
        return bytes
    }
}

extension Unicode.Scalar {
    /// A digit of Bidi class AN.
    fileprivate var isArabicNumber: Bool {
        (0x0660...0x0669).contains(value) || (0x10D30...0x10D39).contains(value)
    }

    /// A digit of Bidi class EN.
    fileprivate var isEuropeanNumber: Bool { isDigit || (0x06F0...0x06F9).contains(value) }

    /// Of Bidi class R, AL or AN, by the blocks that Unicode keeps for them.
    ///
    /// The extended Arabic-Indic digits are of class EN.
    fileprivate var isRightToLeft: Bool {
        guard properties.generalCategory != .nonspacingMark else { return false }
        return switch value {
        case 0x06F0...0x06F9: false
        case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
        default: false
        }
    }
}
