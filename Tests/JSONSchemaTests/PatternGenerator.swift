/// Makes regular expressions without lookaround and references, and texts that they may match.
struct PatternGenerator {
    private var random: SeededGenerator

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    private static let characters: [String] = [
        "a", "b", "c", "x", "A", "0", "1", "_", "-", ".", "/", " ", "\n", "\r", "\u{2028}", "é", "ß", "€",
        "🐲",
        "\u{FEFF}", "\u{A0}", "\u{10FFFF}",
    ]

    private static let escapes = [
        "\\d", "\\w", "\\s", "\\D", "\\W", "\\S", ".", "[^]", "[]", "\\u0061", "\\x61", "\\u{1F432}",
        "\\uD83D\\uDC32", "\\uD83D", "\\n", "\\cJ", "\\x00", "\\-", "\\p{Lu}", "\\P{L}",
    ]

    private static let members = [
        "a-c", "0-9", "A-z", "é-ü", "\\u{1F400}-\\u{1F600}", "\\x00- ",
        "\\d", "\\W", "\\s", "\\uD800-\\uFFFF",
        "\\]", "\\-", "€",
    ]

    private static let quantifiers = [
        "", "", "*", "+", "?", "{2}", "{1,3}", "{0,2}", "{2,}", "*?", "+?", "{0}",
    ]

    // MARK: Texts

    mutating func text() -> String {
        let few = oneIn(2)
        let pieces = few ? ["a", "b", "c", "0", "-"] : Self.characters
        return (0..<below(oneIn(5) ? 14 : 7)).map { _ in pick(pieces) }.joined()
    }

    // MARK: Patterns

    mutating func pattern() -> String {
        (oneIn(3) ? "^" : "") + alternatives(depth: 3) + (oneIn(3) ? "$" : "")
    }

    /// Mostly of the kind that needs no engine.
    mutating func simplePattern() -> String {
        let groups = ["(ab|c)", "(a|b|)", "(x?)", "(é|🐲)", "(?:a[bc])"]
        let terms = (0...below(4)).map { _ in (oneIn(5) ? pick(groups) : atom()) + pick(Self.quantifiers) }
        return (oneIn(2) ? "^" : "") + terms.joined() + (oneIn(2) ? "$" : "") + (oneIn(8) ? "|^b+$" : "")
    }

    private mutating func alternatives(depth: Int) -> String {
        (0...below(3)).map { _ in oneIn(12) ? "" : sequence(depth: depth) }.joined(separator: "|")
    }

    private mutating func sequence(depth: Int) -> String {
        (0...below(4)).map { _ in term(depth: depth) }.joined()
    }

    private mutating func term(depth: Int) -> String {
        guard depth > 0 else { return atom() }
        switch below(10) {
        case 0, 1: return "(" + alternatives(depth: depth - 1) + ")" + pick(Self.quantifiers)
        case 2, 3: return "(?:" + alternatives(depth: depth - 1) + ")" + pick(Self.quantifiers)
        case 4: return pick(["^", "$", "\\b", "\\B"])
        default: return atom() + pick(Self.quantifiers)
        }
    }

    private mutating func atom() -> String {
        switch below(4) {
        case 0: return pick(Self.escapes)
        case 1:
            return "[" + (oneIn(3) ? "^" : "") + (0...below(3)).map { _ in pick(Self.members) }.joined() + "]"
        default: return escaped(pick(Self.characters))
        }
    }

    private func escaped(_ character: String) -> String {
        switch character {
        case ".", "/": "\\" + character
        default: character
        }
    }

    // MARK: Chance

    private mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }

    private mutating func oneIn(_ count: Int) -> Bool { below(count) == 0 }

    private mutating func pick(_ choices: [String]) -> String { choices[below(choices.count)] }
}
