/// What a text is written as, and how another of the same form is made.
enum TextForm: Equatable {
    /// RFC 3339, with or without a time.
    case date
    case uuid
    /// With a scheme and a host.
    case url
    case email
    case ipv4
    /// Eight or more hexadecimal digits, such as a digest.
    case hexadecimal
    case other

    init(of text: String) {
        if text.wholeMatch(of: /\d{4}-\d\d-\d\d([Tt ]\d\d:\d\d(:\d\d(\.\d+)?)?([Zz]|[+-]\d\d:?\d\d)?)?/)
            != nil
        {
            self = .date
        } else if text.wholeMatch(of: /[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}/) != nil {
            self = .uuid
        } else if text.wholeMatch(of: /[A-Za-z][A-Za-z0-9+.\-]*:\/\/[^\s\/]+.*/) != nil {
            self = .url
        } else if text.wholeMatch(of: /[^\s@\/]+@[^\s@\/]+\.[^\s@\/.]+/) != nil {
            self = .email
        } else if text.wholeMatch(of: /\d{1,3}(\.\d{1,3}){3}/) != nil {
            self = .ipv4
        } else if text.wholeMatch(of: /([0-9a-f]{8,}|[0-9A-F]{8,})/) != nil, text.contains(where: \.isLetter)
        {
            self = .hexadecimal
        } else {
            self = .other
        }
    }

    func pseudonym(of text: String, _ draws: inout Draws) -> String {
        switch self {
        case .date: Self.date(like: text, &draws)
        case .uuid: Self.uuid(like: text, &draws)
        case .url: Self.url(like: text, &draws)
        case .email: Self.email(like: text, &draws)
        case .ipv4: "10." + (0..<3).map { _ in String(draws.number(0...255)) }.joined(separator: ".")
        case .hexadecimal: String(text.map { Self.hexDigit(like: $0, &draws) })
        case .other: Self.plain(like: text, &draws)
        }
    }

    /// A day between 1950 and 2037 that every month has; the offset from UTC stays.
    private static func date(like text: String, _ draws: inout Draws) -> String {
        func padded(_ range: ClosedRange<Int>) -> String {
            let number = draws.number(range)
            return number < 10 ? "0\(number)" : "\(number)"
        }
        let limits = [5: 1...12, 8: 1...28, 11: 0...23, 14: 0...59, 17: 0...59]
        var made = "\(draws.number(1950...2037))-"
        var rest = text.dropFirst(5)
        let end = text.dropFirst(11).firstIndex { "Zz+-".contains($0) } ?? text.endIndex
        while rest.startIndex < end {
            if let range = limits[made.count], rest.first?.isNumber == true {
                made += padded(range)
                rest = rest.dropFirst(2)
            } else {
                let character = rest.removeFirst()
                made.append(character.isNumber ? draws.digit() : character)
            }
        }
        return made + rest
    }

    /// Version and variant (RFC 9562 §4) stay.
    private static func uuid(like text: String, _ draws: inout Draws) -> String {
        String(
            text.enumerated().map { number, character in
                number == 14 || number == 19 || character == "-"
                    ? character : hexDigit(like: character, &draws)
            }
        )
    }

    /// A host that can be nobody's (RFC 2606); scheme and what divides the path stay.
    private static func url(like text: String, _ draws: inout Draws) -> String {
        let scheme = text[..<(text.firstRange(of: "://")?.upperBound ?? text.startIndex)]
        let rest = text[scheme.endIndex...]
        let authority = rest.prefix { !"/?#".contains($0) }
        let host = authority.split(separator: "@").last?.prefix { $0 != ":" } ?? ""
        return scheme + domain(like: host, &draws) + plain(like: String(rest[authority.endIndex...]), &draws)
    }

    private static func email(like text: String, _ draws: inout Draws) -> String {
        let parts = text.split(separator: "@", maxSplits: 1)
        return plain(like: String(parts[0]), &draws) + "@" + domain(like: parts[1], &draws)
    }

    private static func domain(like host: Substring, _ draws: inout Draws) -> String {
        let names = host.split(separator: ".").dropLast()
        let made = (names.isEmpty ? ["host"] : names).map { plain(like: String($0), &draws).lowercased() }
        return made.joined(separator: ".") + ".example"
    }

    private static func plain(like text: String, _ draws: inout Draws) -> String {
        var made = String.UnicodeScalarView()
        var escaped = 0
        for scalar in text.unicodeScalars {
            // A percent sign keeps two hexadecimal digits behind it, those of a printable character.
            if escaped > 0, scalar.properties.isASCIIHexDigit {
                made.append(
                    contentsOf: escaped == 2
                        ? "6".unicodeScalars : String(draws.digit(from: 1)).unicodeScalars
                )
                escaped -= 1
            } else {
                escaped = scalar == "%" ? 2 : 0
                made.append(like(scalar, &draws))
            }
        }
        return String(made)
    }

    private static func hexDigit(like character: Character, _ draws: inout Draws) -> Character {
        let digits = character.isUppercase ? "0123456789ABCDEF" : "0123456789abcdef"
        return draws.character(character.isNumber ? digits.prefix(10) : digits.suffix(6))
    }

    /// A letter or digit of the same kind; everything else stays.
    private static func like(_ scalar: UnicodeScalar, _ draws: inout Draws) -> UnicodeScalar {
        switch scalar {
        case "0"..."9": return UnicodeScalar(UInt8(ascii: "0") + UInt8(draws.number(0...9)))
        case "a"..."z": return UnicodeScalar(UInt8(ascii: "a") + UInt8(draws.number(0...25)))
        case "A"..."Z": return UnicodeScalar(UInt8(ascii: "A") + UInt8(draws.number(0...25)))
        default:
            guard scalar.value >= 0x80, scalar.properties.isAlphabetic else { return scalar }
            return neighbour(of: scalar, &draws)
        }
    }

    /// Another letter of the same category from the same 128 code points, which mostly are one script.
    private static func neighbour(of scalar: UnicodeScalar, _ draws: inout Draws) -> UnicodeScalar {
        let category = scalar.properties.generalCategory
        let others = (0..<128).compactMap { UnicodeScalar(scalar.value & ~127 | $0) }.filter {
            $0 != scalar && $0.properties.generalCategory == category
        }
        return others.randomElement(using: &draws) ?? scalar
    }
}
