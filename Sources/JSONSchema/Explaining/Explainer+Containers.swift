internal import JSONCore

extension Explainer {
    // MARK: Arrays

    mutating func explainArray(_ instruction: Instruction, _ id: NodeID, _ index: Int) {
        let count = tape.count(of: index)
        switch instruction {
        case .minItems(let limit) where count < limit:
            report(.minItems(limit: limit, actual: count), .minItems, of: id, at: index)
        case .maxItems(let limit) where count > limit:
            report(.maxItems(limit: limit, actual: count), .maxItems, of: id, at: index)
        case .items(let nodes): explainItems(nodes, id, index)
        case .contains(let plan): explainContains(tables.contains[plan], id, index)
        case .uniqueItems: explainUnique(id, index)
        default: break
        }
    }

    private mutating func explainItems(_ nodes: TableSlice, _ id: NodeID, _ index: Int) {
        let prefix = Int(nodes.count) - 1
        let isList = prefix > 0 && schema(id)[Keyword.items.name]?.kind == .array
        let rest = tables.children[Int(nodes.start) + prefix]
        forEachItem(index) { explainer, at, position in
            if position < prefix {
                let node = explainer.tables.children[Int(nodes.start) + position]
                explainer.explainChild(node, at, through: isList ? .items : .prefixItems, .position(position))
            } else if rest != .unasked {
                explainer.explainChild(rest, at, through: isList ? .additionalItems : .items)
            }
        }
    }

    private mutating func forEachItem(_ index: Int, _ body: (inout Explainer, Int, Int) -> Void) {
        count(tape.count(of: index) / 8)
        let end = tape.closingIndex(of: index)
        var at = index + 1
        var position = 0
        while at < end {
            body(&self, at, position)
            at = tape.indexAfter(at)
            position += 1
        }
    }

    private mutating func explainContains(_ plan: ContainsPlan, _ id: NodeID, _ index: Int) {
        let found = evaluation.countItems(plan.node, index, evaluation.outermost)
        if found < plan.minimum || found > plan.maximum {
            let kind = Violation.Kind.contains(minimum: plan.minimum, maximum: plan.maximum, actual: found)
            report(kind, found < plan.minimum ? .contains : .maxContains, of: id, at: index)
        }
        guard units != nil else { return }
        forEachItem(index) { explainer, at, _ in
            if explainer.accepts(plan.node, at) {
                explainer.explainChild(plan.node, at, through: .contains)
            } else {
                explainer.record(plan.node, at, through: .contains)
            }
        }
    }

    private mutating func explainUnique(_ id: NodeID, _ index: Int) {
        guard let (earlier, later) = evaluation.firstRepetition(index) else { return }
        var positions: (Int, Int) = (0, 0)
        forEachItem(index) { _, at, position in
            if at == earlier { positions.0 = position }
            if at == later { positions.1 = position }
        }
        report(.uniqueItems(first: positions.0, second: positions.1), .uniqueItems, of: id, at: index)
    }

    // MARK: Objects

    mutating func explainObject(_ instruction: Instruction, _ id: NodeID, _ index: Int) {
        let count = tape.count(of: index)
        switch instruction {
        case .minProperties(let limit) where count < limit:
            report(.minProperties(limit: limit, actual: count), .minProperties, of: id, at: index)
        case .maxProperties(let limit) where count > limit:
            report(.maxProperties(limit: limit, actual: count), .maxProperties, of: id, at: index)
        case .members(let plan): explainMembers(tables.members[plan], id, index)
        case .propertyNames(let node): explainNames(node, id, index)
        case .dependentRequired(let dependency): explainDependency(tables.dependencies[dependency], id, index)
        case .dependentSchema(let dependency):
            let dependency = tables.dependencies[dependency]
            guard evaluation.hasMember(dependency.trigger, index) else { return }
            explain(dependency.node, index, through: dependency.keyword, .name(dependency.trigger))
        default: break
        }
    }

    private mutating func explainMembers(_ plan: MemberPlan, _ id: NodeID, _ index: Int) {
        var required = 0
        var next = plan.names.start
        forEachMember(index) { explainer, key in
            let place = explainer.tables.find(explainer.tape.utf8(at: key), in: plan.names, next: &next)
            if let place, explainer.tables.names[place].rule.isRequired { required += 1 }
            explainer.explainMember(plan, place, id, key)
        }
        guard required < plan.requiredCount else { return }
        let met = places(in: plan.names, of: index)
        for place in plan.names.entries.range where tables.names[place].rule.isRequired {
            if met.contains(place) { continue }
            report(.required(missing: tables.nameText(place)), .required, of: id, at: index)
        }
    }

    /// Which names of a table an object has.
    private mutating func places(in names: NameTable, of index: Int) -> Set<Int> {
        var places: Set<Int> = []
        var next = names.start
        forEachMember(index) { explainer, key in
            let name = explainer.tape.utf8(at: key)
            if let place = explainer.tables.find(name, in: names, next: &next) { places.insert(place) }
        }
        return places
    }

    private mutating func forEachMember(_ index: Int, _ body: (inout Explainer, Int) -> Void) {
        count(tape.count(of: index) / 8)
        let end = tape.closingIndex(of: index)
        var key = index + 1
        while key < end {
            body(&self, key)
            key = tape.indexAfter(key + 1)
        }
    }

    private mutating func explainMember(_ plan: MemberPlan, _ place: Int?, _ id: NodeID, _ key: Int) {
        let name = tape.utf8(at: key)
        var isDescribed = false
        if let place, tables.names[place].rule.isDescribed {
            isDescribed = true
            explainChild(tables.names[place].rule.node, key + 1, through: .properties, .name(place))
        }
        for at in plan.patterns.range {
            let member = tables.patternMembers[at]
            guard evaluation.matches(member.pattern, name) else { continue }
            isDescribed = true
            explainChild(member.node, key + 1, through: .patternProperties, .pattern(member.pattern))
        }
        if !isDescribed, plan.hasAdditional {
            explainUndescribed(plan.additional, .additionalProperties, id, key)
        }
    }

    /// A member under `additionalProperties` or `unevaluatedProperties`.
    mutating func explainUndescribed(_ node: NodeID, _ keyword: Keyword, _ id: NodeID, _ key: Int) {
        guard tables.nodes[Int(node.index)].types == .none, units == nil else {
            return explainChild(node, key + 1, through: keyword)
        }
        report(.additionalProperty(tape.utf8(at: key).string), keyword, of: id, at: key + 1)
    }

    private mutating func explainNames(_ node: NodeID, _ id: NodeID, _ index: Int) {
        forEachMember(index) { explainer, key in
            guard !explainer.accepts(node, key) else {
                return explainer.record(node, key, through: .propertyNames)
            }
            let violations = explainer.aside(node, key, through: .propertyNames).violations
            let kind = Violation.Kind.propertyName(explainer.tape.utf8(at: key).string)
            let cause = FailedBranch(position: 0, violations: violations)
            explainer.report(kind, .propertyNames, of: id, at: key, closest: [cause])
        }
    }

    private mutating func explainDependency(_ dependency: Dependency, _ id: NodeID, _ index: Int) {
        guard evaluation.hasMember(dependency.trigger, index) else { return }
        for place in dependency.required.range where !evaluation.hasMember(place, index) {
            let kind = Violation.Kind.dependentRequired(
                trigger: tables.nameText(dependency.trigger),
                missing: tables.nameText(place)
            )
            report(kind, dependency.keyword, of: id, at: index)
        }
    }

    // MARK: Unevaluated

    /// The rest of the node holds.
    mutating func explainUnevaluated(_ node: Node, _ id: NodeID, _ index: Int, _ tag: UInt8) {
        for at in node.unevaluated.range {
            switch tables.instructions[at] {
            case .unevaluatedItems(let inner) where tag == TapeTag.array:
                evaluation.withUnevaluated(of: id, index, tag) { item in
                    explainChild(inner, item, through: .unevaluatedItems)
                }
            case .unevaluatedProperties(let inner) where tag == TapeTag.object:
                evaluation.withUnevaluated(of: id, index, tag) { key in
                    explainUndescribed(inner, .unevaluatedProperties, id, key)
                }
            default: break
            }
        }
    }
}

extension Evaluation {
    /// Calls `body` with each item, or key of a member, that the other keywords of a node leave unevaluated, if they hold.
    func withUnevaluated(of id: NodeID, _ index: Int, _ tag: UInt8, _ body: (Int) -> Void) {
        let frame = pushMarks(positions: tape.count(of: index), outermost)
        defer { popMarks(frame) }
        guard appliesFamilies(id, index, frame) else { return }
        let offset = tag == TapeTag.object ? 1 : 0
        let end = tape.closingIndex(of: index)
        var at = index + 1
        var position = 0
        while at < end {
            if !self.marks.contains(position, of: frame) { body(at) }
            at = tape.indexAfter(at + offset)
            position += 1
        }
    }
}
