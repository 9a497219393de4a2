internal import JSONCore

extension Explainer {
    /// For a record of all schemas that are applied, and neither violations nor notes.
    init(
        _ program: Program,
        _ evaluation: Evaluation,
        _ document: JSONDocument,
        recordingTo units: UnitRecorder
    ) {
        var limits = ExplanationLimits()
        limits.maxViolations = max(units.limits.maxUnits, 1)
        limits.maxBranchSteps = max(units.limits.maxUnits, limits.maxBranchSteps)
        self.init(program, evaluation, document, limits: limits)
        self.units = units
    }

    /// - Complexity: O(value), and for each `anyOf`, `oneOf`, `not` and `if` that fails once more.
    mutating func record(_ verdict: Verdict) -> EvaluationRecord {
        var error: OutputUnit.KeywordError?
        switch verdict {
        case .undecided(let limit): error = OutputUnit.KeywordError(keyword: "", kind: .limit(limit))
        default: if let units, units.isWanted { explain(program.root, units.start) }
        }
        // What a limit stopped, though the verdict needed none of it, says nothing.
        let recorded = evaluation.exceeded == nil ? units?.root : nil
        let root =
            recorded
            ?? OutputUnit(
                isValid: verdict == .valid,
                evaluationPath: JSONPointer(),
                schemaLocation: address(of: program.root, nil),
                instanceLocation: JSONPointer(),
                annotations: [],
                errors: error.map { [$0] } ?? [],
                details: []
            )
        return EvaluationRecord(
            verdict: verdict,
            dialect: program.registry.metaSchema(ofResource: resource(of: program.root)),
            root: root,
            isTruncated: explanation.isTruncated || units?.isTruncated == true || evaluation.exceeded != nil
        )
    }

    private func resource(of id: NodeID) -> Int {
        program.registry.resource(of: program.origins[Int(id.index)])
    }

    /// Ends the record of a schema on a value.
    mutating func endUnit(_ id: NodeID, _ index: Int, hasFailed: Bool) {
        guard let open = units?.end() else { return }
        let isValid = !hasFailed && holds(id, index)
        let unit = OutputUnit(
            isValid: isValid,
            evaluationPath: pointer(),
            schemaLocation: address(of: id, nil),
            instanceLocation: place(of: index),
            annotations: isValid ? annotations(of: id, index, open.evaluated) : [],
            errors: open.errors,
            details: open.details
        )
        units?.add(unit)
    }

    private func place(of index: Int) -> JSONPointer {
        let value = JSONValue(document: document, index: index)
        return JSONPointer(tokens: value.steps(from: units?.start ?? Tape.rootIndex).map(\.token))
    }

    /// Whether a schema of which nothing wrong was said accepts the value: where a limit cut that short, it may not.
    private mutating func holds(_ id: NodeID, _ index: Int) -> Bool {
        let isOfValid = branchDepth == 0 && units?.isOfValid == true
        return !explanation.isTruncated || isOfValid || accepts(id, index)
    }

    private mutating func annotations(
        of id: NodeID,
        _ index: Int,
        _ evaluated: [UnitRecorder.EvaluatedPart]
    ) -> [OutputUnit.Annotation] {
        // Inside a branch that fails, or under `not`, they are dropped.
        guard branchDepth == 0, units?.isOfValid == true else { return [] }
        return annotatingKeywords(of: id).compactMap { keyword in
            annotation(keyword.source, index, evaluated)
                .map { OutputUnit.Annotation(keyword: keyword.name, value: $0) }
        }
    }

    private mutating func annotatingKeywords(of id: NodeID) -> [AnnotatingKeyword] {
        if let known = units?.annotating[id] { return known }
        let found = AnnotatingKeyword.all(in: schema(id), language(of: id))
        units?.annotating[id] = found
        return found
    }

    private func language(of id: NodeID) -> Language {
        do throws(SchemaError) {
            return try program.registry.language(ofResource: resource(of: id))
        } catch {
            preconditionFailure("a compiled schema has a known language: \(error)")
        }
    }

    private func annotation(
        _ source: AnnotatingKeyword.Source,
        _ index: Int,
        _ evaluated: [UnitRecorder.EvaluatedPart]
    ) -> JSONOutput? {
        func parts(_ keyword: Keyword) -> [Int] { evaluated.filter { $0.keyword == keyword }.map(\.index) }
        let tag = tape.tag(at: index)
        switch source {
        case .written(let value): return .value(value)
        case .writtenForStrings(let value): return tag == TapeTag.string ? .value(value) : nil
        case .names(let keyword): return tag == TapeTag.object ? names(parts(keyword)) : nil
        case .positions(let keyword):
            return tag == TapeTag.array
                ? .array(parts(keyword).compactMap(position).map { .number($0) }) : nil
        case .any(let keyword): return parts(keyword).isEmpty ? nil : .bool(true)
        case .lastPosition(let keyword):
            guard let last = parts(keyword).last.flatMap(position) else { return nil }
            return last + 1 == tape.count(of: index) ? .bool(true) : .number(last)
        }
    }

    /// Each once, though two patterns may describe one member.
    private func names(_ members: [Int]) -> JSONOutput {
        var last = 0
        var names: [JSONOutput] = []
        for member in members where member != last {
            names.append(.text(tape.utf8(at: member - 1).string))
            last = member
        }
        return .array(names)
    }

    private func position(_ item: Int) -> Int? {
        guard case .position(let position) = JSONValue(document: document, index: item).container?.step else {
            return nil
        }
        return position
    }
}
