internal import JSONCore

/// A table of the program: memory that is read without reference counting.
@safe struct ProgramTable<Element: BitwiseCopyable>: @unchecked Sendable {
    // Sendable because nothing writes after init; the program that owns the tables frees them when nobody evaluates.
    private let base: UnsafeMutablePointer<Element>

    init(_ elements: [Element]) {
        // Entries of 64 bytes take one cache line each; what malloc aligns takes half the time.
        let memory = UnsafeMutableRawPointer.allocate(
            byteCount: max(elements.count, 1) * MemoryLayout<Element>.stride,
            alignment: MemoryLayout<Element>.stride == 64 ? 64 : MemoryLayout<Element>.alignment
        )
        unsafe base = memory.bindMemory(to: Element.self, capacity: elements.count)
        unsafe base.initialize(from: elements, count: elements.count)
    }

    /// The index comes from the compiler and is not checked.
    @inline(__always) subscript(index: Int) -> Element { unsafe base[index] }

    func deallocate() { unsafe UnsafeMutableRawPointer(base).deallocate() }
}

extension ProgramTable<UInt8> {
    /// Eight bytes as a little-endian number.
    @inline(__always) func loadWord(at index: Int) -> UInt64 {
        unsafe UnsafeRawPointer(base + index).loadUnaligned(as: UInt64.self)
    }
}

/// Everything the evaluator reads.
///
/// It is one pointer wide and read field by field: as a plain struct it was copied whole at every use.
@safe struct ProgramTables: @unchecked Sendable {
    // Sendable because nothing writes after init.
    private let storage: UnsafeMutablePointer<Storage>

    private init(_ tables: Storage) {
        unsafe storage = .allocate(capacity: 1)
        unsafe storage.initialize(to: tables)
    }

    /// A copy of them, at a place that somebody else owns.
    @inline(__always) init(at storage: UnsafeMutablePointer<Storage>) { unsafe self.storage = storage }

    /// All of them, to be copied.
    var all: Storage { unsafe storage.pointee }

    @inline(__always) var nodes: ProgramTable<Node> { unsafe storage.pointee.nodes }
    @inline(__always) var instructions: ProgramTable<Instruction> { unsafe storage.pointee.instructions }
    @inline(__always) var children: ProgramTable<NodeID> { unsafe storage.pointee.children }
    @inline(__always) var members: ProgramTable<MemberPlan> { unsafe storage.pointee.members }
    @inline(__always) var names: ProgramTable<NameEntry> { unsafe storage.pointee.names }
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
    @inline(__always) var integers: ProgramTable<IntegerEntry> { unsafe storage.pointee.integers }
    @inline(__always) var limits: ProgramTable<NumberLimit> { unsafe storage.pointee.limits }
    @inline(__always) var choices: ProgramTable<Choice> { unsafe storage.pointee.choices }
    @inline(__always) var bounds: ProgramTable<NumberBounds> { unsafe storage.pointee.bounds }
    @inline(__always) var patterns: ProgramTable<PatternHandle> { unsafe storage.pointee.patterns }
    @inline(__always) var order: MemberOrder { unsafe storage.pointee.order }
    @inline(__always) var nameSeed: UInt64 { unsafe storage.pointee.nameSeed }

    struct Storage {
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
        let integers: ProgramTable<IntegerEntry>
        let limits: ProgramTable<NumberLimit>
        let choices: ProgramTable<Choice>
        let bounds: ProgramTable<NumberBounds>
        let patterns: ProgramTable<PatternHandle>
        let order: MemberOrder

        /// For the hashes of names, or 0.
        let nameSeed: UInt64
    }

    init(_ builder: ProgramBuilder) {
        self.init(
            Storage(
                nodes: ProgramTable(builder.nodes),
                instructions: ProgramTable(builder.instructions),
                children: ProgramTable(builder.children),
                members: ProgramTable(builder.members),
                names: ProgramTable(builder.names),
                slots: ProgramTable(builder.slots),
                text: ProgramTable(builder.text),
                patternMembers: ProgramTable(builder.patternMembers),
                contains: ProgramTable(builder.contains),
                dependencies: ProgramTable(builder.dependencies),
                enumerations: ProgramTable(builder.enumerations),
                enumeratedValues: ProgramTable(builder.enumeratedValues),
                integers: ProgramTable(builder.integers),
                limits: ProgramTable(builder.limits),
                choices: ProgramTable(builder.choices),
                bounds: ProgramTable(builder.bounds),
                patterns: ProgramTable(builder.patterns.map(\.handle)),
                order: MemberOrder(builder.names),
                nameSeed: builder.nameSeed
            )
        )
    }

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
        integers.deallocate()
        limits.deallocate()
        choices.deallocate()
        bounds.deallocate()
        patterns.deallocate()
        order.deallocate()
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

    /// How values should be written, for nodes that say so.
    let forms: [NodeID: ValueForm]

    /// What `x-discriminator` chooses between, for nodes that have one.
    let variants: [NodeID: KnownVariants]

    init(_ builder: ProgramBuilder, root: NodeID, registry: SchemaRegistry) {
        tables = ProgramLinker(builder).tables
        written = ProgramTables(builder)
        self.root = root
        patterns = builder.patterns
        decimals = builder.decimals
        origins = builder.origins
        knownValues = builder.knownValues
        forms = builder.forms
        variants = builder.variants
        self.registry = registry
    }

    deinit {
        tables.deallocate()
        written.deallocate()
    }
}
