import JSONCore
import JSONSchema
import Testing

@testable import CodeGeneration

/// What types come of a schema, as values.
@Suite struct DeclarationTests {
    private func declarations(_ schema: String) throws -> Declarations {
        var registry = SchemaRegistry()
        try registry.add(JSONDocument(schema), at: "s")
        let root = try #require(registry.root(at: "s"))
        return try Declarations(of: root, in: registry, named: "root", for: .swift)
    }

    /// `name: type` of each property, `?` where it may be absent, `!` where null.
    private func properties(_ schema: String) throws -> [String] {
        let declarations = try declarations(schema)
        guard case .structure(let properties) = declarations.list[0].body else { return [] }
        return properties.map { property in
            let marks = (property.isRequired ? "" : "?") + (property.isNullable ? "!" : "")
            return "\(property.name): \(property.type)\(marks)"
        }
    }

    @Test(arguments: [
        (#"{"type": "integer"}"#, "a: integer?"),
        (#"{"type": "integer", "format": "uint64"}"#, "a: unsignedInteger?"),
        (#"{"type": "integer", "minimum": 0, "maximum": 18446744073709551615}"#, "a: unsignedInteger?"),
        (#"{"type": "integer", "format": "x-big-integer"}"#, "a: bigInteger?"),
        (#"{"type": "number"}"#, "a: number?"),
        (#"{"type": ["integer", "number"]}"#, "a: number?"),
        (#"{"type": ["string", "null"]}"#, "a: string?!"),
        (#"{"anyOf": [{"type": "string"}, {"type": "null"}]}"#, "a: string?!"),
        (#"{"enum": ["x", null]}"#, "a: named(1)?!"),
        (#"true"#, "a: any?"), (#"{"type": "null"}"#, "a: any?!"),
        (#"{"type": "array"}"#, "a: list(CodeGeneration.TypeReference.any)?"),
        (#"{"type": "object"}"#, "a: map(CodeGeneration.TypeReference.any)?"),
        (#"{"const": "x"}"#, "a: string?"),
        (#"{"type": "string", "format": "date-time"}"#, "a: dateTime?"),
        (#"{"type": "string", "format": "uuid"}"#, "a: string?"),
        (#"{"allOf": [{"type": ["string", "integer"]}, {"type": "integer"}]}"#, "a: integer?"),
        (#"{"oneOf": [{"type": "string", "enum": ["x"]}, {"type": "string"}]}"#, "a: string?"),
    ])
    func `a schema of a value has a type`(schema: String, property: String) throws {
        #expect(try properties(#"{"properties": {"a": \#(schema)}}"#) == [property])
    }

    @Test func `parts of a conjunction are one type, and what holds sometimes requires nothing`() throws {
        let schema = """
            {"allOf": [{"required": ["a"], "properties": {"a": {"type": "object", "required": ["x"], "properties": {"x": {"type": "integer"}}}}},
                       {"properties": {"b": {"type": "string"}}}],
             "if": {"properties": {"b": {"const": "y"}}},
             "then": {"required": ["c"], "properties": {"c": {"type": "boolean"}, "a": {"required": ["z"], "properties": {"z": {"type": "string"}}}}}}
            """
        #expect(try properties(schema) == ["a: named(1)", "b: string?", "c: bool?"])
        guard case .structure(let inner) = try declarations(schema).list[1].body else { return }
        #expect(inner.map { "\($0.name) \($0.isRequired)" } == ["x true", "z false"])
    }

    @Test func `alternatives without a discriminator are one type, with what all require`() throws {
        let schema = """
            {"oneOf": [{"required": ["a"], "properties": {"a": {"type": "integer"}}},
                       {"required": ["a", "b"], "properties": {"a": {"type": "number"}, "b": {"type": "string"}}}]}
            """
        #expect(try properties(schema) == ["a: number", "b: string?"])
    }

    @Test(arguments: ["x-discriminator", "none"])
    func `a constant of each alternative makes a union, said or not`(keyword: String) throws {
        let schema = """
            {"\(keyword)": "k", "anyOf": [
              {"required": ["k"], "properties": {"k": {"const": "A"}, "x": {"type": "integer"}}},
              {"required": ["k"], "properties": {"k": {"enum": ["B", "C"]}, "x": {"type": "string"}}}]}
            """
        guard case .union(let union) = try declarations(schema).list[0].body else {
            Issue.record("no union")
            return
        }
        #expect(union.discriminator == "k")
        #expect(union.cases.map(\.codes) == [["A"], ["B", "C"]])
    }

    @Test func `a list in which a type comes again needs no reference, a member does`() throws {
        let schema = """
            {"$defs": {"node": {"properties": {"next": {"$ref": "#/$defs/node"}, "all": {"type": "array", "items": {"$ref": "#/$defs/node"}}}}},
             "$ref": "#/$defs/node"}
            """
        guard case .structure(let properties) = try declarations(schema).list[0].body else { return }
        #expect(properties.map(\.isIndirect) == [true, false])
        #expect(properties.map(\.type) == [.named(0), .list(.named(0))])
    }

    @Test(arguments: [
        ##"{"$ref": "#"}"##, ##"{"allOf": [{"$ref": "#"}]}"##,
        ##"{"type": "array", "items": {"$ref": "#"}}"##,
        ##"{"additionalProperties": {"$ref": "#"}}"##,
        ##"{"anyOf": [{"$ref": "#"}, {"type": "array", "items": {"$ref": "#"}}]}"##,
        ##"{"type": ["array", "object"], "items": {"$ref": "#"}, "properties": {"a": {"$ref": "#"}}}"##,
        "true", "false", "{}",
    ])
    func `a schema that is nothing but itself ends`(schema: String) throws {
        #expect(try !declarations(schema).names.isEmpty)
    }

    @Test func `a schema with too many alternatives is refused`() throws {
        let choice = #"{"anyOf": [{"minLength": 1}, {"minLength": 2}, {"minLength": 3}, {"minLength": 4}]}"#
        let schema = #"{"allOf": [\#(Array(repeating: choice, count: 6).joined(separator: ", "))]}"#
        #expect(throws: GenerationError.self) { try declarations(schema) }
    }

    @Test func `what the schema names has the name, and others are named after where they stand`() throws {
        let schema = """
            {"properties": {
               "address": {"properties": {"a": {"type": "integer"}}},
               "home": {"properties": {"address": {"properties": {"b": {"type": "integer"}}}}},
               "work": {"$ref": "#/$defs/address"}},
             "$defs": {"address": {"properties": {"c": {"type": "integer"}}}}}
            """
        #expect(try declarations(schema).names == ["Root", "RootAddress", "Home", "Address", "HomeAddress"])
    }
}
