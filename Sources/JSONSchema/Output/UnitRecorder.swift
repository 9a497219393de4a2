internal import JSONCore

/// The units of an evaluation while it goes on.
struct UnitRecorder {
    /// A schema that is being applied.
    struct OpenUnit {
        fileprivate(set) var errors: [OutputUnit.KeywordError] = []
        fileprivate(set) var details: [OutputUnit] = []
        fileprivate(set) var evaluated: [EvaluatedPart] = []
    }

    /// A member or item that a keyword applied its subschema to.
    struct EvaluatedPart {
        let keyword: Keyword
        let index: Int
    }

    /// Whether more is wanted than the verdict.
    let isWanted: Bool

    /// Whether units are kept that have neither errors nor annotations.
    private let keepsSilent: Bool
    let limits: OutputLimits

    /// The tape index of the value as a whole.
    let start: Int

    /// Whether the value as a whole conforms: then annotations are wanted, and only then.
    let isOfValid: Bool

    private var open: [OpenUnit] = []
    private var validCount = 0
    private var invalidCount = 0
    private(set) var root: OutputUnit?
    private(set) var isTruncated = false

    /// What leaves annotations, by schema.
    var annotating: [NodeID: [AnnotatingKeyword]] = [:]

    init(_ format: OutputFormat, limits: OutputLimits, start: Int, isOfValid: Bool) {
        isWanted = format != .flag && (!isOfValid || limits.collectsAnnotations)
        keepsSilent = format == .hierarchical
        self.limits = limits
        self.start = start
        self.isOfValid = isOfValid
    }

    /// Whether the rest need not be evaluated; of a value that fails, errors may still come.
    var isFull: Bool { isOfValid && validCount >= limits.maxUnits }

    mutating func begin() { open.append(OpenUnit()) }

    mutating func add(_ kind: Violation.Kind, of keyword: Keyword?) {
        let error = OutputUnit.KeywordError(keyword: keyword?.name ?? "", kind: kind)
        open[open.count - 1].errors.append(error)
    }

    mutating func add(evaluated index: Int, by keyword: Keyword) {
        open[open.count - 1].evaluated.append(EvaluatedPart(keyword: keyword, index: index))
    }

    /// Ends the unit that was begun last, for ``add(_:)`` or to be forgotten.
    mutating func end() -> OpenUnit { open.removeLast() }

    /// Adds a unit that has ended, if it says something and there is room.
    mutating func add(_ unit: OutputUnit) {
        guard !open.isEmpty else {
            root = unit
            return
        }
        let isNeeded = !unit.details.isEmpty || !unit.errors.isEmpty || !unit.annotations.isEmpty
        guard isNeeded || keepsSilent else { return }
        let count = unit.isValid ? validCount : invalidCount
        guard count < limits.maxUnits || !unit.details.isEmpty else {
            isTruncated = true
            return
        }
        if unit.isValid { validCount += 1 } else { invalidCount += 1 }
        open[open.count - 1].details.append(unit)
    }
}
