import Dispatch

/// Where requests are answered: on threads of their own.
///
/// A program that serves its own tests may keep every thread of the cooperative pool busy for seconds; a client on the
/// other end would take that for a server that does not answer.
final class ServeExecutor: TaskExecutor {
    static let shared = ServeExecutor()

    private let queue = DispatchQueue(label: "feedkeeper.serve", attributes: .concurrent)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async {
            unsafe job.runSynchronously(on: self.asUnownedTaskExecutor())
        }
    }
}
