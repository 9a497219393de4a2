import Contracts
import JSONCore

/// A kind of block that a contract does not know yet, with the least that can be said of it.
struct NewKind {
    /// Our word for it, such as `homepage-block-live`.
    let name: String

    /// The path of its schema below the version's folder.
    let schemaPath: String
    let schema: JSONOutput

    /// The entry among a section's `kinds`.
    let entry: JSONOutput

    init(_ kind: JSONScalar, _ values: [JSONValue], in contract: Contract, section: Int) {
        let rules = contract.sections[section].kinds
        let taken = Set(contract.sections.flatMap(\.kinds).map(\.kind))
        name = Self.name(of: kind, without: taken)
        let folder = rules.lazy.compactMap(\.schema).first.map {
            $0.split(separator: "/").dropLast().map { $0 + "/" }.joined()
        }
        schemaPath = "\(folder ?? "blocks/")\(name).schema.json"
        var members: [(String, JSONOutput)] = [
            ("$schema", .text("https://json-schema.org/draft/2020-12/schema"))
        ]
        if case .object(let inferred) = SchemaMend.schema(of: values) { members += inferred }
        schema = .object(members)
        let discriminator = Self.discriminator(of: contract.sections[section])
        let when = values.first?.value(at: discriminator).map(JSONOutput.value) ?? .text(kind.description)
        entry = .object([
            ("when", when), ("kind", .text(name)), ("schema", .text(schemaPath)), ("layout", .text("list")),
            ("title", .array([.object([("text", .text(name))])])), ("items", .text("")),
            ("minItems", .number(0)),
            ("item", .object([("identity", .array([.text(discriminator.description)]))])),
        ])
    }

    private static func discriminator(of section: SectionRule) -> JSONPointer {
        if case .blocks(let blocks) = section { blocks.discriminator } else { JSONPointer() }
    }

    /// Small letters, digits and single dashes, beginning with a letter.
    private static func name(of kind: JSONScalar, without taken: Set<String>) -> String {
        let words = kind.description.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
        let joined = words.joined(separator: "-")
        let name = joined.first?.isLetter == true ? joined : "kind-" + joined
        let numbered = (2...).lazy.map { "\(name)-\($0)" }
        return taken.contains(name) ? numbered.first { !taken.contains($0) } ?? name : name
    }
}

extension WorkingFiles {
    /// Adds a kind to a contract's `feed.json`, and its schema.
    ///
    /// - Throws: ``CheckError`` for a `feed.json` that is not JSON.
    mutating func add(_ kind: NewKind, section: Int) throws(CheckError) {
        guard let folder = versionFolder else { return }
        create(folder + kind.schemaPath, kind.schema)
        let pointer = JSONPointer(tokens: ["sections", "\(section)", "kinds", "-"])
        do throws(JSONError) {
            try apply(PatchOperation(kind: .add, pointer: pointer, value: kind.entry), to: feedFile)
        } catch {
            throw CheckError(.notJSON(error, SourceLocation(of: error.offset, in: [])), feedFile)
        }
    }
}
