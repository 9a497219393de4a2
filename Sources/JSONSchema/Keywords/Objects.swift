internal import JSONCore

extension SchemaCompiler {
    mutating func compileObjects(_ schema: SchemaObject, into draft: inout NodeDraft) {
        if let limit = count(.minProperties, of: schema), limit > 0 {
            draft.objects.append(.minProperties(limit))
        }
        if let limit = count(.maxProperties, of: schema) { draft.objects.append(.maxProperties(limit)) }
        compileMembers(schema, into: &draft)
        if let node = child(.propertyNames, of: schema) { draft.objects.append(.propertyNames(node)) }
        compileDependencies(schema, into: &draft)
    }

    /// `properties`, `required`, `patternProperties` and `additionalProperties`, as one plan.
    private mutating func compileMembers(_ schema: SchemaObject, into draft: inout NodeDraft) {
        guard schema.has(anyOf: .ofMembers) else { return }
        let patterns = patternMembers(schema)
        let names = memberNames(schema, patterns)
        let additional = child(.additionalProperties, of: schema)
        let rules = builder.names[names.entries.range].lazy.map(\.rule)
        let plan = MemberPlan(
            names: names,
            requiredCount: rules.count(where: \.isRequired),
            patterns: builder.add(patterns),
            additional: additional ?? .anything,
            hasAdditional: additional != nil,
            namesProperties: rules.contains(where: \.isDescribed)
        )
        draft.objects.append(.members(builder.add(plan)))
    }

    private mutating func memberNames(_ schema: SchemaObject, _ patterns: [PatternMember]) -> NameTable {
        var described: [NameEntry] = []
        for (name, value) in members(.properties, of: schema) ?? .none(schema.value) {
            let rule = MemberRule(
                node: child(value, of: schema),
                isDescribed: true,
                mayMatchPattern: mayMatch(name, patterns)
            )
            described.append(builder.name(of: name, rule: rule))
        }
        let names = builder.add(names: described)
        guard let required = schema[.required] else { return names }
        return require(self.names(required, .required, of: schema), in: names, patterns)
    }

    /// The table with what is required but not described.
    private mutating func require(
        _ required: [JSONString],
        in names: NameTable,
        _ patterns: [PatternMember]
    ) -> NameTable {
        var others: [NameEntry] = []
        var seen: Set<[UInt8]> = []
        for name in required {
            if let place = builder.place(of: name, in: names) {
                builder.names[place].rule.isRequired = true
            } else if seen.insert(name.bytes).inserted {
                let rule = MemberRule(mayMatchPattern: mayMatch(name, patterns), isRequired: true)
                others.append(builder.name(of: name, rule: rule))
            }
        }
        return others.isEmpty ? names : builder.add(names: builder.names[names.entries.range] + others)
    }

    private func mayMatch(_ name: JSONString, _ patterns: [PatternMember]) -> Bool {
        patterns.contains { builder.patterns[$0.pattern].mayMatch(name) }
    }

    private mutating func patternMembers(_ schema: SchemaObject) -> [PatternMember] {
        var patterns: [PatternMember] = []
        for (source, value) in members(.patternProperties, of: schema) ?? .none(schema.value) {
            guard let pattern = pattern(source.string, at: value, in: schema) else { continue }
            patterns.append(PatternMember(pattern: pattern, node: child(value, of: schema)))
        }
        return patterns
    }

    private mutating func compileDependencies(_ schema: SchemaObject, into draft: inout NodeDraft) {
        for (name, value) in members(.dependentRequired, of: schema) ?? .none(schema.value) {
            require(value, with: name, .dependentRequired, schema, into: &draft)
        }
        for (name, value) in members(.dependentSchemas, of: schema) ?? .none(schema.value) {
            apply(value, with: name, .dependentSchemas, schema, into: &draft)
        }
        for (name, value) in members(.dependencies, of: schema) ?? .none(schema.value) {
            if value.kind == .array {
                require(value, with: name, .dependencies, schema, into: &draft)
            } else {
                apply(value, with: name, .dependencies, schema, into: &draft)
            }
        }
    }

    private mutating func require(
        _ value: JSONValue,
        with trigger: JSONString,
        _ keyword: Keyword,
        _ schema: SchemaObject,
        into draft: inout NodeDraft
    ) {
        let required = names(value, keyword, of: schema).map { builder.name(of: $0) }
        guard !required.isEmpty else { return }
        let entries = builder.add(dependencyOf: trigger, on: required)
        let dependency = Dependency(
            keyword: keyword,
            trigger: Int(entries.start),
            required: TableSlice(start: entries.start + 1, count: entries.count - 1),
            node: .anything
        )
        draft.objects.append(.dependentRequired(builder.add(dependency)))
    }

    private mutating func apply(
        _ value: JSONValue,
        with trigger: JSONString,
        _ keyword: Keyword,
        _ schema: SchemaObject,
        into draft: inout NodeDraft
    ) {
        let dependency = Dependency(
            keyword: keyword,
            trigger: Int(builder.add(dependencyOf: trigger, on: []).start),
            required: .empty,
            node: child(value, of: schema)
        )
        draft.objects.append(.dependentSchema(builder.add(dependency)))
    }
}

extension KeywordSet {
    fileprivate static let ofMembers = KeywordSet([
        .properties, .required, .patternProperties, .additionalProperties,
    ])
}

extension Evaluation {
    @inline(__always)
    func acceptsObject(_ node: Int, _ index: Int, _ frame: Frame) -> Bool {
        guard tables.nodes[node].objects.isEmpty else { return runObjects(node, index, frame) }
        let members = tables.nodes[node].members
        return members.isNone || acceptsMembers(members.index, index, frame)
    }

    @inline(never)
    private func runObjects(_ node: Int, _ index: Int, _ frame: Frame) -> Bool {
        for at in tables.nodes[node].objects.range {
            guard acceptsObject(tables.instructions[at], index, frame) else { return false }
        }
        let members = tables.nodes[node].members
        return members.isNone || acceptsMembers(members.index, index, frame)
    }

    private func acceptsObject(_ instruction: Instruction, _ index: Int, _ frame: Frame) -> Bool {
        switch instruction {
        case .members(let plan): acceptsMembers(plan, index, frame)
        case .minProperties(let limit): tape.count(of: index) >= limit
        case .maxProperties(let limit): tape.count(of: index) <= limit
        case .propertyNames(let node): acceptsNames(node, index, frame)
        case .dependentRequired(let dependency): meets(tables.dependencies[dependency], index)
        case .dependentSchema(let dependency):
            !hasMember(tables.dependencies[dependency].trigger, index)
                || accepts(tables.dependencies[dependency].node, index, frame.deeper)
        default: acceptsValue(instruction, index, frame)
        }
    }

    /// One loop for types, closedness and required names.
    @inline(never)
    func acceptsMembers(_ plan: Int, _ index: Int, _ frame: Frame) -> Bool {
        guard !frame.isExhausted else { return isTooDeep() }
        guard !frame.wantsMarks else { return acceptsMembersMarking(plan, index, frame) }
        let end = tape.closingIndex(of: index)
        count((end &- index) &>> 4)
        let asksOthers = tables.members[plan].asksOthers
        var at = index &+ 1
        var last = tables.members[plan].names.end
        var required = 0
        while at < end {
            let name = tape.utf8(at: at)
            var place = tables.order.successor(of: last)
            if !tables.isName(place, name) {
                place = tables.look(up: name, inPlan: plan, after: last) &- 1
                guard place >= 0 else {
                    guard !asksOthers || acceptsOther(plan, at, frame) else { return false }
                    at = tape.indexAfter(at &+ 1)
                    continue
                }
            }
            last = place
            let tag = tape.tag(at: at &+ 1)
            if !tables.names[place].rule.decided.allows(tag: tag) {
                guard acceptsNamed(place, at &+ 1, tag, frame),
                    !tables.names[place].rule.mayMatchPattern || acceptsPatterned(plan, at, frame, place)
                else { return false }
            }
            required &+= tables.names[place].rule.isRequired ? 1 : 0
            at = tape.indexAfter(at &+ 1)
        }
        return required == tables.members[plan].requiredCount
    }

    /// The value of a member whose name's rule does not decide.
    @inline(__always)
    private func acceptsNamed(_ place: Int, _ value: Int, _ tag: UInt8, _ frame: Frame) -> Bool {
        guard tables.names[place].rule.types.allows(tag: tag) else { return false }
        let plan = tables.names[place].rule.plan
        return tag == TapeTag.object && !plan.isNone
            ? acceptsMembers(plan.index, value, frame.inner)
            : applies(tables.names[place].rule.node, value, frame.inner)
    }

    /// A member without a name in the plan's table.
    @inline(never)
    private func acceptsOther(_ plan: Int, _ key: Int, _ frame: Frame) -> Bool {
        guard tables.members[plan].patterns.isEmpty else { return acceptsPatterned(plan, key, frame, -1) }
        return accepts(tables.members[plan].additional, key &+ 1, frame.inner)
    }

    /// What patterns ask of a member, and `additionalProperties` if neither they nor a name's own rule describe it; the name's
    /// place is negative for none.
    @inline(never)
    private func acceptsPatterned(_ plan: Int, _ key: Int, _ frame: Frame, _ place: Int) -> Bool {
        var isDescribed = place >= 0 && tables.names[place].rule.isDescribed
        return acceptsByPatterns(plan, key, frame, &isDescribed)
            && (isDescribed || accepts(tables.members[plan].additional, key &+ 1, frame.inner))
    }

    /// The same loop with marks.
    private func acceptsMembersMarking(_ plan: Int, _ index: Int, _ frame: Frame) -> Bool {
        let end = tape.closingIndex(of: index)
        count((end &- index) &>> 4)
        var at = index &+ 1
        var next = tables.members[plan].names.start
        var required = 0
        var position = 0
        while at < end {
            var isDescribed = false
            if let place = tables.find(tape.utf8(at: at), in: tables.members[plan].names, next: &next) {
                required &+= tables.names[place].rule.isRequired ? 1 : 0
                isDescribed = tables.names[place].rule.isDescribed
                guard accepts(tables.names[place].rule.node, at &+ 1, frame.inner) else { return false }
            }
            guard acceptsByPatterns(plan, at, frame, &isDescribed),
                isDescribed || acceptsAdditional(plan, at, frame, &isDescribed)
            else { return false }
            if isDescribed { self.marks.insert(position, for: frame) }
            position &+= 1
            at = tape.indexAfter(at &+ 1)
        }
        return required == tables.members[plan].requiredCount
    }

    private func acceptsByPatterns(
        _ plan: Int,
        _ key: Int,
        _ frame: Frame,
        _ isDescribed: inout Bool
    ) -> Bool {
        for at in tables.members[plan].patterns.range {
            let member = tables.patternMembers[at]
            guard mayGoOn(counting: 0) else { return false }
            guard matches(member.pattern, tape.utf8(at: key)) else { continue }
            isDescribed = true
            guard accepts(member.node, key &+ 1, frame.inner) else { return false }
        }
        return true
    }

    private func acceptsAdditional(
        _ plan: Int,
        _ key: Int,
        _ frame: Frame,
        _ isDescribed: inout Bool
    ) -> Bool {
        isDescribed = tables.members[plan].hasAdditional
        return accepts(tables.members[plan].additional, key &+ 1, frame.inner)
    }

    private func acceptsNames(_ node: NodeID, _ index: Int, _ frame: Frame) -> Bool {
        let pattern = tables.nodes[Int(node.index)].onlyPattern
        let end = tape.closingIndex(of: index)
        var at = index &+ 1
        while at < end {
            // A key stands on the tape as a string does.
            guard mayGoOn(counting: 1),
                pattern.isNone
                    ? accepts(node, at, frame.inner) : matches(pattern.index, tape.utf8(at: at))
            else { return false }
            at = tape.indexAfter(at &+ 1)
        }
        return true
    }

    private func meets(_ dependency: Dependency, _ index: Int) -> Bool {
        guard hasMember(dependency.trigger, index) else { return true }
        for place in dependency.required.range where !hasMember(place, index) { return false }
        return true
    }

    /// Whether an object has a member of the name at that place of the table.
    func hasMember(_ place: Int, _ index: Int) -> Bool { member(place, index) != nil }

    /// Where the member of that name stands: the index of its key.
    func member(_ place: Int, _ index: Int) -> Int? {
        guard mayGoOn(counting: tape.count(of: index) / 8) else { return nil }
        let end = tape.closingIndex(of: index)
        var at = index &+ 1
        while at < end {
            if tables.isName(place, tape.utf8(at: at)) { return at }
            at = tape.indexAfter(at &+ 1)
        }
        return nil
    }
}
