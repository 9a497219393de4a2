import Glibc
import Postgres
import Sandbox
import Testing

/// What an operator reads when a command is used wrongly, or meets a database that is not ready.
@Suite struct CommandTests {
    @Test(arguments: [["findings", "profil"], ["page", "profil"], ["findings", "profil", "--json"]])
    func `a feed that does not exist is no all-clear`(words: [String]) async throws {
        try await FeedDatabase.with { database, _ in
            try await database.enqueueProfile()
            let ended = try await feedkeeper(words, database.url)
            #expect(ended.code == 1)
            #expect(ended.said == ["feedkeeper: unknown feed 'profil'. Known feeds: profile"])
        }
    }

    @Test(arguments: [["status"], ["findings"], ["page", "profile"], ["enqueue", "profile"]])
    func `a database without the schema is answered with the command that makes it`(
        words: [String]
    ) async throws {
        try await TestDatabase.with(migrated: false) { database in
            let ended = try await feedkeeper(words, "\(database.configuration)")
            #expect(ended.code == 1)
            #expect(ended.said.last?.contains("`feedkeeper migrate`") == true, "\(ended.said)")
        }
    }

    @Test func `a DATABASE_URL that is none is named, and how to write it`() async throws {
        let ended = try await feedkeeper(["status"], "nonsense")
        #expect(ended.code == 1)
        #expect(ended.said[0].hasPrefix("feedkeeper: DATABASE_URL is no address of a database: "))
        #expect(ended.said[0].contains("postgresql://"))
    }

    @Test(arguments: [
        ("--delay", "5x", "it is a duration such as 30s, 5m or 2h"),
        ("--params", "{bad", "it is a JSON object, but unexpected 'b' at byte 1"),
        ("--params", "[1]", "it is a JSON object such as {\"page\": 2}"),
    ])
    func `a value that a command cannot use is a wrong command line`(
        option: String,
        value: String,
        expected: String
    ) async throws {
        let ended = try await feedkeeper(["enqueue", "profile", option, value], "postgresql:///nowhere")
        #expect(ended.code == 2)
        #expect(ended.said[0] == "feedkeeper: \(option) cannot be '\(value)'; \(expected)")
    }

    @Test func `a contract folder that is not there is answered with how to name it`() async throws {
        let ended = try await feedkeeper(["run", "--schemas", "/nowhere"], "postgresql:///nowhere")
        #expect(ended.code == 1)
        #expect(ended.said.last?.contains("FEEDKEEPER_SCHEMAS") == true, "\(ended.said)")
    }

    @Test func `a private address that is refused is answered with the setting that allows it`() async throws
    {
        try await FeedDatabase.with { database, upstream in
            try await database.enqueueProfile()
            let words = ["run", "--once", "--schemas", "\(Installation.checkout)/Schemas"]
            let settings = ["FEEDKEEPER_PROFILE_BASE": upstream.url("")]
            let ended = try await feedkeeper(words, database.url, settings)
            #expect(ended.said.contains { $0.contains("FEEDKEEPER_ALLOW_ADDRESSES") }, "\(ended.said)")
        }
    }

    @Test func `a demo that is kept works on what is enqueued`() async throws {
        let program = try Installation.buildFolder() + "/feedkeeper"
        let schemas = "\(Installation.checkout)/Schemas"
        let demo = try Child([program, "demo", "--keep", "--schemas", schemas], environment: commonVariables)
        let address = try await demo.line(containing: "psql '").split(separator: "'")[1]
        _ = try await demo.line(containing: "A worker waits")
        let pool = PGPool(try PGConfiguration(String(address)), size: 1)
        let enqueue = SQLStatement(
            name: "enqueue",
            text: "SELECT feedkeeper.enqueue('profile', 'kept') AS id"
        )
        let job = try await pool.query(enqueue).only.int64("id")
        await pool.close()
        #expect(try await demo.line(containing: "job \(job) profile: ").contains("changed, revision 1"))
        demo.send(signal: SIGINT)
        #expect(try await demo.end() == 0)
    }
}

// Only what a test enqueues is refreshed.
private let commonVariables = ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "FEEDKEEPER_SCHEDULES": "false"]

/// Runs a command of the build to its end.
func feedkeeper(
    _ words: [String],
    _ database: String,
    _ settings: [String: String] = [:]
) async throws -> (code: Int32, said: [String]) {
    let variables = commonVariables.merging(["DATABASE_URL": database]) { $1 }.merging(settings) { $1 }
    let child = try Child([try Installation.buildFolder() + "/feedkeeper"] + words, environment: variables)
    let code = try await child.end()
    return (code, await child.said)
}
