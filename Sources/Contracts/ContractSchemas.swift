import Dispatch
package import JSONCore
package import JSONSchema
import Synchronization

/// The schemas of the contract's version, compiled together, since they refer to each other by `$id`.
package struct ContractSchemas: Sendable {
    /// By path below `v<version>/`, the shared files included.
    package let compiled: [String: CompiledSchema]

    /// The files by path below `v<version>/`, as far as they are JSON.
    package let documents: [String: JSONDocument]

    /// All of them, for those who read schemas themselves.
    package let registry: SchemaRegistry

    /// Parses and compiles a version's files; what is not a schema is added to `problems`.
    init(of files: ContractFiles, version: Int, problems: inout [ContractProblem]) {
        let sources = Self.parse(files, version, &problems)
        var registry = SchemaRegistry()
        var compiled: [String: CompiledSchema] = [:]
        for source in sources {
            do throws(SchemaError) {
                try registry.add(source.document, at: source.uri)
            } catch {
                Self.note(error, while: source, sources, &problems)
            }
        }
        for (source, result) in zip(sources, Self.compile(sources, in: registry)) {
            switch result {
            case .success(let schema): compiled[source.path] = schema
            case .failure(let error): Self.note(error, while: source, sources, &problems)
            }
        }
        self.compiled = compiled
        self.registry = registry
        documents = Dictionary(uniqueKeysWithValues: sources.map { ($0.path, $0.document) })
    }

    private static func parse(
        _ files: ContractFiles,
        _ version: Int,
        _ problems: inout [ContractProblem]
    ) -> [SchemaSource] {
        var sources: [SchemaSource] = []
        for path in files.schemaPaths(version: version) {
            let file = "\(files.folderName)/v\(version)/\(path)"
            let log = ProblemLog(file: file)
            let document = log.document(from: files.contents["v\(version)/\(path)"] ?? [])
            if let document, document.root.kind == .boolean || document.root.isA(.object, log) {
                sources.append(SchemaSource(path: path, file: file, document: document))
            }
            problems += log.problems
        }
        return sources
    }

    /// Compiles each file, on all cores: nothing else takes as long before a verdict on a single page.
    private static func compile(
        _ sources: [SchemaSource],
        in registry: SchemaRegistry
    ) -> [Result<CompiledSchema, SchemaError>] {
        let results = Mutex<[Int: Result<CompiledSchema, SchemaError>]>([:])
        DispatchQueue.concurrentPerform(iterations: sources.count) { number in
            let result = Result { () throws(SchemaError) in
                try CompiledSchema(compiling: sources[number].uri, in: registry)
            }
            results.withLock { $0[number] = result }
        }
        return results.withLock { results in sources.indices.compactMap { results[$0] } }
    }

    /// Adds each problem once, at the file it is in: a shared file is compiled with every file that refers to it.
    private static func note(
        _ error: SchemaError,
        while compiling: SchemaSource,
        _ sources: [SchemaSource],
        _ problems: inout [ContractProblem]
    ) {
        for problem in error.problems {
            let source = sources.first { $0.uri == problem.document } ?? compiling
            let found = ContractProblem(
                file: source.file,
                pointer: problem.pointer,
                location: SourceLocation(of: problem.byteOffset, in: source.document.bytes),
                code: .badSchema("\(problem.code)")
            )
            if !problems.contains(found) { problems.append(found) }
        }
    }
}

/// A schema file that is JSON.
private struct SchemaSource {
    let path: String
    let file: String
    let document: JSONDocument

    /// What other files call it: its `$id`, or else its file.
    var uri: String { document.root["$id"]?.string ?? file }
}
