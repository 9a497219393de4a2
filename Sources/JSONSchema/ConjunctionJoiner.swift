/// Joins schemas that must all hold for one value (`allOf`, `$ref` and what stands beside it) into one node, so that one loop
/// over an object's members or an array's items serves them all.
///
/// Only what the evaluator runs is joined; explanations go by the program as it is written.
struct ConjunctionJoiner {
    private(set) var builder: ProgramBuilder
    private var isJoined: [Bool]
    /// By both nodes' numbers in one, which is hashed faster than a structure.
    private var conjunctions: [UInt64: NodeID] = [:]
    private var waiting: [NodeID] = []

    /// How many nodes there may be, so that conjunctions of recursive schemas come to an end.
    private let maxNodes: Int

    /// How many names there may be, so that a large object beside many small ones is not copied for each.
    private let maxNames: Int

    /// A node takes in others up to so many instructions.
    static let maxInstructions = 64

    init(_ builder: ProgramBuilder) {
        self.builder = builder
        isJoined = Array(repeating: false, count: builder.nodes.count)
        maxNodes = 2 * builder.nodes.count + 64
        maxNames = 4 * builder.names.count + 4_096
    }

    /// - Complexity: O(program).
    mutating func run() {
        for node in builder.nodes.indices { join(NodeID(node)) }
        while let node = waiting.popLast() { join(node) }
    }

    /// Stack by nesting on one value, which the compiler has limited.
    private mutating func join(_ id: NodeID) {
        guard !isJoined[Int(id.index)] else { return }
        isJoined[Int(id.index)] = true
        let node = builder.nodes[Int(id.index)]
        guard node.values.range.contains(where: { isConjunction(builder.instructions[$0]) }),
            builder.forwarded(id) == id
        else { return }
        var draft = builder.draft(of: node)
        var taken = [id]
        draft.values = []
        for at in node.values.range { take(builder.instructions[at], into: &draft, &taken) }
        joinItems(&draft)
        joinMembers(&draft)
        builder.finish(id, draft)
    }

    private func isConjunction(_ instruction: Instruction) -> Bool {
        switch instruction {
        case .reference, .dynamicReference, .allOf: true
        default: false
        }
    }

    private mutating func take(
        _ instruction: Instruction,
        into draft: inout NodeDraft,
        _ taken: inout [NodeID]
    ) {
        switch instruction {
        case .reference(let target), .dynamicReference(let target): take(target, into: &draft, &taken)
        case .allOf(let targets):
            for target in builder.children[targets.range] { take(target, into: &draft, &taken) }
        default: draft.values.append(instruction)
        }
    }

    private mutating func take(_ written: NodeID, into draft: inout NodeDraft, _ taken: inout [NodeID]) {
        let target = builder.forwarded(written)
        guard !taken.contains(target) else { return }
        taken.append(target)
        join(target)
        let node = builder.nodes[Int(target.index)]
        // What is unevaluated is told by the marks of its own schema.
        if node.unevaluated.isEmpty, draft.size + node.size <= Self.maxInstructions {
            draft.types.formIntersection(node.types)
            draft.addFamilies(of: node, .all, in: builder)
            draft.values += builder.instructions[node.values.range]
        } else {
            draft.values.append(.reference(target))
        }
    }

    /// The node of values that conform to both; it is joined later.
    private mutating func conjunction(_ left: NodeID, _ right: NodeID) -> NodeID {
        if left == right || right == .anything { return left }
        if left == .anything { return right }
        let key = UInt64(left.index) << 32 | UInt64(right.index)
        if let known = conjunctions[key] { return known }
        let id = builder.reserveNode(origin: builder.origins[Int(left.index)])
        var draft = NodeDraft()
        draft.values = [.reference(left), .reference(right)]
        builder.finish(id, draft)
        conjunctions[key] = id
        isJoined.append(builder.nodes.count > maxNodes)
        waiting.append(id)
        return id
    }

    // MARK: Arrays

    /// Makes one of those instructions for items that name no prefix.
    private mutating func joinItems(_ draft: inout NodeDraft) {
        var joined: NodeID?
        var rest: [Instruction] = []
        for instruction in draft.arrays {
            if case .items(let run) = instruction, run.count == 1 {
                let node = builder.forwarded(builder.children[Int(run.start)])
                joined = joined.map { conjunction($0, node) } ?? node
            } else {
                rest.append(instruction)
            }
        }
        guard let joined, rest.count + 1 < draft.arrays.count else { return }
        draft.arrays = rest + [.items(builder.add(children: [joined]))]
    }

    // MARK: Objects

    /// Makes one of the plans for members that have no patterns.
    private mutating func joinMembers(_ draft: inout NodeDraft) {
        var joined: MemberPlan?
        var rest: [Instruction] = []
        for instruction in draft.objects {
            if case .members(let number) = instruction, builder.members[number].patterns.isEmpty,
                builder.names.count <= maxNames
            {
                let plan = builder.members[number]
                joined = joined.map { join($0, plan) } ?? plan
            } else {
                rest.append(instruction)
            }
        }
        guard let joined, rest.count + 1 < draft.objects.count else { return }
        draft.objects = rest + [.members(builder.add(joined))]
    }

    private mutating func join(_ left: MemberPlan, _ right: MemberPlan) -> MemberPlan {
        let names = joinedNames(left, right)
        return MemberPlan(
            names: builder.add(names: names),
            requiredCount: names.count(where: \.rule.isRequired),
            patterns: .empty,
            additional: conjunction(
                left.hasAdditional ? left.additional : .anything,
                right.hasAdditional ? right.additional : .anything
            ),
            hasAdditional: left.hasAdditional || right.hasAdditional,
            namesProperties: left.namesProperties || right.namesProperties
        )
    }

    private mutating func joinedNames(_ left: MemberPlan, _ right: MemberPlan) -> [NameEntry] {
        var names: [NameEntry] = []
        for (place, other) in builder.places(of: left.names, in: right.names) {
            names.append(entry(place, of: left, other, of: right))
        }
        for (place, other) in builder.places(of: right.names, in: left.names) where other == nil {
            names.append(entry(place, of: right, nil, of: left))
        }
        return names
    }

    /// What two plans ask of a member that at least one of them names.
    private mutating func entry(
        _ place: Int,
        of plan: MemberPlan,
        _ other: Int?,
        of otherPlan: MemberPlan
    ) -> NameEntry {
        let rule = builder.names[place].rule
        let otherRule = other.map { builder.names[$0].rule }
        let node = demand(of: plan, rule)
        let otherNode = demand(of: otherPlan, otherRule)
        var entry = builder.names[place]
        entry.rule = MemberRule(
            node: conjunction(node ?? .anything, otherNode ?? .anything),
            isDescribed: node != nil || otherNode != nil,
            isRequired: rule.isRequired || otherRule?.isRequired == true
        )
        return entry
    }

    /// The schema for a member: that of its name, else that for all others; nil when it is undescribed.
    private func demand(of plan: MemberPlan, _ rule: MemberRule?) -> NodeID? {
        if let rule, rule.isDescribed { return builder.forwarded(rule.node) }
        return plan.hasAdditional ? builder.forwarded(plan.additional) : nil
    }
}

extension NodeDraft {
    var size: Int { numbers.count + strings.count + arrays.count + objects.count + values.count }

    /// Asks of values of some types what another node asks of them, too.
    mutating func addFamilies(of other: Node, _ types: TypeMask, in builder: ProgramBuilder) {
        if !types.isDisjoint(with: .number) {
            wantsInteger = wantsInteger || other.wantsInteger
            numbers += builder.instructions[other.numbers.range]
        }
        if types.isSuperset(of: .string) { strings += builder.instructions[other.strings.range] }
        if types.isSuperset(of: .array) { arrays += builder.instructions[other.arrays.range] }
        if types.isSuperset(of: .object) { objects += builder.instructions[other.objects.range] }
    }
}

extension Node {
    /// In instructions, without those for what is unevaluated.
    var size: Int {
        Int(numbers.count + strings.count + arrays.count + objects.count + values.count)
    }
}
