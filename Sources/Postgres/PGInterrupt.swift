import CLibPQ
import Dispatch
import Synchronization

/// Lets any thread cut short the statement that a connection runs now, and no other.
final class PGInterrupt: Sendable {
    private let signal = WakeSignal()
    private let running = Mutex<(number: UInt64, isActive: Bool)>((0, false))

    /// Begins a statement and gives its number.
    func arm() -> UInt64 {
        running.withLock { running in
            running = (running.number + 1, true)
            return running.number
        }
    }

    /// Ends the statement: what is raised for it from now on does nothing.
    func disarm() {
        running.withLock { running in
            running.isActive = false
            signal.lower()
        }
    }

    /// Asks for the end of statement `number`; does nothing when it has ended.
    func raise(_ number: UInt64) {
        running.withLock { running in
            if running.isActive && running.number == number { signal.raise() }
        }
    }

    /// A watch over one statement that may take `limit`; nil for no limit.
    func watch(limit: Duration?) -> Watch {
        Watch(signal: signal, deadline: limit.map { .now + $0 })
    }
}

extension PGInterrupt {
    /// What ended a statement early.
    enum Cause {
        case raised
        case deadline
    }

    /// The wait for one statement's answer, which sends a cancel request when it is interrupted.
    struct Watch: ~Copyable {
        private let signal: WakeSignal
        private var deadline: ContinuousClock.Instant?
        private(set) var cause: Cause?
        private var request: PGCancelRequest?

        /// How long a server may take to answer a cancel request before the connection is given up.
        private static let patience: Duration = .seconds(5)

        /// How long to trust the socket: an encrypted connection may hold bytes that it no longer shows.
        private static let turn: Duration = .seconds(1)

        fileprivate init(signal: WakeSignal, deadline: ContinuousClock.Instant?) {
            self.signal = signal
            self.deadline = deadline
        }

        /// Waits for bytes from the server, but for one turn at most.
        ///
        /// - Returns: False when the server did not even answer a cancel request.
        mutating func wait(socket: Int32, cancelling makeRequest: () -> PGCancelRequest?) -> Bool {
            let turnEnd = ContinuousClock.now + Self.turn
            let outcome = SocketWait.wait(
                socket: socket,
                signal: cause == nil ? signal : nil,
                deadline: min(deadline ?? turnEnd, turnEnd)
            )
            guard outcome == .woken || outcome == .timedOut && isOverdue else { return true }
            guard cause == nil else { return false }
            cause = outcome == .woken ? .raised : .deadline
            deadline = .now + Self.patience
            request = makeRequest()
            request?.send()
            return true
        }

        private var isOverdue: Bool {
            deadline.map { $0 <= .now } ?? false
        }

        /// Waits until a cancel request that was sent has had its effect, so that it can't hit the next statement.
        ///
        /// - Returns: False when that took too long; the connection must be closed then.
        borrowing func settle() -> Bool {
            request?.wait(Self.patience) ?? true
        }
    }
}

/// The owner of one `PGcancel`.
///
/// `@unchecked Sendable` because libpq makes `PQcancel` safe to call from any thread: the object is a copy of the
/// server's address and key, and nothing here changes it.
@safe final class PGCancelRequest: @unchecked Sendable {
    private let handle: OpaquePointer
    private let isDone = DispatchGroup()

    /// Takes over `handle`, which is freed with this object.
    init(owning handle: OpaquePointer) {
        unsafe self.handle = handle
    }

    deinit {
        unsafe PQfreeCancel(handle)
    }

    /// Sends the request on a thread of its own: it is a whole connection to the server, and may block.
    func send() {
        DispatchQueue(label: "feedkeeper.postgres.cancel").async(group: isDone) {
            var problem = [CChar](repeating: 0, count: 256)
            // A request that can't be sent shows as a statement that does not end, which the watch gives up on.
            _ = unsafe PQcancel(self.handle, &problem, Int32(problem.count))
        }
    }

    /// Waits until the request was delivered; false when `span` passed before.
    func wait(_ span: Duration) -> Bool {
        isDone.wait(timeout: .now() + .microseconds(Int(span.wholeMicroseconds))) == .success
    }
}
