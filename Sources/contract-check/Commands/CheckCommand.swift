import Contracts
import Drift
import HTTPFetch
import JSONCore
import JSONSchema
import Options
import SwiftModels
import TypeInference

/// `contract-check check`: what drifted.
struct CheckCommand {
    private let measure: Measure
    private let words: [String]
    private let failOn: Severity
    private let direction: Viewpoint
    private let acknowledgements: Acknowledgements
    private let inputFormat: InputFormat?
    private let headers: HTTPHeaders
    private let limits: ParseLimits
    private let output: ReportOutput
    private let console: Console

    init(_ parsed: ParsedCommand, _ environment: [String: String], _ console: Console) throws {
        self.console = console
        words = parsed.arguments("INPUT")
        failOn = parsed.value("fail-on").flatMap(Severity.init(rawValue:)) ?? .breaking
        inputFormat = parsed.value("input-format").flatMap(InputFormat.init(rawValue:))
        direction = parsed.value("direction").flatMap(Viewpoint.init(rawValue:)) ?? .reader
        headers = try TypedHeaders(parsed, environment).headers
        output = try ReportOutput(parsed, isVerbose: parsed.flag("verbose") || failOn == .info, console)
        acknowledgements = try Acknowledgements(parsed)
        let source = try ModelSource(parsed)
        limits = source.map { _ in ParseLimits(maxDepth: ModelCheck.maxDepth) } ?? ParseLimits()
        measure =
            try source.map { .model(try $0.model(environment, Progress(console)), $0.strategies) }
            ?? Measure(parsed, profile: parsed.value("profile"))
    }

    func run() async throws -> Ending {
        var report = try await report()
        try acknowledgements.apply(to: &report)
        for remark in report.acceptanceRemarks { console.complain("contract-check: \(remark)\n") }
        try output.write(report.listing, json: report.json)
        return report.status
    }

    private func report() async throws -> Report {
        let inputs = try Input.all(words, where: InputFormat.isRecording)
        let urls = inputs.filter { if case .url = $0 { true } else { false } }
        // The endpoints of URLs are found before anything is fetched, so that a wrong one costs no time.
        for url in urls { _ = try measure.endpoint(of: url) }
        let reader = try urls.isEmpty ? nil : URLReader(headers: headers, limits: limits)
        let parts = InputReader(inputs, format: inputFormat, limits: limits)
        var run = CheckRun(
            parts,
            Judge(measure, reader, limits: limits, direction: direction),
            Progress(console)
        )
        let judge = try await run.judged()
        await reader?.close()
        return judge.report(failOn: failOn)
    }
}

/// What responses are judged by.
enum Measure: Sendable {
    case contract(LoadedContract, EndpointChoice)
    case schema(CompiledSchema, SampleTree?)
    case model(SwiftModel, DecodingStrategies)

    /// Reads `--contract` with `--endpoint`, or `--schema` with `--schema-dir` and the profile of its samples.
    init(_ parsed: ParsedCommand, profile: String? = nil) throws(CheckError) {
        let endpoint = parsed.value("endpoint")
        switch (parsed.value("contract"), parsed.value("schema")) {
        case (let folder?, nil):
            guard parsed.values("schema-dir").isEmpty else {
                throw CheckError(.exclusive("--contract", "--schema-dir"))
            }
            guard profile == nil else { throw CheckError(.exclusive("--contract", "--profile")) }
            let loaded = try LoadedContract(checkingBy: folder)
            self = .contract(loaded, try EndpointChoice(loaded.contract, named: endpoint))
        case (nil, let file?):
            guard endpoint == nil else { throw CheckError(.exclusive("--schema", "--endpoint")) }
            let schema = try SchemaFiles(file, folders: parsed.values("schema-dir")).compiled()
            let samples = try profile.map { path throws(CheckError) in SampleTree(try Profile(file: path)) }
            self = .schema(schema, samples)
        case (nil, nil): throw CheckError(.neitherContractNorSchema)
        case (.some, .some): throw CheckError(.exclusive("--contract", "--schema"))
        }
    }

    /// For what a schema alone finds.
    func collector(_ direction: Viewpoint) -> FindingCollector {
        var rules = SeverityRules()
        rules.direction = direction
        guard case .schema(let schema, let samples) = self else {
            return FindingCollector(endpoint: "", rules: rules)
        }
        let places = schema.discriminatedPlaces
        return FindingCollector(endpoint: "", rules: rules, samples: samples, telling: places)
    }

    /// The endpoint a recording is a response of; nil for a check by a schema alone.
    ///
    /// - Throws: ``CheckError`` `endpointUnclear`.
    func endpoint(
        of input: Input,
        answering request: Recording.Request? = nil
    ) throws(CheckError) -> Endpoint? {
        guard case .contract(_, let choice) = self else { return nil }
        return try choice.endpoint(of: input, answering: request)
    }

    /// The endpoint of what could not be read; nil for a part of a file whose parts say it themselves.
    ///
    /// - Throws: ``CheckError`` `endpointUnclear`: a mistyped name is both.
    func endpoint(ofUnread part: RecordedPart) throws(CheckError) -> Endpoint? {
        guard case .contract(_, let choice) = self else { return nil }
        let isBody = part.name == part.input.name && InputFormat(name: part.name, head: []) == .json
        return try isBody ? choice.endpoint(of: part.input) : choice.knownEndpoint(of: part.input)
    }

    /// Whether an entry of a HAR is a response to be judged: of an endpoint, or where there is none, one of JSON.
    func isAbout(_ entry: JSONValue) -> Bool {
        guard case .contract(_, let choice) = self else { return entry.hasJSONBody }
        return Recording.Request(recordedIn: entry).flatMap(choice.endpoint(answering:)) != nil
    }
}

extension LoadedContract {
    /// The contract in a folder that was typed.
    ///
    /// - Throws: ``CheckError`` `contract`, or `noContract` with the folders in it that hold one.
    init(checkingBy folder: String) throws(CheckError) {
        guard !isFolder(folder) || holdsContract(folder) else {
            throw CheckError(.noContract(contracts: subfolders(of: folder).filter(holdsContract)), folder)
        }
        do throws(ContractError) {
            self = try ContractLoader.load(folder: folder)
        } catch {
            throw CheckError(.contract(error), folder)
        }
    }
}
