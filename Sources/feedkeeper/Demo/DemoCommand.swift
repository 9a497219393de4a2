import Contracts
import HTTPFetch
import Migrations
import Options
import Postgres
import Runtime
import Sandbox
import Worker

/// `feedkeeper demo`: the whole job, on a machine where nothing is set up.
struct DemoCommand {
    private let contracts: [LoadedContract]
    private let samples: DemoSamples
    private let console: Console
    private let keeps: Bool
    private let shownFindings = 12

    init(_ parsed: ParsedCommand, _ environment: [String: String], _ console: Console) throws {
        let folder = parsed.value("schemas") ?? "Schemas"
        contracts = try ContractLoader.loadAll(in: folder)
        samples = DemoSamples(schemas: folder)
        self.console = console
        keeps = parsed.flag("keep")
    }

    func run() async throws {
        let signals = try ProcessSignal.stream(of: [.terminate, .interrupt])
        heading("A private Postgres cluster")
        let cluster = try await PrivateCluster.start()
        let stage = try await DemoStage(cluster, contracts, samples)
        console.line("  \(cluster.url)")
        do {
            try await play(on: stage)
            if keeps { await stayUp(stage, signals) }
        } catch {
            await stage.close()
            throw error
        }
        await stage.close()
    }

    private func play(on stage: DemoStage) async throws {
        heading("The database's schema")
        for migration in try await stage.migrate() {
            console.line("  applied \(migration.version) \(migration.name)")
        }
        heading("Refreshes, enqueued with SQL")
        try await refreshAll(on: stage)
        for feed in stage.feedNames { try await showPage(of: feed, on: stage) }
        heading("Read it yourself")
        console.line(
            "  SELECT position, section_key, kind, title, item_count FROM feedkeeper.current_sections"
        )
        console.line("  WHERE feed = '\(stage.feedNames[0])' ORDER BY position;")
        console.line("  SELECT feedkeeper.page('\(stage.feedNames[0])');")
        try await drift(on: stage)
    }

    private func drift(on stage: DemoStage) async throws {
        let drifted = try stage.serveDriftedSamples()
        heading("The upstream drifts")
        for sample in drifted {
            console.line("  \(sample.feed)/\(sample.endpoint) now answers with \(sample.file)")
        }
        try await refresh(Set(drifted.map(\.feed)).sorted(), on: stage)
        heading("What the worker said")
        let findings = try await stage.findings()
        for row in findings.prefix(shownFindings) { try console.show(finding: row) }
        if findings.count > shownFindings {
            console.line(
                "  … and \(findings.count - shownFindings) more; `feedkeeper findings` lists them all"
            )
        }
        heading("The last good sections stayed")
        for feed in Set(drifted.map(\.feed)).sorted() { try await showPage(of: feed, on: stage) }
    }

    // MARK: - Parts

    private func refreshAll(on stage: DemoStage) async throws {
        try await refresh(stage.feedNames, on: stage)
    }

    private func refresh(_ feeds: [String], on stage: DemoStage) async throws {
        for feed in feeds {
            let job = try await stage.enqueue(feed)
            console.line("  SELECT feedkeeper.enqueue('\(feed)');  → job \(job)")
        }
        console.line()
        for summary in await stage.work() { console.line(StyledText("  ") + summary.line) }
    }

    private func showPage(of feed: String, on stage: DemoStage) async throws {
        console.line()
        console.line(StyledText("  \(feed)", .strong))
        let table = try SectionTable.table(await stage.sections(of: feed)).rendered(
            console.style,
            totalWidth: console.width
        )
        for row in table.split(separator: "\n") { console.print("  \(row)\n") }
    }

    private func stayUp(_ stage: DemoStage, _ signals: AsyncStream<ProcessSignal>) async {
        heading("Still up, until Ctrl-C")
        console.line("  psql '\(stage.databaseURL)'")
        console.line("  DATABASE_URL='\(stage.databaseURL)' \(CommandLine.arguments[0]) status")
        console.line("  A worker waits for what you enqueue.")
        console.line()
        let worker = stage.worker { [console] summary in console.line(StyledText("  ") + summary.line) }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await worker.run() }
            _ = await signals.first { _ in true }
            await worker.stopNow()
        }
    }

    private func heading(_ text: String) {
        console.line()
        console.line(StyledText(text, .strong))
    }
}

extension RefreshSummary {
    /// One line for people: the page, how it ended, how long each step took.
    fileprivate var line: StyledText {
        let steps = steps.map { "\($0.name) \($0.duration.milliseconds)" }.joined(separator: ", ")
        return StyledText("job \(job.id) \(job.feed): ") + ending.text
            + StyledText("  in \(elapsed.milliseconds) (\(steps))", .faint)
    }
}

extension Duration {
    /// `0.4 ms`, `12 ms`.
    fileprivate var milliseconds: String {
        let tenths = Int((self / .microseconds(100)).rounded())
        return tenths < 100 ? "\(tenths / 10).\(tenths % 10) ms" : "\((tenths + 5) / 10) ms"
    }
}

extension RefreshSummary.Ending {
    fileprivate var text: StyledText {
        switch self {
        case .stored(let outcome, _):
            StyledText(
                "\(outcome.status.rawValue), revision \(outcome.revision ?? 0)",
                outcome.status == .held ? .warning : .good
            )
        case .failed(let error, _): StyledText("failed at \(error.step.rawValue): \(error.message)", .bad)
        case .abandoned(let error): StyledText("abandoned: \(error.message)", .bad)
        }
    }
}
