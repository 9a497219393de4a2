internal import JSONCore
internal import Synchronization

/// Keeps the working memory of one match for the next: it is large, and most evaluations need none.
final class MatcherPool: Sendable {
    /// The address of the memory, or 0: an atomic pointer is not `Sendable`.
    private let idle = Atomic<UInt>(0)

    /// The memory that was given back, if nobody else has it now.
    func take(_ limits: EvaluationLimits) -> BorrowedMatcher {
        BorrowedMatcher(address: idle.exchange(0, ordering: .acquiring)) ?? BorrowedMatcher(limits)
    }

    func give(_ matcher: BorrowedMatcher) {
        let address = idle.exchange(matcher.address, ordering: .acquiringAndReleasing)
        BorrowedMatcher(address: address)?.deallocate()
    }

    deinit { BorrowedMatcher(address: idle.load(ordering: .acquiring))?.deallocate() }
}

/// A matcher that belongs to who took it, until it is given back.
@safe struct BorrowedMatcher {
    private let matcher: UnsafeMutablePointer<PatternMatcher>

    init(_ limits: EvaluationLimits) {
        unsafe matcher = .allocate(capacity: 1)
        unsafe matcher.initialize(to: PatternMatcher(limits: limits))
    }

    /// nil for 0.
    init?(address: UInt) {
        guard let matcher = unsafe UnsafeMutablePointer<PatternMatcher>(bitPattern: address) else {
            return nil
        }
        unsafe self.matcher = matcher
    }

    var address: UInt { unsafe UInt(bitPattern: matcher) }

    func match(_ pattern: PatternHandle, _ text: UTF8View) -> PatternMatcher.Outcome {
        unsafe matcher.pointee.match(pattern, text)
    }

    func deallocate() {
        unsafe matcher.pointee.deallocate()
        unsafe matcher.deallocate()
    }
}
