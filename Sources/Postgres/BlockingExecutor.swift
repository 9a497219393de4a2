import Dispatch

/// A serial executor for an actor whose calls block their thread.
///
/// libpq waits inside `poll(2)`. On the cooperative pool, two such waits stop every other task of a machine with two
/// cores; here each actor's jobs run on a private serial queue, which takes a thread only while it has a job.
package final class BlockingExecutor: SerialExecutor {
    private let queue: DispatchQueue

    /// - Parameter label: What debuggers call the queue.
    package init(label: String) {
        queue = DispatchQueue(label: label)
    }

    /// Runs `job` after all that were enqueued before it.
    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async {
            unsafe job.runSynchronously(on: self.asUnownedSerialExecutor())
        }
    }
}
