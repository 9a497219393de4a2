import JSONCore
import JSONSchema
import Options
import TypeInference

/// `contract-check infer`: what samples say about those to come.
struct InferCommand {
    private let reader: SampleReader
    private let output: String?
    private let profile: String?
    private let options: Inference.Options
    private let console: Console

    init(_ parsed: ParsedCommand, _ environment: [String: String], _ console: Console) throws(CheckError) {
        self.console = console
        profile = parsed.value("profile")
        // Who asks for a profile alone gets no schema on the terminal.
        output = parsed.value("output") ?? (profile == nil ? "-" : nil)
        reader = SampleReader(
            parsed.arguments("INPUT"),
            format: parsed.value("input-format").flatMap(InputFormat.init(rawValue:)),
            headers: try TypedHeaders(parsed, environment).headers,
            limits: ParseLimits(),
            console
        )
        options = try Inference.Options(parsed)
    }

    func run() async throws -> Ending {
        let samples: [Sample]
        do {
            samples = try await reader.samples()
        } catch let faults as SampleFaults {
            console.complain(of: faults)
            return .unreadable
        }
        let inference = Inference(samples.map(\.document), options)
        for path in inference.unusedPins {
            console.complain("contract-check: warning: no sample has the pinned path \(path)\n")
        }
        try check(inference, samples)
        if let profile { try write(inference.profile.json, to: profile) }
        if let output { try write(inference.schema, to: output) }
        return .conforms
    }

    /// - Throws: ``CheckError`` `sampleRefused` when a pin is at odds with a sample, or the inference is wrong.
    private func check(_ inference: Inference, _ samples: [Sample]) throws {
        guard let refused = try inference.refused(samples.map(\.document)).first else { return }
        let violation = refused.violations.first
        let place = violation.map {
            "\($0.value.location.line):\($0.value.location.column): \($0.value.pointer)"
        }
        let name = samples[refused.sample].name
        throw CheckError(
            .sampleRefused(expected: violation?.kind.expected ?? "", isPinned: options.pins != Pins()),
            place.map { "\(name):\($0)" } ?? name
        )
    }

    /// - Throws: ``InputFault`` `notWritten`.
    private func write(_ json: JSONOutput, to path: String) throws(InputFault) {
        guard path != "-" else { return console.print(json.rendered) }
        do throws(SystemError) {
            try writeFile(path, Array(json.rendered.utf8))
        } catch {
            throw InputFault(.notWritten, "\(path): \(error)")
        }
    }
}

extension Inference.Options {
    /// The values of `--dialect`, `--title` and `--pins`.
    fileprivate init(_ parsed: ParsedCommand) throws(CheckError) {
        self.init()
        let name = parsed.value("dialect")
        dialect = Dialect.allCases.first { $0.name == name } ?? dialect
        title = parsed.value("title")
        if let file = parsed.value("pins") { pins = try Pins(file: file) }
    }
}

extension Pins {
    /// - Throws: ``CheckError`` for what cannot be read, or is of another form.
    fileprivate init(file: String) throws(CheckError) {
        let document = try SchemaFiles.document(file)
        do throws(InferenceError) {
            self = try Pins(document.root)
        } catch {
            throw CheckError(.badPins(error), file)
        }
    }
}
