package import JSONCore

/// A kind of section that a page may have, as a contract describes it.
package struct SectionKind: Sendable {
    /// The contract's word for it, such as `playlist-rcmd`.
    let name: String

    /// The schema of the block that the section is made from; nil where it may be anything.
    let schema: JSONValue?

    /// The way from the block to its items: names of members, positions, and `*` for every element.
    let items: [String]

    /// What the schema says about the kind.
    let explanation: String?

    /// Describes a kind.
    package init(name: String, schema: JSONValue?, items: [String]) {
        self.name = name
        self.schema = schema
        self.items = items
        explanation = schema?["description"]?.string
    }
}

extension SchemaReader {
    /// What stands at the end of a way; anything, where the schemas say nothing of it.
    func place(below start: Place, at tokens: [String]) throws(GenerationError) -> Place {
        var place = start
        for token in tokens {
            var next: [Place] = []
            for alternative in place.alternatives {
                let isInList = alternative.kinds?.contains(.array) == true && JSONPointer.index(token) != nil
                let part =
                    token == "*" || isInList
                    ? try alternative.elements(self) : try alternative.member(token, self)
                if let part { next.append(part) }
            }
            guard !next.isEmpty else { return .anything }
            place = .either(next)
        }
        return place
    }
}
