internal import Synchronization

/// A C library's object that is made when it is needed first, by whichever thread is the fastest.
@safe struct FirstHandle: ~Copyable, Sendable {
    /// The object's address, or 0: an atomic pointer is not `Sendable`.
    private let address = Atomic<UInt>(0)

    /// Nil before the first was kept.
    var known: OpaquePointer? { unsafe OpaquePointer(bitPattern: address.load(ordering: .acquiring)) }

    /// Keeps an object for good, unless another thread was faster: then it is freed, and that one's is given.
    func keep(_ new: OpaquePointer, orFree free: (OpaquePointer) -> Void) -> OpaquePointer? {
        let (isFirst, _) = address.compareExchange(
            expected: 0,
            desired: UInt(bitPattern: new),
            ordering: .acquiringAndReleasing
        )
        if !isFirst { unsafe free(new) }
        return unsafe known
    }
}
