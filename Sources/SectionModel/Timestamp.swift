/// A moment, in whole microseconds since 1970-01-01T00:00:00Z.
///
/// Microseconds are what Postgres keeps in `timestamptz`, so a moment read from there is exact. With Foundation:
/// `Date(timeIntervalSince1970: Double(moment.microsecondsSince1970) / 1_000_000)`.
public struct Timestamp: Hashable, Sendable {
    /// Microseconds since 1970-01-01T00:00:00Z; negative before it.
    public let microsecondsSince1970: Int64

    /// Takes microseconds since 1970-01-01T00:00:00Z.
    public init(microsecondsSince1970: Int64) {
        self.microsecondsSince1970 = microsecondsSince1970
    }
}

extension Timestamp: Comparable {
    /// Tells whether the left moment is the earlier one.
    public static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.microsecondsSince1970 < right.microsecondsSince1970
    }
}
