/// One header field, name and value as they are on the wire.
package struct HTTPHeader: Sendable, Equatable {
    /// The field's name, in the letter case it was sent in.
    package let name: String
    /// The field's value, without the white space around it.
    package let value: String

    /// Makes a field from a name and a value, neither of them checked.
    package init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}

/// A message's header fields in their order; names are compared without regard to letter case.
///
/// A name may occur more than once (`Set-Cookie`); nothing is joined.
package struct HTTPHeaders: Sendable, Equatable {
    /// Every field, in the order sent or to be sent.
    package private(set) var fields: [HTTPHeader]

    /// Makes a list of the given fields.
    package init(_ fields: [HTTPHeader] = []) {
        self.fields = fields
    }

    /// The first value of the named field, nil when there is none.
    package subscript(_ name: String) -> String? {
        fields.first { $0.name.equalsIgnoringASCIICase(name) }?.value
    }

    /// All values of the named field, in order.
    package func values(of name: String) -> [String] {
        fields.filter { $0.name.equalsIgnoringASCIICase(name) }.map(\.value)
    }

    /// Adds a field at the end.
    package mutating func add(_ name: String, _ value: String) {
        fields.append(HTTPHeader(name: name, value: value))
    }

    /// A copy without the fields of these names.
    package func removing(_ names: [String]) -> HTTPHeaders {
        HTTPHeaders(fields.filter { field in !names.contains { $0.equalsIgnoringASCIICase(field.name) } })
    }

    /// A copy with only the fields of these names.
    func keeping(_ names: [String]) -> HTTPHeaders {
        HTTPHeaders(fields.filter { field in names.contains { $0.equalsIgnoringASCIICase(field.name) } })
    }
}

extension HTTPHeaders: ExpressibleByDictionaryLiteral {
    /// Makes a list from `["Accept": "application/json"]`, keeping order and repeated names.
    package init(dictionaryLiteral elements: (String, String)...) {
        self.init(elements.map { HTTPHeader(name: $0.0, value: $0.1) })
    }
}

extension HTTPHeader {
    /// Parses one field line, with or without its line end; nil when there is no name before a colon.
    ///
    /// Bytes that are not UTF-8 become U+FFFD: a value is for reading here, never for sending back.
    package init?(line: some Collection<UInt8>) {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon != line.startIndex else { return nil }
        let name = line[..<colon]
        guard name.allSatisfy(\.isHeaderNameByte) else { return nil }
        self.init(
            name: String(decoding: name, as: UTF8.self),
            value: String(decoding: line[line.index(after: colon)...].trimmingHTTPSpace(), as: UTF8.self)
        )
    }

    /// Whether the field can be sent: a name of token characters, a value without control characters but tab.
    ///
    /// A line break in a value would be a field of the attacker's choice (RFC 9110 §5.5).
    var isSendable: Bool {
        !name.isEmpty && name.utf8.allSatisfy(\.isHeaderNameByte)
            && value.utf8.allSatisfy { ($0 >= 0x20 && $0 != 0x7F) || $0 == 0x09 }
    }
}

extension UInt8 {
    /// RFC 9110 §5.6.2, `tchar`.
    fileprivate var isHeaderNameByte: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default:
            "!#$%&'*+-.^_`|~".utf8.contains(self)
        }
    }

    var isHTTPSpace: Bool {
        self == 0x20 || (0x09...0x0D).contains(self)
    }

    var asciiLowercased: UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
    }
}

extension Collection<UInt8> {
    /// The bytes without white space and line ends at either side.
    func trimmingHTTPSpace() -> [UInt8] {
        Array(drop(while: \.isHTTPSpace).reversed().drop(while: \.isHTTPSpace).reversed())
    }
}

extension StringProtocol {
    func equalsIgnoringASCIICase(_ other: some StringProtocol) -> Bool {
        utf8.elementsEqual(other.utf8) { $0.asciiLowercased == $1.asciiLowercased }
    }

    /// The text without white space at either side.
    func trimmingHTTPSpace() -> String {
        String(decoding: utf8.trimmingHTTPSpace(), as: UTF8.self)
    }
}
