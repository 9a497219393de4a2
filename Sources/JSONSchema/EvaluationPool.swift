internal import JSONCore
internal import Synchronization

/// Keeps the working memory of one evaluation for the next.
final class EvaluationPool: Sendable {
    /// The address of the memory, or 0: an atomic pointer is not `Sendable`.
    private let idle = Atomic<UInt>(0)

    /// The memory that was given back, if nobody else has it now.
    func take(_ document: JSONDocument) -> Evaluation? {
        let evaluation = Evaluation(address: idle.exchange(0, ordering: .acquiring))
        evaluation?.begin(document)
        return evaluation
    }

    func give(_ evaluation: Evaluation) {
        Evaluation(address: idle.exchange(evaluation.address, ordering: .acquiringAndReleasing))?.deallocate()
    }

    deinit { Evaluation(address: idle.load(ordering: .acquiring))?.deallocate() }
}
