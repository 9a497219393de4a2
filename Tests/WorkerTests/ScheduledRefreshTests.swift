import JobQueue
import Testing
import Worker

@Suite(.timeLimit(.minutes(5))) struct ScheduledRefreshTests {
    @Test func `feeds refresh by themselves, each due page once, with several workers`() async throws {
        try await Stage.with { stage in
            try await stage.whileScheduling { _ in
                try await stage.whileScheduling { _ in try await stage.untilRefreshed(stage.feeds.count) }
            }
            let pages = try await stage.texts(
                "SELECT DISTINCT feed || '/' || variant FROM feedkeeper.refreshes"
            )
            #expect(pages.count == stage.feeds.count)
            #expect(try await stage.ledger().count == stage.feeds.count)
            #expect(try await stage.number("SELECT count(*) FROM feedkeeper.jobs") == 0)
        }
    }

    @Test func `a variant that somebody schedules is refreshed again and again`() async throws {
        try await Stage.with { stage in
            try await stage.whileScheduling { _ in
                try await stage.execute("SELECT feedkeeper.schedule('profile', 'guest')")
                for count in 1...3 {
                    try await stage.until(
                        "(SELECT count(*) FROM feedkeeper.refreshes WHERE variant = 'guest') >= \(count)"
                    )
                    try await stage.execute(
                        "UPDATE feedkeeper.schedules SET next_due = now() WHERE variant = 'guest'"
                    )
                }
            }
        }
    }

    @Test func `a scheduled refresh that fails is tried again by its schedule, and leaves no job behind`()
        async throws
    {
        try await Stage.with { stage in
            try stage.breakProfile { $0.status = 503 }
            try await stage.scheduleOnly("profile")
            try await stage.runScheduled()
            #expect(try await stage.schedule() == "1 failures, due in seconds")
            #expect(try await stage.number("SELECT count(*) FROM feedkeeper.jobs") == 0)
            #expect(try await stage.number("SELECT count(*) FROM feedkeeper.dead_jobs") == 0)
            stage.upstream.setFault(.init(), at: Repository.profilePath)
            try await stage.execute("UPDATE feedkeeper.schedules SET next_due = now()")
            try await stage.runScheduled()
            #expect(try await stage.schedule() == "0 failures, due in an hour")
            #expect(try await stage.ledger().map(\.status) == ["failed", "changed"])
        }
    }

    @Test func `a server's Retry-After and max-age put the next refresh off`() async throws {
        try await Stage.with { stage in
            try stage.breakProfile {
                $0.status = 503
                $0.headers = [.init(name: "Retry-After", value: "7200")]
            }
            try await stage.scheduleOnly("profile")
            try await stage.runScheduled()
            #expect(try await stage.schedule() == "1 failures, due in hours")
            try stage.breakProfile {
                $0.headers = [.init(name: "Cache-Control", value: "private, max-age=7200")]
            }
            try await stage.execute("UPDATE feedkeeper.schedules SET next_due = now()")
            try await stage.runScheduled()
            #expect(try await stage.schedule() == "0 failures, due in hours")
        }
    }

    @Test func `what the contract points at in the response puts the next refresh off`() async throws {
        let contract = try Shelf.load(
            "shelf",
            Shelf.feed.replacing(
                "{\"intervalSeconds\": 60}",
                with: """
                    {"intervalSeconds": 60, "floor": {"endpoint": "list", "pointer": "/wait", "unit": "ms"}}
                    """
            )
        )
        try await Stage.with(.init(contracts: [contract])) { stage in
            stage.serve(#"{"ok": true, "wait": 7200000, "books": [{"id": "a"}]}"#, at: "/shelf")
            try await stage.scheduleOnly("shelf")
            try await stage.runScheduled()
            #expect(try await stage.schedule("shelf") == "0 failures, due in hours")
        }
    }

    @Test func `a job of a feed without a contract here is left for a worker that has one`() async throws {
        try await Stage.with { stage in
            try await stage.execute("INSERT INTO feedkeeper.feeds VALUES ('stranger', 1)")
            let job = try await stage.enqueue("stranger")
            try await stage.enqueue()
            try await stage.worker().runOnce()
            #expect(try await stage.ledger().map(\.feed) == ["profile"])
            #expect(
                try await stage.texts("SELECT id || ' ' || state || ' ' || attempt FROM feedkeeper.all_jobs")
                    == ["\(job) ready 0"]
            )
        }
    }

    @Test func `contracts can be replaced while refreshes run, and no job is lost`() async throws {
        try await Stage.withGate { stage, upstream in
            let worker = try await stage.worker()
            let running = Task { await worker.run() }
            try await stage.enqueue(variant: "before")
            try await waiting(for: "one at the gate") { await upstream.waiting == 1 }
            try await worker.replaceFeeds([])
            try await stage.enqueue(variant: "without")
            await upstream.open()
            try await stage.untilRefreshed(1)
            #expect(try await stage.texts("SELECT variant FROM feedkeeper.jobs") == ["without"])
            try await worker.replaceFeeds(stage.feeds)
            try await stage.untilRefreshed(2)
            await worker.beginStop()
            await running.value
            #expect(try await stage.ledger().map(\.status) == ["changed", "changed"])
        }
    }
}

extension Stage {
    fileprivate func whileScheduling(_ body: (Worker) async throws -> Void) async throws {
        try await whileWorking(
            {
                $0.followsSchedules = true
                $0.scheduleInterval = .milliseconds(100)
            },
            body
        )
    }

    /// A schedule of this feed's default page, due now, and of no other.
    fileprivate func scheduleOnly(_ feed: String) async throws {
        for other in feeds.map(\.name) {
            try await execute("SELECT feedkeeper.schedule('\(other)')")
            if other != feed { try await execute("SELECT feedkeeper.unschedule('\(other)')") }
        }
    }

    /// Does what is due by schedule or enqueued, and ends.
    fileprivate func runScheduled() async throws {
        await (try await worker({ $0.followsSchedules = true })).runOnce()
    }

    fileprivate func schedule(_ feed: String = "profile") async throws -> String? {
        try await texts(
            """
            SELECT failures || ' failures, due in ' || CASE
                WHEN next_due < now() + interval '1 min' THEN 'seconds'
                WHEN next_due BETWEEN now() + interval '50 min' AND now() + interval '70 min' THEN 'an hour'
                WHEN next_due BETWEEN now() + interval '110 min' AND now() + interval '130 min' THEN 'hours'
                ELSE (next_due - now())::text END
            FROM feedkeeper.schedules WHERE feed = '\(feed)'
            """
        ).first
    }
}
