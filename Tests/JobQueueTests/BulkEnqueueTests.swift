import JobQueue
import Postgres
import Testing

@Suite(.timeLimit(.minutes(5))) struct BulkEnqueueTests {
    @Test func `a bulk enqueue gives the ids in the order of its pages`() async throws {
        try await QueueDatabase.with { database in
            let ids = try await database.enqueueMany(
                "ARRAY['profile', 'netease-home', 'profile'], ARRAY['b', NULL, 'a'], ARRAY['{\"user\": 1}', NULL, '{}']::jsonb[]"
            )
            let jobs = try await database.lease().sorted { $0.id < $1.id }
            #expect(jobs.map(\.id) == ids)
            #expect(
                jobs.map { "\($0.feed)/\($0.variant) \($0.params)" } == [
                    "profile/b {\"user\": 1}", "netease-home/ {}", "profile/a {}",
                ]
            )
        }
    }

    @Test(arguments: [("keep", "{\"user\": 1}"), ("replace", "{\"user\": 2}")])
    func `a page that comes twice under one key is one job`(rule: String, params: String) async throws {
        try await QueueDatabase.with { database in
            let ids = try await database.enqueueMany(
                """
                ARRAY['profile', 'profile', 'netease-home'], NULL, ARRAY['{"user": 1}', '{"user": 2}', '{}']::jsonb[],
                dedupe_key => 'k', on_duplicate => '\(rule)'
                """
            )
            #expect(ids.count == 3)
            #expect(ids[0] == ids[1])
            #expect(Set(ids).count == 2)
            let profile = try await database.lease().first { $0.feed == "profile" }
            #expect(profile?.params == params)
        }
    }

    @Test func `an array of nothing makes nothing`() async throws {
        try await QueueDatabase.with { database in
            let ids = try await [database.enqueueMany("ARRAY[]::text[]"), database.enqueueMany("NULL")]
            #expect(ids == [[], []])
            #expect(try await database.count("jobs") == 0)
        }
    }

    static let refusals: [(arguments: String, sqlState: String, message: String)] = [
        ("ARRAY['profile', 'x']", "FK001", "unknown feed 'x'"),
        ("ARRAY['profile', NULL]", "FK001", "unknown feed NULL"),
        ("ARRAY['profile', 'profile'], ARRAY['a', 'a b']", "FK002", "bad variant 'a b'"),
        ("ARRAY['profile'], NULL, ARRAY['[]']::jsonb[]", "FK003", "params must be a JSON object, not array"),
        (
            "ARRAY['profile'], NULL, ARRAY['{\"usr\": 1}']::jsonb[]", "FK003",
            "feed profile has no parameter 'usr'"
        ),
        ("ARRAY['profile'], ARRAY['a', 'b']", "FK004", "1 feeds, but 2 variants and 1 params"),
        ("ARRAY['profile'], priority => 101", "FK004", "bad priority 101"),
        ("ARRAY['profile'], on_duplicate => 'drop'", "FK004", "bad on_duplicate 'drop'"),
    ]

    @Test(arguments: refusals)
    func `one bad element refuses the whole call`(
        arguments: String,
        sqlState: String,
        message: String
    ) async throws {
        try await QueueDatabase.with { database in
            let refused = try await #require(throws: PGError.self) {
                try await database.enqueueMany(arguments)
            }
            #expect(refused.sqlState == sqlState)
            #expect(refused.message == message)
            #expect(refused.hint != nil)
            #expect(try await database.count("jobs") == 0)
        }
    }

    @Test func `a hundred jobs in one call wake the workers once`() async throws {
        try await QueueDatabase.with { database in
            var wakes = 0
            for await event in PGListener(database.configuration).notifications(on: [
                "feedkeeper_jobs", "done",
            ]) {
                if event == .listening {
                    try await database.enqueueMany(
                        "array_fill('profile'::text, ARRAY[100]), ARRAY(SELECT i::text FROM generate_series(1, 100) i)"
                    )
                    try await database.pool.execute(sql("NOTIFY done"))
                }
                guard case .notification(let notification) = event else { continue }
                if notification.channel == "done" { break }
                wakes += 1
            }
            #expect(wakes == 1)
            #expect(try await database.count("jobs") == 100)
        }
    }

    @Test func `two calls with the same keys in opposite order do not lock each other`() async throws {
        try await QueueDatabase.with { database in
            let pages = "ARRAY(SELECT 'profile' FROM generate_series(1, 200))"
            try await withThrowingTaskGroup(of: Void.self) { group in
                for order in ["i", "200 - i", "i", "200 - i"] {
                    group.addTask {
                        try await database.enqueueMany(
                            "\(pages), ARRAY(SELECT 'v' || i FROM generate_series(0, 199) i ORDER BY \(order)), dedupe_key => 'k'"
                        )
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await database.count("jobs") == 200)
        }
    }
}

@Suite(.timeLimit(.minutes(5))) struct ReplaceTests {
    @Test func `replace gives the waiting job what the newer call says, under its old id`() async throws {
        try await QueueDatabase.with { database in
            let first = try await database.enqueue {
                $0.dedupeKey = "k"
                $0.params = #"{"user": 1}"#
                $0.delay = .seconds(3600)
            }
            let second = try await database.enqueue {
                $0.dedupeKey = "k"
                $0.params = #"{"user": 2}"#
                $0.maxAttempts = 2
                $0.onDuplicate = .replace
            }
            #expect(second == first)
            let job = try #require(try await database.lease().first)
            #expect((job.id, job.params, job.maxAttempts) == (first, #"{"user": 2}"#, 2))
        }
    }

    @Test func `keep leaves the waiting job as it is`() async throws {
        try await QueueDatabase.with { database in
            try await database.enqueue {
                $0.dedupeKey = "k"
                $0.params = #"{"user": 1}"#
                $0.delay = .seconds(3600)
            }
            try await database.enqueue { $0.dedupeKey = "k" }
            #expect(try await database.lease().isEmpty)
        }
    }

    @Test func `a job that is replaced during its run is not touched`() async throws {
        try await QueueDatabase.with { database in
            let running = try await database.enqueue { $0.dedupeKey = "k" }
            #expect(try await database.lease().map(\.id) == [running])
            let next = try await database.enqueue {
                $0.dedupeKey = "k"
                $0.onDuplicate = .replace
            }
            #expect(next != running)
        }
    }

    @Test func `a later job that is replaced by one due now wakes the workers`() async throws {
        try await QueueDatabase.with { database in
            for await event in PGListener(database.configuration).notifications(on: ["feedkeeper_jobs"]) {
                if event == .listening {
                    for (delay, rule) in [(Duration.seconds(3600), DuplicateRule.keep), (.zero, .replace)] {
                        try await database.enqueue {
                            $0.dedupeKey = "k"
                            $0.delay = delay
                            $0.onDuplicate = rule
                        }
                    }
                }
                if case .notification = event { break }
            }
            #expect(try await database.lease().count == 1)
        }
    }
}

@Suite(.timeLimit(.minutes(5))) struct TraceParameterTests {
    static let good = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"

    @Test func `a trace context may be given for a feed with any list of parameters`() async throws {
        try await QueueDatabase.with { database in
            try await database.enqueue { $0.params = #"{"traceparent": "\#(Self.good)"}"# }
            #expect(try await database.lease().count == 1)
        }
    }

    @Test(arguments: [
        #""00-0AF7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01""#,
        #""00-00000000000000000000000000000000-b7ad6b7169203331-01""#,
        #""00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01""#,
        #""ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01""#,
        #""00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01\n""#,
        #""""#, "1", "null", "[]",
    ])
    func `anything else under its name is refused`(value: String) async throws {
        try await QueueDatabase.with { database in
            let refused = try await #require(throws: JobQueueError.self) {
                try await database.enqueue { $0.params = #"{"traceparent": \#(value)}"# }
            }
            #expect(refused.code == .badParameters)
        }
    }
}

extension QueueDatabase {
    @discardableResult
    func enqueueMany(_ arguments: String) async throws -> [Int64] {
        try await pool.query(sql("SELECT unnest(feedkeeper.enqueue_many(\(arguments))) AS id"))
            .map { row throws(PGError) in try row.int64("id") }
    }

    /// Deletes a dead job.
    func discard(_ job: Int64) async throws -> Bool {
        try await pool.query(sql("SELECT feedkeeper.discard($1)"), [.bigint(job)]).only.bool(0)
    }
}
