import JSONCore
package import JSONSchema

extension Declarations {
    /// The types of a page as the database function `feedkeeper.page()` returns it.
    ///
    /// Sections are a union by `kind`, with an open form for kinds that are not among these; the raw JSON of an item has the
    /// type that its kind's schema gives it.
    ///
    /// - Throws: ``GenerationError``.
    package init(
        ofPageWith kinds: [SectionKind],
        in registry: SchemaRegistry,
        named name: String,
        for language: Language,
        prefix: String = ""
    ) throws(GenerationError) {
        var page = PageDrafts(registry)
        let root = try page.draft(kinds, named: name)
        self.init(page.builder.drafts, root: root, for: language, prefix: prefix)
    }
}

/// Drafts of a page, its sections and items around the types of the items' schemas.
private struct PageDrafts {
    private(set) var builder: DeclarationBuilder

    init(_ registry: SchemaRegistry) { builder = DeclarationBuilder(registry) }

    mutating func draft(_ kinds: [SectionKind], named name: String) throws(GenerationError) -> TypeReference {
        let page = add(name, "A page as readers should show it, all of one revision.")
        let section = add("section", "A section of the page, by its kind.")
        builder.fill(page, .structure(pageProperties(section: section)))
        var cases: [(name: String, codes: [String], payload: TypeReference)] = []
        for kind in kinds {
            cases.append((kind.name, [kind.name], try self.section(kind)))
        }
        let unknown = self.section(
            "unknown",
            items: .any,
            kind: nil,
            "A section of a kind that is not known here."
        )
        let union = DraftUnion(discriminator: "kind", isInteger: false, cases: cases, unknown: unknown)
        builder.fill(section, .union(union))
        try builder.finish()
        return page
    }

    /// A type that this file names.
    private mutating func add(_ name: String, _ explanation: String?) -> TypeReference {
        builder.add(Draft(naming: Naming(own: name, isProposed: true), explanation: explanation))
    }

    private mutating func section(_ kind: SectionKind) throws(GenerationError) -> TypeReference {
        var raw = Place.anything
        if let schema = kind.schema {
            raw = try builder.reader.place(below: builder.reader.place(of: schema), at: kind.items)
        }
        let type = try builder.type(of: raw, Naming(own: kind.name, suffix: "content"))
        let isNullable = type != .any && PlaceForm(raw).isNullable
        return section(
            kind.name,
            items: isNullable ? .nullable(type) : type,
            kind: kind.name,
            kind.explanation
        )
    }

    private mutating func section(
        _ name: String,
        items raw: TypeReference,
        kind: String?,
        _ explanation: String?
    ) -> TypeReference {
        let section = add(name + " section", explanation)
        let item = add(name + " item", nil)
        builder.fill(section, .structure(sectionProperties(item: item, kind: kind)))
        builder.fill(item, .structure(itemProperties(raw: raw)))
        return section
    }

    private func pageProperties(section: TypeReference) -> [DraftProperty] {
        [
            property("feed", .string, "The name of the feed."),
            property(
                "variant",
                .string,
                "The set of request parameters it was fetched with; empty for the default."
            ),
            property("revision", .integer, "Grows by one whenever the stable content changed."),
            property(
                "contractVersion",
                .integer,
                "The version of the contract that the page was checked by."
            ),
            property("updatedAt", .dateTime, "When the content changed last."),
            property("checkedAt", .dateTime, isNullable: true, "When it was last compared with the source."),
            property("sections", .list(section), "In the order to show them, each key once."),
        ]
    }

    private func sectionProperties(item: TypeReference, kind: String?) -> [DraftProperty] {
        [
            property("key", .string, "What names the section on its page."),
            property("kind", .string, constant: kind, "The contract's word for the section's shape."),
            property("title", .string, isNullable: true, "The headline to show, if there is one."),
            property("layout", .string, "The contract's word for how to draw the section."),
            property("itemCount", .integer, "How many items there are."),
            property("revision", .integer, "The page's revision in which the section changed last."),
            property(
                "contractVersion",
                .integer,
                "The version of the contract that the section was checked by."
            ),
            property("updatedAt", .dateTime, "When the content changed last."),
            property(
                "heldSince",
                .dateTime,
                isNullable: true,
                "Since when newer content is held back; null while it is fresh."
            ),
            property("heldReason", .string, isNullable: true, "Why newer content is held back."),
            property("items", .list(item), "In the order to show them."),
        ]
    }

    private func itemProperties(raw: TypeReference) -> [DraftProperty] {
        [
            property("identity", .string, "What the source calls the item inside its section."),
            property("occurrence", .integer, "Tells equal identities of one section apart, from 1."),
            property("title", .string, isNullable: true, "The text to show."),
            property("image", .string, isNullable: true, "The address of the picture to show."),
            property("plays", .integer, isNullable: true, "How often it was played or seen."),
            property("action", .string, isNullable: true, "Where a tap leads."),
            property("raw", raw, "The item as the source sent it."),
        ]
    }

    private func property(
        _ key: String,
        _ type: TypeReference,
        isNullable: Bool = false,
        constant: String? = nil,
        _ explanation: String
    ) -> DraftProperty {
        var isNullable = isNullable
        var type = type
        if case .nullable(let inner) = type { (type, isNullable) = (inner, true) }
        return DraftProperty(
            key: key,
            type: type,
            isRequired: true,
            isNullable: isNullable,
            constant: constant,
            explanation: explanation
        )
    }
}
