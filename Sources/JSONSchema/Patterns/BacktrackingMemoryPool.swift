internal import Synchronization

/// Keeps the working memory of one match for the next: it is large, and most evaluations need none.
final class BacktrackingMemoryPool: Sendable {
    /// The address of the memory, or 0: an atomic pointer is not `Sendable`.
    private let idle = Atomic<UInt>(0)

    /// The memory that was given back, if nobody else has it now.
    func take(_ limits: EvaluationLimits) -> BacktrackingMemory {
        BacktrackingMemory(address: idle.exchange(0, ordering: .acquiring)) ?? BacktrackingMemory(limits)
    }

    func give(_ memory: BacktrackingMemory) {
        let address = idle.exchange(memory.address, ordering: .acquiringAndReleasing)
        BacktrackingMemory(address: address)?.deallocate()
    }

    deinit { BacktrackingMemory(address: idle.load(ordering: .acquiring))?.deallocate() }
}
