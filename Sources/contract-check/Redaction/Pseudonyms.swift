import JSONCore

/// Replaces values by others of the same type, form and length that tell nothing of them.
///
/// Within one key a value always gets the same pseudonym, so that what was equal stays equal. Two values may get the same
/// one; of short values some do. `true`, `false`, `null` and empty texts stay: there is nothing else they could be.
struct Pseudonyms {
    private let key: SipHash

    /// A key that nobody knows and that is used once.
    static var random: Pseudonyms {
        Pseudonyms(SipHash(key0: .random(in: .min ... .max), key1: .random(in: .min ... .max)))
    }

    /// A key made from a text: the same text gives the same pseudonyms in every recording.
    init(keyFrom text: String) { self.init(SipHash(keyFrom: text)) }

    private init(_ key: SipHash) { self.key = key }

    /// The JSON text that stands in for a scalar.
    func json(for value: JSONValue) -> [UInt8]? {
        var bytes: [UInt8] = []
        switch value.kind {
        case .string: JSONText.append(text(for: value.string ?? ""), to: &bytes)
        case .integer, .number: bytes = Array(number(for: value.numberText ?? "0").utf8)
        case .null, .boolean, .array, .object: return nil
        }
        return bytes
    }

    /// A text of the same form: a date stays a date, an address an address; otherwise each letter becomes a letter of its
    /// kind and each digit a digit.
    func text(for text: String) -> String {
        var draws = draws("s", text)
        return TextForm(of: text).pseudonym(of: text, &draws)
    }

    /// A number with as many digits, the same sign and the point in the same place; 64 bits stay enough for it.
    func number(for text: String) -> String {
        var draws = draws("n", text)
        let mantissa = text.prefix { $0 != "e" && $0 != "E" }
        let isLong = mantissa.allSatisfy { $0 != "." } && mantissa.count(where: \.isNumber) > 18
        var made = ""
        for character in mantissa {
            let leading = made.allSatisfy { $0 == "-" || $0 == "0" }
            switch character {
            case "-", ".": made.append(character)
            // 19 digits that begin with 10 fit Int64, and 20 fit UInt64.
            case _ where isLong && leading: made += "1"
            case _ where isLong && made.drop(while: { $0 == "-" }) == "1": made += "0"
            case "0" where leading: made += "0"
            // No number comes to begin or end in a nought.
            default: made.append(draws.digit(from: leading || made.count == mantissa.count - 1 ? 1 : 0))
            }
        }
        return made + text[mantissa.endIndex...]
    }

    private func draws(_ type: String, _ text: String) -> Draws { Draws(key, Array((type + text).utf8)) }
}

/// A sequence of choices that follows from the key and a value.
struct Draws: RandomNumberGenerator {
    private let key: SipHash
    private let seed: UInt64
    private var count: UInt64 = 0

    init(_ key: SipHash, _ value: [UInt8]) {
        self.key = key
        seed = key.hash(value)
    }

    mutating func next() -> UInt64 {
        count += 1
        return key.hash(
            [seed, count].flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } }
        )
    }

    mutating func digit(from least: Int = 0) -> Character { character("0123456789".dropFirst(least)) }

    /// One of the characters, which are not none.
    mutating func character(_ choices: some Collection<Character>) -> Character {
        choices.randomElement(using: &self) ?? "x"
    }

    mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }
}
