import Contracts
import Glibc
import HTTPFetch
import JSONCore
import JobQueue
import Options
import Postgres
import Runtime
import Worker

/// What the environment says, read once.
struct Settings {
    let database: PGConfiguration
    let feeds: [FeedSource]
    let worker: WorkerConfiguration
    let limits: RefreshLimits

    /// Whether what answers show is counted.
    let countsEvidence: Bool

    /// Connections for writing pages; claims and heartbeats have two more.
    let connections: Int

    /// How many connections one upstream sees at once.
    let fetcher: FetcherConfiguration

    /// How long running refreshes may take to end after SIGTERM.
    let stopGrace: Duration

    let log: Log

    /// Where metrics and health are told; nil for nowhere.
    let operations: OperationsAddress?

    /// Every variable that was looked at, for the list of settings.
    let keys: [EnvironmentKey]

    /// Reads what `run` needs.
    ///
    /// - Throws: every bad, missing and unknown variable together; or what is wrong with the contracts or the database's
    ///   address.
    init(_ environment: [String: String], contracts: [LoadedContract]) throws {
        var reader = EnvironmentReader(variables: environment, prefix: "FEEDKEEPER_")
        reader.ignore("FEEDKEEPER_SCHEMAS")
        let url = reader.requiredSecret("DATABASE_URL", help: "The database, as a URL or as keywords.")
        log = Self.log(&reader)
        worker = Self.worker(&reader)
        limits = Self.limits(&reader)
        countsEvidence = reader.boolean(
            "FEEDKEEPER_EVIDENCE",
            default: false,
            help: "Whether what answers show is counted, as evidence for checks."
        )
        connections = reader.integer(
            "FEEDKEEPER_DATABASE_CONNECTIONS",
            default: 4,
            in: 1...100,
            help: "Connections for writing pages."
        )
        fetcher = Self.fetcher(&reader)
        stopGrace = reader.duration(
            "FEEDKEEPER_STOP_GRACE",
            default: .seconds(20),
            in: .zero ... .seconds(3600),
            help: "How long running refreshes may take to end after SIGTERM."
        )
        operations = reader.parsed(
            "FEEDKEEPER_METRICS_ADDRESS",
            default: nil,
            expected: "an IPv4 address with a port such as 127.0.0.1:9464",
            help: "Where /metrics, /healthz and /readyz are served."
        ) { OperationsAddress($0).map(Optional.some) }
        let values = contracts.map { FeedValues($0, &reader) }
        keys = reader.known
        try reader.finish()
        database = try PGConfiguration(setting: url)
        feeds = try values.map { try $0.source() }
    }

    private static func log(_ reader: inout EnvironmentReader) -> Log {
        let level = reader.choice(
            "FEEDKEEPER_LOG_LEVEL",
            default: LogLevel.info,
            help: "The least level that is written."
        )
        let format = reader.choice(
            "FEEDKEEPER_LOG_FORMAT",
            default: LogFormat.text,
            help: "How lines are written."
        )
        return Log(minimumLevel: level, format: format)
    }

    private static func worker(_ reader: inout EnvironmentReader) -> WorkerConfiguration {
        var worker = WorkerConfiguration(workerID: newWorkerID())
        worker.concurrency = reader.integer(
            "FEEDKEEPER_CONCURRENCY",
            default: worker.concurrency,
            in: 1...1000,
            help: "Refreshes at once."
        )
        worker.leaseDuration = reader.duration(
            "FEEDKEEPER_LEASE",
            default: worker.leaseDuration,
            in: .seconds(3) ... .seconds(3600),
            help: "After this time without a heartbeat a job goes to another worker."
        )
        worker.pollInterval = reader.duration(
            "FEEDKEEPER_POLL_INTERVAL",
            default: worker.pollInterval,
            in: .milliseconds(100) ... .seconds(60),
            help: "How often to look for jobs that nobody announced."
        )
        worker.followsSchedules = reader.boolean(
            "FEEDKEEPER_SCHEDULES",
            default: worker.followsSchedules,
            help: "Whether pages are refreshed by themselves, as their contracts say."
        )
        worker.retention = retention(&reader)
        return worker
    }

    private static func retention(_ reader: inout EnvironmentReader) -> Retention {
        var retention = Retention()
        func kept(_ key: String, _ what: String, _ standard: Duration) -> Duration {
            reader.duration(
                "FEEDKEEPER_KEEP_\(key)",
                default: standard,
                in: .seconds(3600) ... .seconds(3650 * 86_400),
                help: "How long \(what) are kept."
            )
        }
        retention.refreshes = kept("REFRESHES", "rows of the ledger", retention.refreshes)
        retention.deadJobs = kept("DEAD_JOBS", "dead jobs", retention.deadJobs)
        retention.findings = kept("FINDINGS", "findings that no refresh shows any more", retention.findings)
        retention.quarantine = kept(
            "QUARANTINE",
            "quarantined bodies that do not come again",
            retention.quarantine
        )
        return retention
    }

    private static func fetcher(_ reader: inout EnvironmentReader) -> FetcherConfiguration {
        var fetcher = FetcherConfiguration(version: CommandTable.feedkeeper.version)
        fetcher.maxConnectionsPerHost = reader.integer(
            "FEEDKEEPER_CONNECTIONS_PER_HOST",
            default: fetcher.maxConnectionsPerHost,
            in: 1...100,
            help: "Connections to one upstream at once."
        )
        return fetcher
    }

    private static func limits(_ reader: inout EnvironmentReader) -> RefreshLimits {
        var limits = RefreshLimits()
        limitTimes(of: &limits.fetch, &reader)
        limitTexts(of: &limits, &reader)
        limits.fetch.allowedAddresses = reader.parsed(
            "FEEDKEEPER_ALLOW_ADDRESSES",
            default: .publicOnly,
            expected: "hosts, addresses and networks such as 10.1.0.0/16, with commas between",
            help: "What may be fetched from although it is not public."
        ) { AddressPolicy(exceptions: $0) }
        return limits
    }

    private static func limitTimes(of fetch: inout FetchLimits, _ reader: inout EnvironmentReader) {
        fetch.totalTimeout = reader.duration(
            "FEEDKEEPER_FETCH_TIMEOUT",
            default: fetch.totalTimeout,
            in: .milliseconds(100) ... .seconds(3600),
            help: "The time for a whole response."
        )
        fetch.idleTimeout = reader.duration(
            "FEEDKEEPER_IDLE_TIMEOUT",
            default: fetch.idleTimeout,
            in: .milliseconds(100) ... .seconds(3600),
            help: "The time without a single byte."
        )
    }

    /// What may be received may be parsed.
    private static func limitTexts(of limits: inout RefreshLimits, _ reader: inout EnvironmentReader) {
        let maxBody = reader.byteCount(
            "FEEDKEEPER_MAX_BODY",
            default: ByteCount(bytes: limits.fetch.maxBodyBytes),
            in: .kibibytes(1) ... .mebibytes(1024),
            help: "The longest response, decompressed."
        )
        limits.fetch.maxBodyBytes = maxBody.bytes
        limits.parse = ParseLimits(
            maxBytes: maxBody.bytes,
            maxDepth: reader.integer(
                "FEEDKEEPER_MAX_DEPTH",
                default: limits.parse.maxDepth,
                in: 10...100_000,
                help: "The deepest nesting of a response."
            )
        )
    }

    /// `host-1234-5f3a`: for people, and new at each start.
    private static func newWorkerID() -> String {
        let host = unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
            guard let name = buffer.baseAddress, unsafe gethostname(name, buffer.count - 1) == 0 else {
                return "worker"
            }
            return unsafe String(cString: name)
        }
        return "\(host)-\(getpid())-" + String(UInt16.random(in: .min ... .max), radix: 16)
    }
}

/// The variables and secrets of one feed, as they were set.
private struct FeedValues {
    private let contract: LoadedContract
    private var variables: [String: String] = [:]
    private var secrets: [String: Secret] = [:]

    init(_ contract: LoadedContract, _ reader: inout EnvironmentReader) {
        self.contract = contract
        for variable in contract.contract.variables {
            let key = contract.contract.environmentName(of: variable)
            variables[key] = reader.text(key, help: variable.explanation)
        }
        for name in contract.contract.secretNames {
            let key = Contract.environmentName(ofSecret: name)
            guard !reader.known.contains(where: { $0.name == key }) else { continue }
            secrets[name] = reader.secret(key)
        }
    }

    func source() throws -> FeedSource {
        FeedSource(
            contract,
            variables: try contract.contract.variableValues(from: variables),
            secrets: secrets,
            zone: try TimeZoneRules(of: contract.contract.refresh.rhythm)
        )
    }
}

extension TimeZoneRules {
    /// Reads the rules of a schedule's time zone from the system's database.
    fileprivate init(of rhythm: RefreshRhythm) throws {
        guard case .cron(_, let zone) = rhythm, zone != "UTC" else {
            self = .utc
            return
        }
        // A name out of a contract reaches no other file.
        guard !zone.contains(".."), !zone.hasPrefix("/"),
            let bytes = try? smallFileBytes("/usr/share/zoneinfo/\(zone)"), let rules = TimeZoneRules(bytes)
        else { throw UnknownTimeZone(name: zone) }
        self = rules
    }
}

/// A contract's time zone that this machine does not have.
struct UnknownTimeZone: Error, CustomStringConvertible {
    let name: String

    var description: String {
        "the time zone \(name) is not in /usr/share/zoneinfo, or only in the short form; the package tzdata has it"
    }
}

extension AddressPolicy {
    /// Reads hosts and networks with commas between; nil when a word is none.
    fileprivate init?(exceptions list: String) {
        let words = list.split(separator: ",").map { $0.filter { !$0.isWhitespace } }
        let exceptions = words.compactMap { AddressException($0) }
        guard exceptions.count == words.count else { return nil }
        self = exceptions.isEmpty ? .publicOnly : .publicAnd(exceptions)
    }
}
