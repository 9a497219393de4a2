/// The loop that drives all transfers of one fetcher, on one thread: perform, read what is done, wait, again.
///
/// Made and run on its thread, and never seen by another; others write to its ``TransferInbox``.
final class TransferLoop {
    private struct Running {
        let transfer: Transfer
        let continuation: CheckedContinuation<Transfer.Outcome, Never>
    }

    private let multi: MultiHandle
    private let inbox: TransferInbox
    private let configuration: FetcherConfiguration
    private var running: [TransferID: Running] = [:]
    /// No transfer is overdue before this time.
    ///
    /// Bytes that come move deadlines on and leave this where it is, so that they cost nothing; an early look
    /// finds the new time.
    private var nextDeadline: ContinuousClock.Instant?

    init(multi: MultiHandle, inbox: TransferInbox, configuration: FetcherConfiguration) {
        self.multi = multi
        self.inbox = inbox
        self.configuration = configuration
    }

    /// Runs until the inbox is closed; then every fetch that is left ends as `shutDown`.
    func run() {
        while takeLetters() {
            do throws(FetchError) {
                try multi.perform()
                endFinished()
                endOverdue()
                try multi.poll(timeout: waitingTime)
            } catch {
                // Out of memory, or a fault in libcurl: nothing that is running can be trusted to go on.
                endAll { $0.error(.other, curlCode: error.curlCode) }
            }
        }
        endAll { $0.error(.shutDown) }
    }

    /// Does what the inbox asks; false once it is closed.
    private func takeLetters() -> Bool {
        let letters = inbox.take()
        for order in letters.orders { begin(order) }
        for id in letters.cancelled {
            end(id) { .failure($0.error(.cancelled)) }
        }
        return !letters.isClosed
    }

    private func begin(_ order: TransferOrder) {
        do throws(FetchError) {
            let transfer = try Transfer(order, configuration: configuration)
            try multi.add(transfer.easy)
            running[order.id] = Running(transfer: transfer, continuation: order.continuation)
            noteDeadline(transfer.earliestDeadline(now: .now))
        } catch {
            order.continuation.resume(returning: .failure(error))
        }
    }

    private func endFinished() {
        while let (transfer, result) = multi.nextFinished() {
            switch transfer.finishHop(result) {
            case .ended(let outcome): end(transfer.id) { _ in outcome }
            case .nextHop: restart(transfer)
            }
        }
    }

    private func restart(_ transfer: Transfer) {
        do throws(FetchError) {
            try multi.remove(transfer.easy)
            try transfer.prepareHop()
            try multi.add(transfer.easy)
        } catch {
            end(transfer.id) { _ in .failure(error) }
        }
    }

    private func endOverdue() {
        guard let due = nextDeadline, due <= .now else { return }
        nextDeadline = nil
        let now = ContinuousClock.now
        for (id, entry) in running {
            if entry.transfer.deadline <= now {
                end(id) { .failure($0.overdueError()) }
            } else {
                noteDeadline(entry.transfer.earliestDeadline(now: now))
            }
        }
    }

    private func endAll(_ error: (Transfer) -> FetchError) {
        for id in running.keys {
            end(id) { .failure(error($0)) }
        }
    }

    /// Takes a transfer out and tells its outcome; nothing happens when it is out already.
    private func end(_ id: TransferID, _ outcome: (Transfer) -> Transfer.Outcome) {
        guard let entry = running.removeValue(forKey: id) else { return }
        let told = outcome(entry.transfer)
        do throws(FetchError) {
            try multi.remove(entry.transfer.easy)
            entry.continuation.resume(returning: told)
        } catch {
            entry.continuation.resume(returning: .failure(error))
        }
    }

    private func noteDeadline(_ deadline: ContinuousClock.Instant) {
        nextDeadline = nextDeadline.map { min($0, deadline) } ?? deadline
    }

    /// Until the next deadline; without one a minute, which only bounds how long a lost wake-up could matter.
    private var waitingTime: Duration {
        guard let nextDeadline else { return .seconds(60) }
        return max(.zero, ContinuousClock.now.duration(to: nextDeadline))
    }
}
