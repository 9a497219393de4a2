/// What was seen at one place: counts by type, and what is common to all types.
///
/// Without references, so that the walk over values touches nothing but numbers.
struct ShapeNode: BitwiseCopyable, Sendable {
    var nulls = 0
    var booleans = 0
    /// Integers by their text, all sizes.
    var integers = 0
    /// Of those, the ones past Int64 that fit UInt64.
    var unsigned = 0
    /// Of those, the ones that fit neither.
    var bigIntegers = 0
    /// Numbers with fraction or exponent.
    var decimals = 0
    var strings = 0
    var arrays = 0
    var objects = 0

    /// Empty strings, arrays and objects.
    var empty = 0

    /// Elements of arrays.
    var items = Extent()

    /// For each of the first eight positions in arrays, a byte with a bit for each kind that stood there.
    var positionKinds: UInt64 = 0

    /// The first of a list of members, and how many there are; -1 ends it.
    var firstMember: Int32 = -1
    var lastMember: Int32 = -1
    var memberCount: Int32 = 0

    /// Of an array's elements, or of the values of members whose names are too many to tell apart; -1 for none.
    var each: Int32 = -1

    /// The first of a list of branches; -1 ends it.
    var firstBranch: Int32 = -1

    /// The number of the name of the member that chooses between branches; -1 where there are none.
    var discriminator: Int32 = -1

    /// What is known of strings and numbers; -1 before the first.
    var text: Int32 = -1
    var number: Int32 = -1

    /// Whether the names of members were too many.
    var isCollapsed = false

    /// Adds what was seen at another place; links stay.
    mutating func add(_ other: ShapeNode) {
        nulls += other.nulls
        booleans += other.booleans
        integers += other.integers
        unsigned += other.unsigned
        bigIntegers += other.bigIntegers
        decimals += other.decimals
        strings += other.strings
        arrays += other.arrays
        objects += other.objects
        empty += other.empty
        items.add(other.items)
        positionKinds |= other.positionKinds
    }

    /// How many values there were.
    var seen: Int { nulls + booleans + integers + decimals + strings + arrays + objects }
}

/// The least and the greatest of some counts.
package struct Extent: BitwiseCopyable, Equatable, Sendable {
    /// Above ``maximum`` as long as nothing was counted.
    package private(set) var minimum = Int.max
    package private(set) var maximum = 0

    package init() {}

    package init(_ minimum: Int, _ maximum: Int) {
        self.minimum = minimum
        self.maximum = maximum
    }

    /// Whether nothing was counted.
    package var isEmpty: Bool { minimum > maximum }

    package mutating func add(_ count: Int) {
        minimum = min(minimum, count)
        maximum = max(maximum, count)
    }

    package mutating func add(_ other: Extent) {
        minimum = min(minimum, other.minimum)
        maximum = max(maximum, other.maximum)
    }
}
