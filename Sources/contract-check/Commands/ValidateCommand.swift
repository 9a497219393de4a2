import JSONCore
import JSONSchema
import Options

/// `contract-check validate`: plain JSON Schema.
struct ValidateCommand {
    private let schemaPath: String
    private let files: SchemaFiles
    private let schema: CompiledSchema
    private let words: [String]
    private let format: ValidationFormat
    private let outputLimits: OutputLimits
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
        format = parsed.validationFormat
        outputLimits = parsed.outputLimits
    }

    func run() throws(CheckError) -> Ending {
        let inputs = try Input.all(words)
        for input in inputs { if case .url = input { throw CheckError(.urlToValidate, input.name) } }
        return switch format {
        case .text: report(on: inputs) { console.style.render($0.text(width: console.width)) }
        case .json: report(on: inputs, \.json.rendered)
        case .output(let format): tell(inputs, format)
        }
    }

    private func report(on inputs: [Input], _ rendered: (ValidationReport) -> String) -> Ending {
        let progress = Progress(console, total: inputs.count)
        var outcomes: [ValidationOutcome] = []
        for (number, input) in inputs.enumerated() {
            progress.show(number)
            outcomes.append(outcome(of: input))
        }
        progress.clear()
        let report = ValidationReport(schema: schemaPath, outcomes: outcomes)
        console.print(rendered(report))
        return report.status
    }

    private func outcome(of input: Input) -> ValidationOutcome {
        do throws(InputFault) {
            let recording = try recording(of: input)
            let isValid = schema.certainlyAccepts(recording.bytes, limits: limits)
            return ValidationOutcome(
                name: input.name,
                result: isValid ? .valid : result(of: try document(of: recording))
            )
        } catch {
            return ValidationOutcome(name: input.name, result: .unreadable(error))
        }
    }

    private func result(of document: JSONDocument) -> ValidationOutcome.Result {
        switch schema.verdict(of: document.root) {
        case .valid: .valid
        case .invalid: .invalid(ViolationList(schema.explain(document.root, notes: false), files))
        case .undecided(let limit): .undecided("\(limit)")
        }
    }

    /// Prints a line for each input as soon as it is there.
    private func tell(_ inputs: [Input], _ format: OutputFormat) -> Ending {
        var worst = Ending.conforms
        for input in inputs {
            let line = outputLine(of: input, format)
            console.print(line.json.compact + "\n")
            worst = max(worst, line.status)
        }
        return worst
    }

    private func outputLine(of input: Input, _ format: OutputFormat) -> OutputLine {
        do throws(InputFault) {
            let document = try document(of: recording(of: input))
            let record = schema.record(document.root, for: format, limits: outputLimits)
            return OutputLine(name: input.name, record, format)
        } catch {
            return OutputLine(name: input.name, error)
        }
    }

    private func recording(of input: Input) throws(InputFault) -> Recording {
        Recording(bytes: try ByteStream(input).rest(limit: limits.maxBytes))
    }

    private func document(of recording: Recording) throws(InputFault) -> JSONDocument {
        do throws(JSONError) {
            return try JSONDocument(recording.bytes, limits: limits)
        } catch {
            throw InputFault(error, in: recording)
        }
    }
}
