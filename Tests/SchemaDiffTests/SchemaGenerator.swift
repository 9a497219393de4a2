import JSONCore

/// Makes small schemas, schemas that differ a little from others, and values that may or may not fulfil them.
struct SchemaGenerator {
    var random: SeededGenerator

    private static let names = ["a", "b", "kind", "x1"]
    private static let patterns = ["^a", "b$", "^[a-z]+$", "x", "", "^[a-c]*$", "^ab?", "[^a]", "^(a|b)+$"]
    private static let formats = ["date", "email", "uri", "uri-reference", "ipv4", "x-own"]
    private static let strings = [
        "", "a", "b", "A", "ab", "xb", "aaaa", "2024-02-29", "a@b.example", "https://b.example/a", "1.2.3.4",
    ]
    private static let numbers = ["-1", "0", "1", "1.5", "2", "2.0", "3", "6", "10", "0.25", "1e2"]

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

    private mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: 0..<elements.count, using: &random)]
    }

    // MARK: Schemas

    /// A schema with two definitions, `#/$defs/d` and `#/$defs/e`, that it may refer to, as may they.
    mutating func schema() -> JSONOutput {
        guard case .object(let members) = objectSchema(depth: 3) else { preconditionFailure("no object") }
        let definitions = JSONOutput.object([("d", objectSchema(depth: 2)), ("e", objectSchema(depth: 1))])
        return .object(members + [("$defs", definitions)])
    }

    private mutating func subschema(depth: Int) -> JSONOutput {
        if chance(8) { return .bool(chance(60)) }
        if chance(12) { return .object([("$ref", .text(pick(["#/$defs/d", "#/$defs/e", "#"])))]) }
        return objectSchema(depth: depth - 1)
    }

    private mutating func objectSchema(depth: Int) -> JSONOutput {
        var members: [(String, JSONOutput)] = []
        if chance(70) { members.append(keyword("type", depth)) }
        for _ in 0..<Int.random(in: 0...3, using: &random) {
            let added = keyword(pick(depth > 0 ? Self.keywords : Self.plainKeywords), depth)
            if !members.contains(where: { $0.0 == added.0 }) { members.append(added) }
        }
        return .object(members)
    }

    private static let plainKeywords = [
        "enum", "const", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf",
        "minLength",
        "maxLength", "pattern", "format", "required", "minProperties", "maxProperties", "minItems",
        "maxItems",
        "uniqueItems", "dependentRequired", "x-known-values", "description",
    ]

    private static let keywords =
        plainKeywords + [
            "properties", "properties", "properties", "properties", "additionalProperties",
            "additionalProperties",
            "patternProperties", "propertyNames", "items", "items", "prefixItems", "contains", "anyOf",
            "anyOf",
            "oneOf", "oneOf", "allOf", "not", "if", "unevaluatedProperties", "dependentSchemas", "variants",
            "variants",
        ]

    private mutating func keyword(_ name: String, _ depth: Int) -> (String, JSONOutput) {
        switch name {
        case "type": return (name, type())
        case "enum":
            return (name, .array((0..<Int.random(in: 1...3, using: &random)).map { _ in value(depth: 1) }))
        case "const": return (name, value(depth: 1))
        case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum": return (name, number())
        case "multipleOf": return (name, pick([.number(1), .number(2), .number(3), decimal("0.5")]))
        case "minLength", "maxLength", "minProperties", "maxProperties", "minItems", "maxItems":
            return (name, .number(Int.random(in: 0...3, using: &random)))
        case "pattern": return (name, .text(pick(Self.patterns)))
        case "format": return (name, .text(pick(Self.formats)))
        case "required": return (name, .array([.text(pick(Self.names))]))
        case "uniqueItems": return (name, .bool(true))
        case "dependentRequired":
            return (name, .object([(pick(Self.names), .array([.text(pick(Self.names))]))]))
        case "x-known-values": return (name, .array([.text("a"), .text("b")]))
        case "description": return (name, .text(pick(["one", "two"])))
        case "properties":
            let names = Self.names.filter { _ in chance(40) }
            return (name, .object(names.map { ($0, subschema(depth: depth)) }))
        case "patternProperties": return (name, .object([(pick(Self.patterns), subschema(depth: depth))]))
        case "prefixItems", "anyOf", "oneOf", "allOf":
            let count = Int.random(in: 1...3, using: &random)
            return (name, .array((0..<count).map { _ in subschema(depth: depth) }))
        case "dependentSchemas": return (name, .object([(pick(Self.names), subschema(depth: depth))]))
        case "variants": return variants(depth)
        default: return (name, subschema(depth: depth))
        }
    }

    private mutating func type() -> JSONOutput {
        let all = ["null", "boolean", "integer", "number", "string", "array", "object", "object", "object"]
        if chance(70) { return .text(pick(all)) }
        return .array(
            [pick(["null", "boolean"]), pick(["integer", "number", "string"])].map(JSONOutput.text)
        )
    }

    /// Objects told apart by `kind`.
    private mutating func variants(_ depth: Int) -> (String, JSONOutput) {
        var kinds = ["A", "B", "C"].filter { _ in chance(70) }
        if kinds.isEmpty { kinds = ["A"] }
        var branches = kinds.map { kind in variant(.object([("const", .text(kind))]), depth) }
        if chance(50) {
            let known = JSONOutput.object([("enum", .array(kinds.map(JSONOutput.text)))])
            branches.append(variant(.object([("type", .text("string")), ("not", known)]), 0))
        }
        return (pick(["anyOf", "oneOf"]), .array(branches))
    }

    private mutating func variant(_ kind: JSONOutput, _ depth: Int) -> JSONOutput {
        let member = depth > 0 && chance(70) ? [("a", subschema(depth: depth))] : []
        return .object([
            ("type", .text("object")), ("required", .array([.text("kind")])),
            ("properties", .object([("kind", kind)] + member)),
        ])
    }

    // MARK: Changes

    /// A schema that differs from another in a few places.
    mutating func variation(of schema: JSONOutput) -> JSONOutput {
        guard case .object(let members) = schema else { return schema }
        var changed = members.map { ($0.0, chance(25) ? variation(inside: $0.1, of: $0.0) : $0.1) }
        if chance(40) {
            let added = keyword(pick(Self.keywords), 1)
            changed.removeAll { $0.0 == added.0 && $0.0 != "$defs" }
            changed.append(added)
        } else if chance(30), let last = changed.indices.last(where: { changed[$0].0 != "$defs" }) {
            changed.remove(at: last)
        }
        return .object(changed)
    }

    private mutating func variation(inside value: JSONOutput, of name: String) -> JSONOutput {
        switch (name, value) {
        case ("properties", .object(let members)), ("$defs", .object(let members)),
            ("patternProperties", .object(let members)), ("dependentSchemas", .object(let members)):
            return .object(members.map { ($0.0, chance(60) ? variation(of: $0.1) : $0.1) })
        case ("anyOf", .array(let elements)), ("oneOf", .array(let elements)),
            ("allOf", .array(let elements)),
            ("prefixItems", .array(let elements)):
            var changed = elements.map { chance(40) ? variation(of: $0) : $0 }
            if changed.count > 1, chance(30) {
                changed.removeLast()
            } else if chance(30) {
                changed.append(subschema(depth: 1))
            }
            return .array(changed)
        case ("enum", .array(let elements)): return .array(elements + [self.value(depth: 0)])
        case _ where Self.plainKeywords.contains(name) || name == "type": return keyword(name, 0).1
        default: return variation(of: value)
        }
    }

    // MARK: Values

    private mutating func number() -> JSONOutput { decimal(pick(Self.numbers)) }

    private func decimal(_ text: String) -> JSONOutput {
        do {
            return .value(try JSONDocument(text).root)
        } catch {
            preconditionFailure("no number: \(text)")
        }
    }

    mutating func value(depth: Int) -> JSONOutput {
        switch Int.random(in: 0..<(depth > 0 ? 10 : 6), using: &random) {
        case 0: return .null
        case 1: return .bool(chance(50))
        case 2, 3: return number()
        case 4, 5: return .text(pick(Self.strings))
        case 6:
            return .array((0..<Int.random(in: 0...3, using: &random)).map { _ in value(depth: depth - 1) })
        default:
            let names = Self.names.filter { _ in chance(45) }
            return .object(
                names.map {
                    ($0, $0 == "kind" ? .text(pick(["A", "B", "C", "D"])) : value(depth: depth - 1))
                }
            )
        }
    }

    /// A value that has a chance to fulfil a schema of ``schema()``.
    mutating func value(for schema: JSONOutput, in root: JSONOutput, depth: Int = 4) -> JSONOutput {
        guard case .object(let members) = schema, depth > 0, !chance(10) else { return value(depth: 2) }
        func member(_ name: String) -> JSONOutput? { members.first { $0.0 == name }?.1 }
        if case .text(let reference)? = member("$ref") {
            let target = reference == "#" ? root : root["$defs"]?[String(reference.suffix(1))]
            return value(for: target ?? root, in: root, depth: depth - 1)
        }
        if let constant = member("const") { return constant }
        if case .array(let values)? = member("enum"), !values.isEmpty { return pick(values) }
        var part: [(String, JSONOutput)] = []
        for keyword in ["anyOf", "oneOf", "allOf"] {
            guard case .array(let branches)? = member(keyword) else { continue }
            let chosen = value(for: pick(branches), in: root, depth: depth - 1)
            guard case .object(let found) = chosen else { return chosen }
            part = found
        }
        if let properties = member("properties") ?? member("required").map({ _ in .object([]) }) {
            return object(properties, beside: part, members: members, in: root, depth: depth)
        }
        if let items = member("items") ?? member("prefixItems") {
            return array(items, prefix: member("prefixItems"), in: root, depth: depth)
        }
        if !part.isEmpty { return .object(part) }
        if case .text(let type)? = member("type") { return value(ofType: type) }
        return value(depth: 2)
    }

    private mutating func object(
        _ properties: JSONOutput,
        beside part: [(String, JSONOutput)],
        members: [(String, JSONOutput)],
        in root: JSONOutput,
        depth: Int
    ) -> JSONOutput {
        var found = part
        for name in Self.names where !found.contains(where: { $0.0 == name }) {
            if let schema = properties[name] {
                if chance(70) { found.append((name, value(for: schema, in: root, depth: depth - 1))) }
            } else if chance(20) {
                found.append((name, value(depth: 1)))
            }
        }
        if case .array(let required)? = members.first(where: { $0.0 == "required" })?.1, chance(85) {
            for case .text(let name) in required where !found.contains(where: { $0.0 == name }) {
                found.append((name, value(depth: 1)))
            }
        }
        return .object(found)
    }

    private mutating func array(
        _ items: JSONOutput,
        prefix: JSONOutput?,
        in root: JSONOutput,
        depth: Int
    ) -> JSONOutput {
        var elements: [JSONOutput] = []
        if case .array(let schemas)? = prefix {
            elements = schemas.map { value(for: $0, in: root, depth: depth - 1) }
        }
        for _ in 0..<Int.random(in: 0...2, using: &random) {
            elements.append(value(for: items, in: root, depth: depth - 1))
        }
        return .array(elements)
    }

    private mutating func value(ofType type: String) -> JSONOutput {
        switch type {
        case "null": return .null
        case "boolean": return .bool(chance(50))
        case "integer", "number": return number()
        case "string": return .text(pick(Self.strings))
        case "array": return .array((0..<Int.random(in: 0...3, using: &random)).map { _ in value(depth: 1) })
        default: return .object(Self.names.filter { _ in chance(50) }.map { ($0, value(depth: 1)) })
        }
    }
}

extension JSONOutput {
    subscript(name: String) -> JSONOutput? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.0 == name }?.1
    }
}
