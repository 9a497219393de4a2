import Foundation
import JobQueue
import Postgres
import Snapshots

/// The benchmarks of the queue by name; each prints its figure, that of the plain loop beside it, and their ratio.
let queueBenchmarks: [String: @Sendable () async -> Int32] = [
    "queue": { await QueueBench.run("queue") { try await $0.drain() } },
    "latency": { await QueueBench.run("latency") { try await $0.latency() } },
    "refresh": { await QueueBench.run("refresh") { try await $0.refresh() } },
    "enqueue": { await QueueBench.run("enqueue") { try await $0.enqueue() } },
    "held-snapshot": {
        await QueueBench.run("held-snapshot", isDurable: false) { try await $0.heldSnapshot() }
    },
    "future-jobs": { await QueueBench.run("future-jobs", isDurable: false) { try await $0.futureJobs() } },
]

/// Jobs of one claim, and of one commit.
private let batch = 100

// MARK: - Draining

extension QueueBench {
    /// Jobs without work, drained in batches, their ends durable; the next batch is claimed while one is ended, as a worker
    /// does.
    fileprivate func drain() async throws -> [(String, Double)] {
        let plain = try plain()
        try await fill(2_000)
        _ = (try await drainOurs(), try drainPlain(plain))
        let count = 20_000
        let (theirs, ours) = try await interleaved(
            7,
            before: { try await fill(count) },
            plain: { try await rate { try drainPlain(plain) } },
            ours: { try await rate { try await drainOurs() } }
        )
        return [
            ("jobs_per_s", ours.median), ("plain_jobs_per_s", theirs.median), ("ratio", ratio(ours, theirs)),
        ]
    }

    private func drainOurs() async throws -> Int {
        var count = 0
        var jobs = try await lease(batch)
        while !jobs.isEmpty {
            async let next = lease(batch)
            try await complete(jobs)
            count += jobs.count
            jobs = try await next
        }
        return count
    }

    private func drainPlain(_ plain: PlainQueue) throws -> Int {
        var count = 0
        while case let jobs = try plain.claim(batch), !jobs.isEmpty {
            try plain.complete(jobs)
            count += jobs.count
        }
        return count
    }
}

// MARK: - Pages

extension QueueBench {
    /// Sections of each page, together 20 kB.
    private static let sections = 4
    private static let pages = 2_000

    /// Jobs that write a page of 20 kB each, over two connections, every page one that is there already; and jobs of pages
    /// that have not changed.
    fileprivate func refresh() async throws -> [(String, Double)] {
        for generation in 0..<2 { _ = (try await writePlain(generation), try await writeOurs(generation)) }
        var generation = 1
        let (theirs, ours) = try await interleaved(
            5,
            before: { generation += 1 },
            plain: { try await writePlain(generation) },
            ours: { try await writeOurs(generation) }
        )
        var unchanged: [Double] = []
        for _ in 0..<5 { unchanged.append(try await writeOurs(nil)) }
        return [
            ("pages_per_s", ours.median), ("plain_pages_per_s", theirs.median),
            ("ratio", ratio(ours, theirs)),
            ("unchanged_per_s", unchanged.median), ("unchanged_ratio", unchanged.median / ours.median),
        ]
    }

    private func writePlain(_ generation: Int) async throws -> Double {
        try await fill(Self.pages)
        try await execute("TRUNCATE feedkeeper.jobs")
        let connections = try [plain(), plain()].map { UncheckedSending($0) }
        return try await rate {
            try await onThreads(2) { number in
                let queue = connections[number].value
                var count = 0
                while case let jobs = try queue.claim(batch), !jobs.isEmpty {
                    let bodies = jobs.map { job in
                        let contents = (0..<Self.sections).map { content(job.variant, generation, $0) }
                        return "{\"sections\":[\(contents.joined(separator: ","))]}"
                    }
                    try queue.complete(jobs, bodies: bodies)
                    count += jobs.count
                }
                return count
            }.reduce(0, +)
        }
    }

    /// With nil the pages have not changed.
    private func writeOurs(_ generation: Int?) async throws -> Double {
        try await fill(Self.pages)
        try await execute("TRUNCATE plain_jobs")
        return try await rate {
            try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<2 { group.addTask { try await writeAll(generation) } }
                return try await group.reduce(0, +)
            }
        }
    }

    private func writeAll(_ generation: Int?) async throws -> Int {
        var count = 0
        while case let jobs = try await lease(batch), !jobs.isEmpty {
            let writes = jobs.map { write($0, generation) }
            try await pool.withTransaction { transaction in
                _ = try await queue.complete(jobs.map { JobEnd($0) }, in: transaction)
                _ = try await store.store(writes, in: transaction)
            }
            count += jobs.count
        }
        return count
    }

    private func write(_ job: Job, _ generation: Int?) -> RefreshWrite {
        let page = PageID(feed: job.feed, variant: job.variant)
        var record = RefreshRecord(jobID: job.id, attempt: job.attempt, elapsed: .zero, contractVersion: 1)
        record.steps = ["fetch", "check", "split", "diff"].map { ($0, .milliseconds(3)) }
        guard let generation else {
            return RefreshWrite(of: page, .unchanged(.notModified, validators: []), record)
        }
        let sections = (0..<Self.sections).map { number in
            SectionPlacement.fresh(
                SectionWrite(
                    key: "section-\(number)",
                    kind: "list",
                    title: "Section \(number)",
                    layout: "row",
                    digest: Array("\(job.variant)/\(generation)/\(number) of the page".utf8),
                    contentJSON: content(job.variant, generation, number),
                    itemCount: 16,
                    contractVersion: 1
                )
            )
        }
        return RefreshWrite(PageWrite(page: page, contractVersion: 1, sections: sections), record)
    }
}

/// A section of 5 kB as services send them: links, words, numbers that differ from item to item.
private func content(_ page: String, _ generation: Int, _ section: Int) -> String {
    let items = (0..<16).map { item in
        let number =
            (Int(page) ?? 0) &* 7_919 &+ generation &* 104_729 &+ section &* 1_299_709 &+ item &* 15_485_863
        let id = String(UInt64(bitPattern: Int64(number)) &* 0x9E37_79B9_7F4A_7C15, radix: 16)
        return """
            {"identity":"\(id)","occurrence":0,"title":"Evening songs \(number)","image":"https://img.example/\(id)/cover.jpg",\
            "plays":\(number),"action":"app://playlist/\(id)","raw":{"id":"\(id)","creator":{"name":"user \(id.prefix(6))",\
            "vip":false},"tags":["indie","\(id.suffix(5))"],"trackCount":\(item + 20)}}
            """
    }
    return "{\"title\":\"Section \(section)\",\"items\":[\(items.joined(separator: ","))]}"
}

/// A value that one thread at a time uses.
// Unchecked because each is given to one thread, and not used by its maker.
struct UncheckedSending<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
}
