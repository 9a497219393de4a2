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
        let isAsked = [.properties, .required, .patternProperties, .additionalProperties].contains {
            schema[$0] != nil
        }
        guard isAsked else { return }
        let names = memberNames(schema)
        let patterns = patternMembers(schema)
        let additional = child(.additionalProperties, of: schema)
        let plan = MemberPlan(
            names: builder.add(names: names),
            requiredCount: names.count { $0.1.isRequired },
            patterns: builder.add(patterns),
            additional: additional ?? .anything,
            hasAdditional: additional != nil,
            namesProperties: names.contains { $0.1.isDescribed }
        )
        draft.objects.append(.members(builder.add(plan)))
    }

    private mutating func memberNames(_ schema: SchemaObject) -> [(NameEntry, MemberRule)] {
        var entries: [(NameEntry, MemberRule)] = []
        var places: [[UInt8]: Int] = [:]
        for (name, value) in members(.properties, of: schema) ?? .none(schema.value) {
            places[name.bytes] = entries.count
            entries.append(
                (builder.name(of: name), MemberRule(node: child(value, of: schema), isDescribed: true))
            )
        }
        guard let required = schema[.required] else { return entries }
        for name in names(required, .required, of: schema) {
            if let known = places[name.bytes] {
                entries[known].1.isRequired = true
            } else {
                places[name.bytes] = entries.count
                entries.append((builder.name(of: name), MemberRule(isRequired: true)))
            }
        }
        return entries
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
        with trigger: UTF8View,
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
        with trigger: UTF8View,
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

extension Evaluation {
    func runObjects(_ run: TableSlice, _ index: Int, _ depth: Int, _ marks: Marks) -> Bool {
        for at in run.range where !acceptsObject(tables.instructions[at], index, depth, marks) {
            return false
        }
        return true
    }

    /// Whether an object satisfies one instruction of its family.
    @inline(__always)
    func acceptsObject(_ instruction: Instruction, _ index: Int, _ depth: Int, _ marks: Marks) -> Bool {
        switch instruction {
        case .members(let plan): acceptsMembers(plan, index, depth, marks)
        case .minProperties(let limit): tape.count(of: index) >= limit
        case .maxProperties(let limit): tape.count(of: index) <= limit
        case .propertyNames(let node): acceptsNames(node, index, depth)
        case .dependentRequired(let dependency): meets(tables.dependencies[dependency], index)
        case .dependentSchema(let dependency):
            !hasMember(tables.dependencies[dependency].trigger, index)
                || accepts(tables.dependencies[dependency].node, index, depth, marks)
        default: true
        }
    }

    /// One loop for types, closedness and required names.
    private func acceptsMembers(_ planNumber: Int, _ index: Int, _ depth: Int, _ marks: Marks) -> Bool {
        let plan = tables.members[planNumber]
        let end = tape.closingIndex(of: index)
        var at = index &+ 1
        var cursor = 0
        var required = 0
        var position = 0
        while at < end {
            let value = at &+ 1
            var isDescribed = false
            if let place = tables.find(tape.utf8(at: at), in: plan.names, cursor: &cursor) {
                required &+= tables.rules[place].isRequired ? 1 : 0
                isDescribed = tables.rules[place].isDescribed
                guard tables.rules[place].types.allows(tag: tape.tag(at: value)) else { return false }
                if !tables.rules[place].isLeaf {
                    guard accepts(tables.rules[place].node, value, depth, .none) else { return false }
                }
            }
            if plan.concernsOthers {
                let verdict = judgeOther(planNumber, at, isDescribed, depth)
                guard verdict != .refused else { return false }
                isDescribed = verdict == .described
            }
            if marks.areWanted, isDescribed { self.marks.insert(position, into: marks) }
            position &+= 1
            at = tape.indexAfter(value)
        }
        return required == plan.requiredCount
    }

    private enum OtherMember {
        case refused
        case described
        case undescribed
    }

    /// What `patternProperties` and `additionalProperties` say of a member.
    private func judgeOther(_ planNumber: Int, _ key: Int, _ isNamed: Bool, _ depth: Int) -> OtherMember {
        let plan = tables.members[planNumber]
        var isDescribed = isNamed
        for at in plan.patterns.range {
            let member = tables.patternMembers[at]
            guard matches(member.pattern, tape.utf8(at: key)) else { continue }
            isDescribed = true
            guard accepts(member.node, key &+ 1, depth, .none) else { return .refused }
        }
        guard !isDescribed else { return .described }
        guard plan.hasAdditional else { return .undescribed }
        return accepts(plan.additional, key &+ 1, depth, .none) ? .described : .refused
    }

    private func acceptsNames(_ node: NodeID, _ index: Int, _ depth: Int) -> Bool {
        let end = tape.closingIndex(of: index)
        var at = index &+ 1
        while at < end {
            // A key stands on the tape as a string does.
            guard accepts(node, at, depth, .none) else { return false }
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
    func hasMember(_ place: Int, _ index: Int) -> Bool {
        let end = tape.closingIndex(of: index)
        var at = index &+ 1
        while at < end {
            let name = tape.utf8(at: at)
            if tables.matches(place, NameKey(name), name) { return true }
            at = tape.indexAfter(at &+ 1)
        }
        return false
    }
}
