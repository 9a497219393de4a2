import Contracts
import Drift
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
        let samples: [Sample]
        do {
            samples = try await reader.samples()
        } catch let faults as SampleFaults {
            console.complain(of: faults)
            return .unreadable
        }
        let answers = try samples.compactMap(answer)
        var proposal = Proposal(files, answers, severity: severity)
        try proposal.run()
        if !answers.isEmpty { try tell(proposal) }
        for remark in proposal.remarks { console.complain("contract-check: \(remark)\n") }
        for line in proposal.remaining {
            console.complain("contract-check: no change is known that mends this: \(line)\n")
        }
        return proposal.remaining.isEmpty && answers.count == samples.count ? .conforms : .drifted
    }

    /// A sample that is an answer; others are told, for a contract that an error passes would be none.
    private func answer(_ sample: Sample) throws(CheckError) -> ProposalSample? {
        let endpoint = try measure.endpoint(of: sample.input, answering: sample.request)
        if let fault = measure.fault(of: sample.document, endpoint) {
            console.complain(
                "contract-check: \(sample.name): \(fault.word): \(fault.detail); it is left out\n"
            )
            return nil
        }
        return ProposalSample(name: sample.name, document: sample.document, endpoint: endpoint)
    }

    private func tell(_ proposal: Proposal) throws(CheckError) {
        let files = proposal.files
        guard !files.changed.isEmpty else {
            return console.complain("contract-check: nothing has to be changed\n")
        }
        let next = writesFiles || files.isReleased ? try files.nextVersion() : nil
        let proposed = next.map { ProposedFiles(adding: $0, to: files) } ?? ProposedFiles(changing: files)
        guard writesFiles else {
            if let next {
                console.complain(
                    "contract-check: v\(next.number - 1) is released: this makes v\(next.number)\n"
                )
            }
            return console.print(writesJSON ? proposed.json.rendered : proposed.patch)
        }
        if let next { try next.install() } else { try proposed.write() }
        for path in proposed.paths { console.line(path) }
    }
}

extension Measure {
    /// Why a document is no answer, such as `null` or an error under HTTP 200; nil for answers.
    fileprivate func fault(of document: JSONDocument, _ endpoint: Endpoint?) -> InputFault? {
        let recording = Recording(bytes: document.bytes)
        switch self {
        case .contract:
            guard let endpoint else { preconditionFailure("a check by a contract needs an endpoint") }
            let reading = ResponseReading(
                document.bytes,
                status: 200,
                contentType: nil,
                of: endpoint,
                limits: ParseLimits()
            )
            guard case .fault(let fault) = reading else { return nil }
            return InputFault(fault, in: recording)
        case .schema(let schema, _):
            if document.root.isNull, !schema.accepts(document) { return InputFault(nullBodyOf: recording) }
            var collector = collector(.reader)
            collector.add(schema.explain(document.root), by: schema, below: Place(document.root))
            return collector.findings.first { $0.kind == .errorBody }.map {
                InputFault(.body(.errorBody), $0.message)
            }
        case .model: preconditionFailure("propose has no option for a model")
        }
    }
}
