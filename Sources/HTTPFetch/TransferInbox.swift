import Synchronization

/// Names one fetch between the task that waits for it and the loop.
struct TransferID: Sendable, Hashable {
    private let number: UInt64

    private static let last = Atomic<UInt64>(0)

    /// A name that no other fetch of this process has.
    init() {
        number = Self.last.wrappingAdd(1, ordering: .relaxed).newValue
    }
}

/// All that the loop needs to begin a fetch, and where its outcome goes.
struct TransferOrder: Sendable {
    let id: TransferID
    let hop: Hop
    let limits: FetchLimits
    let totalDeadline: ContinuousClock.Instant
    /// Resumed exactly once, by the loop.
    let continuation: CheckedContinuation<Transfer.Outcome, Never>
}

/// What other threads have asked of the loop since it last looked.
final class TransferInbox: Sendable {
    struct Letters: Sendable {
        var orders: [TransferOrder] = []
        var cancelled: [TransferID] = []
        var isClosed = false
    }

    private let letters = Mutex(Letters())
    private let multi: MultiHandle

    init(multi: MultiHandle) {
        self.multi = multi
    }

    /// Hands an order to the loop; after ``close()`` the order ends as `shutDown` at once.
    func add(_ order: TransferOrder) {
        let isAccepted = letters.withLock { letters in
            if !letters.isClosed { letters.orders.append(order) }
            return !letters.isClosed
        }
        if isAccepted {
            multi.wakeUp()
        } else {
            order.continuation.resume(returning: .failure(FetchError(.shutDown, at: order.hop.url)))
        }
    }

    /// Asks the loop to end a fetch; nothing happens if it has ended, or is not there yet.
    func cancel(_ id: TransferID) {
        letters.withLock { $0.cancelled.append(id) }
        multi.wakeUp()
    }

    /// Asks the loop to end all fetches and itself.
    func close() {
        letters.withLock { $0.isClosed = true }
        multi.wakeUp()
    }

    /// Empties the inbox.
    func take() -> Letters {
        letters.withLock { letters in
            defer { letters = Letters(isClosed: letters.isClosed) }
            return letters
        }
    }
}
