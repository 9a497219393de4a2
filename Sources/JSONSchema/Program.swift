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
///
/// It is one pointer wide and read field by field: as a plain struct it was copied whole at every use.
@safe struct ProgramTables: @unchecked Sendable {
    // Sendable because nothing writes after init.
    private let storage: UnsafeMutablePointer<Storage>

    init(_ tables: Storage) {
        unsafe storage = .allocate(capacity: 1)
        unsafe storage.initialize(to: tables)
    }

    @inline(__always) var nodes: ProgramTable<Node> { unsafe storage.pointee.nodes }
    @inline(__always) var instructions: ProgramTable<Instruction> { unsafe storage.pointee.instructions }
    @inline(__always) var children: ProgramTable<NodeID> { unsafe storage.pointee.children }
    @inline(__always) var members: ProgramTable<MemberPlan> { unsafe storage.pointee.members }
    @inline(__always) var names: ProgramTable<NameEntry> { unsafe storage.pointee.names }
    @inline(__always) var rules: ProgramTable<MemberRule> { unsafe storage.pointee.rules }
    @inline(__always) var slots: ProgramTable<UInt32> { unsafe storage.pointee.slots }
    @inline(__always) var text: ProgramTable<UInt8> { unsafe storage.pointee.text }
    @inline(__always) var patternMembers: ProgramTable<PatternMember> {
        unsafe storage.pointee.patternMembers
    }
    @inline(__always) var contains: ProgramTable<ContainsPlan> { unsafe storage.pointee.contains }
    @inline(__always) var dependencies: ProgramTable<Dependency> { unsafe storage.pointee.dependencies }
    @inline(__always) var enumerations: ProgramTable<Enumeration> { unsafe storage.pointee.enumerations }
    @inline(__always) var enumeratedValues: ProgramTable<EnumeratedValue> {
        unsafe storage.pointee.enumeratedValues
    }
    @inline(__always) var limits: ProgramTable<NumberLimit> { unsafe storage.pointee.limits }
    @inline(__always) var patterns: ProgramTable<PatternHandle> { unsafe storage.pointee.patterns }
    @inline(__always) var nameSeed: UInt64 { unsafe storage.pointee.nameSeed }

    struct Storage {
        let nodes: ProgramTable<Node>
        let instructions: ProgramTable<Instruction>
        let children: ProgramTable<NodeID>
        let members: ProgramTable<MemberPlan>
        let names: ProgramTable<NameEntry>
        let rules: ProgramTable<MemberRule>
        let slots: ProgramTable<UInt32>
        let text: ProgramTable<UInt8>
        let patternMembers: ProgramTable<PatternMember>
        let contains: ProgramTable<ContainsPlan>
        let dependencies: ProgramTable<Dependency>
        let enumerations: ProgramTable<Enumeration>
        let enumeratedValues: ProgramTable<EnumeratedValue>
        let limits: ProgramTable<NumberLimit>
        let patterns: ProgramTable<PatternHandle>

        /// For the hashes of names, or 0.
        let nameSeed: UInt64
    }

    func deallocate() {
        nodes.deallocate()
        instructions.deallocate()
        children.deallocate()
        members.deallocate()
        names.deallocate()
        rules.deallocate()
        slots.deallocate()
        text.deallocate()
        patternMembers.deallocate()
        contains.deallocate()
        dependencies.deallocate()
        enumerations.deallocate()
        enumeratedValues.deallocate()
        limits.deallocate()
        patterns.deallocate()
        unsafe storage.deallocate()
    }
}

/// A compiled schema: the tables, and what only slow paths and explanations need.
final class Program: Sendable {
    /// What the evaluator runs: schemas that must hold together are one, and edges lead past those that only refer to others.
    let tables: ProgramTables

    /// The same as it is written, for explanations.
    let written: ProgramTables

    let root: NodeID
    let patterns: [Pattern]
    let decimals: [ExactDecimal]

    /// Where each node came from.
    let origins: [SchemaLocation]
    let registry: SchemaRegistry

    /// The enumeration of `x-known-values`, for nodes that have one.
    let knownValues: [NodeID: Int]

    init(_ builder: ProgramBuilder, root: NodeID, registry: SchemaRegistry) {
        tables = builder.joinedTables()
        written = builder.tables(forwarding: false)
        self.root = root
        patterns = builder.patterns
        decimals = builder.decimals
        origins = builder.origins
        knownValues = builder.knownValues
        self.registry = registry
    }

    deinit {
        tables.deallocate()
        written.deallocate()
    }
}
