import Contracts
import FoundationEssentials
import JSONCore
import JSONSchema

/// The files of a contract, or a schema and those it refers to, while they are changed.
struct WorkingFiles {
    /// By path as it was typed.
    private(set) var contents: [String: [UInt8]]
    private(set) var originals: [String: [UInt8]]

    /// What was done to each file, in order.
    private(set) var operations: [(file: String, operation: PatchOperation)] = []

    private let form: Form

    private enum Form {
        /// A contract's folder, with a slash at its end.
        case contract(base: String, name: String)
        case schema(path: String)
    }

    /// The files of a contract.
    ///
    /// - Throws: ``CheckError`` for a folder that cannot be read.
    init(contract folder: String) throws(CheckError) {
        let base = folder.hasSuffix("/") ? folder : folder + "/"
        do throws(ContractError) {
            let files = try ContractFiles(readingFolder: folder)
            form = .contract(base: base, name: files.folderName)
            contents = Dictionary(uniqueKeysWithValues: files.contents.map { (base + $0.key, $0.value) })
        } catch {
            throw CheckError(.contract(error), folder)
        }
        originals = contents
    }

    /// A schema, and every `.json` file below some folders.
    ///
    /// - Throws: ``CheckError`` for files that cannot be read.
    init(schema path: String, folders: [String]) throws(CheckError) {
        form = .schema(path: path)
        contents = [:]
        var paths = [path]
        for folder in folders { paths += try jsonFiles(below: folder) }
        for file in paths {
            guard let bytes = readFile(file) else { throw CheckError(.unreadable("it cannot be read"), file) }
            contents[file] = bytes
        }
        originals = contents
    }

    /// The contract's folder with a slash at its end; nil for a schema alone.
    var base: String? { if case .contract(let base, _) = form { base } else { nil } }

    var feedFile: String { (base ?? "") + "feed.json" }

    // MARK: Changing

    mutating func apply(_ operation: PatchOperation, to file: String) throws(JSONError) {
        var text = EditedText(contents[file] ?? [])
        try text.apply(operation)
        contents[file] = text.bytes
        operations.append((file, operation))
    }

    mutating func create(_ file: String, _ value: JSONOutput) {
        contents[file] = Array((value.laidOut(indent: 0, column: 0) + "\n").utf8)
    }

    /// The files that are not what they were, sorted.
    var changed: [String] { contents.keys.filter { contents[$0] != originals[$0] }.sorted() }

    // MARK: Judging

    /// What the files say now.
    ///
    /// - Throws: ``CheckError`` for mistakes in them.
    func compiled() throws(CheckError) -> CompiledFiles {
        switch form {
        case .contract(let base, let name):
            let files = contents.map { (String($0.key.dropFirst(base.count)), $0.value) }
            do throws(ContractError) {
                let contract = try ContractLoader.load(
                    ContractFiles(folderName: name, contents: Dictionary(uniqueKeysWithValues: files))
                )
                return CompiledFiles(contract, base: base, name: name)
            } catch {
                throw CheckError(.contract(error), base)
            }
        case .schema(let path): return try CompiledFiles(schema: path, contents)
        }
    }
}

/// Schemas that are ready to judge, and where each is written.
struct CompiledFiles {
    /// Nil where a schema alone judges.
    let contract: LoadedContract?

    /// The schema that judges alone.
    let schema: CompiledSchema?

    /// How often schemas are referred to.
    let references: ReferenceCounts

    /// The files by the URI that places in them are told by.
    private let documents: [String: (file: String, document: JSONDocument)]

    init(_ contract: LoadedContract, base: String, name: String) {
        self.contract = contract
        schema = nil
        let folder = "v\(contract.contract.version)/"
        let pairs = contract.schemas.documents.map { path, document in
            (document.root["$id"]?.string ?? "\(name)/\(folder)\(path)", (base + folder + path, document))
        }
        documents = Dictionary(uniqueKeysWithValues: pairs)
        references = ReferenceCounts(pairs.map(\.1), contract.schemas.registry)
    }

    init(schema path: String, _ contents: [String: [UInt8]]) throws(CheckError) {
        contract = nil
        var registry = SchemaRegistry()
        var documents: [String: (file: String, document: JSONDocument)] = [:]
        var root: JSONDocument?
        do {
            for (file, bytes) in contents.sorted(by: { $0.key < $1.key }) {
                let document = try JSONDocument(bytes)
                let uri = URL(filePath: file).standardizedFileURL.absoluteString
                try registry.add(document, at: uri)
                let id = document.root["$id"]?.string.map {
                    URIReference($0).resolved(against: URIReference(uri))
                }
                documents[id.map { $0.withoutFragment.description } ?? uri] = (file, document)
                if file == path { root = document }
            }
            schema = try root.map { try CompiledSchema(compiling: $0.root, in: registry) }
        } catch {
            // The files were read as schemas before; their mistakes have been told with their places.
            throw CheckError(.unreadable("\(error)"), path)
        }
        self.documents = documents
        references = ReferenceCounts(Array(documents.values), registry)
    }

    /// The keyword that an address names, and the schema that it stands in; nil inside of a schema with a `$id` of its own.
    func place(of address: SchemaAddress) -> (file: String, pointer: JSONPointer, root: JSONValue)? {
        documents[address.uri].map { ($0.file, address.pointer, $0.document.root) }
    }
}
