import JSONCore
import JobQueue
import Postgres
import Testing

/// What `feedkeeper jobs` shows, and what it does.
@Suite struct JobsCommandTests {
    @Test func `list shows live and dead jobs, the newest first, and leaves out what the filters do`()
        async throws
    {
        try await FeedDatabase.with { database, _ in
            try await database.makeJobs()
            #expect(
                try await database.jobs(["list"]).columns == [
                    ["4", "profile/b", "dead"], ["3", "profile/a", "dead"],
                    ["2", "profile/later", "scheduled"],
                    ["1", "profile", "ready"],
                ]
            )
            #expect(try await database.jobs(["list", "--state", "scheduled"]).columns.map(\.[0]) == ["2"])
            #expect(try await database.jobs(["list", "--error", "timed-out"]).columns.map(\.[0]) == ["4"])
            #expect(try await database.jobs(["list", "3", "1"]).columns.map(\.[0]) == ["3", "1"])
            #expect(try await database.jobs(["list", "--last", "1"]).columns.map(\.[0]) == ["4"])
            #expect(try await database.jobs(["list", "--state", "lost"]).lines == ["no jobs"])
        }
    }

    @Test func `show tells each failed attempt with its error, class and time`() async throws {
        try await FeedDatabase.with { database, _ in
            try await database.makeJobs()
            let lines = try await database.jobs(["show", "4"]).lines
            #expect(lines.contains("  reason: attempts-used-up"))
            #expect(lines.contains("  attempts: 2 of 2"))
            #expect(
                lines.suffix(2).map { $0.split(separator: "  ").dropFirst().joined(separator: "|") } == [
                    "attempt 1|not-json|first", "attempt 2|timed-out|second",
                ]
            )
        }
    }

    @Test func `with --json list is an array and show one object, with the history`() async throws {
        try await FeedDatabase.with { database, _ in
            try await database.makeJobs()
            let list = try JSONDocument(try await database.jobs(["list", "--json"]).text).root
            #expect(list.elements.map { $0["id"]?.numberText } == ["4", "3", "2", "1"])
            let shown = try JSONDocument(try await database.jobs(["show", "4", "--json"]).text).root
            #expect(shown["state"]?.string == "dead")
            #expect(shown["failures"]?.elements.map { $0["class"]?.string } == ["not-json", "timed-out"])
        }
    }

    @Test func `retry, cancel and discard print what they changed, by number or by filter`() async throws {
        try await FeedDatabase.with { database, _ in
            try await database.makeJobs()
            #expect(try await database.jobs(["retry", "--error", "timed-out"]).lines == ["4"])
            #expect(try await database.jobs(["cancel", "--state", "scheduled"]).lines == ["2"])
            #expect(try await database.jobs(["discard", "3"]).lines == ["3"])
            #expect(
                try await database.jobs(["list"]).columns == [
                    ["4", "profile/b", "ready"], ["2", "profile/later", "dead"], ["1", "profile", "ready"],
                ]
            )
        }
    }

    @Test(arguments: [
        (["retry", "1"], "there is no dead job 1"), (["cancel", "3", "77"], "there is no live job 3, 77"),
        (["discard", "2"], "there is no dead job 2"), (["show", "77"], "there is no job 77"),
    ])
    func `a job in another state is left alone and named`(words: [String], said: String) async throws {
        try await FeedDatabase.with { database, _ in
            try await database.makeJobs()
            let ended = try await feedkeeper(["jobs"] + words, database.url)
            #expect(ended.code == 1)
            #expect(ended.said[0].contains(said), "\(ended.said)")
            #expect(
                try await database.jobs(["list"]).columns.map(\.[2]) == [
                    "dead", "dead", "scheduled", "ready",
                ]
            )
        }
    }

    @Test(arguments: [["retry"], ["cancel", "--last", "3"], ["show", "--feed", "profile"], ["list", "x"]])
    func `a change of everything is not done by forgetting the filter`(words: [String]) async throws {
        let ended = try await feedkeeper(["jobs"] + words, "postgresql:///nowhere")
        #expect(ended.code == 2)
    }
}

extension FeedDatabase {
    /// 1 ready, 2 due in an hour, 3 and 4 dead: 3 cancelled, 4 after two failed attempts.
    fileprivate func makeJobs() async throws {
        try await enqueueProfile()
        for statement in [
            "SELECT feedkeeper.enqueue('profile', 'later', run_at => now() + interval '1 h')",
            "SELECT feedkeeper.enqueue('profile', 'a')",
            "SELECT feedkeeper.enqueue('profile', 'b', max_attempts => 2)",
            "SELECT feedkeeper.cancel(3)",
            """
            UPDATE feedkeeper.jobs SET attempt = 2, started_at = now(), failures = '[
                {"attempt": 1, "class": "not-json", "message": "first", "at": "2026-01-01T00:00:00Z"},
                {"attempt": 2, "class": "timed-out", "message": "second", "at": "2026-01-01T00:01:00Z"}]'
            WHERE id = 4
            """,
        ] {
            _ = try await pool.execute(SQLStatement(name: "test", text: statement))
        }
        // Buries the one whose attempts are used up, and gives the other back.
        let queue = JobQueue(pool: pool)
        let taken = try await queue.lease(limit: 10, workerID: "test", leaseDuration: .seconds(60))
        try await queue.release(taken)
    }

    fileprivate func jobs(_ words: [String]) async throws -> Output {
        let ended = try await feedkeeper(["jobs"] + words, url)
        #expect(ended.code == 0, "\(ended.said)")
        return Output(text: ended.said.joined(separator: "\n"))
    }
}

private struct Output {
    let text: String

    var lines: [String] { text.split(separator: "\n").map(String.init) }

    /// Number, page and state of each row of the table.
    var columns: [[String]] {
        lines.dropFirst(2).map { $0.split(separator: " ").prefix(3).map(String.init) }
    }
}
