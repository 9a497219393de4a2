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

    /// Schemas applied to values and what takes as long, counted once the document's length does not explain them; 100,000,000
    /// by default, a few seconds.
    package var maxSteps = 100_000_000

    /// Backtracking steps of one match of a pattern that looks around or refers to its groups; 1,000,000 by default, a few
    /// milliseconds.
    ///
    /// Other patterns take time linear in the text. The limit for those is a thousand times as many instructions of the
    /// pattern's automaton times bytes: no text below some megabytes gets there, and the worst one after some seconds.
    package var maxPatternSteps = 1_000_000

    /// The stack of one match of a pattern, in bytes; 512 KiB by default.
    package var maxPatternStackBytes = 512 << 10

    package init() {}
}

/// What an evaluation writes, and what only its slow paths read.
@safe struct EvaluationContext {
    /// The first field, so that its address is that of the whole: see ``Evaluation/tables``.
    fileprivate let tables: ProgramTables.Storage

    let program: Unmanaged<Program>
    let document: Unmanaged<JSONDocument>
    let memories: Unmanaged<BacktrackingMemoryPool>
    let limits: EvaluationLimits
    var exceeded: EvaluationLimit?

    /// Schemas that may still be applied before ``memo`` is asked; negative from then on.
    var stepsLeft: Int

    // Made when they are needed first.
    var marks = MarkArena()
    var memo: VerdictMemo?
    var memory: BacktrackingMemory?

    /// The caller keeps all three alive until ``end()``.
    init(
        _ program: Program,
        _ document: JSONDocument,
        _ tape: Tape,
        _ memories: BacktrackingMemoryPool,
        _ limits: EvaluationLimits
    ) {
        tables = program.tables.all
        unsafe self.program = .passUnretained(program)
        unsafe self.document = .passUnretained(document)
        unsafe self.memories = .passUnretained(memories)
        self.limits = limits
        // More than schemas take that judge each value on a few ways.
        stepsLeft = 4_096 + 16 * tape.endIndex
    }

    func end() {
        marks.deallocate()
        memo?.deallocate()
        if let memory { unsafe memories._withUnsafeGuaranteedRef { $0.give(memory) } }
    }

    @inline(__always)
    mutating func match(_ pattern: PatternHandle, _ text: UTF8View) -> PatternOutcome {
        switch pattern {
        // Most patterns are simple, and those must be cheap.
        case .simple(let simple):
            return PatternOutcome(unsafe simple._withUnsafeGuaranteedRef { $0.matches(text) })
        case .linear(let expression):
            stepsLeft &-= 1 &+ text.count / 16
            return unsafe expression._withUnsafeGuaranteedRef { $0.match(text, limits) }
        case .backtracking(let expression):
            stepsLeft &-= 1 &+ text.count / 16
            let memory = unsafe self.memory ?? memories._withUnsafeGuaranteedRef { $0.take(limits) }
            self.memory = memory
            return unsafe expression._withUnsafeGuaranteedRef { $0.match(text, memory) }
        }
    }
}

/// Decides whether values of one document conform: the yes/no mode, which allocates nothing for a value.
///
/// Its three pointers travel in registers, and so do three arguments, such as positions: what stands in the context is read from
/// memory again after every write.
@safe struct Evaluation {
    let tape: Tape
    private let context: UnsafeMutablePointer<EvaluationContext>

    init(_ tape: Tape, _ context: UnsafeMutablePointer<EvaluationContext>) {
        assert(MemoryLayout<EvaluationContext>.offset(of: \.tables) == 0)
        self.tape = tape
        unsafe self.context = context
    }

    /// The program's tables, whose addresses the context holds.
    @inline(__always) var tables: ProgramTables {
        unsafe ProgramTables(
            at: UnsafeMutableRawPointer(context).assumingMemoryBound(to: ProgramTables.Storage.self)
        )
    }

    /// Of a schema that is applied first.
    var outermost: Frame { unsafe Frame(depth: context.pointee.limits.maxDepth) }

    @inline(__always) var marks: MarkArena { unsafe context.pointee.marks }

    /// See ``MarkArena/push(positions:_:)``.
    func pushMarks(positions: Int, _ frame: Frame) -> Frame {
        unsafe context.pointee.marks.push(positions: positions, frame)
    }

    /// See ``MarkArena/pushCopy(_:)``.
    func pushCopy(_ frame: Frame) -> Frame { unsafe context.pointee.marks.pushCopy(frame) }

    func popMarks(_ frame: Frame) { unsafe context.pointee.marks.pop(frame) }

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
        switch unsafe context.pointee.match(tables.patterns[pattern], text) {
        case .match: return true
        case .mismatch: return false
        case .limit: return exceed(.pattern)
        }
    }

    // MARK: Steps

    /// Counts what takes about as long as so many applications of small schemas.
    @inline(__always) func count(_ steps: Int) { unsafe context.pointee.stepsLeft &-= steps }

    /// The same, where what is counted may be repeated without end.
    ///
    /// - Returns: false when it was too much.
    @inline(__always) func mayGoOn(counting steps: Int) -> Bool {
        count(steps)
        return unsafe context.pointee.stepsLeft >= 0 || isWithinSteps()
    }

    @inline(never) private func isWithinSteps() -> Bool {
        let limit = unsafe context.pointee.limits.maxSteps
        return exceeded == nil && (unsafe -context.pointee.stepsLeft <= limit || exceed(.steps(limit)))
    }

    // MARK: Nodes

    /// Whether the value conforms to the node.
    func accepts(_ id: NodeID, _ index: Int) -> Bool { accepts(id, index, outermost) }

    /// The same inside other schemas; what is evaluated of this very value is marked as the frame says.
    @inline(__always)
    func accepts(_ id: NodeID, _ index: Int, _ frame: Frame) -> Bool {
        // Fields are read one by one: a copy of the whole node would go through memory.
        let node = Int(id.index)
        let tag = tape.tag(at: index)
        if tables.nodes[node].decided.allows(tag: tag) { return true }
        return tables.nodes[node].types.allows(tag: tag) && applies(id, index, frame)
    }

    /// All of a node but its types.
    ///
    /// What it calls comes last, so that calls are jumps.
    @inline(never)
    func applies(_ id: NodeID, _ index: Int, _ frame: Frame) -> Bool {
        let node = Int(id.index)
        guard tables.nodes[node].isSimple else { return appliesCounting(id, index, frame) }
        switch tape.tag(at: index) {
        case TapeTag.object: return acceptsObject(node, index, frame)
        case TapeTag.array: return acceptsArray(node, index, frame)
        case TapeTag.string: return acceptsString(node, index)
        case TapeTag.int, TapeTag.uint, TapeTag.double, TapeTag.big: return acceptsNumber(node, index)
        default: return true
        }
    }

    /// All of a node that applies others to the same value, or to what they leave unevaluated.
    ///
    /// Only through such nodes a value is judged on several ways, so that it is enough to count their steps.
    @inline(never)
    private func appliesCounting(_ id: NodeID, _ index: Int, _ frame: Frame) -> Bool {
        unsafe context.pointee.stepsLeft &-= 1
        guard !frame.isExhausted else { return isTooDeep() }
        return unsafe context.pointee.stepsLeft >= 0
            ? appliesAll(id, index, frame) : appliesOnce(id, index, frame)
    }

    @inline(never) func isTooDeep() -> Bool { unsafe exceed(.depth(context.pointee.limits.maxDepth)) }

    @inline(__always)
    private func appliesAll(_ id: NodeID, _ index: Int, _ frame: Frame) -> Bool {
        guard tables.nodes[Int(id.index)].unevaluated.isEmpty else {
            return appliesThenUnevaluated(id, index, frame)
        }
        return appliesFamilies(id, index, frame)
    }

    /// Applies a node, or remembers its verdict, unless marks are wanted: those come of applying it.
    @inline(never)
    private func appliesOnce(_ id: NodeID, _ index: Int, _ frame: Frame) -> Bool {
        guard isWithinSteps() else { return false }
        guard !frame.wantsMarks else { return appliesAll(id, index, frame) }
        let memo = unsafe context.pointee.memo ?? VerdictMemo(tapeLength: tape.endIndex)
        unsafe context.pointee.memo = memo
        if let known = memo.verdict(id, index) { return known }
        let verdict = appliesAll(id, index, frame)
        memo.remember(verdict, id, index)
        return verdict
    }

    /// All of a node but its types and what concerns the unevaluated.
    func appliesFamilies(_ id: NodeID, _ index: Int, _ frame: Frame) -> Bool {
        let node = Int(id.index)
        let family =
            switch tape.tag(at: index) {
            case TapeTag.object: acceptsObject(node, index, frame)
            case TapeTag.array: acceptsArray(node, index, frame)
            case TapeTag.string: acceptsString(node, index)
            case TapeTag.int, TapeTag.uint, TapeTag.double, TapeTag.big: acceptsNumber(node, index)
            default: true
            }
        return family && acceptsValue(node, index, frame)
    }
}
