import Postgres
import Sandbox
import Testing

@Suite(.timeLimit(.minutes(2))) struct ListenerTests {
    private let quick = PGBackoff(first: .milliseconds(1), longest: .milliseconds(20))
    private let send: SQLStatement = "SELECT pg_notify($1, $2)"
    private let listeners: SQLStatement = """
        SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'
        """

    private func withListener(
        on channels: [String],
        _ body: (inout AsyncStream<PGListenerEvent>.Iterator, PGConnection) async throws -> Void
    ) async throws {
        try await TestDatabase.with(migrated: false) { database in
            let connection = try await PGConnection.connect(database.configuration)
            let listener = PGListener(database.configuration, backoff: quick)
            var events = listener.notifications(on: channels).makeAsyncIterator()
            #expect(await events.next() == .listening)
            try await body(&events, connection)
        }
    }

    private func expect(
        _ channel: String,
        _ payload: String,
        from events: inout AsyncStream<PGListenerEvent>.Iterator
    ) async {
        guard case .notification(let notification) = await events.next() else {
            Issue.record("no notification")
            return
        }
        #expect(notification.channel == channel)
        #expect(notification.payload == payload)
    }

    @Test func `notifications of all channels come in order, and of no others`() async throws {
        try await withListener(on: ["a", "Quoted \"channel\""]) { events, connection in
            try await connection.execute(send, [.text("a"), .text("1")])
            try await connection.execute(send, [.text("b"), .text("2")])
            try await connection.execute(send, [.text("Quoted \"channel\""), .text("")])
            await expect("a", "1", from: &events)
            await expect("Quoted \"channel\"", "", from: &events)
        }
    }

    @Test func `after the server ended the connection, listening begins again`() async throws {
        try await withListener(on: ["a"]) { events, connection in
            let process = try #require(await connection.query(listeners).first).int("pid")
            try await connection.execute("SELECT pg_terminate_backend($1)", [.int(Int32(process))])
            guard case .disconnected(let error, _) = await events.next() else {
                Issue.record("not told of the end")
                return
            }
            #expect(error.code == .connectionLost)
            #expect(await events.next() == .reconnected)
            try await connection.execute(send, [.text("a"), .text("after")])
            await expect("a", "after", from: &events)
        }
    }

    @Test func `a slow consumer does not fill the server's queue`() async throws {
        try await withListener(on: ["a"]) { events, connection in
            for batch in 1...20 {
                try await connection.execute(
                    "SELECT pg_notify('a', $1 || n || repeat('x', 4000)) FROM generate_series(1, 500) AS n",
                    [.text("\(batch) ")]
                )
            }
            try await connection.wait(until: "SELECT pg_notification_queue_usage() < 0.0005")
            try await connection.execute(send, [.text("a"), .text("last")])
            var received = 0
            while case .notification(let notification) = await events.next(), notification.payload != "last" {
                received += 1
            }
            #expect(received <= 10_000)
        }
    }

    @Test func `a listener whose consumer stopped leaves the server`() async throws {
        try await TestDatabase.with(migrated: false) { database in
            let connection = try await PGConnection.connect(database.configuration)
            for await event in PGListener(database.configuration).notifications(on: ["a"]) {
                #expect(event == .listening)
                break
            }
            try await connection.wait(
                until: """
                    SELECT count(*) = 0 FROM pg_stat_activity
                    WHERE datname = current_database() AND query LIKE 'LISTEN%'
                    """
            )
        }
    }

    @Test func `an unreachable server is reported with the next try`() async throws {
        let nowhere = PGConfiguration(socketFolder: "/tmp/feedkeeper-nowhere", user: "u", database: "d")
        var events = PGListener(nowhere, backoff: quick).notifications(on: ["a"]).makeAsyncIterator()
        for _ in 1...3 {
            guard case .disconnected(let error, let delay) = await events.next() else {
                Issue.record("not told of the failure")
                return
            }
            #expect(error.code == .connectionFailed)
            #expect(delay <= .milliseconds(20))
        }
    }
}
