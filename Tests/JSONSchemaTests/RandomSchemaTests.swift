import JSONCore
import JSONSchema
import Testing

/// The evaluator joins schemas, tells alternatives apart and guesses the order of members; a walk over the schemas as they are
/// written does nothing of that, and must come to the same verdicts.
struct RandomSchemaTests {
    @Test(arguments: 0..<60)
    func `the evaluator and a plain walk agree on random schemas and values`(_ seed: UInt64) throws {
        var generator = RandomJSON(seed: seed)
        for _ in 0..<20 {
            let text = generator.rootSchema()
            let schema = try JSONDocument(text)
            let compiled = try CompiledSchema(compiling: schema)
            for _ in 0..<20 {
                let value = generator.value(depth: 3)
                let document = try JSONDocument(value)
                let expected = PlainWalk(schema).accepts(document.root)
                #expect(compiled.accepts(document) == expected, "\(text) on \(value)")
                #expect(expected || !compiled.certainlyAccepts(Array(value.utf8)), "\(text) on \(value)")
                #expect(compiled.explain(document.root).violations.isEmpty == expected, "\(text) on \(value)")
            }
        }
    }

    @Test func `members in another order have the same verdict, whatever was judged before`() throws {
        var generator = SeededGenerator(seed: 7)
        let schema = try compile(
            #"{"properties": {"a": {"type": "null"}, "b": {"type": "null"}, "c": {"type": "null"}, "dddddddddddddddddddd": {"type": "null"}}, "required": ["a", "c"], "additionalProperties": false}"#
        )
        for round in 0..<2_000 {
            let names = ["a", "b", "c", "dddddddddddddddddddd", "e"].shuffled(using: &generator)
            let members = names.prefix(round % 6)
            let text = "{\(members.map { "\"\($0)\": null" }.joined(separator: ", "))}"
            let isValid = members.contains("a") && members.contains("c") && !members.contains("e")
            #expect(schema.accepts(try JSONDocument(text)) == isValid, "\(text)")
        }
    }
}

/// Judges by the words of the specification, for the keywords that ``RandomJSON`` writes.
private struct PlainWalk {
    private let root: JSONValue

    init(_ schema: JSONDocument) { root = schema.root }

    func accepts(_ value: JSONValue) -> Bool { accepts(value, root) }

    private func accepts(_ value: JSONValue, _ schema: JSONValue) -> Bool {
        if let verdict = schema.bool { return verdict }
        return schema.members.allSatisfy { accepts(value, $0.name.string, $0.value, in: schema) }
    }

    private func accepts(
        _ value: JSONValue,
        _ keyword: String,
        _ argument: JSONValue,
        in schema: JSONValue
    ) -> Bool {
        switch keyword {
        case "type": types(argument).contains { isOfType($0, value) }
        case "const": isEqual(value, argument)
        case "enum": argument.elements.contains { isEqual(value, $0) }
        case "minimum": value.decimal.map { $0 >= argument.decimal ?? $0 } ?? true
        case "minLength": value.utf8.map { $0.string.unicodeScalars.count >= argument.int64 ?? 0 } ?? true
        case "pattern": value.utf8.map { matches($0.string, argument.string ?? "") } ?? true
        case "minItems": value.kind != .array || value.count >= argument.int64 ?? 0
        case "items": value.elements.allSatisfy { accepts($0, argument) }
        case "required":
            value.kind != .object || argument.elements.allSatisfy { value[$0.string ?? ""] != nil }
        case "properties":
            argument.members.allSatisfy { name, schema in
                value[name.string].map { accepts($0, schema) } ?? true
            }
        case "patternProperties":
            value.members.allSatisfy { name, member in
                argument.members.allSatisfy { pattern, schema in
                    !matches(name.string, pattern.string) || accepts(member, schema)
                }
            }
        case "additionalProperties":
            value.members.allSatisfy { name, member in
                isDescribed(name.string, in: schema) || accepts(member, argument)
            }
        case "dependentRequired":
            argument.members.allSatisfy { name, required in
                value[name.string] == nil
                    || required.elements.allSatisfy { value[$0.string ?? ""] != nil }
            }
        case "dependentSchemas":
            argument.members.allSatisfy { name, schema in
                value[name.string] == nil || accepts(value, schema)
            }
        case "allOf": argument.elements.allSatisfy { accepts(value, $0) }
        case "anyOf": argument.elements.contains { accepts(value, $0) }
        case "oneOf": argument.elements.count { accepts(value, $0) } == 1
        case "not": !accepts(value, argument)
        case "$ref": root["$defs"]?["d"].map { accepts(value, $0) } ?? false
        default: true
        }
    }

    private func types(_ argument: JSONValue) -> [String] {
        argument.string.map { [$0] } ?? argument.elements.compactMap(\.string)
    }

    private func isOfType(_ type: String, _ value: JSONValue) -> Bool {
        switch type {
        case "number": value.decimal != nil
        case "integer": value.decimal?.isInteger == true
        default: value.kind.rawValue == type
        }
    }

    private func isEqual(_ left: JSONValue, _ right: JSONValue) -> Bool {
        left.document.value(at: left.index, equals: right.document, at: right.index)
    }

    private func isDescribed(_ name: String, in schema: JSONValue) -> Bool {
        schema["properties"]?[name] != nil
            || schema["patternProperties"]?.members.contains { matches(name, $0.name.string) } == true
    }

    /// For the patterns below.
    private func matches(_ text: String, _ pattern: String) -> Bool {
        switch pattern {
        case "^a": text.hasPrefix("a")
        case "b$": text.hasSuffix("b")
        case "^(a|ab)?b+$":
            !text.isEmpty && text.drop { $0 == "a" }.allSatisfy { $0 == "b" } && text.hasSuffix("b")
                && text.prefix { $0 == "a" }.count <= 1
        default: true
        }
    }
}

/// Schemas and values of few names and few constants, so that they meet.
private struct RandomJSON {
    private var generator: SeededGenerator

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    private mutating func one<Element>(_ choices: [Element]) -> Element {
        choices[Int.random(in: 0..<choices.count, using: &generator)]
    }

    private mutating func some(_ count: ClosedRange<Int>, _ make: (inout RandomJSON) -> String) -> [String] {
        (0..<Int.random(in: count, using: &generator)).map { _ in make(&self) }
    }

    private mutating func name() -> String { one(["a", "b", "ab", "kind", "a-name-longer-than-its-key"]) }

    private mutating func object(_ count: ClosedRange<Int>, _ member: (inout RandomJSON) -> String) -> String
    {
        var seen: Set<String> = []
        let members = some(count) { random in
            let name = random.name()
            return seen.insert(name).inserted ? "\"\(name)\": \(member(&random))" : ""
        }
        return "{\(members.filter { !$0.isEmpty }.joined(separator: ", "))}"
    }

    private mutating func constant() -> String {
        one(["null", "true", "false", "1", "1.0", "2", "1.5", #""a""#, #""b""#, #""ab""#, "[]", "{}", "[1]"])
    }

    mutating func value(depth: Int) -> String {
        switch depth > 0 ? Int.random(in: 0..<4, using: &generator) : 3 {
        case 0, 1: return object(0...4) { $0.value(depth: depth - 1) }
        case 2: return "[\(some(0...3) { $0.value(depth: depth - 1) }.joined(separator: ", "))]"
        default: return constant()
        }
    }

    mutating func rootSchema() -> String {
        var keywords = keywords(depth: 3)
        keywords["$defs"] = "{\"d\": \(object(of: self.keywords(depth: 1, mayRefer: false)))}"
        return object(of: keywords)
    }

    private func object(of keywords: [String: String]) -> String {
        "{\(keywords.sorted { $0.key < $1.key }.map { "\"\($0.key)\": \($0.value)" }.joined(separator: ", "))}"
    }

    private mutating func schema(depth: Int) -> String {
        if depth == 0 || one([false, false, false, false, true]) { return one(["true", "false", "{}"]) }
        return object(of: keywords(depth: depth))
    }

    private mutating func keywords(depth: Int, mayRefer: Bool = true) -> [String: String] {
        var keywords: [String: String] = [:]
        for _ in 0..<Int.random(in: 1...3, using: &generator) { add(to: &keywords, depth, mayRefer) }
        return keywords
    }

    private mutating func add(to keywords: inout [String: String], _ depth: Int, _ mayRefer: Bool) {
        let list = { (count: ClosedRange<Int>, random: inout RandomJSON) in
            "[\(random.some(count) { $0.schema(depth: depth - 1) }.joined(separator: ", "))]"
        }
        switch Int.random(in: 0..<18, using: &generator) {
        case 0: keywords["type"] = one([#""object""#, #""string""#, #""integer""#, #"["null", "array"]"#])
        case 1: keywords["const"] = constant()
        case 2: keywords["enum"] = "[\(some(1...4) { $0.constant() }.joined(separator: ", "))]"
        case 3: keywords["minimum"] = one(["1", "1.5", "2"])
        case 4: keywords["minLength"] = one(["1", "2"])
        case 5: keywords["pattern"] = "\"\(one(["^a", "b$", "^(a|ab)?b+$", "^.*$"]))\""
        case 6: keywords["items"] = schema(depth: depth - 1)
        case 7: keywords["required"] = "[\(some(1...2) { "\"\($0.name())\"" }.joined(separator: ", "))]"
        case 8:
            keywords["patternProperties"] = "{\"\(one(["^a", "b$", ".*"]))\": \(schema(depth: depth - 1))}"
        case 9: keywords["additionalProperties"] = schema(depth: depth - 1)
        case 10: keywords["allOf"] = list(1...2, &self)
        case 11: keywords["anyOf"] = alternatives(depth) ?? list(1...3, &self)
        case 12: keywords["oneOf"] = alternatives(depth) ?? list(1...3, &self)
        case 13: keywords["not"] = schema(depth: depth - 1)
        case 15: keywords["dependentRequired"] = object(1...2) { "[\"\($0.name())\"]" }
        case 16: keywords["dependentSchemas"] = object(1...2) { $0.schema(depth: depth - 1) }
        case 14 where mayRefer: keywords["$ref"] = ##""#/$defs/d""##
        default: keywords["properties"] = object(1...4) { $0.schema(depth: depth - 1) }
        }
    }

    /// Alternatives that a member tells apart, more or less.
    private mutating func alternatives(_ depth: Int) -> String? {
        guard depth > 1, one([true, false]) else { return nil }
        let branches = some(2...3) { random in
            let kind = random.one([#"{"const": "a"}"#, #"{"enum": ["b", "ab"]}"#, #"{"const": 1}"#, "true"])
            let required = random.one([#", "required": ["kind"]"#, ""])
            let closed = random.one([#", "additionalProperties": false"#, ""])
            let type = random.one([#", "type": "object""#, ""])
            let properties = "\"properties\": {\"kind\": \(kind), \"a\": \(random.schema(depth: 1))}"
            return "{\(properties)\(required)\(closed)\(type)}"
        }
        return "[\(branches.joined(separator: ", "))]"
    }
}
