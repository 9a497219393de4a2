package import JSONCore

/// What a record of an evaluation may hold.
package struct OutputLimits: Sendable {
    /// Units for values that conform, and as many again for those that do not; 10,000 by default.
    ///
    /// Units above others that are kept, up to the root, may come to more.
    package var maxUnits = 10_000

    /// Whether a value that conforms is evaluated for its annotations; without, that takes no longer than a verdict.
    package var collectsAnnotations = true

    package init() {}
}

/// What the schemas that were applied to a value and its parts came to.
package struct EvaluationRecord: Sendable {
    /// Of the whole.
    package let verdict: Verdict

    /// The `$schema` of the schema at the root, or its dialect's.
    package let dialect: String

    /// The schema itself.
    ///
    /// An evaluation that ended without a verdict has failed here, with the limit as the error of no keyword.
    package let root: OutputUnit

    /// Whether units are missing because of a limit.
    package let isTruncated: Bool
}

extension CompiledSchema {
    /// Evaluates a value and keeps of it what a format tells.
    ///
    /// - Complexity: O(value); that of a verdict for `flag`, and for a value that conforms when no annotations are wanted.
    package func record(
        _ value: JSONValue,
        for format: OutputFormat = .hierarchical,
        limits: OutputLimits = OutputLimits()
    ) -> EvaluationRecord {
        let verdict = verdict(of: value)
        let recorder = UnitRecorder(format, limits: limits, start: value.index, isOfValid: verdict == .valid)
        return withEvaluation(of: value.document) { evaluation in
            var explainer = Explainer(program, evaluation, value.document, recordingTo: recorder)
            return explainer.record(verdict)
        }
    }
}
