/// How one list of keys became another: who left, who came, who stayed, and who of those changed places.
///
/// This is the part of a difference that only looks at keys. Equal keys are paired in order, the first with the
/// first, so the answer is defined for lists that repeat a key too.
struct OrderedDifference {
    /// One key present in both lists.
    struct Survivor {
        let from: Int
        let to: Int
        let moved: Bool
    }

    /// Positions in the old list, rising.
    private(set) var deleted: [Int] = []

    /// Positions in the new list, rising.
    private(set) var inserted: [Int] = []

    /// Sorted by their position in the new list.
    private(set) var survivors: [Survivor] = []

    /// Compares two lists.
    ///
    /// The least possible number of survivors is called moved: those outside a longest run of survivors that kept
    /// their relative order. So an insertion or a deletion moves nobody.
    ///
    /// - Complexity: O(n) with dictionaries for the pairing; O(n log n) for the longest run, and only when the
    ///   order of survivors changed at all.
    init<Key: Hashable>(from old: [Key], to new: [Key]) {
        let partners = Self.partners(from: old, to: new)
        var stays = [Bool](repeating: false, count: old.count)
        for partner in partners {
            if let partner { stays[partner] = true }
        }
        deleted = old.indices.filter { !stays[$0] }
        inserted = new.indices.filter { partners[$0] == nil }
        let steady = longestIncreasingRun(partners.compactMap(\.self))
        var next = 0
        for (to, partner) in partners.enumerated() {
            guard let from = partner else { continue }
            let moved = next == steady.count || steady[next] != from
            if !moved { next += 1 }
            survivors.append(Survivor(from: from, to: to, moved: moved))
        }
    }

    /// Gives for each new position the old position of the same key, or `nil` for a newcomer.
    private static func partners<Key: Hashable>(from old: [Key], to new: [Key]) -> [Int?] {
        // A chain of old positions per key, kept in one array instead of one array per key.
        var first: [Key: Int] = Dictionary(minimumCapacity: old.count)
        var following = [Int?](repeating: nil, count: old.count)
        for position in old.indices.reversed() {
            following[position] = first.updateValue(position, forKey: old[position])
        }
        return new.map { key in
            guard let position = first[key] else { return nil }
            first[key] = following[position]
            return position
        }
    }
}
