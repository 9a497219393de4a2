internal import JSONCore

/// A table of the program: memory that is read without reference counting.
@safe struct ProgramTable<Element: BitwiseCopyable>: @unchecked Sendable {
    // Sendable because nothing writes after init; the program that owns the tables frees them when nobody evaluates.
    private let base: UnsafeMutablePointer<Element>
    let count: Int

    init(_ elements: [Element]) {
        unsafe base = .allocate(capacity: max(elements.count, 1))
        unsafe base.initialize(from: elements, count: elements.count)
        count = elements.count
    }

    /// The index comes from the compiler and is not checked.
    @inline(__always) subscript(index: Int) -> Element { unsafe base[index] }

    func deallocate() { unsafe base.deallocate() }
}

/// Everything the evaluator reads.
struct ProgramTables: Sendable {
    let nodes: ProgramTable<Node>
    let instructions: ProgramTable<Instruction>
    let children: ProgramTable<NodeID>
    let members: ProgramTable<MemberPlan>
    let names: ProgramTable<NameEntry>
    let slots: ProgramTable<UInt32>
    let text: ProgramTable<UInt8>
    let patternMembers: ProgramTable<PatternMember>
    let contains: ProgramTable<ContainsPlan>
    let dependencies: ProgramTable<Dependency>
    let enumerations: ProgramTable<Enumeration>
    let enumeratedValues: ProgramTable<EnumeratedValue>
    let limits: ProgramTable<NumberLimit>
    let patterns: ProgramTable<PatternHandle>

    func deallocate() {
        nodes.deallocate()
        instructions.deallocate()
        children.deallocate()
        members.deallocate()
        names.deallocate()
        slots.deallocate()
        text.deallocate()
        patternMembers.deallocate()
        contains.deallocate()
        dependencies.deallocate()
        enumerations.deallocate()
        enumeratedValues.deallocate()
        limits.deallocate()
        patterns.deallocate()
    }
}

/// A compiled schema: the tables, and what only slow paths and explanations need.
final class Program: Sendable {
    let tables: ProgramTables
    let root: NodeID
    let patterns: [Pattern]
    let decimals: [ExactDecimal]

    /// Where each node came from.
    let origins: [SchemaLocation]
    let registry: SchemaRegistry

    /// The enumeration of `x-known-values`, for nodes that have one.
    let knownValues: [NodeID: Int]

    init(_ builder: ProgramBuilder, root: NodeID, registry: SchemaRegistry) {
        tables = builder.tables()
        self.root = root
        patterns = builder.patterns
        decimals = builder.decimals
        origins = builder.origins
        knownValues = builder.knownValues
        self.registry = registry
    }

    deinit { tables.deallocate() }
}
