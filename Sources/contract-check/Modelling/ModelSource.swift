import FoundationEssentials
import Options
import Spelling
import SwiftModels

/// The files of `--model`, and the type of `--type`.
struct ModelSource {
    private let words: [String]
    private let type: String
    let strategies: DecodingStrategies

    /// Nil where no model is asked for.
    ///
    /// - Throws: ``CheckError`` `needs`, or `exclusive` with what else says how responses are judged.
    init?(_ parsed: ParsedCommand) throws(CheckError) {
        words = parsed.values("model")
        strategies = parsed.decodingStrategies
        guard !words.isEmpty else {
            for name in ["type", "date-strategy", "key-strategy"] where parsed.value(name) != nil {
                throw CheckError(.needs("--\(name)", "--model"))
            }
            return nil
        }
        for name in ["contract", "schema", "schema-dir", "endpoint", "profile"]
        where !parsed.values(name).isEmpty {
            throw CheckError(.exclusive("--model", "--\(name)"))
        }
        guard let type = parsed.value("type") else { throw CheckError(.needs("--model", "--type")) }
        self.type = type
    }

    /// Reads the model, which takes the compiler seconds.
    ///
    /// - Throws: ``CheckError`` `model`, `notWritten`.
    func model(_ environment: [String: String], _ progress: Progress) throws -> SwiftModel {
        var files: [SourceFile] = []
        for path in try paths() {
            guard let text = readFile(path) else { throw CheckError(.model(.unreadable), path) }
            files.append(SourceFile(path: path, text: text))
        }
        progress.say("swiftc reads \(counted(files.count, "file")) of the model")
        defer { progress.clear() }
        let compiler = try SwiftCompiler(environment)
        defer { compiler.close() }
        let root = try compiler.write(SwiftModel.rootFile(naming: type), to: "ContractCheckRoot.swift")
        let (trees, complaints) = try compiler.trees(of: files + [root])
        guard complaints.isEmpty else { throw try fault(complaints, compiler, files, root) }
        do throws(ModelError) {
            return try SwiftModel(trees)
        } catch {
            throw CheckError(.model(.notUnderstood("\(error)")), "--type \(type)")
        }
    }

    private func paths() throws(CheckError) -> [String] {
        var paths: [String] = []
        for word in words {
            guard isFolder(word) else {
                paths.append(word)
                continue
            }
            let found = try files(below: word) { $0.hasSuffix(".swift") }
            guard !found.isEmpty else { throw CheckError(.model(.noFiles), word) }
            paths += found
        }
        return paths
    }

    /// What the compiler complains of, or of the type where the files alone are well.
    private func fault(
        _ complaints: [String],
        _ compiler: SwiftCompiler,
        _ files: [SourceFile],
        _ root: SourceFile
    ) throws(CheckError) -> CheckError {
        let errors = complaints.filter { $0.contains(": error: ") }
        guard let first = errors.first, errors.allSatisfy({ $0.hasPrefix(root.path) }) else {
            return CheckError(.model(.notCompiled(complaints.joined(separator: "\n  "))))
        }
        let names = SwiftModel.names(in: try compiler.trees(of: files).trees)
        let near = closestWord(to: type, among: names)
        let text = first.split(separator: ": error: ", maxSplits: 1).last ?? ""
        return CheckError(
            .model(.badType(String(text), suggestion: near == type ? nil : near)),
            "--type \(type)"
        )
    }
}

extension ParsedCommand {
    fileprivate var decodingStrategies: DecodingStrategies {
        var strategies = DecodingStrategies()
        strategies.dates =
            value("date-strategy").flatMap(DecodingStrategies.DateStrategy.init) ?? .deferredToDate
        strategies.keys =
            value("key-strategy").flatMap(DecodingStrategies.KeyStrategy.init) ?? .useDefaultKeys
        return strategies
    }
}
