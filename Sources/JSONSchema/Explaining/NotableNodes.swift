internal import JSONCore

/// What a schema may note.
struct Notability: OptionSet, BitwiseCopyable, Sendable {
    let rawValue: UInt8

    /// Of a value itself, or of what is in it.
    static var within: Notability { Notability(rawValue: 1) }
    /// Of integers that fit Int64.
    static var integers: Notability { Notability(rawValue: 2) }
    /// Of all other numbers.
    static var numbers: Notability { Notability(rawValue: 4) }
    /// Of texts.
    static var texts: Notability { Notability(rawValue: 8) }
    /// Of values that are looked for in a set.
    static var members: Notability { Notability(rawValue: 16) }
    /// Of a null, a boolean, a number or a text by what is asked of every value; only with `within`.
    static var scalars: Notability { Notability(rawValue: 32) }

    /// What the form of a number or text is looked at for.
    init(_ form: ValueForm) {
        self = form.format == nil ? [] : .texts
        guard form.wantsNumber else { return }
        insert(.numbers)
        if form.integers != .int64, form.integers != .unlimited { insert(.integers) }
    }

    init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Whether there may be something within a value with this tag.
    @inline(__always) func isWithin(tag: UInt8) -> Bool {
        contains(tag == TapeTag.object || tag == TapeTag.array ? .within : .scalars)
    }

    /// Whether a value with this tag is looked at for its form.
    @inline(__always) func concerns(tag: UInt8) -> Bool {
        switch tag {
        case TapeTag.string: contains(.texts)
        case TapeTag.int: contains(.integers)
        case TapeTag.uint, TapeTag.double, TapeTag.big: contains(.numbers)
        default: false
        }
    }
}

/// What a schema may note, and by which node.
struct NotableNode: BitwiseCopyable, Sendable {
    /// Where it is looked for: behind references of which nothing else is asked.
    var target: NodeID
    var flags: Notability
}

/// Which schemas may have something to note, by node.
struct NotableNodes {
    private let tables: ProgramTables
    private var flags: [Notability]
    private(set) var all: [NotableNode] = []

    /// The enumeration of `x-known-values`, for nodes that have one.
    let knownValues: [Int?]

    private var parents: [[Int]]
    private var waiting: [Int] = []

    /// Those that say something of an object's members.
    private var describing: [Int] = []

    /// Whether one of these leaves members undescribed, for the sake of which others describe them.
    private var leavesMembers = false

    /// - Complexity: O(program).
    init(_ program: Program) {
        tables = program.written
        flags = Array(repeating: [], count: program.origins.count)
        parents = Array(repeating: [], count: program.origins.count)
        knownValues = flags.indices.map { program.knownValues[NodeID($0)] }
        for number in flags.indices { visit(number) }
        let open = program.variants.filter { $0.value.enumeration != nil }.keys
        for node in Array(program.knownValues.keys) + open {
            flags[Int(node.index)].formUnion([.members, .scalars])
            mark(Int(node.index))
        }
        for (node, form) in program.forms {
            flags[Int(node.index)].formUnion(Notability(form))
            for parent in parents[Int(node.index)] { mark(parent) }
        }
        if leavesMembers { for node in describing { mark(node) } }
        while let node = waiting.popLast() { for parent in parents[node] { mark(parent) } }
        for number in flags.indices
        where flags[number].contains(.within) && !tables.nodes[number].values.isEmpty {
            flags[number].insert(.scalars)
        }
        all = flags.indices.map(behindReferences)
        (flags, parents, describing) = ([], [], [])
    }

    private func behindReferences(_ number: Int) -> NotableNode {
        var number = number
        // References that lead nowhere but to each other end after as many steps as there are nodes.
        for _ in flags.indices {
            guard flags[number].isSubset(of: [.within, .scalars]), let next = tables.onlyReference(of: number)
            else { break }
            number = Int(next.index)
        }
        return NotableNode(target: NodeID(number), flags: flags[number])
    }

    private mutating func mark(_ node: Int) {
        guard !flags[node].contains(.within) else { return }
        flags[node].insert(.within)
        waiting.append(node)
    }

    private mutating func visit(_ number: Int) {
        let node = tables.nodes[number]
        for run in [node.arrays, node.objects, node.values, node.unevaluated] {
            for at in run.range {
                let instruction = tables.instructions[at]
                visit(instruction, of: number)
                for child in tables.applied(by: instruction) where child != .unasked {
                    parents[Int(child.index)].append(number)
                }
            }
        }
    }

    private mutating func visit(_ instruction: Instruction, of number: Int) {
        switch instruction {
        case .members(let plan):
            let plan = tables.members[plan]
            if plan.namesProperties, !plan.hasAdditional { leavesMembers = true }
            if plan.namesProperties || plan.concernsOthers { describing.append(number) }
        case .unevaluatedProperties: describing.append(number)
        default: break
        }
    }
}

extension ProgramTables {
    /// Where a node refers to that does nothing else.
    fileprivate func onlyReference(of number: Int) -> NodeID? {
        let node = nodes[number]
        guard node.types == .all, node.values.count == 1, node.unevaluated.isEmpty, node.objects.isEmpty,
            node.arrays.isEmpty, case .reference(let target) = instructions[Int(node.values.start)]
        else { return nil }
        return target
    }

    /// The schemas that an instruction applies and that may note something where they accept.
    fileprivate func applied(by instruction: Instruction) -> [NodeID] {
        switch instruction {
        case .reference(let node), .dynamicReference(let node), .unevaluatedItems(let node),
            .unevaluatedProperties(let node):
            [node]
        case .allOf(let run), .anyOf(let run), .oneOf(let run), .conditional(let run), .items(let run):
            run.range.map { children[$0] }
        case .contains(let plan): [contains[plan].node]
        case .dependentSchema(let dependency): [dependencies[dependency].node]
        case .members(let plan): applied(by: members[plan])
        default: []
        }
    }

    private func applied(by plan: MemberPlan) -> [NodeID] {
        plan.names.entries.range.filter { names[$0].rule.isDescribed }.map { names[$0].rule.node }
            + plan.patterns.range.map { patternMembers[$0].node }
            + (plan.hasAdditional ? [plan.additional] : [])
    }
}

extension MemberPlan {
    /// Whether patterns or `additionalProperties` are to be asked.
    var concernsOthers: Bool { hasAdditional || !patterns.isEmpty }
}
