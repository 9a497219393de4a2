internal import Glibc

/// What objects with each value of a member have.
struct KindObservation {
    /// A place with a kind of value there, below another.
    struct Feature: Hashable {
        let number: Int
        let parent: Int
    }

    /// The number of the object itself.
    static let root = -1

    fileprivate struct Kind {
        var count = 0
        var features: [Feature: Int] = [:]
    }

    private var kinds: [String: Kind] = [:]

    mutating func add(_ features: Set<Feature>, of value: String) {
        kinds[value, default: Kind()].count += 1
        for feature in features { kinds[value, default: Kind()].features[feature, default: 0] += 1 }
    }

    /// Whether the value predicts what else there is well enough, and for more than one value.
    ///
    /// Under a telling name, half of the surprise must go and two kinds have something that no other has; under any other
    /// name, three quarters, each value must have come three times on average, and what goes must be worth the rules for it.
    func tellsApart(isNamedSo: Bool) -> Bool {
        guard kinds.count > 1, distinctKinds > 1 else { return false }
        let together = all.bits
        let apart = bitsApart
        guard together > 0 else { return false }
        let share = (together - apart) / together
        if isNamedSo { return share >= 0.5 }
        return share >= 0.75 && together - apart >= Double(kinds.count * 8) && all.count >= 3 * kinds.count
    }

    /// Of two that tell objects apart, the one with the telling name, or else the one that leaves less surprise.
    func score(_ isNamedSo: Bool) -> Double {
        (isNamedSo ? 1e9 : 0) - bitsApart - Double(kinds.count)
    }

    // Sums of fractions depend on the order, and dictionaries have none.
    private var bitsApart: Double { kinds.values.map(\.bits).sorted().reduce(0, +) }

    private var all: Kind {
        kinds.values.reduce(into: Kind()) { all, kind in
            all.count += kind.count
            all.features.merge(kind.features, uniquingKeysWith: +)
        }
    }

    /// How many kinds always have something that no other kind ever has.
    private var distinctKinds: Int {
        var holders: [Feature: Int] = [:]
        for kind in kinds.values { for feature in kind.features.keys { holders[feature, default: 0] += 1 } }
        return kinds.values.count { kind in
            kind.features.contains { holders[$0.key] == 1 && $0.value == kind.count }
        }
    }
}

extension KindObservation.Kind {
    /// How surprising the presence of each feature is, given that of its parent, over all objects.
    fileprivate var bits: Double {
        var counts: [Int: Int] = [KindObservation.root: count]
        for (feature, count) in features { counts[feature.number, default: 0] += count }
        let all = features.map { Self.bits($0.value, of: counts[$0.key.parent] ?? count) }
        return all.sorted().reduce(0, +)
    }

    private static func bits(_ count: Int, of total: Int) -> Double {
        guard count > 0, count < total else { return 0 }
        let share = Double(count) / Double(total)
        return -Double(total) * (share * log2(share) + (1 - share) * log2(1 - share))
    }
}
