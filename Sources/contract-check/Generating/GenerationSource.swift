import CodeGeneration
import Contracts
import FoundationEssentials
import JSONCore
import JSONSchema
import Options

/// What types are made from.
enum GenerationSource {
    case schema(SchemaFiles)
    case contract(LoadedContract, folder: String)

    init(_ parsed: ParsedCommand) throws(CheckError) {
        switch (parsed.value("schema"), parsed.value("contract")) {
        case (let file?, nil):
            self = .schema(try SchemaFiles(file, folders: parsed.values("schema-dir")))
        case (nil, let folder?): self = .contract(try LoadedContract(checkingBy: folder), folder: folder)
        case (nil, nil): throw CheckError(.nothingToGenerateFrom)
        case (.some, .some): throw CheckError(.exclusive("--schema", "--contract"))
        }
    }

    func declarations(
        named name: String?,
        for language: CodeGeneration.Language,
        prefix: String
    ) throws(CheckError) -> Declarations {
        switch self {
        case .schema(let files): try files.declarations(named: name, for: language, prefix: prefix)
        case .contract(let loaded, let folder):
            try loaded.declarations(named: name, for: language, prefix: prefix, folder)
        }
    }
}

extension SchemaFiles {
    /// The types that the schema describes; the whole value is called by its title, or else by the file.
    fileprivate func declarations(
        named name: String?,
        for language: CodeGeneration.Language,
        prefix: String
    ) throws(CheckError) -> Declarations {
        _ = try compiled()
        do throws(GenerationError) {
            return try Declarations(
                of: root,
                in: registry,
                named: name ?? root["title"]?.string ?? fileName,
                for: language,
                prefix: prefix
            )
        } catch {
            throw CheckError(.ungeneratable(error), path)
        }
    }

    /// The file's name up to its first dot.
    private var fileName: String {
        let name = URL(filePath: path).lastPathComponent.prefix { $0 != "." }
        return name.isEmpty ? "root" : String(name)
    }
}

extension LoadedContract {
    /// The types of the page that `feedkeeper.page()` returns.
    fileprivate func declarations(
        named name: String?,
        for language: CodeGeneration.Language,
        prefix: String,
        _ folder: String
    ) throws(CheckError) -> Declarations {
        do throws(GenerationError) {
            return try Declarations(
                ofPageWith: contract.sections.flatMap(\.kinds).map(sectionKind),
                in: schemas.registry,
                named: name ?? "Page",
                for: language,
                prefix: prefix
            )
        } catch {
            throw CheckError(.ungeneratable(error), folder)
        }
    }

    private func sectionKind(_ rule: KindRule) -> SectionKind {
        let schema = rule.schema.flatMap { schemas.documents[$0]?.root }
        let items = rule.items.steps.map { step in
            switch step {
            case .token(let token): token
            case .every: "*"
            }
        }
        return SectionKind(name: rule.kind, schema: schema, items: items)
    }
}

/// A file that could not be written; the process ends with ``Ending/unreadable``.
struct WritingError: Error, CustomStringConvertible {
    let path: String

    /// In the system's words.
    let reason: String

    var description: String { "\(path): it cannot be written: \(reason)" }
}

/// Makes a folder where there is none.
func makeFolder(_ path: String) throws(WritingError) {
    do {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
        throw WritingError(path: path, reason: "no folder can be made there")
    }
}
