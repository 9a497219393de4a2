internal import JSONCore

/// A compiled schema's number in its program.
struct NodeID: Hashable, BitwiseCopyable, Sendable {
    let index: UInt32

    init(_ index: Int) { self.index = UInt32(truncatingIfNeeded: index) }

    /// The schema `true`.
    static let anything = NodeID(0)

    /// No schema: nothing is asked and nothing counts as evaluated.
    static let unasked = NodeID(Int(UInt32.max))
}

/// A run of entries in one of the program's tables.
struct TableSlice: BitwiseCopyable, Sendable {
    var start: UInt32
    var count: UInt32

    static let empty = TableSlice(start: 0, count: 0)

    @inline(__always) var isEmpty: Bool { count == 0 }
    @inline(__always) var range: Range<Int> { Int(start)..<Int(start) + Int(count) }
}

/// One schema: which types it allows, and what it asks of a value of each.
///
/// The evaluator enters with a value's tag, tests the mask, runs the value's own family of instructions, then those for
/// every value, then those that need to know what the others evaluated.
struct Node: BitwiseCopyable, Sendable {
    var types = TypeMask.all

    /// Those of them of which nothing else is asked.
    var decided = TypeMask.all

    /// Nothing is applied to the value itself, nor to what is unevaluated of it.
    var isSimple = true

    /// Only arrays, of which nothing is asked but their count and the types of their items.
    var isRow = false

    /// Numbers must be integers in value: `1.0` is one, unless the mask leaves out decimals.
    var wantsInteger = false

    /// The pattern that is all that is asked of strings.
    var onlyPattern = Place.none

    // What nearly every schema has of a family is lifted out of the family's run when the program is linked.

    /// A place in the table of bounds, for what ``numbers`` says of nearly every number.
    var bounds = Place.none

    /// The least and greatest count of an array's items.
    var itemCounts = CountRange.any

    /// For every item of an array.
    var items = NodeID.unasked

    /// A place in the table of member plans.
    var members = Place.none

    /// The same if nothing else is asked of objects, so that the evaluator goes there without a look at the node.
    var onlyMembers = Place.none

    var numbers = TableSlice.empty
    var strings = TableSlice.empty
    var arrays = TableSlice.empty
    var objects = TableSlice.empty
    var values = TableSlice.empty
    var unevaluated = TableSlice.empty
}

/// A place in one of the program's tables, or none.
struct Place: Equatable, BitwiseCopyable, Sendable {
    private let number: Int32

    init(_ number: Int) { self.number = Int32(truncatingIfNeeded: number) }

    static var none: Place { Place(-1) }

    @inline(__always) var index: Int { Int(number) }
    @inline(__always) var isNone: Bool { number < 0 }
}

/// A least and a greatest count.
struct CountRange: Equatable, BitwiseCopyable, Sendable {
    var least: UInt32
    var greatest: UInt32

    static var any: CountRange { CountRange(least: 0, greatest: .max) }

    @inline(__always) func contains(_ count: Int) -> Bool { Int(least) <= count && count <= Int(greatest) }
}

/// What a node can ask.
///
/// Payloads are numbers and places in the program's tables, so that the program is flat memory.
enum Instruction: BitwiseCopyable, Sendable {
    // Numbers; the payload is a place in the table of limits.
    case minimum(Int)
    case maximum(Int)
    case exclusiveMinimum(Int)
    case exclusiveMaximum(Int)
    case multipleOf(Int)

    // Strings: code points, a place in the table of patterns, a format and a content to assert.
    case minLength(Int)
    case maxLength(Int)
    case pattern(Int)
    case format(Format)
    case content(ContentAssertion)

    // Arrays.
    case minItems(Int)
    case maxItems(Int)
    case uniqueItems
    /// The prefix's nodes, and last the node for the items behind it.
    case items(TableSlice)
    case contains(Int)

    // Objects.
    case minProperties(Int)
    case maxProperties(Int)
    case members(Int)
    case propertyNames(NodeID)
    case dependentRequired(Int)
    case dependentSchema(Int)

    // Every value.
    case constant(Int)
    case enumeration(Int)
    /// By the value of a member; a place in the table of choices.
    case choice(Int)
    case reference(NodeID)
    case dynamicReference(NodeID)
    case allOf(TableSlice)
    case anyOf(TableSlice)
    case oneOf(TableSlice)
    case not(NodeID)
    /// The nodes of `if`, `then` and `else`.
    case conditional(TableSlice)

    // What no other keyword evaluated.
    case unevaluatedItems(NodeID)
    case unevaluatedProperties(NodeID)
}

/// The tape's tags as a set.
///
/// A tag is an ASCII letter; its low six bits are distinct.
struct TypeMask: OptionSet, BitwiseCopyable, Sendable {
    let rawValue: UInt64

    // Computed, because a stored constant of another form than a literal is guarded by a lock at each use.
    static var all: TypeMask { TypeMask(rawValue: .max) }
    static var none: TypeMask { TypeMask(rawValue: 0) }
    static var null: TypeMask { TypeMask(tag: TapeTag.null) }
    static var `true`: TypeMask { TypeMask(tag: TapeTag.true) }
    static var `false`: TypeMask { TypeMask(tag: TapeTag.false) }
    static var boolean: TypeMask { [.true, .false] }
    static var string: TypeMask { TypeMask(tag: TapeTag.string) }
    static var array: TypeMask { TypeMask(tag: TapeTag.array) }
    static var object: TypeMask { TypeMask(tag: TapeTag.object) }
    static var container: TypeMask { TypeMask(rawValue: bit(TapeTag.object) | bit(TapeTag.array)) }
    static var decimal: TypeMask { TypeMask(tag: TapeTag.double) }
    static var inexactNumber: TypeMask { TypeMask(rawValue: bit(TapeTag.double) | bit(TapeTag.big)) }
    static var integer: TypeMask { number.subtracting(.decimal) }
    static var number: TypeMask {
        TypeMask(rawValue: bit(TapeTag.int) | bit(TapeTag.uint) | inexactNumber.rawValue)
    }

    init(rawValue: UInt64) { self.rawValue = rawValue }

    @inline(__always) private init(tag: UInt8) { rawValue = Self.bit(tag) }

    @inline(__always) private static func bit(_ tag: UInt8) -> UInt64 { 1 &<< UInt64(tag & 63) }

    @inline(__always) func allows(tag: UInt8) -> Bool { rawValue &>> UInt64(tag & 63) & 1 == 1 }
}

/// The table entry of `properties`, `required`, `patternProperties` and `additionalProperties` together: one loop over an
/// object's members serves them all.
struct MemberPlan: BitwiseCopyable, Sendable {
    /// The names of `properties` and `required`.
    var names: NameTable

    /// How many names are required.
    ///
    /// Members are unique, so counting those met is enough.
    var requiredCount: Int

    /// The ``MemberRule/requirement`` bits of all that are, for whoever may meet a name twice; 0 for more than there are bits.
    var requirements: UInt64 = 0

    /// Whether it asks for names only, and is not more than ``requirements`` has bits for.
    var onlyRequires = false

    var patterns: TableSlice

    /// For members that neither `properties` nor a pattern names.
    var additional: NodeID

    var hasAdditional: Bool

    /// Whether `properties` is there, so that other members are undescribed.
    var namesProperties: Bool

    /// Whether anything is asked of members without a name in the table.
    var asksOthers: Bool { additional != .anything || !patterns.isEmpty }
}

/// The table entry of one member of `patternProperties`.
struct PatternMember: BitwiseCopyable, Sendable {
    let pattern: Int
    let node: NodeID
}

/// The table entry of `contains` with its two limits.
struct ContainsPlan: BitwiseCopyable, Sendable {
    let node: NodeID
    let minimum: Int
    let maximum: Int

    /// Whether the items found count as evaluated.
    let evaluates: Bool
}

/// The table entry of one member of `dependentRequired`, `dependentSchemas` or `dependencies`.
struct Dependency: BitwiseCopyable, Sendable {
    /// Where it is written.
    let keyword: Keyword

    /// A place in the table of names.
    let trigger: Int
    let required: TableSlice
    let node: NodeID
}

/// The table entry of an `anyOf` or `oneOf` whose branches are told apart by a member: each allows strings or integers that no
/// other allows, or does not allow it at all.
struct Choice: BitwiseCopyable, Sendable {
    /// The member's place in the table of names.
    let member: Int

    /// The strings; the rule beside each holds its branch.
    let strings: NameTable

    /// The integers with their branches.
    let integers: TableSlice

    /// The branches that allow objects without the member.
    let others: TableSlice

    /// All of them, for numbers that are not written as integers.
    let branches: TableSlice

    /// Whether only one of them may accept.
    let isExclusive: Bool
}

/// The table entry of `enum` or `const`.
struct Enumeration: BitwiseCopyable, Sendable {
    let strings: NameTable

    /// Values that are not strings, ascending by hash.
    let others: TableSlice
    let otherTypes: TypeMask

    /// Those of them that are integers of 64 bits.
    let integers: TableSlice
}

/// An integer that an enumeration lists, or that leads to a branch.
struct IntegerEntry: BitwiseCopyable, Sendable {
    let value: Int64
    var branch = NodeID.anything
}

/// One value of an enumeration: where it stands, and its structural hash.
struct EnumeratedValue: BitwiseCopyable, Sendable {
    let document: Int
    let index: Int
    let hash: UInt64
}

/// All bounds of a node together, rounded so that one comparison on each side decides for nearly every number.
struct NumberBounds: BitwiseCopyable, Sendable {
    /// The integers within, exactly.
    var integers: ClosedInt64Range = .all

    /// Doubles strictly between these are within; of others the exact values decide.
    var above = -Double.infinity
    var below = Double.infinity
}

/// Ascending, or empty.
struct ClosedInt64Range: Equatable, BitwiseCopyable, Sendable {
    var lower: Int64
    var upper: Int64

    static var all: ClosedInt64Range { ClosedInt64Range(lower: .min, upper: .max) }

    @inline(__always) func contains(_ value: Int64) -> Bool { lower <= value && value <= upper }
}

/// A bound for numbers.
struct NumberLimit: BitwiseCopyable, Sendable {
    /// The nearest double.
    ///
    /// Rounding keeps order, so unequal doubles decide.
    let double: Double

    /// The exact value, if it is an integer that fits.
    let integer: Int64
    let isInteger: Bool

    /// A place in ``Program/decimals``.
    let decimal: Int
}
