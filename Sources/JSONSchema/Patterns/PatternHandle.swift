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

    init(_ matches: Bool) { self = matches ? .match : .mismatch }
}
