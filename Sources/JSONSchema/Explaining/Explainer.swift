package import JSONCore

/// Says what is wrong with a value, and where: the explaining mode.
///
/// It walks the same program as ``Evaluation`` and asks that for a verdict wherever a schema may fail without harm
/// (`anyOf`, `oneOf`, `if`, `not`, `contains`), so that both modes cannot disagree.
struct Explainer {
    let program: Program
    let evaluation: Evaluation
    let document: JSONDocument
    let limits: ExplanationLimits
    private(set) var explanation = Explanation()

    /// The keywords passed on the way to the node at hand.
    private var path: [PathStep] = []

    /// How many containers of the document the node's value is in.
    var valueDepth = 0

    private var schemaDepth = 0
    private var steps = 0
    private var branchSteps = 0
    private(set) var branchDepth = 0
    private var verdicts: [AppliedNode: Bool] = [:]

    private struct AppliedNode: Hashable {
        let node: NodeID
        let index: Int
    }

    /// Where what each schema came to is recorded.
    var units: UnitRecorder?

    init(
        _ program: Program,
        _ evaluation: Evaluation,
        _ document: JSONDocument,
        limits: ExplanationLimits
    ) {
        self.program = program
        self.evaluation = evaluation
        self.document = document
        self.limits = limits
    }

    /// - Complexity: O(value), and for each failed `anyOf` or `oneOf` once more for each branch.
    mutating func run(_ index: Int) -> Explanation {
        explain(program.root, index)
        let isUnexplained =
            explanation.isTruncated && explanation.violations.isEmpty && !accepts(program.root, index)
        if let limit = evaluation.exceeded {
            append(.limit(limit), nil, of: program.root, at: index)
        } else if isUnexplained {
            report(.limit(.steps(limits.maxSteps)), nil, of: program.root, at: index)
        }
        return explanation
    }

    var tables: ProgramTables { program.written }

    var tape: Tape { evaluation.tape }

    // MARK: The walk

    mutating func explain(_ id: NodeID, _ index: Int) {
        steps += 1
        branchSteps += branchDepth > 0 ? 1 : 0
        guard steps <= limits.maxSteps, schemaDepth < limits.maxDepth,
            branchDepth == 0 || branchSteps <= limits.maxBranchSteps,
            explanation.violations.count < limits.maxViolations, units?.isFull != true
        else {
            explanation.isTruncated = true
            return
        }
        schemaDepth += 1
        defer { schemaDepth -= 1 }
        let before = explanation.violations.count
        units?.begin()
        explainAll(id, index)
        if units != nil { endUnit(id, index, hasFailed: explanation.violations.count > before) }
    }

    private mutating func explainAll(_ id: NodeID, _ index: Int) {
        let before = explanation.violations.count
        let node = tables.nodes[Int(id.index)]
        let tag = tape.tag(at: index)
        guard explainType(node, id, index, tag) else { return }
        explainFamily(node, id, index, tag)
        for at in node.values.range { explainValue(tables.instructions[at], id, index, tag) }
        // What stays unevaluated means something only where all else holds.
        guard explanation.violations.count == before else { return }
        explainUnevaluated(node, id, index, tag)
    }

    private mutating func explainFamily(_ node: Node, _ id: NodeID, _ index: Int, _ tag: UInt8) {
        switch tag {
        case TapeTag.object:
            for at in node.objects.range { explainObject(tables.instructions[at], id, index) }
        case TapeTag.array:
            for at in node.arrays.range { explainArray(tables.instructions[at], id, index) }
        case TapeTag.string:
            for at in node.strings.range { explainString(tables.instructions[at], id, index) }
        default:
            guard TypeMask.number.allows(tag: tag) else { return }
            for at in node.numbers.range { explainNumber(tables.instructions[at], id, index, tag) }
        }
    }

    /// Counts what takes about as long as so many steps.
    mutating func count(_ steps: Int) { self.steps += steps }

    /// Goes on with a schema for the same value.
    mutating func explain(_ node: NodeID, _ index: Int, through keyword: Keyword, _ step: PathStep? = nil) {
        path.append(.keyword(keyword))
        if let step { path.append(step) }
        explain(node, index)
        path.removeLast(step == nil ? 1 : 2)
    }

    /// Goes on with a schema for a member or item.
    mutating func explainChild(
        _ node: NodeID,
        _ index: Int,
        through keyword: Keyword,
        _ step: PathStep? = nil
    ) {
        units?.add(evaluated: index, by: keyword)
        valueDepth += 1
        explain(node, index, through: keyword, step)
        valueDepth -= 1
    }

    /// Goes through a schema whose verdict is known already, where all that are applied are recorded.
    mutating func record(_ node: NodeID, _ index: Int, through keyword: Keyword, _ step: PathStep? = nil) {
        if units != nil { _ = aside(node, index, through: keyword, step) }
    }

    /// What a schema says of the same value, kept apart; that it was cut short is told to both.
    mutating func aside(
        _ node: NodeID,
        _ index: Int,
        through keyword: Keyword,
        _ step: PathStep? = nil
    ) -> Explanation {
        let kept = explanation
        explanation = Explanation()
        branchDepth += 1
        explain(node, index, through: keyword, step)
        branchDepth -= 1
        let said = explanation
        explanation = kept
        explanation.isTruncated = kept.isTruncated || said.isTruncated
        return said
    }

    /// The verdict of a schema that may fail without harm, found once for each schema and value
    /// inside failed branches.
    mutating func accepts(_ node: NodeID, _ index: Int) -> Bool {
        guard evaluation.mayGoOn(counting: 1) else { return false }
        // Outside of failed branches hardly anything is asked twice.
        guard branchDepth > 0 else { return evaluation.accepts(node, index) }
        let key = AppliedNode(node: node, index: index)
        if let known = verdicts[key] { return known }
        let verdict = evaluation.accepts(node, index)
        verdicts[key] = verdict
        return verdict
    }

    // MARK: Reports

    mutating func report(
        _ kind: Violation.Kind,
        _ keyword: Keyword?,
        of node: NodeID,
        at index: Int,
        closest: [FailedBranch] = []
    ) {
        // What was found before a limit was met is so; behind it every verdict is only the limit's.
        guard evaluation.exceeded == nil else { return }
        append(kind, keyword, of: node, at: index, closest: closest)
    }

    private mutating func append(
        _ kind: Violation.Kind,
        _ keyword: Keyword?,
        of node: NodeID,
        at index: Int,
        closest: [FailedBranch] = []
    ) {
        units?.add(kind, of: keyword)
        guard explanation.violations.count < limits.maxViolations else {
            explanation.isTruncated = true
            return
        }
        let violation = Violation(
            kind: kind,
            value: JSONValue(document: document, index: index),
            keywordLocation: pointer(to: keyword),
            schemaLocation: address(of: node, keyword),
            closest: closest,
            depth: valueDepth,
            node: node
        )
        explanation.violations.append(violation)
    }

    /// The way to the node at hand, or to a keyword of it.
    func pointer(to keyword: Keyword? = nil) -> JSONPointer {
        JSONPointer(tokens: path.map(token) + (keyword.map { [$0.name] } ?? []))
    }

    private func token(_ step: PathStep) -> String {
        switch step {
        case .keyword(let keyword): keyword.name
        case .name(let place): tables.nameText(place)
        case .pattern(let number): program.patterns[number].source
        case .position(let position): String(position)
        }
    }

    func address(of node: NodeID, _ keyword: Keyword?) -> SchemaAddress {
        let address = program.address(of: node)
        guard let keyword else { return address }
        return SchemaAddress(uri: address.uri, pointer: address.pointer.appending(keyword.name))
    }

    /// The schema as it is written.
    func schema(_ node: NodeID) -> JSONValue { program.schema(node) }

    /// A keyword's value as it is written, shortened for a message.
    func text(of keyword: Keyword, in node: NodeID) -> String {
        guard let value = schema(node)[keyword.name] else { return "" }
        return shortened(JSONText(value, form: .received).string)
    }

    func shortened(_ text: String) -> String {
        text.count <= limits.maxTextLength ? text : text.prefix(limits.maxTextLength) + "…"
    }
}

extension Program {
    /// The schema as it is written.
    func schema(_ node: NodeID) -> JSONValue { registry.value(at: origins[Int(node.index)]) }

    /// Where it is written.
    func address(of node: NodeID) -> SchemaAddress {
        let origin = origins[Int(node.index)]
        let resource = registry.resource(registry.resource(of: origin))
        let root = JSONValue(document: registry.document(origin.document).document, index: resource.root)
        let tokens = schema(node).pointer.tokens.dropFirst(root.pointer.tokens.count)
        return SchemaAddress(uri: resource.uri.description, pointer: JSONPointer(tokens: Array(tokens)))
    }
}

/// One step on the way through a schema.
///
/// Its text is made only for a violation.
enum PathStep: Equatable {
    case keyword(Keyword)
    /// A place in the table of names.
    case name(Int)
    case pattern(Int)
    case position(Int)
}

/// How much an explanation may say and do.
package struct ExplanationLimits: Sendable {
    /// 100 by default.
    package var maxViolations = 100

    /// Schemas applied and what takes as long, over all branches that are tried; 1,000,000 by default.
    package var maxSteps = 1_000_000

    /// Of these, inside branches that fail, where a recursive schema doubles them with each level; 10,000 by default.
    package var maxBranchSteps = 10_000

    /// Schemas inside schemas, over all levels of the value; 300 by default, which takes up to 2 MB of stack.
    ///
    /// What lies deeper is judged and not explained.
    package var maxDepth = 300

    /// Branches of one `anyOf` or `oneOf` that came equally close; 4 by default.
    package var maxClosestBranches = 4

    /// Characters of a schema's values in a violation; 200 by default.
    package var maxTextLength = 200

    package init() {}
}

extension CompiledSchema {
    /// Everything that is wrong with a value; empty exactly when it conforms.
    ///
    /// - Complexity: that of ``accepts(_:)-swift.method`` for a value that conforms.
    package func violations(
        in value: JSONValue,
        limits: ExplanationLimits = ExplanationLimits()
    ) -> [Violation] {
        explain(value, limits: limits, notes: false).violations
    }

    /// What is wrong with a value, and with `notes` what is worth noting of what is right.
    ///
    /// - Complexity: for a value that conforms that of ``accepts(_:)-swift.method``, and about twice that with notes.
    package func explain(
        _ value: JSONValue,
        limits: ExplanationLimits = ExplanationLimits(),
        notes: Bool = true
    ) -> Explanation {
        var explanation = violationsOnly(value, limits)
        guard notes else { return explanation }
        let notable = notable
        withEvaluation(of: value.document) { evaluation in
            var finder = NoteFinder(program, notable, evaluation, value, limits: limits)
            explanation.notes = finder.run()
            explanation.isTruncated = explanation.isTruncated || finder.isTruncated
        }
        return explanation
    }

    private func violationsOnly(_ value: JSONValue, _ limits: ExplanationLimits) -> Explanation {
        if accepts(value) { return Explanation() }
        return withEvaluation(of: value.document) { evaluation in
            var explainer = Explainer(program, evaluation, value.document, limits: limits)
            return explainer.run(value.index)
        }
    }
}
