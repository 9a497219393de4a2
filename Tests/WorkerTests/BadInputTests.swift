import HTTPServe
import JobQueue
import Sandbox
import Testing
import Worker

/// DESIGN §8, row by row: what the ledger, the job, the quarantine and the readers get.
@Suite(.timeLimit(.minutes(10))) struct BadInputTests {
    @Test(arguments: BadAnswer.bodies + BadAnswer.statuses + BadAnswer.transfers)
    func `a bad answer is named, its job waits or dies, and the last good page stays`(
        answer: BadAnswer
    ) async throws {
        try await Stage.with { stage in
            #expect(try await stage.refresh().status == "changed")
            let good = try await stage.content()
            try stage.breakProfile(answer.fault)
            let row = try await stage.refresh(limits: answer.limits)

            #expect(row.status == "failed")
            #expect(row.errorClass == answer.errorClass, "\(row.error ?? "")")
            #expect(row.httpStatus == answer.httpStatus)
            #expect(row.revision == nil)
            #expect(try await stage.fate() == answer.job)
            let kept = answer.quarantined.map { ["response||\($0)|1"] } ?? []
            #expect(try await stage.quarantine() == kept)
            #expect(row.verdict == (answer.quarantined == nil ? nil : "unreadable"))
            #expect(try await stage.content() == good)
        }
    }

    @Test func `the message of a bad answer names status, type, size, place and beginning`() async throws {
        try await Stage.with { stage in
            try stage.breakProfile { $0.rawBody = Array(#"{"error": 0, "data": {}}<script>x</script>"#.utf8) }
            let error = try #require(try await stage.refresh().error)
            for fact in ["trailing-bytes", "HTTP 200", "application/json", "42 bytes", "byte 24", "<script>"]
            {
                #expect(error.contains(fact), "\(error)")
            }
        }
    }

    @Test func `the same bad body again and again is one row in quarantine`() async throws {
        try await Stage.with { stage in
            try stage.breakProfile { $0.rawBody = Array("<html>".utf8) }
            for _ in 0..<3 { try await stage.refresh() }
            #expect(try await stage.quarantine() == ["response||not-json|3"])
            #expect(try await stage.findings() == ["not-json||3"])
        }
    }

    @Test func `an upstream that cannot be reached is tried again`() async throws {
        try await Stage.with { stage in
            try await stage.refresh()
            stage.upstream.stop()
            #expect(try await stage.refresh().errorClass == "connection-failed")
            #expect(try await stage.fate() == .waits(atLeast: 0))
        }
    }

    @Test(arguments: [
        (301, "auth-required", BadAnswer.Fate.dies), (-460, "blocked", .waits(atLeast: 900)),
        (503, "rate-limited", .waits(atLeast: 60)), (50002, "upstream-error", .waits(atLeast: 0)),
        (777, "upstream-error", .waits(atLeast: 0)),
    ])
    func `an error code under HTTP 200 does to the job what the contract says it means`(
        code: Int,
        errorClass: String,
        fate: BadAnswer.Fate
    ) async throws {
        try await Stage.with { stage in
            try await stage.refresh("netease-home")
            let good = try await stage.content("netease-home")
            stage.serve(#"{"code": \#(code), "msg": null, "data": null}"#, at: Repository.blocksPath)
            let row = try await stage.refresh("netease-home")
            #expect((row.status, row.errorClass) == ("failed", errorClass))
            #expect(row.findings == ["error-body"])
            #expect(try await stage.fate() == fate)
            #expect(try await stage.content("netease-home") == good)
        }
    }

    @Test func `a server that asks for patience under HTTP 200 gets what it asks for`() async throws {
        try await Stage.with { stage in
            stage.serve(#"{"code": 503}"#, at: Repository.blocksPath)
            var fault = SampleUpstream.Fault()
            fault.headers = [.init(name: "Retry-After", value: "500")]
            stage.upstream.setFault(fault, at: Repository.blocksPath)
            let row = try await stage.refresh("netease-home")
            #expect(row.errorClass == "rate-limited")
            #expect(try await stage.fate() == .waits(atLeast: 500))
        }
    }

    @Test func `where a log-in is wanted one request is made and the job says why it died`() async throws {
        try await Stage.with { stage in
            stage.serve(#"{"msg": null, "code": 301}"#, at: Repository.blocksPath)
            try await stage.refresh("netease-home")
            #expect(stage.upstream.requests.filter { $0.path == Repository.blocksPath }.count == 1)
            let story = try await stage.texts(
                "SELECT reason || ' ' || (failures -> 0 ->> 'class') FROM feedkeeper.dead_jobs"
            )
            #expect(story == ["not-retryable auth-required"])
        }
    }

    @Test func `a job whose attempts are used up is dead and keeps each failure`() async throws {
        try await Stage.with { stage in
            try stage.breakProfile { $0.rawBody = [] }
            try await stage.enqueue(attempts: 2)
            let worker = try await stage.worker(policy: .atOnce)
            await worker.runOnce()
            try await stage.execute("UPDATE feedkeeper.jobs SET run_at = now()")
            await worker.runOnce()
            let story = try await stage.texts(
                "SELECT format('%s %s %s', reason, attempt, jsonb_array_length(failures)) FROM feedkeeper.dead_jobs"
            )
            #expect(story == ["attempts-used-up 2 2"])
            #expect(try await stage.ledger().map(\.attempt) == [1, 2])
        }
    }
}

extension Stage {
    /// What became of the one job that failed.
    func fate() async throws -> BadAnswer.Fate {
        if try await number("SELECT count(*) FROM feedkeeper.dead_jobs WHERE reason = 'not-retryable'") == 1 {
            return .dies
        }
        // The random part of a wait moves the first of 5 s by a fifth: what is below that was not asked for.
        let wait = try await number(
            "SELECT round(extract(epoch FROM run_at - (SELECT max(finished_at) FROM feedkeeper.refreshes)))::int FROM feedkeeper.jobs"
        )
        return .waits(atLeast: wait <= 7 ? 0 : wait)
    }
}

extension RetryPolicy {
    /// Tries again at once.
    static var atOnce: RetryPolicy {
        var policy = RetryPolicy()
        policy.firstDelay = .zero
        return policy
    }
}
