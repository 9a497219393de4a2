import Glibc

/// A member that the samples always had and that is gone more often than chance explains.
struct DroppedPresence {
    /// As findings spell it.
    let path: String
    let absence: SampleComparison.Absence

    /// The objects that could have had it.
    let objects: Int
}

extension SampleComparison {
    /// In the order of the samples' paths.
    var droppedPresences: [DroppedPresence] {
        samples.nodes.indices.flatMap { parent in
            samples.nodes[parent].members.compactMap { member -> DroppedPresence? in
                guard member.isConstant, let absence = absences[member.node] else { return nil }
                let node = samples.nodes[member.node]
                let test = PresenceTest(before: node.seen, now: objects[parent], absent: absence.count)
                guard test.isSignificant else { return nil }
                return DroppedPresence(path: node.path, absence: absence, objects: objects[parent])
            }
        }
    }
}

/// Whether a member that was in all of so many objects is away from later ones by more than chance.
struct PresenceTest {
    /// Objects in the samples, all with the member.
    let before: Int

    /// Objects now, and those of them without it.
    let now: Int
    let absent: Int

    /// One wrong alarm in a hundred members that have not changed.
    private static let level = 0.01

    /// By Fisher's exact test, one-sided: were all objects of one kind, how probable is it that all that lack the member are
    /// among those of now?
    var isSignificant: Bool {
        guard absent > 0, before > 0 else { return false }
        let logarithm = Self.choose(now, absent) - Self.choose(before + now, absent)
        return logarithm < log(Self.level)
    }

    /// The logarithm of a binomial coefficient.
    private static func choose(_ count: Int, _ chosen: Int) -> Double {
        lgamma(Double(count) + 1) - lgamma(Double(chosen) + 1) - lgamma(Double(count - chosen) + 1)
    }
}
