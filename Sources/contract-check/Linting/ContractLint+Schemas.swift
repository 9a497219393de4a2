import Contracts
import JSONCore
import JSONSchema

extension ContractLint {
    /// Checks the schemas of a version by what compiling them does not tell.
    mutating func checkSchemas(_ schemas: ContractSchemas, _ version: Int) {
        let sorted = schemas.documents.sorted { $0.key < $1.key }
        for (path, document) in sorted {
            let file = "\(base)v\(version)/\(path)"
            checkIdentifier(document.root, version, file)
            checkKnownValues(in: document.root, file)
        }
        guard let loaded else { return }
        let used = used(schemas, by: loaded.contract)
        for (path, document) in sorted where !used.contains(ObjectIdentifier(document)) {
            let file = "\(base)v\(version)/\(path)"
            add(LintProblem(.unusedSchema, "nothing refers to it", in: file, at: document.root))
        }
    }

    private mutating func checkIdentifier(_ schema: JSONValue, _ version: Int, _ file: String) {
        guard let identifier = schema["$id"], let id = identifier.string else { return }
        let others = id.split(separator: "/").filter { $0.first == "v" }.compactMap { Int($0.dropFirst()) }
        guard let other = others.first(where: { $0 != version }), !others.contains(version) else { return }
        let message = "$id is of v\(other), the folder of v\(version)"
        add(LintProblem(.idOfOtherVersion, message, in: file, at: identifier))
    }

    private mutating func checkKnownValues(in value: JSONValue, _ file: String) {
        if let known = value["x-known-values"], known.kind == .array {
            let values = known.elements.map { $0 }
            for (position, item) in values.enumerated() where values[..<position].contains(where: item.equals)
            {
                add(LintProblem(.knownValueRepeats, "\(item.shortText) is listed twice", in: file, at: item))
            }
            if value["enum"] != nil || value["const"] != nil {
                let message = "x-known-values stands beside \(value["enum"] == nil ? "const" : "enum")"
                add(LintProblem(.knownValuesClosed, message, in: file, at: known))
            }
        }
        for (_, member) in value.members { checkKnownValues(in: member, file) }
        for element in value.elements { checkKnownValues(in: element, file) }
    }

    /// The documents that the contract names, and those that lead on from there.
    private func used(_ schemas: ContractSchemas, by contract: Contract) -> Set<ObjectIdentifier> {
        let named = contract.endpoints.map(\.schema) + contract.sections.flatMap(\.kinds).compactMap(\.schema)
        var waiting = named.compactMap { schemas.documents[$0] }
        var used: Set<ObjectIdentifier> = []
        while let document = waiting.popLast() {
            guard used.insert(ObjectIdentifier(document)).inserted else { continue }
            waiting += references(in: document.root, schemas.registry)
        }
        return used
    }

    private func references(in value: JSONValue, _ registry: SchemaRegistry) -> [JSONDocument] {
        let own = ["$ref", "$dynamicRef"].compactMap { value[$0]?.string }
            .compactMap { registry.schema(at: $0, from: value)?.document }
        let inside = value.members.map(\.value) + value.elements.map { $0 }
        return inside.reduce(own) { $0 + references(in: $1, registry) }
    }
}
