import JobQueue
import Synchronization
import Testing
import Worker

/// What ends a worker's wait.
@Suite(.timeLimit(.minutes(10))) struct WakingTests {
    @Test func `a notification starts a job long before the next poll`() async throws {
        try await Stage.withGate(isOpen: true) { stage, _ in
            try await stage.whileWorking({ $0.pollInterval = .seconds(300) }) { _ in
                try await stage.untilListening()
                try await stage.enqueue()
                try await stage.untilRefreshed(1, within: .seconds(100))
            }
        }
    }

    @Test func `without a notification the poll finds the job`() async throws {
        try await Stage.withGate(isOpen: true) { stage, _ in
            try await stage.execute("ALTER TABLE feedkeeper.jobs DISABLE TRIGGER jobs_notify")
            try await stage.whileWorking({ $0.pollInterval = .milliseconds(100) }) { _ in
                try await stage.untilListening()
                try await stage.enqueue()
                try await stage.untilRefreshed(1)
            }
        }
    }

    @Test func `a job that comes due while nobody tells is started on time`() async throws {
        try await Stage.withGate(isOpen: true) { stage, _ in
            try await stage.whileWorking({ $0.pollInterval = .seconds(300) }) { worker in
                try await stage.untilListening()
                try await stage.execute(
                    "SELECT feedkeeper.enqueue('profile', run_at => now() + interval '1 s')"
                )
                // The insert tells nobody; any job wakes the worker, which then knows when the next is due.
                try await stage.enqueue(variant: "now")
                try await stage.untilRefreshed(2, within: .seconds(100))
            }
        }
    }

    @Test func `a listener that is cut comes back and wakes again`() async throws {
        try await Stage.withGate(isOpen: true) { stage, _ in
            try await stage.whileWorking({ $0.pollInterval = .seconds(300) }) { _ in
                try await stage.untilListening()
                try await stage.execute("SELECT pg_terminate_backend(pid) FROM (\(Stage.listeners)) l")
                // Enqueued in the gap: nobody hears of it, and it starts all the same when the listener is back.
                try await stage.enqueue(variant: "gap")
                try await stage.untilRefreshed(1, within: .seconds(100))
                try await stage.untilListening()
                try await stage.enqueue(variant: "after")
                try await stage.untilRefreshed(2, within: .seconds(100))
                // It is written when the worker hears of it, which no refresh waits for.
                try await stage.untilLogged("listening for jobs again")
            }
        }
    }
}
