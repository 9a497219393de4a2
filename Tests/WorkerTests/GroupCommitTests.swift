import JobQueue
import Postgres
import Snapshots
import Testing

@testable import Worker

@Suite(.timeLimit(.minutes(5))) struct GroupCommitTests {
    @Test func `one write of a hundred that the database refuses costs only itself`() async throws {
        try await Stage.with { stage in
            let jobs = try await stage.leased(100)
            let outcomes = await stage.commit(jobs) { job in
                job.variant == "42" ? #"{"title":"\u0000"}"# : "{}"
            }
            #expect(outcomes.filter { $0.value == "changed" }.count == 99)
            #expect(outcomes["42"] == "22P05")
            #expect(try await stage.texts("SELECT variant FROM feedkeeper.jobs") == ["42"])
            #expect(try await stage.number("SELECT count(*) FROM feedkeeper.refreshes") == 99)
        }
    }

    @Test func `a lost lease costs only its own write`() async throws {
        try await Stage.with { stage in
            let jobs = try await stage.leased(20)
            try await stage.execute("UPDATE feedkeeper.jobs SET attempt = attempt + 1 WHERE variant = '7'")
            let outcomes = await stage.commit(jobs) { _ in "{}" }
            #expect(outcomes.filter { $0.value == "changed" }.count == 19)
            #expect(outcomes["7"] == "lease-lost")
            #expect(try await stage.number("SELECT count(*) FROM feedkeeper.pages WHERE variant = '7'") == 0)
        }
    }

    @Test func `what comes while the writers are busy is written in few transactions`() async throws {
        try await Stage.with { stage in
            let outcomes = await stage.commit(try await stage.leased(100)) { _ in "{}" }
            #expect(outcomes.values.allSatisfy { $0 == "changed" })
            #expect(
                try await stage.number("SELECT count(DISTINCT xmin::text) FROM feedkeeper.refreshes") < 50
            )
        }
    }

    @Test func `a refresh that is cancelled while it waits for a locked table is not waited for`()
        async throws
    {
        try await Stage.with { stage in
            let jobs = try await stage.leased(3)
            try await stage.pool.withTransaction { transaction in
                try await transaction.execute(sql("LOCK TABLE feedkeeper.refreshes"))
                let writing = Task { await stage.commit(jobs) { _ in "{}" } }
                try await stage.until(
                    "SELECT count(*) > 0 FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
                )
                writing.cancel()
                #expect(await writing.value.values.allSatisfy { $0 != "changed" })
            }
            #expect(try await stage.number("SELECT count(*) FROM feedkeeper.jobs") == 3)
        }
    }
}

extension Stage {
    fileprivate func leased(_ count: Int) async throws -> [Job] {
        try await execute(
            "SELECT feedkeeper.enqueue('profile', n::text) FROM generate_series(0, \(count - 1)) n"
        )
        let queue = JobQueue(pool: pool)
        return try await queue.lease(limit: count, workerID: "test", leaseDuration: .seconds(600))
    }

    /// Commits a page of one section for each job, all at once; gives the outcome or the error's name by variant.
    fileprivate func commit(_ jobs: [Job], _ content: @Sendable (Job) -> String) async -> [String: String] {
        let pool = PGPool(database, size: 4)
        let commits = GroupCommit(pool: pool, queue: JobQueue(pool: pool), store: SnapshotStore(pool: pool))
        let outcomes = await withTaskGroup(of: (String, String).self) { group in
            for job in jobs {
                let write = RefreshWrite(job, content(job))
                group.addTask { (job.variant, await commits.outcome(write, JobEnd(job))) }
            }
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        await pool.close()
        return outcomes
    }
}

extension GroupCommit {
    fileprivate func outcome(_ write: RefreshWrite, _ end: JobEnd) async -> String {
        do {
            return try await commit(write, end).status.rawValue
        } catch let error as SnapshotError {
            return error.cause?.sqlState ?? "\(error)"
        } catch let error as JobQueueError {
            return "\(error.code)"
        } catch {
            return "\(error)"
        }
    }
}

extension RefreshWrite {
    fileprivate init(_ job: Job, _ content: String) {
        let section = SectionWrite(
            key: "a",
            kind: "list",
            title: nil,
            layout: nil,
            digest: Array("digest of \(job.variant)".utf8),
            contentJSON: content,
            itemCount: 0,
            contractVersion: 1
        )
        let page = PageID(feed: job.feed, variant: job.variant)
        self.init(
            PageWrite(page: page, contractVersion: 1, sections: [.fresh(section)]),
            RefreshRecord(jobID: job.id, attempt: job.attempt, elapsed: .zero, contractVersion: 1)
        )
    }
}
