import JSONCore
import JSONSchema
import Testing

@testable import SchemaDiff

/// Two schemas and the changes between them, each as `kind path readers/writers`.
struct ChangeCase: CustomTestStringConvertible, Sendable {
    let old: String
    let new: String
    let changes: [String]

    init(_ old: String, _ new: String, _ changes: String...) {
        self.old = old
        self.new = new
        self.changes = changes
    }

    var testDescription: String { "\(old) → \(new)" }
}

func side(_ schema: String) throws -> SchemaSide {
    var registry = SchemaRegistry()
    let document = try JSONDocument(schema)
    try registry.add(document, at: "schema")
    return try SchemaSide(document.root, in: registry)
}

func changes(_ old: String, _ new: String) throws -> [SchemaChange] {
    try SchemaComparison.changes(from: side(old), to: side(new)).map(\.change)
}

extension SchemaChange {
    var line: String { "\(kind.rawValue) \(path) \(readers)/\(writers)" }
}

@Suite struct ChangeTests {
    @Test(arguments: scalars + objects + arrays + unions + references)
    func `a change is of its kind, at its path, and breaks whom it breaks`(example: ChangeCase) throws {
        #expect(try changes(example.old, example.new).map(\.line) == example.changes)
    }

    private static let scalars = [
        ChangeCase(#"{"type": "integer"}"#, #"{"type": "number"}"#, "type-changed  breaks/none"),
        ChangeCase(#"{"type": "string"}"#, #"{"type": "integer"}"#, "type-changed  breaks/breaks"),
        ChangeCase(#"{"type": "string"}"#, #"{"type": ["string", "null"]}"#, "became-nullable  breaks/none"),
        ChangeCase(
            #"{"type": ["string", "null"]}"#,
            #"{"type": "string"}"#,
            "no-longer-nullable  none/breaks"
        ),
        ChangeCase("{}", #"{"type": "string"}"#, "type-changed  none/breaks"),
        ChangeCase(#"{"enum": ["a"]}"#, #"{"enum": ["a", "b"]}"#, "value-added  breaks/none"),
        ChangeCase(#"{"enum": ["a", "b"]}"#, #"{"const": "a"}"#, "value-removed  none/breaks"),
        ChangeCase(#"{"enum": ["a"]}"#, #"{"type": "string"}"#, "values-opened  breaks/none"),
        ChangeCase(#"{"type": "string"}"#, #"{"enum": ["a"]}"#, "values-closed  none/breaks"),
        ChangeCase(
            #"{"type": "string", "x-known-values": ["a"]}"#,
            #"{"type": "string", "x-known-values": ["b"]}"#,
            "known-value-added  notice/none",
            "known-value-removed  none/none"
        ),
        ChangeCase(
            #"{"minimum": 0, "type": "number"}"#,
            #"{"minimum": 1, "type": "number"}"#,
            "minimum-changed  none/breaks"
        ),
        ChangeCase(
            #"{"maximum": 0, "type": "number"}"#,
            #"{"type": "number"}"#,
            "maximum-changed  breaks/none"
        ),
        ChangeCase(#"{"type": "integer", "minimum": 1}"#, #"{"type": "integer", "exclusiveMinimum": 0}"#),
        ChangeCase(
            #"{"type": "integer", "multipleOf": 4}"#,
            #"{"type": "integer", "multipleOf": 2}"#,
            "multiple-changed  breaks/none"
        ),
        ChangeCase(
            #"{"type": "string", "minLength": 1}"#,
            #"{"type": "string"}"#,
            "min-length-changed  breaks/none"
        ),
        ChangeCase(
            #"{"type": "string", "maxLength": 9}"#,
            #"{"type": "string", "maxLength": 5}"#,
            "max-length-changed  none/breaks"
        ),
        ChangeCase(
            #"{"type": "string"}"#,
            #"{"type": "string", "pattern": "^a"}"#,
            "pattern-changed  none/breaks"
        ),
        ChangeCase(
            #"{"type": "string", "pattern": "^ab"}"#,
            #"{"type": "string", "pattern": "^a"}"#,
            "pattern-changed  breaks/none"
        ),
        ChangeCase(
            #"{"type": "string", "pattern": "^[a-z]+$"}"#,
            #"{"type": "string", "pattern": "^(?:[a-m]|[n-z])(?:[a-z]*)$"}"#,
            "pattern-changed  none/none"
        ),
        ChangeCase(
            #"{"type": "string", "pattern": "^[a-z]{2,3}$"}"#,
            #"{"type": "string", "pattern": "^[a-y]{3}\\d?$"}"#,
            "pattern-changed  breaks/breaks"
        ),
        ChangeCase(
            #"{"type": "string", "pattern": "^(?=a)"}"#,
            #"{"type": "string", "pattern": "^a"}"#,
            "pattern-changed  unclear/unclear"
        ),
        ChangeCase(
            #"{"type": "string"}"#,
            #"{"type": "string", "format": "date"}"#,
            "format-changed  none/breaks"
        ),
        ChangeCase(
            #"{"type": "string", "format": "uri"}"#,
            #"{"type": "string", "format": "uri-reference"}"#,
            "format-changed  breaks/none"
        ),
        ChangeCase(
            #"{"type": "integer"}"#,
            #"{"type": "integer", "format": "uint64"}"#,
            "format-changed  notice/none"
        ),
        ChangeCase(#"{"title": "a"}"#, #"{"title": "b"}"#, "annotation-changed  none/none"),
        ChangeCase(#"{"enum": [1, 2]}"#, #"{"enum": [2.0, 1e0]}"#),
    ]

    private static let objects = [
        ChangeCase(#"{"required": ["a"]}"#, "{}", "field-became-optional /a breaks/none"),
        ChangeCase("{}", #"{"required": ["a"]}"#, "field-became-required /a none/breaks"),
        ChangeCase("{}", #"{"properties": {"a": {"type": "string"}}}"#, "field-added /a none/notice"),
        ChangeCase(
            #"{"additionalProperties": false}"#,
            #"{"additionalProperties": false, "properties": {"a": {"type": "string"}}}"#,
            "field-added /a breaks/none"
        ),
        ChangeCase(
            #"{"additionalProperties": false, "properties": {"b": {}}}"#,
            #"{"additionalProperties": false, "properties": {"b": {}, "a": {"type": "string"}}}"#,
            "field-added /a breaks/none"
        ),
        ChangeCase(#"{"properties": {"a": {"type": "string"}}}"#, "{}", "field-removed /a notice/none"),
        ChangeCase(
            #"{"properties": {"a": {"type": "string"}}, "required": ["a"]}"#,
            "{}",
            "field-removed /a breaks/none"
        ),
        ChangeCase(
            #"{"properties": {"a": true, "b": true}}"#,
            #"{"properties": {"a": true, "b": true}, "additionalProperties": false}"#,
            "content-closed /* none/breaks"
        ),
        ChangeCase(
            #"{"additionalProperties": {"type": "integer"}}"#,
            #"{"additionalProperties": {"type": "number"}}"#,
            "type-changed /* breaks/none"
        ),
        ChangeCase(
            #"{"minProperties": 1, "type": "object"}"#,
            #"{"type": "object"}"#,
            "min-members-changed  breaks/none"
        ),
        ChangeCase(
            #"{"properties": {"a/b": {"type": "integer"}}}"#,
            #"{"properties": {"a/b": {"type": "string"}}}"#,
            "type-changed /a~1b breaks/breaks"
        ),
    ]

    private static let arrays = [
        ChangeCase(
            #"{"type": "array", "items": {"type": "integer"}}"#,
            #"{"type": "array", "items": {"type": ["integer", "null"]}}"#,
            "became-nullable /* breaks/none"
        ),
        ChangeCase(
            #"{"type": "array", "minItems": 1}"#,
            #"{"type": "array"}"#,
            "min-items-changed  breaks/none"
        ),
        ChangeCase(
            #"{"type": "array"}"#,
            #"{"type": "array", "uniqueItems": true}"#,
            "unique-items-changed  none/breaks"
        ),
        ChangeCase(
            #"{"type": "array", "prefixItems": [{"type": "string"}], "items": false}"#,
            #"{"type": "array", "prefixItems": [{"type": "integer"}], "items": false}"#,
            "type-changed /0 breaks/breaks"
        ),
        ChangeCase(
            #"{"$schema": "http://json-schema.org/draft-07/schema#", "type": "array", "items": [{"type": "string"}]}"#,
            #"{"type": "array", "prefixItems": [{"type": "string"}]}"#
        ),
    ]

    private static let banner =
        #"{"type": "object", "required": ["t"], "properties": {"t": {"const": "A"}, "x": {"type": "string"}}}"#
    private static let wide =
        #"{"type": "object", "required": ["t"], "properties": {"t": {"const": "A"}, "x": {"type": ["string", "null"]}}}"#
    private static let other = #"{"type": "object", "required": ["t"], "properties": {"t": {"const": "B"}}}"#
    private static let open =
        #"{"type": "object", "required": ["t"], "properties": {"t": {"type": "string", "not": {"enum": ["A", "B"]}}}}"#
    private static let afterA =
        #"{"type": "object", "required": ["t"], "properties": {"t": {"type": "string", "not": {"enum": ["A"]}}}}"#

    private static let unions = [
        ChangeCase(
            "{\"type\": \"array\", \"items\": {\"oneOf\": [\(banner), \(other)]}}",
            "{\"type\": \"array\", \"items\": {\"anyOf\": [\(other), \(wide)]}}",
            "became-nullable /[t=A]/x breaks/none"
        ),
        ChangeCase(
            "{\"oneOf\": [\(banner)]}",
            "{\"oneOf\": [\(banner), \(other)]}",
            "variant-added /[t=B] breaks/none"
        ),
        ChangeCase(
            "{\"oneOf\": [\(banner), \(other)]}",
            "{\"oneOf\": [\(banner)]}",
            "variant-removed /[t=B] none/breaks"
        ),
        ChangeCase(
            "{\"anyOf\": [\(banner), \(afterA)]}",
            "{\"anyOf\": [\(banner), \(other), \(open)]}",
            "variant-added /[t=B] notice/notice"
        ),
        ChangeCase(
            #"{"anyOf": [{"type": "string"}, {"type": "null"}]}"#,
            #"{"type": ["null", "string"]}"#
        ),
        ChangeCase(
            #"{"type": "string"}"#,
            #"{"anyOf": [{"type": "string"}, {"type": "null"}]}"#,
            "became-nullable  breaks/none"
        ),
        ChangeCase(#"{"enum": ["a"]}"#, #"{"enum": ["a", null]}"#, "became-nullable  breaks/none"),
        ChangeCase(
            #"{"allOf": [{"minimum": 0}, {"type": "integer"}]}"#,
            #"{"type": "integer", "minimum": 0}"#
        ),
        ChangeCase(
            #"{"type": "object", "if": {"required": ["a"]}, "then": {"required": ["b"]}}"#,
            #"{"type": "object", "if": {"required": ["a"]}, "then": {"required": ["c"]}}"#,
            "constraint-changed  unclear/unclear"
        ),
    ]

    private static let references = [
        ChangeCase(
            ##"{"properties": {"v": {"type": "integer"}, "next": {"$ref": "#"}}}"##,
            ##"{"properties": {"v": {"type": "string"}, "next": {"$ref": "#"}}}"##,
            "type-changed /v breaks/breaks"
        ),
        ChangeCase(
            ##"{"$ref": "#/$defs/a", "$defs": {"a": {"properties": {"next": {"$ref": "#/$defs/a"}}}}}"##,
            ##"{"properties": {"next": {"$ref": "#"}}}"##
        ),
        ChangeCase(
            ##"{"properties": {"a": {"$ref": "#/$defs/t"}}, "$defs": {"t": {"type": "string"}}}"##,
            #"{"properties": {"a": {"type": "string"}}}"#
        ),
    ]

    @Test func `a change that several places refer to is one, with all its paths`() throws {
        let text =
            ##"{"properties": {"a": {"$ref": "#/$defs/t"}, "b": {"$ref": "#/$defs/t"}}, "$defs": {"t": {"type": "T"}}}"##
        let groups = try SchemaComparison.changes(
            from: side(text.replacing("\"T\"", with: "\"string\"")),
            to: side(text.replacing("\"T\"", with: "\"integer\""))
        )
        #expect(groups.map(\.paths) == [["/a", "/b"]])
    }

    private static func nested(_ depth: Int, _ leaf: String) -> String {
        String(repeating: #"{"properties": {"a": "#, count: depth) + leaf
            + String(repeating: "}}", count: depth)
    }

    private static func doubling(_ depth: Int, _ leaf: String) -> String {
        let levels = (0..<depth).map {
            ##""d\##($0)": {"properties": {"l": {"$ref": "#/$defs/d\##($0 + 1)"}, "r": {"$ref": "#/$defs/d\##($0 + 1)"}}}"##
        }
        return
            ##"{"$ref": "#/$defs/d0", "$defs": {\##(levels.joined(separator: ", ")), "d\##(depth)": \##(leaf)}}"##
    }

    private static func alternatives(_ count: Int, _ type: String) -> String {
        let branches = (0..<count).map {
            #"{"required": ["m\#($0)"], "properties": {"m\#($0)": {"type": "\#(type)"}}}"#
        }
        return #"{"type": "object", "oneOf": [\#(branches.joined(separator: ", "))]}"#
    }

    @Test(arguments: [
        (nested(400, #"{"type": "string"}"#), nested(400, #"{"type": "integer"}"#)),
        (doubling(40, #"{"type": "string"}"#), doubling(40, #"{"type": "integer"}"#)),
        (alternatives(60, "string"), alternatives(60, "integer")),
    ])
    func `a schema without measure is compared within limits, and nothing is said to be fine`(
        old: String,
        new: String
    ) throws {
        let found = try SchemaComparison.changes(from: side(old), to: side(new))
        #expect(found.contains { $0.change.effect(on: .both) >= .unclear })
        #expect(found.reduce(0) { $0 + $1.paths.count } < 1_000)
    }

    @Test(
        arguments: [
            (#"{"type": "string"}"#, "major", "minor"),
            (#"{"title": "t", "type": "integer"}"#, "patch", "patch"),
            (#"{"type": "integer"}"#, "none", "none"), (#"{"type": ["integer", "null"]}"#, "major", "minor"),
            (#"{"type": "integer", "minimum": 0}"#, "minor", "major"),
        ]
    )
    func `the bump is that of the worst change in one view`(
        new: String,
        reader: String,
        writer: String
    ) throws {
        let found = try changes(#"{"type": "integer"}"#, new)
        let isSwap = new.contains("string")
        #expect((found.map { $0.bump(for: .reader) }.max() ?? .none).rawValue == reader)
        #expect((found.map { $0.bump(for: .writer) }.max() ?? .none).rawValue == (isSwap ? "major" : writer))
    }
}
