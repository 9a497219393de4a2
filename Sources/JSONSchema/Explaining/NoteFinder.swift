internal import JSONCore

/// Finds what is valid and worth knowing of a value.
///
/// It looks only into schemas that may have something to say, and tests nothing but what decides whether they apply. Of
/// alternatives of which none accepts a value, it looks into the one that the value is meant for: what is wrong at one place
/// hides nothing at others.
struct NoteFinder {
    private let program: Program
    private let tables: ProgramTables
    private let notable: [NotableNode]
    private let knownValues: [Int?]
    private let evaluation: Evaluation
    private let tape: Tape
    private let root: Int
    private let limits: ExplanationLimits

    /// Says which of several alternatives a value is meant for.
    private var explainer: Explainer
    private var notes: NoteCollector
    private var depth = 0
    private var steps = 0

    /// Whether a limit kept it from looking everywhere.
    private(set) var isTruncated = false

    init(
        _ program: Program,
        _ nodes: NotableNodes,
        _ evaluation: Evaluation,
        _ value: JSONValue,
        limits: ExplanationLimits
    ) {
        self.program = program
        tables = program.written
        notable = nodes.all
        knownValues = nodes.knownValues
        self.evaluation = evaluation
        tape = evaluation.tape
        root = value.index
        self.limits = limits
        explainer = Explainer(program, evaluation, value.document, limits: limits)
        notes = NoteCollector(of: value.index..<value.endIndex)
    }

    /// - Complexity: about that of a verdict; for each `anyOf`, `oneOf`, `if` and `contains` whose schemas may note something
    ///   once more.
    mutating func run() -> [SchemaNote] {
        defer { notes.deallocate() }
        find(program.root, root)
        if evaluation.exceeded != nil { isTruncated = true }
        return notes.notes(in: explainer.document, by: program)
    }

    @inline(__always)
    private mutating func find(_ id: NodeID, _ index: Int) {
        guard id != .unasked else { return }
        let node = notable[Int(id.index)]
        if node.flags.isEmpty { return }
        let tag = tape.tag(at: index)
        if node.flags.isWithin(tag: tag) { look(into: node.target, index, tag) }
        if node.flags.concerns(tag: tag) { noteForm(node.target, index) }
    }

    @inline(never)
    private mutating func look(into id: NodeID, _ index: Int, _ tag: UInt8) {
        steps += 1
        guard steps <= limits.maxSteps, depth < limits.maxDepth else {
            isTruncated = true
            return
        }
        depth += 1
        defer { depth -= 1 }
        let node = Int(id.index)
        guard tables.nodes[node].types.allows(tag: tag) else { return }
        switch tag {
        case TapeTag.object:
            for at in tables.nodes[node].objects.range { findInObject(tables.instructions[at], id, index) }
        case TapeTag.array:
            for at in tables.nodes[node].arrays.range { findInArray(tables.instructions[at], index) }
        default: break
        }
        for at in tables.nodes[node].values.range { findInValue(tables.instructions[at], id, index) }
        if !tables.nodes[node].unevaluated.isEmpty { findUnevaluated(id, index, tag) }
        // Most nodes have no set of values: a flag is found sooner than a key is not.
        if notable[node].flags.contains(.members) { noteValue(id, index, tag) }
    }

    @inline(__always) private func isNotable(_ id: NodeID) -> Bool {
        id != .unasked && !notable[Int(id.index)].flags.isEmpty
    }

    private mutating func noteValue(_ id: NodeID, _ index: Int, _ tag: UInt8) {
        // A null that the type names needs no place among the values.
        let isNamed = tag == TapeTag.null && tables.nodes[Int(id.index)].types != .all
        if !isNamed, let known = knownValues[Int(id.index)],
            !evaluation.isMember(index, of: tables.enumerations[known])
        {
            notes.add(.unknownValue, index, id)
        }
        if tag == TapeTag.object, !program.variants.isEmpty, let known = program.variants[id] {
            noteVariant(known, id, index)
        }
    }

    private mutating func noteVariant(_ known: KnownVariants, _ id: NodeID, _ index: Int) {
        guard let enumeration = known.enumeration, let member = tape.member(known.discriminator, of: index),
            !evaluation.isMember(member, of: tables.enumerations[enumeration])
        else { return }
        notes.add(.unknownVariant, member, id)
        describeShared(index, id)
    }

    /// What any branch describes is not new because an object is of a new kind.
    private mutating func describeShared(_ index: Int, _ id: NodeID) {
        let branches = program.alternatives(of: [id]).flatMap(program.conjunction)
        let names = Set(branches.flatMap(program.describedMembers).map { ExactText($0.name) })
        forEachKey(of: index) { finder, key in
            guard names.contains(ExactText(finder.tape.utf8(at: key).string)) else { return }
            finder.notes.describe(key)
        }
    }

    private mutating func forEachKey(of object: Int, _ body: (inout NoteFinder, Int) -> Void) {
        let end = tape.closingIndex(of: object)
        var key = object + 1
        while key < end {
            body(&self, key)
            key = tape.indexAfter(key + 1)
        }
    }

    // MARK: Numbers and texts

    private mutating func noteForm(_ id: NodeID, _ index: Int) {
        guard let form = program.forms[id] else { return }
        let types = tables.nodes[Int(id.index)].types
        for kind in evaluation.differences(of: index, from: form, among: types) { notes.add(kind, index, id) }
    }

    /// An integer past 2^53 beside a text of as many digits, of which the first fifteen are the same: it went through a double.
    private mutating func noteRounding(of key: Int, in object: Int, _ id: NodeID) {
        let integer = tape.int64(at: key + 1).magnitude
        var other = object + 1
        while other < tape.closingIndex(of: object) {
            if tape.tag(at: other + 1) == TapeTag.string {
                let text = tape.utf8(at: other + 1)
                // A number of 2^53 and more has 16 to 19 digits.
                if 16...19 ~= text.count, text.string.isRounded(to: String(integer)) {
                    return notes.add(.roundedInteger(twin: tape.utf8(at: other).string), key + 1, id)
                }
            }
            other = tape.indexAfter(other + 1)
        }
    }

    // MARK: Every value

    private mutating func findInValue(_ instruction: Instruction, _ id: NodeID, _ index: Int) {
        switch instruction {
        case .reference(let node), .dynamicReference(let node): find(node, index)
        case .allOf(let nodes): for at in nodes.range { find(tables.children[at], index) }
        case .anyOf(let nodes): findInBranches(nodes, .anyOf, of: id, index)
        case .oneOf(let nodes): findInBranches(nodes, .oneOf, of: id, index)
        case .conditional(let nodes): findConditionally(nodes, index)
        default: break
        }
    }

    private mutating func findInBranches(_ nodes: TableSlice, _ keyword: Keyword, of id: NodeID, _ index: Int)
    {
        let notable = nodes.range.filter { isNotable(tables.children[$0]) }
        guard !notable.isEmpty else { return }
        let accepting = notable.filter { evaluation.accepts(tables.children[$0], index) }
        for at in accepting { find(tables.children[at], index) }
        guard accepting.isEmpty,
            !nodes.range.contains(where: { evaluation.accepts(tables.children[$0], index) }),
            let meant = explainer.meantBranch(of: nodes, keyword, id, index)
        else { return }
        find(meant, index)
    }

    private mutating func findWhereAccepted(_ node: NodeID, _ index: Int) {
        guard isNotable(node), evaluation.accepts(node, index) else { return }
        find(node, index)
    }

    private mutating func findConditionally(_ nodes: TableSlice, _ index: Int) {
        guard nodes.range.contains(where: { isNotable(tables.children[$0]) }) else { return }
        let first = Int(nodes.start)
        if evaluation.accepts(tables.children[first], index) {
            find(tables.children[first], index)
            find(tables.children[first + 1], index)
        } else {
            find(tables.children[first + 2], index)
        }
    }

    // MARK: Arrays

    private mutating func findInArray(_ instruction: Instruction, _ index: Int) {
        switch instruction {
        case .items(let nodes): findInItems(nodes, index)
        case .contains(let plan) where isNotable(tables.contains[plan].node):
            let end = tape.closingIndex(of: index)
            var at = index + 1
            while at < end {
                findWhereAccepted(tables.contains[plan].node, at)
                at = tape.indexAfter(at)
            }
        default: break
        }
    }

    private mutating func findInItems(_ nodes: TableSlice, _ index: Int) {
        guard nodes.range.contains(where: { isNotable(tables.children[$0]) }) else { return }
        let end = tape.closingIndex(of: index)
        var child = Int(nodes.start)
        let rest = child + Int(nodes.count) - 1
        var at = index + 1
        while at < end {
            find(tables.children[child], at)
            if child < rest { child += 1 }
            at = tape.indexAfter(at)
        }
    }

    // MARK: Objects

    private mutating func findInObject(_ instruction: Instruction, _ id: NodeID, _ index: Int) {
        switch instruction {
        case .members(let plan): findInMembers(plan, id, index)
        case .dependentSchema(let dependency):
            let dependency = tables.dependencies[dependency]
            if evaluation.hasMember(dependency.trigger, index) { find(dependency.node, index) }
        default: break
        }
    }

    private mutating func findInMembers(_ number: Int, _ id: NodeID, _ index: Int) {
        let namesProperties = tables.members[number].namesProperties
        let concernsOthers = tables.members[number].concernsOthers
        let end = tape.closingIndex(of: index)
        var key = index + 1
        var last = tables.members[number].names.end
        while key < end {
            let name = tape.utf8(at: key)
            let place = place(of: name, inPlan: number, after: &last)
            var isDescribed = false
            if let place, tables.names[place].rule.isDescribed {
                isDescribed = true
                find(tables.names[place].rule.node, key + 1)
            }
            if concernsOthers { findInOthers(tables.members[number], name, key, &isDescribed) }
            if tape.tag(at: key + 1) == TapeTag.int, tape.int64(at: key + 1).magnitude > 1 << 53 {
                noteRounding(of: key, in: index, id)
            }
            if isDescribed {
                notes.describe(key)
            } else if namesProperties {
                notes.addUndescribed(key, id)
            }
            key = tape.indexAfter(key + 1)
        }
    }

    /// The place of a name in a plan's table; what came after the last one in the objects before is tried first.
    @inline(__always)
    private func place(of name: UTF8View, inPlan plan: Int, after last: inout Int) -> Int? {
        var place = tables.order.successor(of: last)
        if !tables.isName(place, name) {
            place = tables.look(up: name, inPlan: plan, after: last) - 1
            guard place >= 0 else { return nil }
        }
        last = place
        return place
    }

    private mutating func findInOthers(
        _ plan: MemberPlan,
        _ name: UTF8View,
        _ key: Int,
        _ isDescribed: inout Bool
    ) {
        for at in plan.patterns.range where evaluation.matches(tables.patternMembers[at].pattern, name) {
            isDescribed = true
            find(tables.patternMembers[at].node, key + 1)
        }
        guard !isDescribed, plan.hasAdditional else { return }
        isDescribed = true
        find(plan.additional, key + 1)
    }

    // MARK: Unevaluated

    private mutating func findUnevaluated(_ id: NodeID, _ index: Int, _ tag: UInt8) {
        for at in tables.nodes[Int(id.index)].unevaluated.range {
            switch tables.instructions[at] {
            case .unevaluatedItems(let inner) where tag == TapeTag.array:
                findInUnmarked(inner, of: id, index, tag)
            case .unevaluatedProperties(let inner) where tag == TapeTag.object:
                findInUnmarked(inner, of: id, index, tag)
                describeAll(index)
            default: break
            }
        }
    }

    private mutating func findInUnmarked(_ inner: NodeID, of id: NodeID, _ index: Int, _ tag: UInt8) {
        guard isNotable(inner) else { return }
        let offset = tag == TapeTag.object ? 1 : 0
        evaluation.withUnevaluated(of: id, index, tag) { part in find(inner, part + offset) }
    }

    private mutating func describeAll(_ index: Int) {
        forEachKey(of: index) { finder, key in finder.notes.describe(key) }
    }
}

extension String {
    /// Whether the digits are those of an integer that became others on the way through a double.
    fileprivate func isRounded(to digits: String) -> Bool {
        utf8.count == digits.utf8.count && self != digits
            && utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            && Double(self) == Double(digits)
    }
}
