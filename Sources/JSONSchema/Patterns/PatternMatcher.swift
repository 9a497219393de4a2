internal import JSONCore

/// A pattern without its owner, for the evaluator's tables.
@safe enum PatternHandle: BitwiseCopyable, @unchecked Sendable {
    // Sendable because the engines are, and the pattern that owns one outlives the tables.
    case simple(Unmanaged<SimplePattern>)
    case linear(Unmanaged<LinearExpression>)
    case backtracking(Unmanaged<BacktrackingExpression>)

    init(_ engine: PatternEngine) {
        switch engine {
        case .simple(let pattern): unsafe self = .simple(.passUnretained(pattern))
        case .linear(let expression): unsafe self = .linear(.passUnretained(expression))
        case .backtracking(let expression): unsafe self = .backtracking(.passUnretained(expression))
        }
    }
}

/// What a match comes to.
enum PatternOutcome {
    case match
    case mismatch
    /// The match would take more steps or memory than the limits allow.
    case limit
}

/// Matches patterns, with working memory for one thread at a time.
@safe struct PatternMatcher {
    private let memory: BacktrackingMemory
    private let maxLinearWork: Int

    init(limits: EvaluationLimits) {
        memory = BacktrackingMemory(limits: limits)
        maxLinearWork = limits.maxPatternSteps.saturatingTimes(1_000)
    }

    func deallocate() { memory.deallocate() }

    /// Whether the pattern matches anywhere in the text.
    @inline(__always)
    func match(_ pattern: PatternHandle, _ text: UTF8View) -> PatternOutcome {
        switch pattern {
        case .simple(let pattern):
            unsafe pattern._withUnsafeGuaranteedRef { $0.matches(text) } ? .match : .mismatch
        case .linear(let expression):
            unsafe expression._withUnsafeGuaranteedRef { $0.match(text, maxWork: maxLinearWork) }
        case .backtracking(let expression):
            unsafe expression._withUnsafeGuaranteedRef { $0.match(text, memory) }
        }
    }
}
