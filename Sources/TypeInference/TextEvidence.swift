/// What the strings of a type have in common.
struct TextEvidence {
    private let places: Places
    private let slots: [Int]

    /// How many there were.
    private let count: Int

    /// Fewer strings show no set of values.
    private static let leastCount = 10

    /// So many strings in other text, for each kind of text, are no chance.
    private static let leastVotes: [StringForm: Int] = [.integer: 3, .boolean: 2, .base64URL: 8]

    init(_ places: Places, _ root: Int) {
        self.places = places
        let nodes = places.nodes(of: root)
        slots = nodes.map { Int(places.shape.nodes[$0].text) }.filter { $0 >= 0 }
        count = nodes.reduce(0) { $0 + places.shape.nodes[$1].strings }
    }

    /// The values and how often each came, in the order of their bytes; nil where they were not told apart.
    var values: [(text: String, count: Int)]? {
        let shape = places.shape
        guard leastDistinct != nil else { return nil }
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

    /// How many values there are at least, which costs less to know; nil where they were not told apart.
    var leastDistinct: Int? {
        var most = 0
        for slot in slots {
            if places.shape.texts[slot].isOpenEnded { return nil }
            most = max(most, Int(places.shape.texts[slot].distinct))
        }
        return most
    }

    /// What all strings look like.
    var form: StringForm? {
        guard count > 0, let form = StringForm.allCases.first(where: { votes(for: $0) == count }) else {
            return nil
        }
        return count >= Self.leastVotes[form] ?? 1 ? form : nil
    }

    private func votes(for form: StringForm) -> Int {
        slots.reduce(0) { $0 + places.shape.votes[$1 * StringForm.count + form.rawValue] }
    }

    /// The values of what seems to be a set of them.
    ///
    /// Of ten strings or more, each value came three times on average, and the chance that the next string is a new one is
    /// at most 1 in 30 (by Good and Turing: the share of values that came once). Numbers in strings are no names.
    var knownValues: [String]? {
        guard count >= Self.leastCount, let least = leastDistinct, least * 3 <= count,
            StringForm.allCases.allSatisfy({ votes(for: $0) == 0 }), let values
        else { return nil }
        let once = values.count { $0.count == 1 }
        let isSet = values.count > 1 && values.count * 3 <= count && once * 30 <= count
        return isSet && !values.contains { $0.text.isEmpty } ? values.map(\.text) : nil
    }
}
