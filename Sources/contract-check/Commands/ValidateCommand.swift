import JSONCore
import JSONSchema
import Options

/// `contract-check validate`: plain JSON Schema.
struct ValidateCommand {
    private let schemaPath: String
    private let files: SchemaFiles
    private let schema: CompiledSchema
    private let words: [String]
    private let format: ReportFormat
    private let console: Console
    private let limits = ParseLimits()

    init(_ parsed: ParsedCommand, _ console: Console) throws(CheckError) {
        self.console = console
        schemaPath = parsed.value("schema") ?? ""
        let dialect = Dialect.allCases.first { $0.name == parsed.value("dialect") }
        files = try SchemaFiles(
            schemaPath,
            folders: parsed.values("schema-dir"),
            dialect: dialect ?? .draft202012
        )
        schema = try files.compiled(
            assertsFormats: parsed.flag("assert-formats"),
            assertsContent: parsed.flag("assert-content")
        )
        words = parsed.arguments("FILE")
        format = parsed.reportFormat
    }

    func run() throws(CheckError) -> Ending {
        let inputs = try Input.all(words)
        for input in inputs { if case .url = input { throw CheckError(.urlToValidate, input.name) } }
        let progress = Progress(console, total: inputs.count)
        var outcomes: [ValidationOutcome] = []
        for (number, input) in inputs.enumerated() {
            progress.show(number)
            outcomes.append(outcome(of: input))
        }
        progress.clear()
        let report = ValidationReport(schema: schemaPath, outcomes: outcomes)
        switch format {
        case .text: console.print(console.style.render(report.text(width: console.width)))
        case .json: console.print(report.json.rendered)
        }
        return report.status
    }

    private func outcome(of input: Input) -> ValidationOutcome {
        do throws(InputFault) {
            let recording = Recording(bytes: try InputReader().bytes(of: input))
            return ValidationOutcome(name: input.name, result: try result(of: recording))
        } catch {
            return ValidationOutcome(name: input.name, result: .unreadable(error))
        }
    }

    private func result(of recording: Recording) throws(InputFault) -> ValidationOutcome.Result {
        let document: JSONDocument
        do {
            document = try JSONDocument(recording.bytes, limits: limits)
        } catch {
            throw InputFault(error, in: recording)
        }
        switch schema.verdict(of: document.root) {
        case .valid: return .valid
        case .invalid: return .invalid(ViolationList(schema.explain(document.root, notes: false), files))
        case .undecided(let limit): return .undecided("\(limit)")
        }
    }
}
