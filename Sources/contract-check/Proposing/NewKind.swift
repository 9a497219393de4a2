import Contracts
import JSONCore
import JSONSchema

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
        let discriminator = Self.discriminator(of: contract.sections[section])
        let when = values.first?.value(at: discriminator).map(JSONOutput.value) ?? .text(kind.description)
        schema = Self.schema(of: values, named: name, discriminator, when)
        entry = .object([
            ("when", when), ("kind", .text(name)), ("schema", .text(schemaPath)), ("layout", .text("list")),
            ("title", .array([.object([("text", .text(name))])])), ("items", .text("")),
            ("minItems", .number(0)),
            ("item", .object([("identity", .array([.text(discriminator.description)]))])),
        ])
    }

    /// What the blocks hold; what is required is not told by a few of them, and what is null may be anything.
    private static func schema(
        of values: [JSONValue],
        named name: String,
        _ discriminator: JSONPointer,
        _ kind: JSONOutput
    ) -> JSONOutput {
        let inferred = SchemaMend.inferredSchema(of: values).loosened(keepingRequired: values.count >= fewest)
        let heading: [(String, JSONOutput)] = [
            ("$schema", .text(Dialect.draft202012.metaSchema)), ("title", .text(name)),
        ]
        guard case .object(let members) = inferred else { return .object(heading) }
        let body = discriminator.tokens.count == 1 ? members.choosing(discriminator.tokens[0], kind) : members
        return .object(heading + body.filter { $0.0 != "$schema" && $0.0 != "title" })
    }

    /// Blocks that tell what is always there.
    private static let fewest = 10

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

extension JSONOutput {
    /// A schema without what few samples cannot tell: that a value is always null, and unless kept, what is required.
    fileprivate func loosened(keepingRequired keeps: Bool) -> JSONOutput {
        guard case .object(let members) = self else { return self }
        if isNullSchema { return .object([]) }
        return .object(
            members.filter { keeps || $0.0 != "required" }.map { name, value in
                switch (name, value) {
                case ("properties", .object(let parts)), ("$defs", .object(let parts)):
                    (name, .object(parts.map { ($0.0, $0.1.loosened(keepingRequired: keeps)) }))
                case ("items", _), ("additionalProperties", _):
                    (name, value.loosened(keepingRequired: keeps))
                case ("anyOf", .array(let parts)):
                    // A null among alternatives is one of them.
                    (name, .array(parts.map { $0.isNullSchema ? $0 : $0.loosened(keepingRequired: keeps) }))
                default: (name, value)
                }
            }
        )
    }

    private var isNullSchema: Bool {
        guard case .object(let members) = self, members.count == 1, case .text("null") = members[0].1 else {
            return false
        }
        return members[0].0 == "type"
    }
}

extension [(String, JSONOutput)] {
    /// The keywords of an object of one kind, which it says by a member.
    fileprivate func choosing(_ name: String, _ kind: JSONOutput) -> [(String, JSONOutput)] {
        let constant = JSONOutput.object([("const", kind)])
        let others = filter { $0.0 != "required" }.map { keyword, value in
            guard keyword == "properties", case .object(let members) = value else { return (keyword, value) }
            return (keyword, JSONOutput.object([(name, constant)] + members.filter { $0.0 != name }))
        }
        return others + [("required", .array([.text(name)]))]
    }
}
