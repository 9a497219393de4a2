/// How much the samples that a contract was made from say about the path of a finding.
package struct Evidence: Equatable, Sendable {
    /// Values there, null among them.
    package let seen: Int

    /// Of these, null.
    package let null: Int

    /// Objects that could have had it and had it not.
    package let absent: Int

    package init(seen: Int, null: Int, absent: Int) {
        self.seen = seen
        self.null = null
        self.absent = absent
    }

    /// From so many samples on a rule without exception is taken for one: the chance of an exception is below a tenth then
    /// (three in the number of samples, by the rule of three).
    package static let enough = 30

    /// Whether what was always there may only have been so by chance.
    var isThin: Bool { seen < Self.enough || absent > 0 }
}

extension Evidence: CustomStringConvertible {
    /// `there in 18 of 20, null in 2`.
    package var description: String {
        let presence = "there in \(seen) of \(seen + absent)"
        return null > 0 ? "\(presence), null in \(null)" : presence
    }
}
