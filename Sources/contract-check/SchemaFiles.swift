import FoundationEssentials
import JSONCore
import JSONSchema
import SchemaDiff

/// A schema from a file, with the documents it may refer to.
struct SchemaFiles {
    let path: String
    private(set) var registry: SchemaRegistry

    /// The files by the URI they were added at.
    private var files: [String: (path: String, document: JSONDocument)] = [:]

    /// Reads a schema and every `.json` file below the folders; `dialect` is that of files without `$schema`.
    ///
    /// - Throws: ``CheckError`` for what cannot be read, is not JSON or no schema, or has malformed or doubled identifiers.
    init(_ path: String, folders: [String], dialect: Dialect = .draft202012) throws(CheckError) {
        self.path = path
        registry = SchemaRegistry(defaultDialect: dialect)
        try add(path)
        try refuseOtherJSON()
        for folder in folders {
            guard isFolder(folder) else { throw CheckError(.unreadable("there is no such folder"), folder) }
            for file in try jsonFiles(below: folder) where files[Self.uri(of: file)] == nil { try add(file) }
        }
    }

    /// The schema itself.
    var root: JSONValue {
        guard let file = files[Self.uri(of: path)] else { preconditionFailure("a schema that was not read") }
        return file.document.root
    }

    /// - Throws: ``CheckError`` with every problem and its place.
    func compiled(
        assertsFormats: Bool = false,
        assertsContent: Bool = false
    ) throws(CheckError) -> CompiledSchema {
        do {
            return try CompiledSchema(
                compiling: Self.uri(of: path),
                in: registry,
                assertsFormats: assertsFormats,
                assertsContent: assertsContent
            )
        } catch {
            throw located(error)
        }
    }

    /// The schema as one side of a comparison.
    ///
    /// - Throws: ``CheckError`` with every problem and its place.
    func side() throws(CheckError) -> SchemaSide {
        do {
            return try SchemaSide(root, in: registry)
        } catch {
            throw located(error)
        }
    }

    /// The file that a document was read from, as it was typed.
    func path(of document: JSONDocument) -> String? {
        files.values.first { $0.document === document }?.path
    }

    /// A place in a schema as people find it: by the file as it was typed, where the schema has no `$id`.
    func text(of address: SchemaAddress) -> String {
        files[address.uri].map { "\($0.path)#\(address.pointer)" } ?? address.description
    }

    /// Refuses an object of which no member is a keyword, such as a response: every value would pass under it.
    private func refuseOtherJSON() throws(CheckError) {
        let members = root.members.map { $0 }
        guard !members.contains(where: { Keyword.named($0.name)?.saysSchema(by: $0.value) == true }) else {
            return
        }
        let others = members.map(\.name).filter { Keyword.named($0) == nil && !$0.string.hasPrefix("x-") }
            .map { JSONText.quoted($0.string) }
        guard !others.isEmpty else { return }
        throw CheckError(.notASchema(members: others.count > 3 ? Array(others[..<3]) + ["…"] : others), path)
    }

    private mutating func add(_ path: String) throws(CheckError) {
        let document = try Self.document(path)
        let uri = Self.uri(of: path)
        files[uri] = (path, document)
        do {
            try registry.add(document, at: uri)
        } catch {
            throw located(error)
        }
    }

    static func document(_ path: String) throws(CheckError) -> JSONDocument {
        let bytes: [UInt8]
        do throws(InputFault) {
            bytes = try ByteStream(.file(path)).rest(limit: ParseLimits().maxBytes)
        } catch {
            throw CheckError(.unreadable("the schema cannot be read: \(error.detail)"), path)
        }
        do {
            return try JSONDocument(bytes)
        } catch {
            throw CheckError(.notJSON(error, SourceLocation(of: error.offset, in: bytes)), path)
        }
    }

    /// The same for every way to write a path.
    private static func uri(of path: String) -> String {
        URL(filePath: path).standardizedFileURL.absoluteString
    }

    private func located(_ error: SchemaError) -> CheckError {
        let problems = error.problems.map { problem in
            let file = files[problem.document]
            return SchemaProblem(
                file: file?.path ?? problem.document,
                location: SourceLocation(of: problem.byteOffset, in: file?.document.bytes ?? []),
                pointer: problem.pointer,
                code: problem.code
            )
        }
        return CheckError(.schema(problems), path)
    }
}

extension Keyword {
    /// Whether it tells a schema from other JSON; members that only describe are in all sorts of objects.
    fileprivate func saysSchema(by value: JSONValue) -> Bool {
        switch self {
        case .plainID, .title, .description, .default, .examples, .format: false
        case .type: value.kind == .array || value.string.flatMap(JSONKind.init(rawValue:)) != nil
        default: true
        }
    }
}
