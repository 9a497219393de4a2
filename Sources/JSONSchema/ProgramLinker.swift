internal import JSONCore

/// Turns what the compiler built into what the evaluator runs.
///
/// Schemas that must hold together become one, edges lead past schemas that only refer to others, what nearly every schema
/// asks is lifted into its node, and alternatives are told apart by type or by the value of a member where that decides.
struct ProgramLinker {
    private var builder: ProgramBuilder

    /// - Complexity: O(program).
    init(_ built: ProgramBuilder) {
        var conjunctions = ConjunctionJoiner(built)
        conjunctions.run()
        builder = conjunctions.builder
        redirect()
        var alternatives = AlternativeJoiner(builder)
        alternatives.run()
        builder = alternatives.builder
        for node in builder.nodes.indices { lift(node) }
        tellAlternativesApart()
        for plan in builder.members.indices {
            closeRequired(plan)
            numberRequired(plan)
        }
        for place in builder.names.indices { decide(place) }
    }

    /// The finished tables.
    var tables: ProgramTables { ProgramTables(builder) }

    // MARK: Edges

    /// Leads every edge past nodes that only refer to others.
    private mutating func redirect() {
        let targets = builder.nodes.indices.map { builder.forwarded(NodeID($0)) }
        func target(_ id: NodeID) -> NodeID { id == .unasked ? id : targets[Int(id.index)] }
        builder.instructions = builder.instructions.map { $0.redirected(target) }
        builder.children = builder.children.map(target)
        for plan in builder.members.indices {
            builder.members[plan].additional = target(builder.members[plan].additional)
        }
        for place in builder.names.indices {
            builder.names[place].rule.node = target(builder.names[place].rule.node)
        }
        builder.patternMembers = builder.patternMembers.map {
            PatternMember(pattern: $0.pattern, node: target($0.node))
        }
    }

    // MARK: Families

    /// Lifts into a node what needs no instruction.
    private mutating func lift(_ number: Int) {
        var node = builder.nodes[number]
        if !node.arrays.isEmpty {
            node.items = builder.takeItems(from: &node.arrays)
            node.itemCounts = builder.takeItemCounts(from: &node.arrays)
        }
        if !node.objects.isEmpty { node.members = builder.takeMembers(from: &node.objects) }
        if !node.numbers.isEmpty, let bounds = NumberBounds(node.numbers, in: builder) {
            node.bounds = Place(builder.add(bounds))
        }
        node.decided = node.mayDecide.intersection(node.types)
        node.onlyPattern = builder.onlyPattern(of: node)
        node.isSimple =
            node.values.isEmpty && node.unevaluated.isEmpty
            && !builder.applies(node.objects) && !builder.applies(node.arrays)
        if node.isSimple, node.objects.isEmpty { node.onlyMembers = node.members }
        builder.nodes[number] = node
        builder.nodes[number].isRow = isRow(node)
    }

    private func isRow(_ node: Node) -> Bool {
        guard node.types == .array, node.items != .unasked, node.arrays.isEmpty, node.values.isEmpty,
            node.unevaluated.isEmpty
        else { return false }
        return builder[node.items].types.isSubset(of: builder[node.items].mayDecide)
    }

    /// A member that is required and not described is as all others, unless patterns describe it.
    private mutating func closeRequired(_ number: Int) {
        let plan = builder.members[number]
        guard plan.hasAdditional else { return }
        for place in plan.names.entries.range {
            let rule = builder.names[place].rule
            if !rule.isDescribed, !rule.mayMatchPattern { builder.names[place].rule.node = plan.additional }
        }
    }

    /// Gives each required name a bit; the first is for all others.
    private mutating func numberRequired(_ number: Int) {
        let required = builder.members[number].names.entries.range.filter {
            builder.names[$0].rule.isRequired
        }
        guard required.count < 64 else { return }
        for (requirement, place) in required.enumerated() {
            builder.names[place].rule.requirement = UInt8(requirement + 1)
        }
        builder.members[number].requirements = .max >> UInt64(63 - required.count)
        builder.members[number].onlyRequires =
            !builder.members[number].asksOthers
            && builder.members[number].names.entries.range.allSatisfy { place in
                builder[builder.names[place].rule.node].decided == .all
            }
    }

    /// Puts beside a name what its node says of types.
    private mutating func decide(_ place: Int) {
        let node = builder[builder.names[place].rule.node]
        builder.names[place].rule.types = node.types
        builder.names[place].rule.decided = builder.names[place].rule.mayMatchPattern ? .none : node.decided
        builder.names[place].rule.plan = node.onlyMembers
    }

    // MARK: Alternatives

    /// All at once, because a choice may lead to another.
    private mutating func tellAlternativesApart() {
        var choices: [(at: Int, instruction: Instruction)] = []
        for node in builder.nodes.indices { choices += self.choices(node) }
        for choice in choices { builder.instructions[choice.at] = choice.instruction }
    }

    /// What tells the alternatives of a node apart, in place of each list of them.
    private mutating func choices(_ number: Int) -> [(at: Int, instruction: Instruction)] {
        let node = builder.nodes[number]
        var choices: [(at: Int, instruction: Instruction)] = []
        for at in [node.values.range, node.objects.range].joined() {
            guard let branches = builder.alternatives(of: builder.instructions[at]), branches.count > 1 else {
                continue
            }
            let isExclusive = if case .oneOf = builder.instructions[at] { true } else { false }
            let areObjects = node.types == .object || branches.allSatisfy { builder[$0].types == .object }
            if areObjects || node.objects.range.contains(at),
                let choice = MemberChoice(branches, in: builder)
            {
                choices.append((at, .choice(builder.add(choice, isExclusive: isExclusive))))
            } else if case .oneOf(let run) = builder.instructions[at], haveDistinctTypes(branches) {
                choices.append((at, .anyOf(run)))
            }
        }
        return choices
    }

    private func haveDistinctTypes(_ branches: ArraySlice<NodeID>) -> Bool {
        var seen = TypeMask.none
        for branch in branches {
            guard seen.isDisjoint(with: builder[branch].types) else { return false }
            seen.formUnion(builder[branch].types)
        }
        return true
    }
}

extension Node {
    /// Whether strings are asked for nothing but what stands in their family.
    fileprivate var isStringOnly: Bool { values.isEmpty && types.allows(tag: TapeTag.string) }

    /// The types of which nothing but the mask is asked.
    fileprivate var mayDecide: TypeMask {
        guard values.isEmpty else { return .none }
        var types = TypeMask.all
        if wantsInteger { types.subtract(.inexactNumber) }
        if !numbers.isEmpty { types.subtract(.number) }
        if !strings.isEmpty { types.subtract(.string) }
        let asksArrays = !arrays.isEmpty || itemCounts != .any || items != .unasked
        if asksArrays || !unevaluated.isEmpty { types.subtract(.array) }
        if !objects.isEmpty || !members.isNone || !unevaluated.isEmpty { types.subtract(.object) }
        return types
    }
}

extension ProgramBuilder {
    /// Takes the first instruction that is wanted out of a run that no other node has.
    private mutating func take<Wanted>(
        from run: inout TableSlice,
        _ wanted: (Instruction) -> Wanted?
    ) -> Wanted? {
        for at in run.range {
            guard let found = wanted(instructions[at]) else { continue }
            instructions.swapAt(at, run.range.lowerBound)
            run.start += 1
            run.count -= 1
            return found
        }
        return nil
    }

    /// The node of all items, where no prefix has its own.
    fileprivate mutating func takeItems(from run: inout TableSlice) -> NodeID {
        let items = take(from: &run) { instruction -> Int? in
            guard case .items(let run) = instruction, run.count == 1 else { return nil }
            return Int(run.start)
        }
        return items.map { children[$0] } ?? .unasked
    }

    fileprivate mutating func takeItemCounts(from run: inout TableSlice) -> CountRange {
        var counts = CountRange.any
        let least = { (instruction: Instruction) -> UInt32? in
            guard case .minItems(let limit) = instruction else { return nil }
            return UInt32(exactly: limit)
        }
        while let limit = take(from: &run, least) { counts.least = max(counts.least, limit) }
        let greatest = { (instruction: Instruction) -> UInt32? in
            guard case .maxItems(let limit) = instruction else { return nil }
            return UInt32(clamping: limit)
        }
        while let limit = take(from: &run, greatest) { counts.greatest = min(counts.greatest, limit) }
        return counts
    }

    fileprivate mutating func takeMembers(from run: inout TableSlice) -> Place {
        let plan = take(from: &run) { instruction -> Int? in
            guard case .members(let plan) = instruction else { return nil }
            return plan
        }
        return plan.map(Place.init) ?? .none
    }

    fileprivate func onlyPattern(of node: Node) -> Place {
        guard node.strings.count == 1, node.isStringOnly,
            case .pattern(let pattern) = instructions[Int(node.strings.start)]
        else { return .none }
        return Place(pattern)
    }

    /// Whether instructions of a family apply other nodes to the value itself.
    fileprivate func applies(_ run: TableSlice) -> Bool {
        run.range.contains { at in
            switch instructions[at] {
            case .reference, .anyOf, .oneOf, .choice: true
            default: false
            }
        }
    }
}

extension Instruction {
    fileprivate func redirected(_ target: (NodeID) -> NodeID) -> Instruction {
        switch self {
        case .propertyNames(let node): .propertyNames(target(node))
        case .reference(let node): .reference(target(node))
        case .dynamicReference(let node): .dynamicReference(target(node))
        case .not(let node): .not(target(node))
        case .unevaluatedItems(let node): .unevaluatedItems(target(node))
        case .unevaluatedProperties(let node): .unevaluatedProperties(target(node))
        default: self
        }
    }
}
