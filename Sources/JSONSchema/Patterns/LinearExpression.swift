internal import CRE2
internal import JSONCore

/// A regular expression that RE2 matches in time linear in the text.
///
/// It is compiled at its first match: RE2 takes far longer for that than the rest of a schema does, and most patterns of a
/// large schema never meet a value.
@safe final class LinearExpression: Sendable {
    /// Of RE2's instructions, by the estimate below.
    ///
    /// A text may need all of them for each of its bytes.
    private static let maxSize = 10_000

    /// In bytes, for instructions and for the states that texts lead to.
    ///
    /// Beyond, RE2 gets slower.
    private static let maxMemory: Int64 = 8 << 20

    private let syntax: PatternSyntax

    private let compiled = FirstHandle()

    /// Nil for what is too large, and for lookaround and backreferences.
    init?(_ syntax: PatternSyntax) {
        guard syntax.isRegular, syntax.root.automatonSize <= Self.maxSize else { return nil }
        self.syntax = syntax
    }

    deinit {
        if let expression = unsafe compiled.known { unsafe fk_re2_free(expression) }
    }

    /// Whether it matches anywhere in the text.
    func match(_ text: UTF8View, _ limits: EvaluationLimits) -> PatternOutcome {
        guard let expression = unsafe compiled.known ?? compile() else { return .limit }
        switch unsafe fk_re2_match(
            expression,
            text.buffer.baseAddress,
            text.count,
            UInt64(limits.maxPatternSteps.saturatingTimes(1_000))
        ) {
        case Int32(FK_RE2_MATCH): return .match
        case Int32(FK_RE2_MISMATCH): return .mismatch
        default: return .limit
        }
    }

    @inline(never) private func compile() -> OpaquePointer? {
        let text = PatternWriter.linear(syntax)
        guard let new = unsafe fk_re2_new(text, text.count, Self.maxMemory) else { return nil }
        return unsafe compiled.keep(new) { unsafe fk_re2_free($0) }
    }
}

extension PatternNode {
    /// About how many instructions RE2 makes of it.
    fileprivate var automatonSize: Int {
        switch self {
        case .character(let scalar): UTF8.width(scalar)
        case .set(let set): set.ranges.reduce(1) { $0 + ($1.upperBound < 0x80 ? 1 : 10) }
        // The letters take 1,200.
        case .properties(let properties): 1_500 * properties.terms.count
        case .start, .end, .wordBoundary, .reference: 1
        case .look(let look): look.body.automatonSize
        case .group(let body, _): body.automatonSize
        case .sequence(let parts), .alternatives(let parts):
            parts.reduce(1) { $0.saturatingPlus($1.automatonSize) }
        case .repetition(let body, let count):
            body.automatonSize.saturatingTimes(max(count.most ?? count.least, 1))
        }
    }
}
