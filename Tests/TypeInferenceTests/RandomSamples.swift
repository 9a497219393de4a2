/// Samples made up from a seed: records with optional, null and mixed members, nested lists and maps.
struct RandomSamples {
    private var generator: SeededGenerator

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    mutating func samples(_ count: Int) -> [String] { (0..<count).map { _ in object(depth: 3) } }

    private mutating func value(depth: Int) -> String {
        switch Int.random(in: 0..<(depth > 0 ? 16 : 12), using: &generator) {
        case 0: "null"
        case 1: Bool.random(using: &generator) ? "true" : "false"
        case 2, 3: String(Int.random(in: -5...500, using: &generator))
        case 4: "18446744073709551615"
        case 5: "123456789012345678901234567890"
        case 6: ["0.5", "1.0", "2e3", "-0.25"].randomElement(using: &generator) ?? "0.5"
        case 7: "\"2020-01-0\(digit)T00:00:00\(Bool.random(using: &generator) ? ".5" : "")Z\""
        case 8: "\"https://a.example/\(Int.random(in: 0...90, using: &generator))\""
        case 9: "\"\""
        case 10, 11: "\"word\(Int.random(in: 0...99, using: &generator))\""
        case 12, 13: array(depth: depth - 1)
        default: object(depth: depth - 1)
        }
    }

    private var digit: Int { mutating get { Int.random(in: 1...9, using: &generator) } }

    private mutating func array(depth: Int) -> String {
        let count = Int.random(in: 0...4, using: &generator)
        return "[" + (0..<count).map { _ in value(depth: depth) }.joined(separator: ",") + "]"
    }

    private mutating func object(depth: Int) -> String {
        let names = ["id", "type", "a/b", "~", "", "name", "list", "*", "\u{FF9F}x"]
            .filter { _ in Bool.random(using: &generator) }
        let members = names.shuffled(using: &generator).map { name in
            name == "type"
                ? "\"type\":\"\(["x", "y", "z"].randomElement(using: &generator) ?? "x")\""
                : "\"\(name)\":\(value(depth: depth))"
        }
        return "{" + members.joined(separator: ",") + "}"
    }
}
