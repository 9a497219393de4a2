internal import JSONCore

/// The program while it grows.
struct ProgramBuilder {
    var nodes: [Node] = []
    private(set) var origins: [SchemaLocation] = []
    var instructions: [Instruction] = []
    var children: [NodeID] = []
    var members: [MemberPlan] = []
    /// Runs of names, and behind each an entry that no name is; the first is for the empty table.
    var names: [NameEntry] = [.none]
    private(set) var slots: [UInt32] = []
    private var hashedTables: [NameTable] = []

    /// For the hashes of names; 0 while ``NameKey/hash`` scatters them well enough.
    private(set) var nameSeed: UInt64 = 0
    private(set) var text: [UInt8] = []
    var patternMembers: [PatternMember] = []
    private(set) var contains: [ContainsPlan] = []
    private(set) var dependencies: [Dependency] = []
    private(set) var enumerations: [Enumeration] = []
    private(set) var enumeratedValues: [EnumeratedValue] = []
    private(set) var integers: [IntegerEntry] = []
    private(set) var limits: [NumberLimit] = []
    private(set) var choices: [Choice] = []
    private(set) var bounds: [NumberBounds] = []
    private(set) var decimals: [ExactDecimal] = []
    private(set) var patterns: [Pattern] = []
    private var patternNumbers: [ExactText: Int] = [:]
    var knownValues: [NodeID: Int] = [:]
    var forms: [NodeID: ValueForm] = [:]
    var variants: [NodeID: KnownVariants] = [:]

    mutating func reserveNode(origin: SchemaLocation) -> NodeID {
        nodes.append(Node())
        origins.append(origin)
        return NodeID(nodes.count - 1)
    }

    mutating func finish(_ id: NodeID, _ draft: NodeDraft) {
        var node = Node()
        node.types = draft.types
        node.wantsInteger = draft.wantsInteger
        node.numbers = append(draft.numbers)
        node.strings = append(draft.strings)
        node.arrays = append(draft.arrays)
        node.objects = append(draft.objects)
        node.values = append(draft.values)
        node.unevaluated = append(draft.unevaluated)
        nodes[Int(id.index)] = node
    }

    private mutating func append(_ run: [Instruction]) -> TableSlice {
        guard !run.isEmpty else { return .empty }
        defer { instructions += run }
        return TableSlice(start: UInt32(instructions.count), count: UInt32(run.count))
    }

    mutating func add(children run: [NodeID]) -> TableSlice {
        defer { children += run }
        return TableSlice(start: UInt32(children.count), count: UInt32(run.count))
    }

    mutating func add(_ plan: MemberPlan) -> Int { Self.append(plan, to: &members) }

    mutating func add(_ plan: ContainsPlan) -> Int { Self.append(plan, to: &contains) }

    mutating func add(_ dependency: Dependency) -> Int { Self.append(dependency, to: &dependencies) }

    mutating func add(_ choice: Choice) -> Int { Self.append(choice, to: &choices) }

    mutating func add(_ entry: NumberBounds) -> Int { Self.append(entry, to: &bounds) }

    mutating func add(_ run: [PatternMember]) -> TableSlice {
        defer { patternMembers += run }
        return TableSlice(start: UInt32(patternMembers.count), count: UInt32(run.count))
    }

    private static func append<Element>(_ element: Element, to table: inout [Element]) -> Int {
        table.append(element)
        return table.count - 1
    }

    mutating func add(limit: ExactDecimal, nearest double: Double) -> Int {
        let integer = limit.int64
        decimals.append(limit)
        return Self.append(
            NumberLimit(
                double: double,
                integer: integer ?? 0,
                isInteger: integer != nil,
                decimal: decimals.count - 1
            ),
            to: &limits
        )
    }

    mutating func add(
        _ enumeration: [EnumeratedValue],
        types: TypeMask,
        strings: [JSONString],
        integers: [Int64]
    ) -> Int {
        let start = enumeratedValues.count
        enumeratedValues += enumeration.sorted { $0.hash < $1.hash }
        let others = TableSlice(start: UInt32(start), count: UInt32(enumeration.count))
        let table = add(names: strings.map { name(of: $0) })
        let run = add(integers.map { IntegerEntry(value: $0) })
        return Self.append(
            Enumeration(strings: table, others: others, otherTypes: types, integers: run),
            to: &enumerations
        )
    }

    /// The integers that are all an enumeration allows but strings; nil when it allows something else.
    func onlyIntegers(of enumeration: Enumeration) -> [Int64]? {
        guard enumeration.integers.count == enumeration.others.count else { return nil }
        return integers[enumeration.integers.range].map(\.value)
    }

    mutating func add(_ run: [IntegerEntry]) -> TableSlice {
        defer { integers += run }
        return TableSlice(start: UInt32(integers.count), count: UInt32(run.count))
    }

    /// A pattern's place; one source is compiled once.
    mutating func add(pattern source: String) throws(PatternSyntaxError) -> Int {
        let exact = ExactText(source)
        if let known = patternNumbers[exact] { return known }
        patterns.append(try Pattern(source))
        patternNumbers[exact] = patterns.count - 1
        return patterns.count - 1
    }

    // MARK: Names

    /// Puts a name's bytes into the text; the entry is not yet in a table.
    mutating func name(of name: JSONString, rule: MemberRule = MemberRule()) -> NameEntry {
        name.withUTF8 { bytes in
            defer { unsafe text.append(contentsOf: bytes.buffer) }
            return NameEntry(key: NameKey(bytes), text: UInt32(text.count), rule: rule)
        }
    }

    /// A name followed by those it demands, scanned one by one and never as a table.
    mutating func add(dependencyOf trigger: JSONString, on required: [NameEntry]) -> TableSlice {
        append(names: [name(of: trigger)] + required)
    }

    /// Adds distinct names, with what is asked of their members.
    mutating func add(names entries: [NameEntry]) -> NameTable {
        guard !entries.isEmpty else { return .empty }
        let run = append(names: entries)
        var table = slotTable(run)
        if max(table.longestWay, table.longestRun) > NameTable.maxRun, nameSeed == 0 {
            seedNames()
            table = slotTable(run)
        }
        defer { slots += table.slots }
        let place = TableSlice(start: UInt32(slots.count), count: UInt32(table.slots.count))
        hashedTables.append(NameTable(entries: run, slots: place))
        return hashedTables[hashedTables.count - 1]
    }

    /// Goes over to the seeded hash.
    private mutating func seedNames() {
        nameSeed = .random(in: 1 ... .max)
        for table in hashedTables {
            slots.replaceSubrange(table.slots.range, with: slotTable(table.entries).slots)
        }
    }

    private func slotTable(_ run: TableSlice) -> SlotTable {
        var table = SlotTable(run)
        for entry in names[run.range] where nameSeed != 0 || table.longestWay <= NameTable.maxRun {
            table.add(hash: hash(of: entry))
        }
        return table
    }

    private func hash(of entry: NameEntry) -> Int {
        guard nameSeed > 0 else { return entry.key.hash }
        return entry.key.hash(seed: nameSeed) { offset in
            (0..<8).reduce(0) { $0 | UInt64(text[Int(entry.text) + offset + $1]) << UInt64(8 * $1) }
        }
    }

    /// The place of a name in a table.
    func place(of name: JSONString, in table: NameTable) -> Int? {
        let (key, hash) = name.withUTF8 { text in
            let key = NameKey(text)
            return (key, nameSeed == 0 ? key.hash : key.hash(seed: nameSeed, word: text.loadWord))
        }
        return place(of: key, key.count > 16 ? name.bytes : [], hash: hash, in: table)
    }

    /// The places of a table's names, and those of the same names in another table.
    func places(of names: NameTable, in table: NameTable) -> [(place: Int, other: Int?)] {
        names.entries.range.map { ($0, place(of: self.names[$0], in: table)) }
    }

    /// The place of the same name in another table.
    func place(of entry: NameEntry, in table: NameTable) -> Int? {
        place(of: entry.key, entry.key.count > 16 ? bytes(of: entry) : [], hash: hash(of: entry), in: table)
    }

    /// Bytes are compared only of names that are longer than their keys.
    private func place(of key: NameKey, _ bytes: [UInt8], hash: Int, in table: NameTable) -> Int? {
        guard !table.slots.isEmpty else { return nil }
        var slot = hash
        while true {
            let place = Int(slots[Int(table.slots.start) + slot & (Int(table.slots.count) - 1)]) - 1
            guard place >= 0 else { return nil }
            let agrees = names[place].key.agrees(with: key)
            if agrees, key.count <= 16 || self.bytes(ofName: place) == bytes { return place }
            slot &+= 1
        }
    }

    private mutating func append(names entries: [NameEntry]) -> TableSlice {
        defer { names += entries + [.none] }
        return TableSlice(start: UInt32(names.count), count: UInt32(entries.count))
    }
}

/// One schema's node while its keywords are read.
struct NodeDraft {
    var types = TypeMask.all
    var wantsInteger = false
    var numbers: [Instruction] = []
    var strings: [Instruction] = []
    var arrays: [Instruction] = []
    var objects: [Instruction] = []
    var values: [Instruction] = []
    var unevaluated: [Instruction] = []
}
