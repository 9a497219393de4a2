internal import Glibc

/// What objects can have, numbered: a kind of value at a place, below another such place.
struct KindFeatures {
    /// The number of the object itself, as a place.
    static let object = 0

    private var places: [Int: Int] = [:]
    private var numbers: [Feature: Int] = [:]

    /// By the number of the feature.
    fileprivate private(set) var features: [Feature] = []

    fileprivate struct Feature: Hashable {
        let place: Int
        let parent: Int
    }

    fileprivate var placeCount: Int { places.count + 1 }

    /// How many there are; the next one gets this number.
    var count: Int { features.count }

    /// The number of the place where a feature is.
    func place(of feature: Int) -> Int { features[feature].place }

    /// The number of a kind of value of a type, below a place.
    mutating func number(of root: Int, _ kind: KindMask, below parent: Int) -> Int {
        let feature = Feature(place: place(root, kind), parent: parent)
        if let number = numbers[feature] { return number }
        numbers[feature] = features.count
        features.append(feature)
        return features.count - 1
    }

    private mutating func place(_ root: Int, _ kind: KindMask) -> Int {
        let key = root << 8 | Int(kind.bits)
        if let known = places[key] { return known }
        places[key] = places.count + 1
        return places.count
    }
}

/// What objects with each value of a member have.
struct KindObservation {
    fileprivate struct Kind {
        var count = 0

        /// By the number of the feature; those of higher numbers are in none.
        var counts: [Int] = []
    }

    private var kinds: [Int: Kind] = [:]

    /// Adds an object.
    ///
    /// - Parameters:
    ///   - features: the numbers of what it has, each once.
    ///   - value: the number of the member's value.
    mutating func add(_ features: [Int], of value: Int) {
        kinds[value, default: Kind()].add(features)
    }

    /// Whether the value predicts what else there is well enough, and for more than one value.
    ///
    /// Under a telling name, half of the surprise must go and two kinds have something that no other has; under any other
    /// name, three quarters, each value must have come three times on average, and what goes must be worth the rules for it.
    func tellsApart(isNamedSo: Bool, _ features: KindFeatures) -> Bool {
        guard kinds.count > 1, distinctKinds > 1 else { return false }
        let together = all.bits(features)
        let apart = bitsApart(features)
        guard together > 0 else { return false }
        let share = (together - apart) / together
        if isNamedSo { return share >= 0.5 }
        return share >= 0.75 && together - apart >= Double(kinds.count * 8) && all.count >= 3 * kinds.count
    }

    /// Of two that tell objects apart, the one with the telling name, or else the one that leaves less surprise.
    func score(isNamedSo: Bool, _ features: KindFeatures) -> Double {
        (isNamedSo ? 1e9 : 0) - bitsApart(features) - Double(kinds.count)
    }

    // Sums of fractions depend on the order, and dictionaries have none.
    private func bitsApart(_ features: KindFeatures) -> Double {
        kinds.values.map { $0.bits(features) }.sorted().reduce(0, +)
    }

    private var all: Kind { kinds.values.reduce(into: Kind()) { $0.add($1) } }

    /// How many kinds always have something that no other kind ever has.
    private var distinctKinds: Int {
        var holders = Array(repeating: 0, count: kinds.values.map(\.counts.count).max() ?? 0)
        for kind in kinds.values {
            for feature in kind.counts.indices where kind.counts[feature] > 0 { holders[feature] += 1 }
        }
        return kinds.values.count { kind in
            kind.counts.indices.contains { holders[$0] == 1 && kind.counts[$0] == kind.count }
        }
    }
}

extension KindObservation.Kind {
    fileprivate mutating func add(_ features: [Int]) {
        count += 1
        if let last = features.max() { makeRoom(last + 1) }
        for feature in features { counts[feature] += 1 }
    }

    fileprivate mutating func add(_ other: Self) {
        count += other.count
        makeRoom(other.counts.count)
        for feature in other.counts.indices { counts[feature] += other.counts[feature] }
    }

    private mutating func makeRoom(_ size: Int) {
        if size > counts.count { counts += repeatElement(0, count: size - counts.count) }
    }

    /// How surprising the presence of each feature is, given that of its parent, over all objects.
    fileprivate func bits(_ features: KindFeatures) -> Double {
        var totals = Array(repeating: 0, count: features.placeCount)
        totals[KindFeatures.object] = count
        for (feature, count) in zip(features.features, counts) { totals[feature.place] += count }
        let all = zip(features.features, counts).map { Self.bits($1, of: totals[$0.parent]) }
        return all.sorted().reduce(0, +)
    }

    private static func bits(_ count: Int, of total: Int) -> Double {
        guard count > 0, count < total else { return 0 }
        let share = Double(count) / Double(total)
        return -Double(total) * (share * log2(share) + (1 - share) * log2(1 - share))
    }
}
