/// Leaves to types what they can decide.
///
/// A node's types become those that its enumerations and alternatives have. What is asked of values of one type only goes to
/// that type's family: the strings of an enumeration, and those alternatives that alone allow the type, or all of them that
/// allow objects. So `anyOf` of a string and an object is one node, without a choice to make.
///
/// Only what the evaluator runs is changed; explanations go by the program as it is written.
struct AlternativeJoiner {
    private(set) var builder: ProgramBuilder
    private var isSettled: [Bool]

    init(_ builder: ProgramBuilder) {
        self.builder = builder
        isSettled = builder.nodes.map(\.values.isEmpty)
    }

    /// - Complexity: O(program).
    mutating func run() {
        for node in builder.nodes.indices { settle(NodeID(node)) }
    }

    /// Stack by nesting on one value, which the compiler has limited.
    private mutating func settle(_ id: NodeID) {
        guard !isSettled[Int(id.index)] else { return }
        isSettled[Int(id.index)] = true
        let node = builder.nodes[Int(id.index)]
        for at in node.values.range {
            guard let branches = builder.alternatives(of: builder.instructions[at]) else { continue }
            for branch in branches { settle(branch) }
        }
        var draft = builder.draft(of: node)
        draft.values = []
        for at in node.values.range { take(builder.instructions[at], into: &draft) }
        builder.finish(id, draft)
    }

    private mutating func take(_ instruction: Instruction, into draft: inout NodeDraft) {
        if let enumeration = builder.enumeration(of: instruction) {
            take(enumeration, instruction, into: &draft)
        } else if let branches = builder.alternatives(of: instruction) {
            take(branches, instruction, into: &draft)
        } else {
            draft.values.append(instruction)
        }
    }

    /// Types say all of `null`, `true` and `false`.
    private func take(_ enumeration: Enumeration, _ instruction: Instruction, into draft: inout NodeDraft) {
        draft.types.formIntersection(enumeration.types)
        guard enumeration.types.isDisjoint(with: .container) else {
            draft.values.append(instruction)
            return
        }
        if !enumeration.types.isDisjoint(with: .string) { draft.strings.append(instruction) }
        if !enumeration.types.isDisjoint(with: .number) { draft.numbers.append(instruction) }
    }

    // MARK: Alternatives

    /// Alternatives that may allow values of the same types, and no others that do.
    private struct Group {
        var families: TypeMask
        var branches: [NodeID]
    }

    private mutating func take(
        _ branches: ArraySlice<NodeID>,
        _ instruction: Instruction,
        into draft: inout NodeDraft
    ) {
        let groups = self.groups(branches, among: draft.types)
        draft.types.formIntersection(branches.reduce(.none) { $0.union(types(of: $1)) })
        guard groups.count > 1, groups.allSatisfy({ mayJoin($0, draft) }) else {
            draft.values.append(instruction)
            return
        }
        for group in groups { join(group, instruction, into: &draft) }
    }

    private func types(of id: NodeID) -> TypeMask { builder.nodes[Int(id.index)].types }

    private func groups(_ branches: ArraySlice<NodeID>, among types: TypeMask) -> [Group] {
        var groups: [Group] = []
        for branch in branches {
            let families = self.types(of: branch).intersection(types).wholeFamilies
            guard families != .none else { continue }
            var group = Group(families: families, branches: [])
            for other in groups where !other.families.isDisjoint(with: families) {
                group.families.formUnion(other.families)
                group.branches += other.branches
            }
            group.branches.append(branch)
            groups.removeAll { !$0.families.isDisjoint(with: families) }
            groups.append(group)
        }
        return groups
    }

    /// Whether the group can become part of a node's families.
    private func mayJoin(_ group: Group, _ draft: NodeDraft) -> Bool {
        group.families == .object || group.families == .array || isPlain(group, draft)
    }

    private func isPlain(_ group: Group, _ draft: NodeDraft) -> Bool {
        let node = builder.nodes[Int(group.branches[0].index)]
        return group.branches.count == 1 && node.values.isEmpty && node.unevaluated.isEmpty
            && draft.size + node.size <= ConjunctionJoiner.maxInstructions
    }

    private mutating func join(_ group: Group, _ instruction: Instruction, into draft: inout NodeDraft) {
        if isPlain(group, draft) {
            let node = builder.nodes[Int(group.branches[0].index)]
            draft.addFamilies(of: node, group.families, in: builder)
            return
        }
        let part = builder.add(children: group.branches)
        let instruction: Instruction =
            if group.branches.count == 1 {
                .reference(group.branches[0])
            } else if case .oneOf = instruction { .oneOf(part) } else { .anyOf(part) }
        if group.families == .object {
            draft.objects.append(instruction)
        } else {
            draft.arrays.append(instruction)
        }
    }
}

extension TypeMask {
    /// With all kinds of numbers, if there is one.
    fileprivate var wholeFamilies: TypeMask { isDisjoint(with: .number) ? self : union(.number) }
}

extension ProgramBuilder {
    func enumeration(of instruction: Instruction) -> Enumeration? {
        switch instruction {
        case .constant(let number), .enumeration(let number): enumerations[number]
        default: nil
        }
    }

    func alternatives(of instruction: Instruction) -> ArraySlice<NodeID>? {
        switch instruction {
        case .anyOf(let run), .oneOf(let run): children[run.range]
        default: nil
        }
    }
}

extension Enumeration {
    /// The types of its values.
    var types: TypeMask { strings.entries.isEmpty ? otherTypes : otherTypes.union(.string) }
}
