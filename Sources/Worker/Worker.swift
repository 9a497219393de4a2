import JobQueue
import Postgres
package import Runtime

/// Takes jobs from the queue and refreshes their pages, many at once.
///
/// It stops in two phases: after ``beginStop()`` it takes no more jobs and lets the running refreshes end, with their leases
/// kept; after ``stopNow()`` these are cancelled and their jobs go back.
package actor Worker {
    private(set) var feeds: [String: FeedSource]
    let services: WorkerServices
    let configuration: WorkerConfiguration
    let log: Log
    let metrics: WorkerMetrics
    let report: @Sendable (RefreshSummary) -> Void
    let wake = WakeSignal()
    /// Raised when a page may be due sooner than its schedule said when it was looked at last.
    let scheduleChange = WakeSignal()

    /// Whether ``wake`` will be raised once more for notifications that have come.
    var looksAgain = false

    /// By lease: a worker whose lease ended may take the same job again while its first refresh still stops.
    var running: [Lease: RunningRefresh] = [:]
    /// Jobs in hand that may run beside nothing else, until the running refreshes have ended.
    var apart: [Job] = []
    private(set) var phase = Phase.running
    /// Why the last claim, and the last heartbeat, failed; nil when they did not.
    private var claimProblem: String?
    var renewalProblem: String?
    var lastTurn = ContinuousClock.now

    /// Whether the database was reached and knows the feeds.
    package private(set) var isPrepared = false

    enum Phase: Comparable {
        case running
        case draining
        case stopping
    }

    struct RunningRefresh {
        let job: Job
        let task: Task<RefreshSummary, Never>
    }

    /// - Parameters:
    ///   - feeds: what it may be asked to refresh.
    ///   - services: shared by all refreshes.
    ///   - configuration: how it takes jobs.
    ///   - log: for each refresh one line, and what goes wrong around them.
    ///   - metrics: where it counts what it does.
    ///   - report: called with each refresh that ended, in the order in which they end.
    package init(
        feeds: [FeedSource],
        services: WorkerServices,
        configuration: WorkerConfiguration,
        log: Log,
        metrics: WorkerMetrics = WorkerMetrics(),
        report: @escaping @Sendable (RefreshSummary) -> Void = { _ in }
    ) {
        self.feeds = Self.byName(feeds)
        self.services = services
        self.configuration = configuration
        self.log = log
        self.metrics = metrics
        self.report = report
    }

    /// Works until it is stopped; returns when the last refresh has ended.
    ///
    /// A database that cannot be reached is waited for, at the start and later.
    package func run() async {
        await prepare()
        let listening = Task { await listen() }
        let beating = Task { await keepLeases() }
        let tidying = Task { await keepHouse() }
        let scheduling = Task { await followSchedules() }
        while phase == .running, !Task.isCancelled {
            let hadRoom = hasRoom
            let taken = await takeJobs()
            if taken == 0 || !hasRoom {
                // With no free place only the end of a refresh matters, and that raises the signal.
                let longest = hadRoom ? await untilNextLook() : configuration.pollInterval
                let start = ContinuousClock.now
                await wake.wait(atMost: longest)
                if ContinuousClock.now - start >= longest { metrics.countWake(.poll) }
            }
        }
        listening.cancel()
        tidying.cancel()
        scheduling.cancel()
        await drain()
        beating.cancel()
    }

    /// Refreshes what is due now, and returns when nothing more is.
    package func runOnce() async {
        await prepare()
        if configuration.followsSchedules { await dispatchDue() }
        let beating = Task { await keepLeases() }
        while phase == .running, !Task.isCancelled {
            // Asked before the claim: the end of a refresh that was under way may free the next job of its page.
            let wasIdle = running.isEmpty
            let taken = await takeJobs()
            if taken == 0, wasIdle { break }
            if taken == 0 || !hasRoom { await wake.wait(atMost: .seconds(1)) }
        }
        await drain()
        beating.cancel()
    }

    /// Takes no more jobs; ``run()`` returns when the running refreshes have ended.
    package func beginStop() {
        phase = max(phase, .draining)
        wake.raise()
    }

    /// Cancels the running refreshes too, and gives their jobs back.
    package func stopNow() {
        phase = .stopping
        for refresh in running.values { refresh.task.cancel() }
        wake.raise()
    }

    /// Whether the loop went round within this time, or the worker waits for the database at its start, or is stopping.
    package func isTurning(within time: Duration) -> Bool {
        !isPrepared || phase != .running || ContinuousClock.now - lastTurn < time
    }

    /// Refreshes under way.
    package var runningCount: Int { running.count }

    /// Why a job that comes now would not be done; nil when it would.
    package var whyNotReady: String? {
        guard isPrepared else { return "the database was not reached yet" }
        guard phase == .running else { return "stopping" }
        return renewalProblem.map { "leases cannot be renewed: \($0)" }
            ?? claimProblem.map { "jobs cannot be taken: \($0)" }
    }

    // MARK: - Start and end

    private func prepare() async {
        while phase == .running, !Task.isCancelled {
            do {
                try await services.pool.waitUntilReachable { error, wait in
                    self.log.warning(
                        "the database cannot be reached",
                        ["error": .text("\(error)"), "retry_in": .duration(wait)]
                    )
                }
                try await register()
                isPrepared = true
                lastTurn = .now
                return
            } catch {
                log.error("the feeds could not be registered", ["error": .text("\(error)")])
                await wake.wait(atMost: configuration.pollInterval)
            }
        }
    }

    /// Makes the feeds known to `enqueue` and adds them to the schedules; ``run()`` does it too.
    package func register() async throws {
        try await register(feeds)
    }

    private func register(_ feeds: [String: FeedSource]) async throws {
        try await services.queue.register(
            feeds.values.map {
                RegisteredFeed(name: $0.name, contractVersion: $0.contract.version, hosts: $0.hosts)
            }
        )
        guard configuration.followsSchedules else { return }
        try await services.queue.addSchedules(
            feeds.values.map { (name: $0.name, interval: $0.contract.refresh.rhythm.interval) }
        )
    }

    /// Works with other contracts from now on; refreshes that run end with those they began with.
    ///
    /// - Throws: what the database threw; the worker goes on with the contracts it has.
    package func replaceFeeds(_ feeds: [FeedSource]) async throws {
        let feeds = Self.byName(feeds)
        try await register(feeds)
        self.feeds = feeds
        wake.raise()
        scheduleChange.raise()
    }

    private static func byName(_ feeds: [FeedSource]) -> [String: FeedSource] {
        Dictionary(feeds.map { ($0.name, $0) }) { first, _ in first }
    }

    private func drain() async {
        await giveBack(apart)
        apart = []
        if !running.isEmpty { log.info("waiting for refreshes to end", ["running": .count(running.count)]) }
        while let refresh = running.values.first { _ = await refresh.task.value }
    }

    // MARK: - Jobs

    private var hasRoom: Bool { free > 0 }

    /// Refreshes that may be started now.
    private var free: Int {
        let isApart = !apart.isEmpty || running.values.contains(where: \.job.runsAlone)
        return isApart ? 0 : configuration.concurrency - running.count
    }

    /// Takes as many jobs as there are free places, starts them, and says how many.
    private func takeJobs() async -> Int {
        lastTurn = .now
        let free = free
        var taken: [Job] = []
        let began = ContinuousClock.now
        do {
            if free > 0 {
                taken = try await services.queue.lease(
                    limit: min(free, configuration.claimLimit),
                    workerID: configuration.workerID,
                    leaseDuration: configuration.leaseDuration,
                    of: feeds.keys.sorted()
                )
                metrics.countClaim(taken, ContinuousClock.now - began)
                claimProblem = nil
            }
        } catch {
            metrics.countClaimFailure()
            claimProblem = "\(error)"
            log.error("no jobs could be taken", ["error": .text("\(error)")])
        }
        if phase == .running, !running.isEmpty, taken.contains(where: \.runsAlone) {
            log.info("jobs that lost two workers wait for the others to end", ["jobs": .count(taken.count)])
            apart = taken
        } else {
            await start(taken)
        }
        return taken.count
    }

    /// Starts jobs; gives back what this worker cannot do any more, since it was stopped or a feed's contract has gone.
    private func start(_ jobs: [Job]) async {
        var others: [Job] = []
        // Nothing happens between the question and the start, and each job goes one of the two ways.
        for job in jobs {
            if phase == .running, let feed = feeds[job.feed] { start(job, feed) } else { others.append(job) }
        }
        await giveBack(others)
    }

    private func start(_ job: Job, _ feed: FeedSource) {
        var log = log.with(["job": .integer(job.id), "feed": .text(job.feed), "variant": .text(job.variant)])
        let trace = TraceContext(parameters: job.params)?.child(span: .random(in: 1 ... .max))
        if let trace { log = log.with(["trace": .text(trace.traceID), "span": .text(trace.spanID)]) }
        let refresh = RefreshJob(job: job, feed: feed, services: services, trace: trace, log: log)
        let task = Task { [log] in
            let summary = await refresh.run()
            await self.end(job, summary, log)
            return summary
        }
        running[job.lease] = RunningRefresh(job: job, task: task)
    }

    private func end(_ job: Job, _ summary: RefreshSummary, _ log: Log) async {
        if case .abandoned(let error) = summary.ending, error.disposition == .stopped {
            await giveBack([job])
        }
        running[job.lease] = nil
        if running.isEmpty, phase == .running {
            let waiting = apart
            apart = []
            await start(waiting)
        }
        if mayBeDueSoon(summary) { scheduleChange.raise() }
        metrics.count(summary)
        log.write(summary)
        report(summary)
        wake.raise()
    }

    private func giveBack(_ jobs: [Job]) async {
        guard !jobs.isEmpty else { return }
        do {
            // Shielded: the task of a cancelled refresh is cancelled itself, and its job must go back all the same.
            _ = try await Task { try await services.queue.release(jobs) }.value
        } catch {
            log.warning(
                "jobs could not be given back; they come back when their leases end",
                ["error": .text("\(error)")]
            )
        }
    }
}
