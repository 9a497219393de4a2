package import JSONCore
package import JSONSchema

/// What the schemas of a contract say of one response.
package struct ResponseExplanation {
    /// What is wrong, by the envelope's schema and by those of the sections.
    package private(set) var violations: [Violation] = []

    /// What is valid and new; of what is inside a section only what its own schema says.
    package private(set) var notes: [SchemaNote] = []

    /// The blocks whose kind the contract does not know.
    package private(set) var unknownBlocks: [UnknownBlock] = []

    /// A block whose kind the contract does not know, though it says one.
    package struct UnknownBlock {
        /// The position of the rule that found it among the contract's sections.
        package let section: Int

        /// What the discriminator says.
        package let kind: JSONScalar

        /// The block.
        package let value: JSONValue
    }
}

extension LoadedContract {
    /// Explains an answer of an endpoint by every schema that is for a part of it.
    package func explanation(of document: JSONDocument, _ endpoint: Endpoint) -> ResponseExplanation {
        let sections = ResponseChecker(self).sections(of: document, endpoint)
        var explanation = ResponseExplanation()
        let insides = sections.compactMap(\.value.inside)
        explanation.add(schemas.compiled[endpoint.schema], document.root) { note in
            !insides.contains { $0.contains(note.value.index) }
        }
        for section in sections {
            guard case .known(let rule) = section.kind else { continue }
            let schema = rule.schema.flatMap { schemas.compiled[$0] }
            explanation.add(schema, section.value.root, where: section.value.includes)
        }
        explanation.addUnknownBlocks(of: document, endpoint, contract)
        return explanation
    }
}

extension ResponseExplanation {
    fileprivate mutating func add(
        _ schema: CompiledSchema?,
        _ value: JSONValue,
        where isWanted: (SchemaNote) -> Bool
    ) {
        guard let explanation = schema?.explain(value) else { return }
        violations += explanation.violations
        notes += explanation.notes.filter(isWanted)
    }

    fileprivate mutating func addUnknownBlocks(
        of document: JSONDocument,
        _ endpoint: Endpoint,
        _ contract: Contract
    ) {
        for (number, section) in contract.sections.enumerated() {
            guard case .blocks(let rule) = section, rule.endpoint == endpoint.name else { continue }
            for block in rule.each.matches(from: document.root).map(\.value) where rule.kind(of: block) == nil
            {
                guard let kind = block.value(at: rule.discriminator).flatMap(JSONScalar.init) else {
                    continue
                }
                unknownBlocks.append(UnknownBlock(section: number, kind: kind, value: block))
            }
        }
    }
}
