import Foundation
import JSONCore
import Postgres
import Testing

/// Places that the tests need.
enum Place {
    static let tests = URL(filePath: #filePath).deletingLastPathComponent()
    static let package = tests.deletingLastPathComponent().deletingLastPathComponent()

    /// A contract of the package, by its feed.
    static func contract(_ feed: String) -> String { package.appending(components: "Schemas", feed).path }

    /// A folder of its own, removed when `body` ends.
    static func withScratch<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appending(
            component: "contract-check-\(UUID().uuidString)"
        )
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        // What stays behind is the system's to clean up.
        defer { try? FileManager.default.removeItem(at: folder) }
        return try await body(folder)
    }
}

/// What a run of the real binary came to.
struct Run {
    let status: Int32
    let output: String
    let complaints: String

    /// All of it, as golden files hold it.
    var transcript: String {
        output + (complaints.isEmpty ? "" : "--- standard error ---\n\(complaints)")
            + "--- exit \(status) ---\n"
    }

    /// Standard output as JSON.
    var json: JSONValue { get throws { try JSONDocument(output).root } }
}

/// Runs the binary that was built beside this test bundle, and waits for its end.
///
/// It runs in the package's root when no folder is given.
func contractCheck(
    _ words: [String],
    in folder: URL? = nil,
    input: [UInt8] = [],
    environment: [String: String] = [:]
) async throws -> Run {
    try await runTool(
        builtTool(),
        words,
        in: folder,
        input: input,
        environment: ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"].merging(environment) { $1 }
    )
}

/// Runs a program, and waits for its end; without an environment of its own it has that of the tests.
func runTool(
    _ program: URL,
    _ words: [String],
    in folder: URL? = nil,
    input: [UInt8] = [],
    environment: [String: String]? = nil
) async throws -> Run {
    guard await programs.acquire() else { throw CancellationError() }
    defer { programs.release() }
    let process = Process()
    process.executableURL = program
    process.arguments = words
    process.currentDirectoryURL = folder ?? Place.package
    if let environment { process.environment = environment }
    // Files and not pipes: a full pipe would stop the tool while nobody reads.
    let streams = Streams(
        input: try .nameless(input),
        output: try .nameless(),
        complaints: try .nameless()
    )
    // Foundation keeps them longer.
    defer { streams.close() }
    process.standardInput = streams.input
    process.standardOutput = streams.output
    process.standardError = streams.complaints
    try await process.runToEnd()
    return Run(
        status: process.terminationStatus,
        output: try streams.output.wholeText(),
        complaints: try streams.complaints.wholeText()
    )
}

/// Past 1024 open files Foundation misses the ends of processes (it uses select), and may not even start one.
private let programs = FairSemaphore(permits: 16)

extension Process {
    /// Waits without holding a thread, which the servers of the tests may need.
    fileprivate func runToEnd() async throws {
        try await withCheckedThrowingContinuation { (ended: CheckedContinuation<Void, any Error>) in
            terminationHandler = { _ in ended.resume() }
            do {
                try run()
            } catch {
                terminationHandler = nil
                ended.resume(throwing: error)
            }
        }
    }
}

/// The binary, spoken to line by line.
final class InteractiveTool {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()

    init(_ words: [String]) throws {
        process.executableURL = try builtTool()
        process.arguments = words
        process.environment = ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
    }

    /// Writes a line, and waits for one; shorter where the tool ends.
    func exchange(_ line: String) throws -> String {
        try input.fileHandleForWriting.write(contentsOf: Data("\(line)\n".utf8))
        var answer = Data()
        while let byte = try output.fileHandleForReading.read(upToCount: 1), byte != Data("\n".utf8) {
            answer += byte
        }
        return String(decoding: answer, as: UTF8.self)
    }

    /// Writes a last line, and waits for the status.
    func end(with line: String) throws -> Int32 {
        try input.fileHandleForWriting.write(contentsOf: Data("\(line)\n".utf8))
        process.waitUntilExit()
        return process.terminationStatus
    }
}

func builtTool() throws -> URL {
    let running = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let beside = [running, CommandLine.arguments[0]].map {
        URL(filePath: $0).deletingLastPathComponent().appending(component: "contract-check")
    }
    let found = beside.first { FileManager.default.isExecutableFile(atPath: $0.path) }
    return try #require(found, "contract-check is not beside the tests: \(beside.map(\.path))")
}

private struct Streams {
    let input: FileHandle
    let output: FileHandle
    let complaints: FileHandle

    func close() {
        // A close that fails loses nothing: what was written has been read.
        for stream in [input, output, complaints] { try? stream.close() }
    }
}

extension FileHandle {
    /// A file that has no name any more, at its beginning.
    fileprivate static func nameless(_ bytes: [UInt8] = []) throws -> FileHandle {
        let url = FileManager.default.temporaryDirectory.appending(component: "stream-\(UUID().uuidString)")
        try Data(bytes).write(to: url)
        // Only the name goes; the handle keeps the file.
        defer { try? FileManager.default.removeItem(at: url) }
        return try FileHandle(forUpdating: url)
    }

    fileprivate func wholeText() throws -> String {
        try seek(toOffset: 0)
        return String(decoding: try readToEnd() ?? Data(), as: UTF8.self)
    }
}
