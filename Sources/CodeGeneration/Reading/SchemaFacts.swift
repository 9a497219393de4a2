import JSONCore

/// What one schema says of the form of a value, its references and combinations aside.
extension JSONValue {
    /// Keywords without which a schema says nothing of the form.
    private static let formKeywords: Set<String> = [
        "type", "properties", "required", "additionalProperties", "patternProperties", "items", "prefixItems",
        "enum", "const", "x-known-values", "format", "x-string-of", "pattern", "minLength", "maxLength",
        "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf",
    ]

    var tellsForm: Bool { members.contains { Self.formKeywords.contains($0.name.string) } }

    var references: [String] {
        ["$ref", "$dynamicRef", "$recursiveRef"].compactMap { self[$0]?.string }
    }

    /// The schemas that hold for some values only.
    var conditionalSchemas: [JSONValue] {
        let branches = self["if"] == nil ? [] : ["then", "else"].compactMap { self[$0] }
        let dependent = ["dependentSchemas", "dependencies"].flatMap { keyword in
            self[keyword]?.members.map(\.value) ?? []
        }
        return branches + dependent.filter { $0.kind == .object }
    }

    /// The member that tells alternatives apart, in our words or in OpenAPI's.
    var discriminator: String? {
        self["x-discriminator"]?.string ?? self["discriminator"]?["propertyName"]?.string
    }

    /// The kinds of value it allows; nil when it does not say.
    var allowedKinds: Set<JSONKind>? {
        if let type = self["type"] {
            let names = type.string.map { [$0] } ?? type.elements.compactMap(\.string)
            return Set(names.flatMap(Self.kinds(named:)))
        }
        guard let values = self["const"].map({ [$0] }) ?? self["enum"]?.elements.map({ $0 }) else {
            return self["x-known-values"].map { known in Set(known.elements.map(\.kind)) }
        }
        return Set(values.map(\.kind))
    }

    /// A number may be an integer; what is no type of JSON Schema allows anything.
    private static func kinds(named name: String) -> [JSONKind] {
        switch name {
        case "number": [.integer, .number]
        case "any": [.null, .boolean, .integer, .number, .string, .array, .object]
        default: JSONKind(rawValue: name).map { [$0] } ?? []
        }
    }

    /// The kind of value that its keywords are about, where they do not say it.
    var impliedKind: JSONKind? {
        let families: [(JSONKind, [String])] = [
            (.object, ["properties", "required", "additionalProperties", "patternProperties"]),
            (.array, ["items", "prefixItems"]),
            (.string, ["format", "pattern", "minLength", "maxLength", "x-string-of"]),
            (.number, ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"]),
        ]
        return families.first { family in family.1.contains { self[$0] != nil } }?.0
    }
}

extension Alternative {
    /// The kinds of value that all of its schemas allow; nil when any may stand here.
    ///
    /// Empty where they contradict each other.
    var kinds: Set<JSONKind>? { narrowed.map { [$0] } ?? kindsOfSchemas }

    private var kindsOfSchemas: Set<JSONKind>? {
        let firm = nodes.filter { !$0.isConditional }
        let allowed = firm.compactMap(\.schema.allowedKinds)
        if let first = allowed.first { return allowed.dropFirst().reduce(first) { $0.intersection($1) } }
        let implied = Set((firm.isEmpty ? nodes : firm).compactMap(\.schema.impliedKind))
        return implied.count == 1 ? implied : nil
    }

    var isNull: Bool { kinds == [.null] }

    /// The values of a keyword in the first of its schemas that has it.
    private func values(_ keyword: String) -> [JSONValue]? {
        for node in nodes where !node.isConditional {
            if let list = node.schema[keyword], list.kind == .array { return list.elements.map { $0 } }
        }
        return nil
    }

    /// The one value that may stand here.
    var constant: JSONValue? {
        for node in nodes where !node.isConditional { if let value = node.schema["const"] { return value } }
        return nil
    }

    /// The only values that may stand here; none when others may, too.
    var onlyValues: [JSONValue] { constant.map { [$0] } ?? values("enum") ?? [] }

    /// The only texts that may stand here; nil when others may, too.
    var closedTexts: [String]? {
        let texts = onlyValues.compactMap(\.string)
        return texts.isEmpty ? nil : texts
    }

    /// The texts known to stand here among others.
    var knownTexts: [String]? { values("x-known-values").map { $0.compactMap(\.string) } }

    /// The value of `format` or `x-string-of`.
    func text(_ keyword: String) -> String? { nodes.lazy.compactMap { $0.schema[keyword]?.string }.first }

    /// What is said about such a value, for people.
    var explanation: String? { text("description") }
}
