import Contracts
import Drift
import JSONCore
import JSONSchema
import Options

/// `contract-check check`: what drifted.
struct CheckCommand {
    private let measure: Measure
    private let words: [String]
    private let failOn: Severity
    private let format: ReportFormat
    private let isVerbose: Bool
    private let console: Console

    init(_ parsed: ParsedCommand, _ environment: [String: String], _ console: Console) throws {
        self.console = console
        words = parsed.arguments("INPUT")
        failOn = parsed.value("fail-on").flatMap(Severity.init(rawValue:)) ?? .breaking
        format = parsed.reportFormat
        isVerbose = parsed.flag("verbose") || failOn == .info
        measure = try Measure(parsed)
    }

    func run() async throws -> Ending {
        let report = try await report()
        switch format {
        case .text:
            console.print(console.style.render(report.text(width: console.width, isVerbose: isVerbose)))
        case .json: console.print(report.json.rendered)
        }
        return report.status
    }

    private func report() async throws -> Report {
        // Every endpoint is found before anything is fetched or judged, so that a wrong name costs no time.
        let inputs = try Input.all(words).map { (input: $0, endpoint: try measure.endpoint(of: $0)) }
        var judge = Judge(measure)
        let progress = Progress(console, total: inputs.count)
        for (number, entry) in inputs.enumerated() {
            progress.show(number)
            await judge.judge(entry.input, of: entry.endpoint)
        }
        progress.clear()
        return judge.report(failOn: failOn)
    }
}

/// What responses are judged by.
enum Measure {
    case contract(LoadedContract, EndpointChoice)
    case schema(CompiledSchema)

    init(_ parsed: ParsedCommand) throws(CheckError) {
        let endpoint = parsed.value("endpoint")
        switch (parsed.value("contract"), parsed.value("schema")) {
        case (let folder?, nil):
            guard parsed.values("schema-dir").isEmpty else {
                throw CheckError(.exclusive("--contract", "--schema-dir"))
            }
            self = try .contract(folder: folder, endpoint: endpoint)
        case (nil, let file?):
            guard endpoint == nil else { throw CheckError(.exclusive("--schema", "--endpoint")) }
            self = .schema(try SchemaFiles(file, folders: parsed.values("schema-dir")).compiled())
        case (nil, nil): throw CheckError(.neitherContractNorSchema)
        case (.some, .some): throw CheckError(.exclusive("--contract", "--schema"))
        }
    }

    private static func contract(folder: String, endpoint: String?) throws(CheckError) -> Measure {
        guard !isFolder(folder) || holdsContract(folder) else {
            throw CheckError(.noContract(contracts: subfolders(of: folder).filter(holdsContract)), folder)
        }
        let loaded: LoadedContract
        do {
            loaded = try ContractLoader.load(folder: folder)
        } catch {
            throw CheckError(.contract(error), folder)
        }
        return .contract(loaded, try EndpointChoice(loaded.contract, named: endpoint))
    }

    /// The endpoint an input is a response of; nil for a check by a schema alone.
    func endpoint(of input: Input) throws(CheckError) -> Endpoint? {
        guard case .contract(_, let choice) = self else { return nil }
        return try choice.endpoint(of: input)
    }
}
