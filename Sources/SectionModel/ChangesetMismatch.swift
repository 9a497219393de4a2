/// Says that changes were applied to something they were not made from.
public struct ChangesetMismatch: Error, Hashable, Sendable {
    /// What does not fit.
    public enum Reason: Hashable, Sendable {
        /// The page is of another revision than the changeset starts from.
        case revision(expected: Int64, found: Int64)

        /// A change names a position outside of the list, or one that another change claims too.
        case position(Int)

        /// At this old position stands somebody else than the change speaks of.
        case identity(expected: String, found: String, position: Int)
    }

    /// What does not fit.
    public let reason: Reason

    /// The key of the section whose items did not fit; `nil` when it was the list of sections or the page itself.
    public let section: String?

    /// Makes a mismatch.
    public init(_ reason: Reason, section: String? = nil) {
        self.reason = reason
        self.section = section
    }
}

extension ChangesetMismatch: CustomStringConvertible {
    /// One sentence for a log.
    public var description: String {
        let place = section.map { "section \($0): " } ?? ""
        switch reason {
        case .revision(let expected, let found):
            return "\(place)changes start at revision \(expected), the page has \(found)"
        case .position(let position):
            return "\(place)position \(position) is outside of the list or claimed twice"
        case .identity(let expected, let found, let position):
            return "\(place)expected \(expected) at position \(position), found \(found)"
        }
    }
}
