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
        let inference: Inference
        do {
            inference = hasInputs ? try await inferred() : Inference([], options)
        } catch let faults as SampleFaults {
            console.complain(of: faults)
            return .unreadable
        }
        if let profile { try write(joined(with: inference).json, to: profile) }
        if let output { try write(inference.schema, to: output) }
        return .conforms
    }

    /// - Throws: ``SampleFaults``; ``CheckError`` `sampleRefused` for a sample that a pin is at odds with.
    private func inferred() async throws -> Inference {
        let samples = try await reader.repeatableSamples()
        let inference = try await inference(of: samples)
        console.warn(of: inference.unusedPins, in: pinsFile)
        let compiled = try inference.compiled()
        try await samples.each { try inference.pins.expect($0, under: compiled, in: pinsFile) }
        return inference
    }

    private func inference(of samples: RepeatableSamples) async throws -> Inference {
        var passes = InferencePasses(options)
        while true {
            try await samples.each { passes.observe($0.document) }
            if let inference = passes.endPass() { return inference }
        }
    }

    private func joined(with inference: Inference) -> Profile {
        // The counts of no samples are no counts of a value at the root.
        let own = hasInputs ? inference.profile : Profile()
        return others.reduce(into: own) { $0.join($1) }
    }

    /// - Throws: ``CheckError`` `notWritten`.
    private func write(_ json: JSONOutput, to path: String) throws(CheckError) {
        guard path != "-" else { return console.print(json.rendered) }
        try writeFile(path, Array(json.rendered.utf8))
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
