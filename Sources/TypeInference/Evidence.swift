package import JSONCore

/// What a response shows that no sample showed.
package enum Surprise: Hashable, Sendable {
    /// A member is missing that was always there.
    case missing
    /// Null where there was none.
    case null
    /// A value of a type that was not there.
    case type(JSONKind)
}

/// What samples say of a surprise: whether it is a change, or may be something rare that no sample happened to have.
///
/// The rule, in order:
///
/// 1. Samples that had it themselves, or had nothing at the place, or nothing but null, cannot be surprised.
/// 2. Another type is a change after one sample: types do not vary by chance, unless those of members beside it do. An integer
///    that becomes a decimal is not another type; that takes evidence as below.
/// 3. After 1,000 samples, anything is a change.
/// 4. Otherwise the chance is asked that all of the surprising values fall among the new ones, if old and new ones are alike
///    (Fisher's exact test). When all new values have it, up to 1 in 30 it is a change: one loss after 29 samples without, or
///    a loss in all of ten new ones after three. When only some have it, which is how rare things look, it takes 1 in 100.
///    Where members beside it are already known to be missing (or null, or of several types) now and then, objects are loose
///    here, and it takes 1 in 1,000.
package struct Evidence: Equatable, Sendable {
    /// What it comes to.
    package enum Weight: Equatable, Sendable {
        /// Responses are no longer as they were.
        case change
        /// There are not enough samples to tell a change from what is rare.
        case maybeRare
        /// Samples say nothing of it, or had it.
        case unknown
    }

    package let weight: Weight

    /// How many samples could have shown it, and did not; 0 when they say nothing.
    package let samples: Int

    /// The chance by which it would look like this without a change; 0 where it is not asked.
    package let chance: Double

    /// How many of the members beside it vary in the same way.
    package let looseSiblings: Int

    /// Of objects in which no member varies so, when all new values have it.
    package static let greatestChance = 1.0 / 30

    /// The same, when only some new values have it.
    package static let greatestChanceOfSome = 1.0 / 100

    /// Of objects with members that do.
    package static let greatestChanceAmongLoose = 1.0 / 1_000

    /// After so many nothing is rare.
    package static let sufficientSamples = 1_000

    private init(_ weight: Weight, samples: Int = 0, chance: Double = 0, looseSiblings: Int = 0) {
        self.weight = weight
        self.samples = samples
        self.chance = chance
        self.looseSiblings = looseSiblings
    }

    static let unknown = Evidence(.unknown)

    /// Weighs a surprise.
    ///
    /// - Parameters:
    ///   - samples: how many values could have shown it, and did not.
    ///   - count: how many new values show it.
    ///   - total: how many new values could show it.
    ///   - looseSiblings: how many members beside it vary in the same way.
    ///   - isDecisive: whether one sample is enough where no member varies.
    package init(samples: Int, count: Int, of total: Int, looseSiblings: Int, isDecisive: Bool = false) {
        guard samples > 0, count > 0 else {
            self = .unknown
            return
        }
        let isCertain = isDecisive && looseSiblings == 0 || samples >= Self.sufficientSamples
        let chance = isCertain ? 0 : Self.chance(samples: samples, count: count, of: max(total, count))
        let ofRigid = count < total ? Self.greatestChanceOfSome : Self.greatestChance
        let greatest = looseSiblings == 0 ? ofRigid : Self.greatestChanceAmongLoose
        // A product of fractions misses 1 in 30 by its rounding.
        let weight: Weight = chance <= greatest * 1.000_001 ? .change : .maybeRare
        self.init(weight, samples: samples, chance: chance, looseSiblings: looseSiblings)
    }

    /// The chance that of `samples` old and `total` new values that are alike, the `count` odd ones are all new.
    static func chance(samples: Int, count: Int, of total: Int) -> Double {
        var chance = 1.0
        for odd in 0..<count where chance > 1e-12 {
            chance *= Double(total - odd) / Double(samples + total - odd)
        }
        return chance
    }
}

extension Evidence: CustomStringConvertible {
    /// One sentence without a full stop, for reports.
    package var description: String {
        switch weight {
        case .unknown: "no sample says anything of it"
        case .change: "it was otherwise in all of \(samples)"
        case .maybeRare:
            "it was otherwise in all of \(samples), which is too few to tell a change from what is rare"
                + (looseSiblings > 0 ? " where \(looseSiblings) beside it vary" : "")
        }
    }
}

extension Profile {
    /// What the samples say of a surprise.
    ///
    /// - Parameters:
    ///   - surprise: what came.
    ///   - path: where: a finding's path.
    ///   - count: how many values of the new responses show it.
    ///   - total: how many could.
    /// - Returns: the evidence, `unknown` for a path that no sample has.
    /// - Complexity: O(paths).
    package func evidence(for surprise: Surprise, at path: String, count: Int, of total: Int) -> Evidence {
        guard let (known, statistics) = statistics(of: path) else { return .unknown }
        let values = statistics.seen - statistics.count(.null)
        let siblings = siblings(of: known)
        switch surprise {
        case .missing:
            guard absent(known) == 0 else { return .unknown }
            return Evidence(
                samples: statistics.seen,
                count: count,
                of: total,
                looseSiblings: siblings.count { absent($0.0) > 0 }
            )
        case .null:
            guard statistics.count(.null) == 0 else { return .unknown }
            return Evidence(
                samples: values,
                count: count,
                of: total,
                looseSiblings: siblings.count { $0.1.count(.null) > 0 }
            )
        case .type(let kind):
            guard statistics.count(kind) == 0, kind != .integer || statistics.count(.number) == 0 else {
                return .unknown
            }
            return Evidence(
                samples: values,
                count: count,
                of: total,
                looseSiblings: siblings.count { $0.1.hasSeveralTypes },
                isDecisive: kind != .number || statistics.count(.integer) == 0
            )
        }
    }

    /// The other members of the objects that a path's last token is a member of; none for elements.
    private func siblings(of path: String) -> [(String, PathStatistics)] {
        guard let (parent, token) = ProfilePath.split(path), !ProfilePath.isEach(token) else { return [] }
        return children(of: parent).filter { $0.0 != path }
    }
}

extension PathStatistics {
    /// Whether there are values of types that do not go together; integers and decimals do.
    var hasSeveralTypes: Bool {
        types.keys.count { $0 != .null } > (types[.integer] == nil || types[.number] == nil ? 1 : 2)
    }
}
