/// What the strings of a type have in common.
struct TextEvidence {
    /// How many there were.
    private let count: Int
    private let votes: [Int]

    /// The values and how often each came; nil where they were not told apart.
    let values: [(text: String, count: Int)]?

    /// Fewer strings show no set of values.
    private static let leastCount = 10

    /// So many strings in other text, for each kind of text, are no chance.
    private static let leastVotes: [StringForm: Int] = [.integer: 3, .boolean: 2, .base64URL: 8]

    init(_ places: Places, _ root: Int) {
        let shape = places.shape
        let slots = places.nodes(of: root).map { Int(shape.nodes[$0].text) }.filter { $0 >= 0 }
        count = places.nodes(of: root).reduce(0) { $0 + shape.nodes[$1].strings }
        votes = StringForm.allCases.map { form in
            slots.reduce(0) { $0 + shape.votes[$1 * StringForm.count + form.rawValue] }
        }
        values = Self.values(shape, slots, count)
    }

    private static func values(_ shape: Shape, _ slots: [Int], _ count: Int) -> [(text: String, count: Int)]?
    {
        guard !slots.contains(where: { shape.texts[$0].isOpenEnded }) else { return nil }
        var counts: [String: Int] = [:]
        for slot in slots {
            for number in shape.valueNumbers(of: slot) {
                counts[shape.valueTexts[number], default: 0] += shape.values[number].count
            }
        }
        guard counts.count <= TextTally.maxDistinct else { return nil }
        let sorted = counts.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        return sorted.map { ($0.key, $0.value) }
    }

    /// What all strings look like.
    var form: StringForm? {
        guard count > 0, let form = StringForm.allCases.first(where: { votes[$0.rawValue] == count }) else {
            return nil
        }
        return count >= Self.leastVotes[form] ?? 1 ? form : nil
    }

    /// The values of what seems to be a set of them.
    ///
    /// Of ten strings or more, each value came three times on average, and the chance that the next string is a new one is
    /// at most 1 in 30 (by Good and Turing: the share of values that came once). Numbers in strings are no names.
    var knownValues: [String]? {
        guard count >= Self.leastCount, let values, values.count > 1, values.count * 3 <= count else {
            return nil
        }
        let once = values.count { $0.count == 1 }
        guard once * 30 <= count, votes.allSatisfy({ $0 == 0 }), !values.contains(where: { $0.text.isEmpty })
        else {
            return nil
        }
        return values.map(\.text)
    }
}
