internal import JSONCore

/// A regular expression of ECMA-262, compiled.
final class Pattern: Sendable {
    /// As the schema writes it.
    let source: String

    let engine: PatternEngine

    /// - Throws: for what is no expression, and for what no engine takes.
    init(_ source: String) throws(PatternSyntaxError) {
        self.source = source
        engine = try PatternEngine(PatternParser.syntax(of: source))
    }

    /// Whether it matches anywhere in a text; true as well when only an engine can tell.
    func mayMatch(_ text: JSONString) -> Bool {
        guard case .simple(let pattern) = engine else { return true }
        return text.withUTF8(pattern.matches)
    }

    /// Whether it may match a text that begins so.
    func mayMatch(textBeginningWith byte: UInt8) -> Bool {
        guard case .simple(let pattern) = engine else { return true }
        return pattern.mayMatch(textBeginningWith: byte)
    }

    /// For the evaluator's tables; valid as long as this pattern.
    var handle: PatternHandle { PatternHandle(engine) }
}

/// What decides whether a pattern matches: the first that can.
enum PatternEngine: Sendable {
    /// Without a call to a library.
    case simple(SimplePattern)
    /// In linear time.
    case linear(LinearExpression)
    /// Step by step, up to a limit.
    case backtracking(BacktrackingExpression)

    init(_ syntax: PatternSyntax) throws(PatternSyntaxError) {
        if let simple = SimplePattern(syntax) {
            self = .simple(simple)
        } else if let linear = LinearExpression(syntax) {
            self = .linear(linear)
        } else {
            self = .backtracking(try BacktrackingExpression(syntax))
        }
    }
}
