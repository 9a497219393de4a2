import FoundationEssentials
import JobQueue
import Postgres
import Sandbox

/// A migrated database, and the settings to reach it and the feed's upstream.
///
/// On a server of `TEST_DATABASE_URL` its user must get in without a password: the commands are not told one.
struct FeedDatabase {
    let configuration: PGConfiguration
    let pool: PGPool

    /// What `DATABASE_URL` is set to.
    var url: String { "\(configuration)" }

    static func with<Value>(
        _ body: (FeedDatabase, SampleUpstream) async throws -> Value
    ) async throws -> Value {
        let upstream = try SampleUpstream.profile()
        defer { upstream.stop() }
        return try await TestDatabase.with { test in
            let database = FeedDatabase(
                configuration: test.configuration,
                pool: PGPool(test.configuration, size: 1)
            )
            let value = try await body(database, upstream)
            await database.pool.close()
            return value
        }
    }

    /// Asks for a refresh of the feed `profile`.
    func enqueueProfile() async throws {
        let queue = JobQueue(pool: pool)
        try await queue.register([RegisteredFeed(name: "profile", contractVersion: 1)])
        _ = try await queue.enqueue(JobRequest(feed: "profile"))
    }

    /// The revision of the page `profile`; nil while there is none.
    func revision() async throws -> Int64? {
        try await pool.query(
            SQLStatement(
                name: "revision",
                text: "SELECT revision FROM feedkeeper.pages WHERE feed = 'profile' AND revision > 0"
            )
        ).first?.int64("revision")
    }

    /// How many jobs wait, and how many are leased.
    func jobs() async throws -> (waiting: Int, leased: Int) {
        let row = try await pool.query(
            SQLStatement(
                name: "jobs",
                text: """
                    SELECT count(*) FILTER (WHERE lease_token IS NULL)::int AS waiting,
                        count(lease_token)::int AS leased
                    FROM feedkeeper.jobs
                    """
            )
        ).only
        return (try row.int("waiting"), try row.int("leased"))
    }
}

extension SampleUpstream {
    static let profilePath = "/profile"

    /// Serves the sample of the feed `profile`.
    static func profile() throws -> SampleUpstream {
        let upstream = try SampleUpstream()
        let file = "\(Installation.checkout)/Schemas/profile/samples/v1/profile.json"
        upstream.serve(Array(try Data(contentsOf: URL(filePath: file))), at: profilePath)
        return upstream
    }

    /// Lets the feed's answers begin this late.
    func delayProfile(by delay: Duration) {
        var fault = Fault()
        fault.delivery.delay = delay
        setFault(fault, at: Self.profilePath)
    }

    /// What the commands must be told to fetch from here.
    var settings: [String: String] {
        ["FEEDKEEPER_PROFILE_BASE": url(""), "FEEDKEEPER_ALLOW_ADDRESSES": "127.0.0.1"]
    }

    /// Waits until somebody has asked for the feed.
    ///
    /// A request is on record before it is answered, but nobody is called: so this looks again and again.
    func untilAsked() async throws {
        let deadline = ContinuousClock.now + .seconds(60)
        while requests.isEmpty, ContinuousClock.now < deadline {
            try await Task.sleep(for: .milliseconds(10))
        }
    }
}
