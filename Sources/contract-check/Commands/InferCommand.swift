import JSONCore
import JSONSchema
import Options
import TypeInference

/// `contract-check infer`: what samples say about those to come.
struct InferCommand {
    private let reader: SampleReader
    private let output: String?
    private let profile: String?

    /// What other samples have shown.
    private let others: [Profile]
    private let hasInputs: Bool
    private let options: Inference.Options
    private let pinsFile: String
    private let console: Console

    init(_ parsed: ParsedCommand, _ environment: [String: String], _ console: Console) throws(CheckError) {
        self.console = console
        profile = parsed.value("profile")
        pinsFile = parsed.value("pins") ?? ""
        try parsed.refuseOverwriting(besides: ["profile"])
        others = try parsed.values("join").map { path throws(CheckError) in try Profile(file: path) }
        hasInputs = !parsed.arguments("INPUT").isEmpty
        // Who asks for a profile alone gets no schema on the terminal.
        output = parsed.value("output") ?? (profile == nil ? "-" : nil)
        if !others.isEmpty, profile == nil { throw CheckError(.needs("--join", "--profile FILE")) }
        if !hasInputs, others.isEmpty || output != nil { throw CheckError(.noSamples) }
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
            samples = hasInputs ? try await reader.samples() : []
        } catch let faults as SampleFaults {
            console.complain(of: faults)
            return .unreadable
        }
        let inference = Inference(samples.map(\.document), options)
        for pin in inference.unusedPins where hasInputs {
            let place = PinPlace(pin, in: pinsFile)
            console.complain("contract-check: warning: \(place): no sample has this path\n")
        }
        if hasInputs { try check(inference, samples) }
        if let profile { try write(joined(with: inference).json, to: profile) }
        if let output { try write(inference.schema, to: output) }
        return .conforms
    }

    private func joined(with inference: Inference) -> Profile {
        // The counts of no samples are no counts of a value at the root.
        let own = hasInputs ? inference.profile : Profile()
        return others.reduce(into: own) { $0.join($1) }
    }

    /// - Throws: ``CheckError`` `sampleRefused` when a pin is at odds with a sample, or the inference is wrong.
    private func check(_ inference: Inference, _ samples: [Sample]) throws {
        guard let refused = try inference.refused(samples.map(\.document)).first else { return }
        let name = samples[refused.sample].name
        guard let violation = refused.violations.first else {
            throw CheckError(.sampleRefused(expected: "", pin: nil), name)
        }
        let value = violation.value
        let pin = options.pins.pin(around: value.pointer)
        throw CheckError(
            .sampleRefused(expected: violation.kind.expected, pin: pin.map { PinPlace($0, in: pinsFile) }),
            "\(name):\(value.location.line):\(value.location.column): \(value.pointer)"
        )
    }

    /// - Throws: ``CheckError`` `notWritten`.
    private func write(_ json: JSONOutput, to path: String) throws(CheckError) {
        guard path != "-" else { return console.print(json.rendered) }
        try writeFile(path, Array(json.rendered.utf8))
    }
}

/// Where a decision of a file of pins is written.
struct PinPlace: Equatable {
    let file: String

    /// The place of samples that it is for.
    let path: JSONPointer
    let location: SourceLocation

    init(_ pin: Pins.PlacedPin, in file: String) {
        self.file = file
        path = pin.path
        location = pin.location
    }
}

extension PinPlace: CustomStringConvertible {
    /// `infer.json:4:7: /items/*/kind`.
    var description: String { "\(file):\(location.line):\(location.column): \(path)" }
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
    init(file: String) throws(CheckError) {
        let document = try SchemaFiles.document(file)
        do throws(InferenceError) {
            self = try Pins(document.root)
        } catch {
            throw CheckError(.badPins(error), file)
        }
    }
}
