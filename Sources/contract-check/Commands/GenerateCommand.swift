import CodeGeneration
import JSONCore
import JSONSchema
import Options

/// `contract-check generate`: types from a schema, a contract or samples.
struct GenerateCommand {
    private let language: TargetLanguage
    private let parsed: ParsedCommand
    private let words: [String]
    private let reader: SampleReader
    private let name: String?
    private let prefix: String
    private let packageName: String?
    private let options: SwiftOptions
    private let output: String
    private let isSplit: Bool
    private let origin: String
    private let compiler: String
    private let console: Console

    init(_ parsed: ParsedCommand, _ environment: [String: String], _ console: Console) throws(CheckError) {
        self.parsed = parsed
        self.console = console
        language = parsed.argument("LANGUAGE").flatMap(TargetLanguage.init) ?? .swift
        words = parsed.arguments("INPUT")
        reader = SampleReader(
            words,
            format: parsed.value("input-format").flatMap(InputFormat.init(rawValue:)),
            headers: try TypedHeaders(parsed, environment).headers,
            limits: ParseLimits(),
            console
        )
        name = parsed.value("name")
        prefix = parsed.value("prefix") ?? ""
        packageName = parsed.value("package")
        options = parsed.swiftOptions
        output = parsed.value("output") ?? "-"
        isSplit = parsed.flag("split")
        origin = "contract-check generate " + parsed.generatingWords.map(shellWord).joined(separator: " ")
        compiler = SwiftCompiler.program(environment)
        guard words.isEmpty == !(parsed.flag("samples") || parsed.flag("verify")) else {
            throw CheckError(words.isEmpty ? .noSamples : .samplesWithoutUse)
        }
        if let foreign = parsed.optionOfAnotherLanguage(than: language) {
            throw CheckError(.exclusive(language.rawValue, foreign))
        }
        guard !isSplit || output != "-" else { throw CheckError(.splitToStandardOutput) }
        try parsed.refuseOverwriting()
    }

    func run() async throws -> Ending {
        guard let samples = try await samples() else { return .unreadable }
        return try generate(samples)
    }

    /// Nil, and said why, where some cannot be read.
    private func samples() async throws -> [Sample]? {
        guard !words.isEmpty else { return [] }
        do {
            return try await reader.samples()
        } catch let faults as SampleFaults {
            console.complain(of: faults)
            return nil
        }
    }

    private func generate(_ samples: [Sample]) throws -> Ending {
        let source = try GenerationSource(parsed, samples)
        try source.refuse(samples)
        if case .samples(let inference, _) = source, let file = parsed.value("pins") {
            console.warn(of: inference.unusedPins, in: file)
            let compiled = try inference.compiled()
            for sample in samples { try inference.pins.expect(sample, under: compiled, in: file) }
        }
        let declarations = try source.declarations(named: name, for: language, prefix: prefix)
        let isVerified = parsed.flag("verify")
        // Who only wants to know gets no source text on the terminal.
        if output != "-" || !isVerified { for file in files(declarations) { try write(file) } }
        return isVerified ? try verify(declarations, samples) : .conforms
    }

    /// Compiles the Swift, and tells of each sample whether it comes back as it was.
    private func verify(_ declarations: Declarations, _ samples: [Sample]) throws -> Ending {
        let printer = SwiftPrinter(declarations, options: options, origin: origin)
        let trip = try RoundTrip(
            printer.file(named: "Models.swift").text,
            by: compiler,
            root: printer.rootType,
            nullsMayGo: !options.preservesNulls
        )
        defer { trip.close() }
        var ending = Ending.conforms
        for sample in samples {
            let outcome = try trip.outcome(of: sample.document)
            console.print("\(sample.name): \(outcome)\n")
            if case .same = outcome { continue }
            ending = .drifted
        }
        return ending
    }

    private func files(_ declarations: Declarations) -> [GeneratedFile] {
        switch language {
        case .swift:
            let printer = SwiftPrinter(declarations, options: options, origin: origin)
            return isSplit ? printer.files() : [printer.file(named: output)]
        case .typescript:
            return [TypeScriptPrinter(declarations, prefix: prefix, origin: origin).file(named: output)]
        case .kotlin:
            let printer = KotlinPrinter(declarations, prefix: prefix, package: packageName, origin: origin)
            return [printer.file(named: output)]
        }
    }

    private func write(_ file: GeneratedFile) throws(CheckError) {
        guard output != "-" else { return console.print(file.text) }
        if isSplit { try makeFolder(output) }
        let path = isSplit ? output + "/" + file.name : output
        try writeFile(path, Array(file.text.utf8))
    }
}

extension ParsedCommand {
    fileprivate var swiftOptions: SwiftOptions {
        var options = SwiftOptions()
        options.access = value("access-level").flatMap(SwiftOptions.Access.init) ?? options.access
        options.isImmutable = flag("immutable")
        options.preservesNulls = flag("preserve-nulls")
        options.hasLenientLists = flag("lenient-lists")
        options.prefix = value("prefix") ?? ""
        let conformances = values("conformance").compactMap(SwiftOptions.Conformance.init)
        if !conformances.isEmpty { options.conformances = Set(conformances) }
        return options
    }

    /// The first option that means nothing in a language, as typed.
    fileprivate func optionOfAnotherLanguage(than language: TargetLanguage) -> String? {
        let flags = ["immutable", "preserve-nulls", "lenient-lists", "split", "verify"]
        let isAccess = value("access-level") != SwiftOptions().access.rawValue
        let swift =
            flags.first(where: flag) ?? (isAccess ? "access-level" : nil)
            ?? (values("conformance").isEmpty ? nil : "conformance")
        let foreign = language == .swift ? nil : swift
        let kotlin = language == .kotlin ? nil : value("package").map { _ in "package" }
        return (foreign ?? kotlin).map { "--\($0)" }
    }

    /// The words that make the same again, without where it goes, and without headers, which may be secret.
    fileprivate var generatingWords: [String] {
        let flags = ["immutable", "preserve-nulls", "lenient-lists", "split", "samples"].filter(flag).map {
            "--\($0)"
        }
        let inputs = flag("samples") ? ["input-format"] : []
        let output = flag("split") ? ["output"] : []
        let single = (["schema", "contract", "pins", "name", "prefix", "package"] + inputs + output).flatMap {
            name in
            value(name).map { ["--\(name)", $0] } ?? []
        }
        let access = value("access-level").map { $0 == "internal" ? [] : ["--access-level", $0] } ?? []
        let repeated = ["schema-dir", "conformance", "header-from"].flatMap { name in
            values(name).flatMap { ["--\(name)", $0] }
        }
        return [argument("LANGUAGE") ?? ""] + single + repeated + access + flags
            + (flag("samples") ? arguments("INPUT").map { Input($0).name } : [])
    }
}
