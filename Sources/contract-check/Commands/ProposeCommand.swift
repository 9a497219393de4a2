import Contracts
import Drift
import FoundationEssentials
import HTTPFetch
import JSONCore
import Options

/// `contract-check propose`: the smallest change to a contract that given responses pass after.
struct ProposeCommand {
    private let measure: Measure
    private let files: WorkingFiles
    private let reader: SampleReader
    private let severity: Severity
    private let writesJSON: Bool
    private let writesFiles: Bool
    private let console: Console

    init(_ parsed: ParsedCommand, _ environment: [String: String], _ console: Console) throws {
        self.console = console
        measure = try Measure(parsed)
        if let folder = parsed.value("contract") {
            files = try WorkingFiles(contract: folder)
        } else {
            files = try WorkingFiles(
                schema: parsed.value("schema") ?? "",
                folders: parsed.values("schema-dir")
            )
        }
        reader = SampleReader(
            parsed.arguments("INPUT"),
            format: parsed.value("input-format").flatMap(InputFormat.init(rawValue:)),
            headers: try TypedHeaders(parsed, environment).headers,
            limits: ParseLimits(),
            console,
            where: measure.isAbout
        )
        severity = parsed.value("severity").flatMap(Severity.init(rawValue:)) ?? .warning
        writesJSON = parsed.value("format") == "json"
        writesFiles = parsed.flag("write")
    }

    func run() async throws -> Ending {
        let samples: [ProposalSample]
        do {
            samples = try await reader.samples().map(proposalSample)
        } catch let faults as SampleFaults {
            for (name, fault) in faults.inputs {
                console.complain("contract-check: \(name): \(fault.word): \(fault.detail)\n")
            }
            return .unreadable
        }
        var proposal = Proposal(files, samples, severity: severity)
        try proposal.run()
        try tell(proposal)
        for line in proposal.remaining {
            console.complain("contract-check: no change is known that mends this: \(line)\n")
        }
        return proposal.remaining.isEmpty ? .conforms : .drifted
    }

    private func proposalSample(_ sample: Sample) throws -> ProposalSample {
        let endpoint = try measure.endpoint(of: sample.input, answering: sample.request)
        if let endpoint, case .failure = endpoint.success.outcome(of: sample.document.root) {
            // A contract that an error passes would be none.
            let fault = InputFault(.body(.errorBody), "it is no answer of the endpoint \(endpoint.name)")
            throw SampleFaults(inputs: [(sample.name, fault)])
        }
        return ProposalSample(name: sample.name, document: sample.document, endpoint: endpoint)
    }

    private func tell(_ proposal: Proposal) throws(CheckError) {
        guard !proposal.files.changed.isEmpty else {
            return console.complain("contract-check: nothing has to be changed\n")
        }
        if writesFiles { return try write(proposal.files) }
        console.print(writesJSON ? proposal.files.json.rendered : proposal.files.patch)
    }

    private func write(_ files: WorkingFiles) throws(CheckError) {
        let written =
            try files.base == nil ? files.changed.map { ($0, files.contents[$0] ?? []) } : files.nextVersion()
        for (path, bytes) in written {
            do {
                let folder = URL(filePath: path).deletingLastPathComponent()
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                try writeFile(path, bytes)
            } catch {
                throw CheckError(.notWritten("\(error)"), path)
            }
            console.line(path)
        }
    }
}

extension WorkingFiles {
    /// The changes as `diff -u` writes them.
    fileprivate var patch: String {
        changed.map { path in
            UnifiedDiff(
                path,
                old: originals[path].map { String(decoding: $0, as: UTF8.self) },
                new: String(decoding: contents[path] ?? [], as: UTF8.self)
            ).text
        }.joined()
    }

    /// The changes as JSON Patch (RFC 6902), for each file; a new file as its content.
    fileprivate var json: JSONOutput {
        .object([("version", .number(1)), ("files", .array(changed.map(fileJSON)))])
    }

    private func fileJSON(_ path: String) -> JSONOutput {
        guard originals[path] == nil else {
            let own = operations.filter { $0.file == path }.map(\.operation.json)
            return .object([("file", .text(path)), ("patch", .array(own))])
        }
        let content = try? JSONDocument(contents[path] ?? []).root
        return .object([("file", .text(path)), ("content", content.map(JSONOutput.value) ?? .null)])
    }
}
