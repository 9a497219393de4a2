/// Fetches over HTTP: many transfers at a time, on one thread of its own, over connections that are kept open.
///
/// Every answer of a server is a response, whatever its status; an error is what prevented an answer or passed a
/// limit. Only http and https are spoken, redirects included, and only addresses that the request's policy
/// allows are connected to.
///
/// One fetcher for a program is enough: connections, TLS sessions and looked-up names are shared within it.
package final class Fetcher: Sendable {
    private let inbox: TransferInbox
    private let thread: LoopThread

    /// Starts the fetcher's thread.
    ///
    /// - Throws: `other` when libcurl or the system has no memory or thread to give.
    package init(configuration: FetcherConfiguration = FetcherConfiguration()) throws(FetchError) {
        let multi = try MultiHandle(configuration)
        let inbox = TransferInbox(multi: multi)
        self.inbox = inbox
        thread = try LoopThread {
            TransferLoop(multi: multi, inbox: inbox, configuration: configuration).run()
        }
    }

    /// Ends what still runs, as ``shutdown()`` does; the calling thread waits for the fetcher's thread.
    deinit {
        inbox.close()
        thread.joinBlocking()
    }

    /// Fetches one URL, following its redirects.
    ///
    /// When the task is cancelled, the transfer is removed at once and its connection closed.
    ///
    /// - Returns: the last response, its body complete and decoded.
    /// - Throws: ``FetchError``; `cancelled` for a cancelled task, `shutDown` after ``shutdown()``.
    package func fetch(_ request: FetchRequest) async throws(FetchError) -> FetchResponse {
        let hop = try Hop(request)
        let id = TransferID()
        let outcome = await withTaskCancellationHandler {
            await self.outcome(of: hop, id: id, limits: request.limits)
        } onCancel: {
            inbox.cancel(id)
        }
        return try outcome.get()
    }

    /// Ends every transfer with the error `shutDown`, closes all connections and ends the thread.
    ///
    /// Returns when the thread has ended. Later fetches throw `shutDown`; a second call does nothing.
    package func shutdown() async {
        inbox.close()
        await thread.join()
    }

    private func outcome(of hop: Hop, id: TransferID, limits: FetchLimits) async -> Transfer.Outcome {
        await withCheckedContinuation { continuation in
            inbox.add(
                TransferOrder(
                    id: id,
                    hop: hop,
                    limits: limits,
                    totalDeadline: .now + limits.totalTimeout,
                    continuation: continuation
                )
            )
            // A cancellation before this line may have found no order to cancel.
            if Task.isCancelled { inbox.cancel(id) }
        }
    }
}
