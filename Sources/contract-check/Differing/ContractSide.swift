import Contracts
import JSONCore
import JSONSchema
import SchemaDiff

/// One of two versions of a contract that are compared.
struct ContractSide {
    /// `netease-home/v2`, or the folder where the two have different ones.
    let name: String

    private let folder: String
    private let version: Int
    private let contract: Contract
    private let schemas: ContractSchemas

    /// A contract's version in force.
    init(_ folder: String) throws(CheckError) {
        let loaded = try LoadedContract(checkingBy: folder)
        contract = loaded.contract
        schemas = loaded.schemas
        version = contract.version
        self.folder = folder
        name = "\(folder) v\(version)"
    }

    /// Any version of a contract, whose endpoints and kinds are those of the version in force.
    init(_ contract: Contract, in folder: String, version word: String) throws(CheckError) {
        self.contract = contract
        self.folder = folder
        let files = try Self.reading(folder) { () throws(ContractError) in
            try ContractFiles(readingFolder: folder)
        }
        let number = Int(word.hasPrefix("v") ? String(word.dropFirst()) : word)
        guard let number, files.versions.contains(number) else {
            throw CheckError(.unknownVersion(word, known: files.versions), folder)
        }
        version = number
        schemas = try Self.reading(folder) { () throws(ContractError) in try files.schemas(version: number) }
        name = "\(contract.feed)/v\(version)"
    }

    private static func reading<Result>(
        _ folder: String,
        _ body: () throws(ContractError) -> Result
    ) throws(CheckError) -> Result {
        do {
            return try body()
        } catch {
            throw CheckError(.contract(error), folder)
        }
    }

    // MARK: Parts

    /// A schema by the place of its values.
    private struct Part: Hashable {
        let endpoint: String

        /// As findings spell it; empty for the whole response.
        let base: String
    }

    /// A part that has no schema is any value.
    private var parts: [(part: Part, schema: String?)] {
        let envelopes = contract.endpoints.map { (Part(endpoint: $0.name, base: ""), Optional($0.schema)) }
        let kinds = contract.sections.flatMap(\.kinds).compactMap { rule in
            contract.source(ofKind: rule.kind).map {
                (Part(endpoint: $0.endpoint, base: $0.path), rule.schema)
            }
        }
        return envelopes + kinds
    }

    /// Nil where the version does not have the part.
    private func side(of part: Part) throws(CheckError) -> SchemaSide? {
        guard let known = parts.first(where: { $0.part == part }) else { return nil }
        guard let path = known.schema else { return .anything }
        guard let document = schemas.documents[path] else { return nil }
        do {
            return try SchemaSide(document.root, in: schemas.registry)
        } catch {
            preconditionFailure("a schema that has compiled: \(error)")
        }
    }

    private func path(of document: JSONDocument) -> String? {
        let base = folder.hasSuffix("/") ? folder : folder + "/"
        return schemas.documents.first { $0.value === document }.map { "\(base)v\(version)/\($0.key)" }
    }

    // MARK: Comparing

    /// The changes from one to another, in the order of the contract.
    static func changes(from old: ContractSide, to new: ContractSide) throws(CheckError) -> [ContractChange] {
        let known = Set(old.parts.map(\.part))
        let all = old.parts.map(\.part) + new.parts.map(\.part).filter { !known.contains($0) }
        var found: [ContractChange] = []
        for part in all {
            for group in groups(try old.side(of: part), try new.side(of: part), part) {
                found.append(
                    ContractChange(endpoint: part.endpoint, base: part.base, group) {
                        new.path(of: $0) ?? old.path(of: $0)
                    }
                )
            }
        }
        return ContractChange.grouped(found)
    }

    private static func groups(_ old: SchemaSide?, _ new: SchemaSide?, _ part: Part) -> [ChangeGroup] {
        let isEndpoint = part.base.isEmpty
        switch (old, new) {
        case (let old?, let new?): return SchemaComparison.changes(from: old, to: new)
        case (nil, let new?):
            // Readers are to be ready for kinds that they do not know.
            let change = SchemaChange(
                isEndpoint ? .endpointAdded : .kindAdded,
                readers: isEndpoint ? .none : .notice,
                schema: new.root
            )
            return [ChangeGroup(change)]
        case (let old?, nil):
            let change = SchemaChange(
                isEndpoint ? .endpointRemoved : .kindRemoved,
                readers: isEndpoint ? .breaks : .none,
                writers: .breaks,
                schema: old.root
            )
            return [ChangeGroup(change)]
        case (nil, nil): return []
        }
    }
}
