internal import JSONCore

/// The limit that stopped an evaluation without a verdict.
package enum EvaluationLimit: Equatable, Sendable {
    /// Schemas inside schemas, over all levels of the value.
    case depth(Int)
    /// Steps or memory of one match of a pattern.
    case pattern
    /// Steps of an evaluation; of an explanation its depth or steps: the value is invalid, and why was not found within
    /// them.
    case steps(Int)
}

extension EvaluationLimit: CustomStringConvertible {
    /// What was more than the limit.
    package var description: String {
        switch self {
        case .depth(let limit): "schemas nest deeper than the limit of \(limit) on one value"
        case .pattern: "a pattern takes more steps or memory than the limit"
        case .steps(let limit): "judging takes more than the limit of \(limit) steps"
        }
    }
}

/// What an evaluation may ask for before it ends without a verdict.
package struct EvaluationLimits: Sendable {
    /// Schemas inside schemas, over all levels of the value; 2,500 by default.
    package var maxDepth = 2_500

    /// Schemas applied to values, counted once the document's length does not explain them; 100,000,000 by default, a few
    /// seconds.
    package var maxSteps = 100_000_000

    /// Backtracking steps of one match of a pattern; 1,000,000 by default, a few milliseconds.
    package var maxPatternSteps = 1_000_000

    /// The stack of one match of a pattern, in bytes; 512 KiB by default.
    package var maxPatternStackBytes = 512 << 10

    package init() {}
}

/// Everything an evaluation reads and writes, in one place in memory.
@safe struct EvaluationContext {
    let tables: ProgramTables
    let program: Unmanaged<Program>
    let maxDepth: Int
    let matcher: PatternMatcher
    var tape: Tape
    var document: Unmanaged<JSONDocument>
    var marks = MarkArena()
    var exceeded: EvaluationLimit?

    let maxSteps: Int

    /// Schemas that may still be applied before ``memo`` is asked; negative from then on.
    var stepsLeft = 0

    var memo: VerdictMemo?
}

/// Decides whether values of one document conform: the yes/no mode, which allocates nothing for a value.
///
/// It is one pointer wide, so that it travels in a register; positions are arguments.
@safe struct Evaluation {
    private let context: UnsafeMutablePointer<EvaluationContext>

    init(_ program: Program, limits: EvaluationLimits, document: JSONDocument) {
        unsafe context = .allocate(capacity: 1)
        unsafe context.initialize(
            to: EvaluationContext(
                tables: program.tables,
                program: .passUnretained(program),
                maxDepth: limits.maxDepth,
                matcher: PatternMatcher(limits: limits),
                tape: document.tape,
                document: .passUnretained(document),
                maxSteps: limits.maxSteps
            )
        )
        unsafe context.pointee.stepsLeft = Self.freeSteps(document.tape)
    }

    /// More than schemas take that judge each value on a few ways.
    private static func freeSteps(_ tape: Tape) -> Int { 4_096 + 16 * tape.endIndex }

    /// Takes over the working memory that ``address`` named; nil for 0.
    init?(address: UInt) {
        guard let context = unsafe UnsafeMutablePointer<EvaluationContext>(bitPattern: address) else {
            return nil
        }
        unsafe self.context = context
    }

    var address: UInt { unsafe UInt(bitPattern: context) }

    func deallocate() {
        unsafe context.pointee.matcher.deallocate()
        unsafe context.pointee.marks.deallocate()
        unsafe context.pointee.memo?.deallocate()
        unsafe context.deinitialize(count: 1)
        unsafe context.deallocate()
    }

    /// Turns to another document; the caller keeps it alive.
    func begin(_ document: JSONDocument) {
        unsafe context.pointee.tape = document.tape
        unsafe context.pointee.document = .passUnretained(document)
        unsafe context.pointee.exceeded = nil
        unsafe context.pointee.marks.reset()
        unsafe context.pointee.stepsLeft = Self.freeSteps(document.tape)
        unsafe context.pointee.memo?.deallocate()
        unsafe context.pointee.memo = nil
    }

    @inline(__always) var tables: ProgramTables { unsafe context.pointee.tables }

    @inline(__always) var tape: Tape { unsafe context.pointee.tape }

    @inline(__always) var marks: MarkArena { unsafe context.pointee.marks }

    /// See ``MarkArena/push(positions:)``.
    func pushMarks(positions: Int) -> Marks { unsafe context.pointee.marks.push(positions: positions) }

    func popMarks(_ marks: Marks) { unsafe context.pointee.marks.pop(marks) }

    /// The limit that was met; then the verdict means nothing.
    var exceeded: EvaluationLimit? { unsafe context.pointee.exceeded }

    /// For slow paths.
    @inline(never) func withDocument<Result>(_ body: (JSONDocument, Program) -> Result) -> Result {
        unsafe context.pointee.document._withUnsafeGuaranteedRef { document in
            unsafe context.pointee.program._withUnsafeGuaranteedRef { program in body(document, program) }
        }
    }

    /// - Returns: false, so that it can stand where a verdict is wanted.
    @inline(never) func exceed(_ limit: EvaluationLimit) -> Bool {
        unsafe context.pointee.exceeded = limit
        return false
    }

    func matches(_ pattern: Int, _ text: UTF8View) -> Bool {
        switch unsafe context.pointee.matcher.match(tables.patterns[pattern], text) {
        case .match: true
        case .mismatch: false
        case .limit: exceed(.pattern)
        }
    }

    // MARK: Nodes

    /// Whether the value conforms to the node, and what it evaluated of the value is marked.
    ///
    /// `depth` says how many nodes are being applied already, `marks` where to mark evaluated members or items of this very
    /// value.
    func accepts(_ id: NodeID, _ index: Int, _ depth: Int, _ marks: Marks) -> Bool {
        // Fields are read one by one: a copy of the whole node would go through memory.
        let node = Int(id.index)
        let tag = tape.tag(at: index)
        guard tables.nodes[node].types.allows(tag: tag) else { return false }
        if tables.nodes[node].wantsInteger, !isIntegral(index, tag, among: tables.nodes[node].types) {
            return false
        }
        return tables.nodes[node].isLeaf || applies(id, index, tag, depth, marks)
    }

    private func applies(_ id: NodeID, _ index: Int, _ tag: UInt8, _ depth: Int, _ marks: Marks) -> Bool {
        guard depth < maxDepth else { return exceed(.depth(maxDepth)) }
        unsafe context.pointee.stepsLeft &-= 1
        return unsafe context.pointee.stepsLeft >= 0
            ? appliesAll(id, index, tag, depth, marks) : appliesOnce(id, index, tag, depth, marks)
    }

    @inline(__always)
    private func appliesAll(_ id: NodeID, _ index: Int, _ tag: UInt8, _ depth: Int, _ marks: Marks) -> Bool {
        guard tables.nodes[Int(id.index)].unevaluated.isEmpty else {
            return appliesThenUnevaluated(id, index, tag, depth, marks)
        }
        return appliesFamilies(id, index, tag, depth, marks)
    }

    /// Applies a node, or remembers its verdict, unless marks are wanted: those come of applying it.
    @inline(never)
    private func appliesOnce(_ id: NodeID, _ index: Int, _ tag: UInt8, _ depth: Int, _ marks: Marks) -> Bool {
        guard exceeded == nil else { return false }
        guard unsafe -context.pointee.stepsLeft <= context.pointee.maxSteps else {
            return exceed(.steps(unsafe context.pointee.maxSteps))
        }
        guard !marks.areWanted else { return appliesAll(id, index, tag, depth, marks) }
        let memo = unsafe context.pointee.memo ?? VerdictMemo(tapeLength: tape.endIndex)
        unsafe context.pointee.memo = memo
        if let known = memo.verdict(id, index) { return known }
        let verdict = appliesAll(id, index, tag, depth, marks)
        memo.remember(verdict, id, index)
        return verdict
    }

    @inline(__always) private var maxDepth: Int { unsafe context.pointee.maxDepth }

    /// All of a node but its types and what concerns the unevaluated.
    @inline(__always)
    func appliesFamilies(_ id: NodeID, _ index: Int, _ tag: UInt8, _ depth: Int, _ marks: Marks) -> Bool {
        let node = Int(id.index)
        let inner = depth &+ 1
        let family =
            switch tag {
            case TapeTag.object: runObjects(tables.nodes[node].objects, index, inner, marks)
            case TapeTag.array: runArrays(tables.nodes[node].arrays, index, inner, marks)
            case TapeTag.string: runStrings(tables.nodes[node].strings, index)
            case TapeTag.int, TapeTag.uint, TapeTag.double, TapeTag.big:
                runNumbers(tables.nodes[node].numbers, index, tag)
            default: true
            }
        guard family else { return false }
        let values = tables.nodes[node].values
        return values.isEmpty || runValues(values, index, tag, inner, marks)
    }
}
