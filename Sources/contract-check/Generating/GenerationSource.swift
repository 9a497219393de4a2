import CodeGeneration
import FoundationEssentials
import JSONCore
import JSONSchema
import Options

/// What types are made from.
enum GenerationSource {
    case schema(SchemaFiles)

    init(_ parsed: ParsedCommand) throws(CheckError) {
        switch parsed.value("schema") {
        case let file?: self = .schema(try SchemaFiles(file, folders: parsed.values("schema-dir")))
        case nil: throw CheckError(.nothingToGenerateFrom)
        }
    }

    func declarations(
        named name: String?,
        for language: Language,
        prefix: String
    ) throws(CheckError) -> Declarations {
        switch self {
        case .schema(let files): try files.declarations(named: name, for: language, prefix: prefix)
        }
    }
}

extension SchemaFiles {
    /// The types that the schema describes; the whole value is called by its title, or else by the file.
    fileprivate func declarations(
        named name: String?,
        for language: Language,
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
