import CodeGeneration
import Contracts
import FoundationEssentials
import JSONCore
import JSONSchema
import Options
import TypeInference

/// What types are made from.
enum GenerationSource {
    case schema(SchemaFiles)
    case contract(LoadedContract, folder: String)
    /// By the schema that is inferred from all of them; with the first one's name.
    case samples(Inference, of: String)

    init(_ parsed: ParsedCommand, _ samples: [Sample]) throws(CheckError) {
        let given =
            ["schema", "contract"].filter { parsed.value($0) != nil }
            + (parsed.flag("samples") ? ["samples"] : [])
        switch given.first {
        case let name? where given.count > 1: throw CheckError(.exclusive("--\(name)", "--\(given[1])"))
        case "schema":
            self = .schema(try .ofAnyDialect(parsed.value("schema") ?? "", parsed.values("schema-dir")))
        case "contract":
            let folder = parsed.value("contract") ?? ""
            self = .contract(try LoadedContract(checkingBy: folder), folder: folder)
        case "samples":
            var options = Inference.Options()
            if let file = parsed.value("pins") { options.pins = try Pins(file: file) }
            self = .samples(Inference(samples.map(\.document), options), of: samples.first?.name ?? "")
        default: throw CheckError(.nothingToGenerateFrom)
        }
    }

    /// Refuses samples of something else than what the types are for: a contract's are for its page.
    ///
    /// - Throws: ``CheckError`` `notAPage`.
    func refuse(_ samples: [Sample]) throws(CheckError) {
        guard case .contract = self else { return }
        for sample in samples where !sample.document.root.isPage { throw CheckError(.notAPage, sample.name) }
    }

    func declarations(
        named name: String?,
        for language: TargetLanguage,
        prefix: String
    ) throws(CheckError) -> Declarations {
        switch self {
        case .schema(let files): try files.declarations(named: name, for: language, prefix: prefix)
        case .samples(let inference, let sample):
            try inference.declarations(named: name, for: language, prefix: prefix, sample)
        case .contract(let loaded, let folder):
            try loaded.declarations(named: name, for: language, prefix: prefix, folder)
        }
    }
}

extension SchemaFiles {
    /// Schemas often do not say in which dialect they are: the newest in which this one compiles is taken.
    ///
    /// - Throws: ``CheckError`` with the mistakes that it has in the newest.
    fileprivate static func ofAnyDialect(
        _ path: String,
        _ folders: [String]
    ) throws(CheckError) -> SchemaFiles {
        var first: CheckError?
        for dialect in [Dialect.draft202012, .draft7, .draft4] {
            do throws(CheckError) {
                let files = try SchemaFiles(path, folders: folders, dialect: dialect)
                _ = try files.compiled()
                return files
            } catch {
                first = first ?? error
            }
        }
        throw first ?? CheckError(.nothingToGenerateFrom)
    }

    /// The types that the schema describes; the whole value is called by its title, or else by the file.
    fileprivate func declarations(
        named name: String?,
        for language: TargetLanguage,
        prefix: String
    ) throws(CheckError) -> Declarations {
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
    private var fileName: String { nameOfFile(path) }
}

/// A file's name up to its first dot; `root` where there is none.
private func nameOfFile(_ path: String) -> String {
    let name = URL(filePath: path).lastPathComponent.prefix { $0 != "." }
    return name.isEmpty || name == "-" ? "root" : String(name)
}

extension Inference {
    /// The types of the schema; the whole value is called by the file of a sample.
    fileprivate func declarations(
        named name: String?,
        for language: TargetLanguage,
        prefix: String,
        _ sample: String
    ) throws(CheckError) -> Declarations {
        do {
            // What a schema needs to say of a level takes several of its own.
            var limits = ParseLimits()
            limits.maxDepth *= 8
            let document = try JSONDocument(Array<UInt8>(schema.compact.utf8), limits: limits)
            var registry = SchemaRegistry()
            try registry.add(document, at: "")
            return try Declarations(
                of: document.root,
                in: registry,
                named: name ?? nameOfFile(sample),
                for: language,
                prefix: prefix
            )
        } catch let error as GenerationError {
            throw CheckError(.ungeneratable(error), "the inferred schema")
        } catch {
            throw CheckError(.unreadable("no types can be made of the inferred schema: \(error)"), sample)
        }
    }
}

extension LoadedContract {
    /// The types of the page that `feedkeeper.page()` returns.
    fileprivate func declarations(
        named name: String?,
        for language: TargetLanguage,
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

extension JSONValue {
    /// Whether it is what `feedkeeper.page()` returns.
    fileprivate var isPage: Bool { self["feed"] != nil && self["sections"]?.kind == .array }
}
