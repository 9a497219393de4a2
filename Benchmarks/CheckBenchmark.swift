import Foundation
import Glibc
import JSONCore

/// `benchmarks check CONTRACT`: the whole process of `contract-check check`, from its start to its end, as a table.
///
/// The inputs are made of the contract's own sample of its first version, written without blanks, and stand in a folder that
/// is removed: a page alone; a folder of a thousand recordings; a HAR of a hundred megabytes, half of it other traffic; and a
/// file of 300,000 lines, of which every tenth is broken.
///
/// - Returns: 0 when every bar holds, 1 when one does not, 2 for a mistake in the call.
func runCheckBenchmark(_ contract: String) -> Int32 {
    do {
        let folder = FileManager.default.temporaryDirectory.appending(component: "check-\(UUID().uuidString)")
        // The system clears what stays behind.
        defer { try? FileManager.default.removeItem(at: folder) }
        let measures = try CheckBenchmark(contract: contract, folder: folder).run()
        print(CheckMeasure.table(measures))
        return measures.allSatisfy(\.holds) ? 0 : 1
    } catch {
        print("check: \(error)")
        return 2
    }
}

private struct CheckBenchmark {
    private let contract: String
    private let folder: URL

    /// A page, as its server would send it.
    private let page: [UInt8]

    init(contract: String, folder: URL) throws {
        self.contract = URL(filePath: contract).standardizedFileURL.path
        self.folder = folder
        let sample = URL(filePath: contract).appending(path: "samples/v1/blocks.json")
        page = JSONText(try JSONDocument([UInt8](try Data(contentsOf: sample))).root, form: .received).bytes
        try FileManager.default.createDirectory(
            at: folder.appending(component: "recordings"),
            withIntermediateDirectories: true
        )
    }

    func run() throws -> [CheckMeasure] {
        try write(page, "blocks.json")
        let alone = try check([path("blocks.json")], runs: 20)
        for number in 0..<1_000 { try write(page, "recordings/blocks.\(number).json") }
        let recordings = try check([path("recordings")], runs: 5)
        let harBytes = try writeHAR("session.har", entries: 100_000_000 / (2 * page.count))
        let har = try check([path("session.har")], runs: 3)
        let lineBytes = try writeLines("lines.ndjson", count: 300_000)
        let lines = try check(["--endpoint", "menus", path("lines.ndjson")], runs: 3)
        return [
            CheckMeasure("a page", page.count, alone, bar: .milliseconds(30)),
            CheckMeasure("1,000 recordings", 1_000 * page.count, recordings, bar: .rate(300)),
            CheckMeasure("a HAR", harBytes, har, bar: .memory(200)),
            CheckMeasure("NDJSON, 300,000 lines", lineBytes, lines, bar: .memory(100)),
        ]
    }

    private func check(_ inputs: [String], runs: Int) throws -> ProcessCost {
        let tool = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
            .appending(component: "contract-check").path
        let words = [tool, "check", "--contract", contract, "--output", path("report.txt")] + inputs
        return try ProcessCost(of: words, runs: runs)
    }

    private func path(_ name: String) -> String { folder.appending(path: name).path }

    // MARK: Inputs

    private func write(_ bytes: [UInt8], _ name: String) throws {
        try Data(bytes).write(to: folder.appending(path: name))
    }

    /// As a browser exports it, and after each entry one of a picture that is as large.
    private func writeHAR(_ name: String, entries: Int) throws -> Int {
        let body = JSONText.quoted(String(decoding: page, as: UTF8.self))
        let picture = Data(page).base64EncodedString().prefix(page.count)
        let pair =
            entry("https://api.example.com/homepage/block/page", "application/json", #""text":\#(body)"#)
            + ",\n"
            + entry(
                "https://img.example.com/a.jpg",
                "image/jpeg",
                #""encoding":"base64","text":"\#(picture)""#
            )
        let all = Array(repeating: pair, count: entries).joined(separator: ",\n")
        let text = #"{"log":{"version":"1.2","entries":["# + all + "]}}"
        try write(Array(text.utf8), name)
        return text.utf8.count
    }

    private func entry(_ url: String, _ type: String, _ content: String) -> String {
        #"{"request":{"method":"GET","url":"\#(url)"},"response":{"status":200,"headers":[],"content":{"mimeType":"\#(type)",\#(content)}}}"#
    }

    private func writeLines(_ name: String, count: Int) throws -> Int {
        let line = #"{"code":200,"data":[],"message":""}"#
        var text = ""
        for number in 0..<count { text += number % 10 == 9 ? "{\n" : "\(line)\n" }
        try write(Array(text.utf8), name)
        return text.utf8.count
    }
}

/// What a process took from its start to its end.
private struct ProcessCost {
    let seconds: Double
    let peakKilobytes: Int

    /// The median time of several runs of a program, and the most memory of one more; what it prints goes nowhere.
    init(of words: [String], runs: Int) throws {
        let times = try (0..<runs).map { _ in try Self.seconds(of: words) }
        seconds = times.sorted()[runs / 2]
        peakKilobytes = try Self.peakKilobytes(of: words)
    }

    private static func seconds(of words: [String]) throws -> Double {
        let start = ContinuousClock.now
        let process = try spawn(words)
        var status = Int32(0)
        while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
        // 0, 1 and 3 are verdicts.
        guard status & 0x7F == 0, [0, 1, 3].contains(status >> 8 & 0xFF) else {
            throw CheckBenchmarkError.failed(words.joined(separator: " "), status: status)
        }
        return (ContinuousClock.now - start) / .seconds(1)
    }

    /// As the kernel tells it while the process runs: what wait4 tells counts the memory of this one, too, which a child has
    /// before it becomes another program.
    private static func peakKilobytes(of words: [String]) throws -> Int {
        let process = try spawn(words)
        var (status, peak) = (Int32(0), 0)
        while unsafe waitpid(process, &status, WNOHANG) == 0 {
            let facts = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
            let line = facts?.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
            peak = max(peak, line?.split(separator: " ").compactMap { Int($0) }.first ?? 0)
            usleep(1_000)
        }
        return peak
    }

    private static func spawn(_ words: [String]) throws -> pid_t {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
        unsafe posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
        defer { for place in unsafe arguments.indices { unsafe free(arguments[place]) } }
        var process = pid_t()
        guard unsafe posix_spawn(&process, words[0], &actions, nil, &arguments, environ) == 0 else {
            throw CheckBenchmarkError.notRun(words[0])
        }
        return process
    }
}

private enum CheckBenchmarkError: Error {
    case notRun(String)
    case failed(String, status: Int32)
}

/// One row of the table.
private struct CheckMeasure {
    enum Bar {
        case milliseconds(Double)
        /// At least so many megabytes a second.
        case rate(Double)
        /// At most so many megabytes.
        case memory(Double)
    }

    let title: String
    let bytes: Int
    let cost: ProcessCost
    let bar: Bar

    init(_ title: String, _ bytes: Int, _ cost: ProcessCost, bar: Bar) {
        self.title = title
        self.bytes = bytes
        self.cost = cost
        self.bar = bar
    }

    private var megabytes: Double { Double(bytes) / 1e6 }
    private var rate: Double { megabytes / cost.seconds }
    private var memory: Double { Double(cost.peakKilobytes) * 1024 / 1e6 }

    var holds: Bool {
        switch bar {
        case .milliseconds(let most): cost.seconds * 1000 <= most
        case .rate(let least): rate >= least
        case .memory(let most): memory <= most
        }
    }

    private var barText: String {
        switch bar {
        case .milliseconds(let most): "at most \(Int(most)) ms"
        case .rate(let least): "at least \(Int(least)) MB/s"
        case .memory(let most): "at most \(Int(most)) MB"
        }
    }

    static func table(_ measures: [CheckMeasure]) -> String {
        let rows = measures.map { measure in
            let figures = [
                String(format: "%.2f", measure.megabytes),
                String(format: "%.1f", measure.cost.seconds * 1000),
                String(format: "%.0f", measure.rate), String(format: "%.0f", measure.memory),
            ]
            let cells = [measure.title] + figures + [measure.barText, measure.holds ? "yes" : "no"]
            return "| \(cells.joined(separator: " | ")) |"
        }
        return """
            | input | MB | ms | MB/s | peak memory, MB | bar | holds |
            | --- | --- | --- | --- | --- | --- | --- |
            \(rows.joined(separator: "\n"))
            """
    }
}
