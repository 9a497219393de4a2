/// Which schemas may have something to note, by node.
struct NotableNodes {
    private let tables: ProgramTables
    private(set) var flags: [Bool]
    private var parents: [[Int]]
    private var waiting: [Int] = []

    /// - Complexity: O(program).
    init(_ program: Program) {
        tables = program.written
        flags = Array(repeating: false, count: tables.nodes.count)
        parents = Array(repeating: [], count: tables.nodes.count)
        let plans = (0..<tables.members.count).map { tables.members[$0] }
        let leavesMembers = plans.contains { $0.namesProperties && !$0.hasAdditional }
        // Members are described only for the sake of those that are not.
        guard leavesMembers || !program.knownValues.isEmpty else { return }
        for number in flags.indices { visit(number) }
        for node in program.knownValues.keys { mark(Int(node.index)) }
        while let node = waiting.popLast() { for parent in parents[node] { mark(parent) } }
    }

    private mutating func mark(_ node: Int) {
        guard !flags[node] else { return }
        flags[node] = true
        waiting.append(node)
    }

    private mutating func visit(_ number: Int) {
        let node = tables.nodes[number]
        for run in [node.arrays, node.objects, node.values, node.unevaluated] {
            for at in run.range {
                let instruction = tables.instructions[at]
                if describesMembers(instruction) { mark(number) }
                for child in tables.applied(by: instruction) where child != .unasked {
                    parents[Int(child.index)].append(number)
                }
            }
        }
    }

    private func describesMembers(_ instruction: Instruction) -> Bool {
        switch instruction {
        case .members(let plan):
            let plan = tables.members[plan]
            return plan.namesProperties || plan.concernsOthers
        case .unevaluatedProperties: return true
        default: return false
        }
    }
}

extension ProgramTables {
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
        plan.names.entries.range.filter { rules[$0].isDescribed }.map { rules[$0].node }
            + plan.patterns.range.map { patternMembers[$0].node }
            + (plan.hasAdditional ? [plan.additional] : [])
    }
}
