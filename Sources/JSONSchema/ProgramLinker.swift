internal import JSONCore

/// Turns what the compiler built into what the evaluator runs.
///
/// Schemas that must hold together become one, edges lead past schemas that only refer to others, what nearly every schema
/// asks is lifted into its node, and alternatives are told apart by type or by the value of a member where that decides.
struct ProgramLinker {
    private var builder: ProgramBuilder

    /// - Complexity: O(program).
    init(_ built: ProgramBuilder) {
        var joiner = ConjunctionJoiner(built)
        joiner.run()
        builder = joiner.builder
        redirect()
        for node in builder.nodes.indices { narrow(node) }
        for node in builder.nodes.indices { narrowByAlternatives(node) }
        for node in builder.nodes.indices { lift(node) }
        for node in builder.nodes.indices { choose(node) }
        for plan in builder.members.indices { closeRequired(plan) }
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

    // MARK: Types

    /// Leaves a node the types that its enumerations have.
    private mutating func narrow(_ number: Int) {
        for at in builder.nodes[number].values.range {
            guard let enumeration = builder.enumeration(of: builder.instructions[at]) else { continue }
            builder.nodes[number].types.formIntersection(enumeration.types)
        }
    }

    /// Leaves a node the types that any of its alternatives allows.
    private mutating func narrowByAlternatives(_ number: Int) {
        for at in builder.nodes[number].values.range {
            guard let branches = builder.alternatives(of: builder.instructions[at]) else { continue }
            let types = branches.reduce(TypeMask.none) { $0.union(builder[$1].types) }
            builder.nodes[number].types.formIntersection(types)
        }
    }

    // MARK: Families

    /// Lifts into a node what needs no instruction.
    private mutating func lift(_ number: Int) {
        var draft = builder.draft(of: builder.nodes[number])
        let (items, counts, members) = (draft.takeItems(builder), draft.takeItemCounts(), draft.takeMembers())
        draft.takeStringEnumerations(builder)
        builder.finish(NodeID(number), draft)
        builder.nodes[number].items = items
        builder.nodes[number].itemCounts = counts
        builder.nodes[number].members = members
        if let bounds = NumberBounds(draft.numbers, builder.limits) {
            builder.nodes[number].bounds = Place(builder.add(bounds))
        }
        builder.nodes[number].decided = builder.nodes[number].mayDecide
        builder.nodes[number].isSimple = draft.values.isEmpty && draft.unevaluated.isEmpty
        builder.nodes[number].isRow = isRow(builder.nodes[number])
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
        guard plan.hasAdditional, plan.patterns.isEmpty else { return }
        for place in plan.names.entries.range where !builder.names[place].rule.isDescribed {
            builder.names[place].rule.node = plan.additional
        }
    }

    /// Puts beside a name what its node says of types.
    private mutating func decide(_ place: Int) {
        let node = builder[builder.names[place].rule.node]
        builder.names[place].rule.types = node.types
        builder.names[place].rule.decided = node.decided
    }

    // MARK: Alternatives

    /// Finds for each list of alternatives what tells them apart.
    private mutating func choose(_ number: Int) {
        for at in builder.nodes[number].values.range {
            guard let branches = builder.alternatives(of: builder.instructions[at]), branches.count > 1 else {
                continue
            }
            if let choice = builder.choice(among: branches) {
                builder.instructions[at] = .choice(builder.add(choice))
            } else if case .oneOf(let run) = builder.instructions[at], haveDistinctTypes(branches) {
                builder.instructions[at] = .anyOf(run)
            }
        }
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

extension NodeDraft {
    /// The node of all items, where no prefix has its own.
    fileprivate mutating func takeItems(_ builder: ProgramBuilder) -> NodeID {
        for (position, instruction) in arrays.enumerated() {
            guard case .items(let run) = instruction, run.count == 1 else { continue }
            arrays.remove(at: position)
            return builder.children[Int(run.start)]
        }
        return .unasked
    }

    fileprivate mutating func takeItemCounts() -> CountRange {
        var counts = CountRange.any
        arrays.removeAll { instruction in
            switch instruction {
            case .minItems(let limit):
                guard let least = UInt32(exactly: limit) else { return false }
                counts.least = max(counts.least, least)
            case .maxItems(let limit): counts.greatest = min(counts.greatest, UInt32(clamping: limit))
            default: return false
            }
            return true
        }
        return counts
    }

    fileprivate mutating func takeMembers() -> Place {
        for (position, instruction) in objects.enumerated() {
            guard case .members(let plan) = instruction else { continue }
            objects.remove(at: position)
            return Place(plan)
        }
        return .none
    }

    /// Makes enumerations that allow strings only a matter of strings; the types leave out all else.
    fileprivate mutating func takeStringEnumerations(_ builder: ProgramBuilder) {
        values.removeAll { instruction in
            guard let enumeration = builder.enumeration(of: instruction), enumeration.types == .string else {
                return false
            }
            strings.append(instruction)
            return true
        }
    }
}

extension ProgramBuilder {
    fileprivate subscript(_ id: NodeID) -> Node { nodes[Int(id.index)] }

    fileprivate func enumeration(of instruction: Instruction) -> Enumeration? {
        switch instruction {
        case .constant(let number), .enumeration(let number): enumerations[number]
        default: nil
        }
    }

    fileprivate func alternatives(of instruction: Instruction) -> ArraySlice<NodeID>? {
        switch instruction {
        case .anyOf(let run), .oneOf(let run): children[run.range]
        default: nil
        }
    }

    // MARK: Choices

    /// What tells branches apart: a member that each requires to be one of some strings, none of them twice.
    fileprivate mutating func choice(among branches: ArraySlice<NodeID>) -> Choice? {
        guard branches.allSatisfy({ self[$0].types == .object }), let first = branches.first else {
            return nil
        }
        for place in requiredNames(of: first) {
            let values = branches.map { strings(ofMember: place, of: $0) }
            var seen: Set<[UInt8]> = []
            let areDistinct = values.allSatisfy { places in
                !places.isEmpty && places.allSatisfy { seen.insert(bytes(ofName: $0)).inserted }
            }
            if areDistinct { return choice(by: place, zip(branches, values)) }
        }
        return nil
    }

    private mutating func choice(by member: Int, _ branches: some Sequence<(NodeID, Range<Int>)>) -> Choice {
        let entries = branches.flatMap { branch, places in
            places.map { NameEntry(key: names[$0].key, text: names[$0].text, rule: MemberRule(node: branch)) }
        }
        return Choice(member: member, values: add(names: entries))
    }

    private func requiredNames(of id: NodeID) -> [Int] {
        guard !self[id].members.isNone else { return [] }
        return members[self[id].members.index].names.entries.range.filter { names[$0].rule.isRequired }
    }

    /// The places of the strings that a required member may be; empty when it may be something else.
    private func strings(ofMember name: Int, of id: NodeID) -> Range<Int> {
        let place = requiredNames(of: id).first { bytes(ofName: $0) == bytes(ofName: name) }
        guard let place, self[names[place].rule.node].types == .string else { return 0..<0 }
        for at in self[names[place].rule.node].strings.range {
            if let values = enumeration(of: instructions[at]) { return values.strings.entries.range }
        }
        return 0..<0
    }
}

extension Enumeration {
    /// The types of its values.
    var types: TypeMask { strings.entries.isEmpty ? otherTypes : otherTypes.union(.string) }
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
