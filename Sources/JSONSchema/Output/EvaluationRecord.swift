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

/// All schemas that were applied to a value and its parts.
package struct EvaluationRecord: Sendable {
    /// The `$schema` of the schema at the root, or its dialect's.
    package let dialect: String

    /// The schema itself.
    package let root: OutputUnit

    /// Whether units are missing because of a limit.
    package let isTruncated: Bool
}

extension CompiledSchema {
    /// Evaluates a value and keeps what each schema came to.
    ///
    /// An evaluation that ended without a verdict is told as a failure, with the limit as the error of the schema itself.
    ///
    /// - Complexity: O(value), and that of a verdict for a value that conforms when no annotations are wanted.
    package func record(_ value: JSONValue, limits: OutputLimits = OutputLimits()) -> EvaluationRecord {
        record(value, .all, limits)
    }

    /// The document of a format for a value.
    ///
    /// - Complexity: that of ``record(_:limits:)``, and for `flag` that of a verdict.
    package func output(
        _ format: OutputFormat,
        of value: JSONValue,
        limits: OutputLimits = OutputLimits()
    ) -> JSONOutput {
        let detail: UnitRecorder.Detail =
            switch format {
            case .flag: .verdict
            case .basic, .list: .telling
            case .hierarchical: .all
            }
        return record(value, detail, limits).document(format)
    }

    private func record(
        _ value: JSONValue,
        _ detail: UnitRecorder.Detail,
        _ limits: OutputLimits
    ) -> EvaluationRecord {
        let verdict = verdict(of: value)
        let recorder = UnitRecorder(
            detail,
            limits: limits,
            start: value.index,
            isOfValid: verdict == .valid
        )
        return withEvaluation(of: value.document) { evaluation in
            var explainer = Explainer(program, evaluation, value.document, recordingTo: recorder)
            return explainer.record(verdict)
        }
    }
}
