package import JSONCore
package import JSONSchema

extension Declarations {
    /// The types that describe the values of a schema, named for a language.
    ///
    /// `schema` is that of the whole value, of a document in `registry`, and `name` is what the whole value is called. `prefix`
    /// goes before the names of all types.
    ///
    /// - Throws: ``GenerationError``.
    package init(
        of schema: JSONValue,
        in registry: SchemaRegistry,
        named name: String,
        for language: TargetLanguage,
        prefix: String = ""
    ) throws(GenerationError) {
        var builder = DeclarationBuilder(registry)
        let place = try builder.reader.place(of: schema)
        var root = try builder.type(of: place, Naming(own: name, isProposed: true))
        if PlaceForm(place).isNullable, root != .any { root = .nullable(root) }
        try builder.finish()
        if case .named = root {
        } else {
            root = builder.add(
                Draft(naming: Naming(own: name, isProposed: true), explanation: nil, body: .alias(root))
            )
        }
        self.init(builder.drafts, root: root, for: language, prefix: prefix)
    }

    init(_ drafts: [Draft], root: TypeReference, for language: TargetLanguage, prefix: String) {
        var naming = DraftNaming(drafts, rules: language.rules, prefix: prefix)
        var recursion = Recursion(naming.declarations(root: root))
        list = recursion.broken()
        self.root = root
    }
}

/// The languages that declarations can be printed in.
package enum TargetLanguage: String, CaseIterable, Sendable {
    case swift, typescript, kotlin

    var rules: NameRules {
        switch self {
        case .swift: .swift
        case .typescript: .typeScript
        case .kotlin: .kotlin
        }
    }
}
