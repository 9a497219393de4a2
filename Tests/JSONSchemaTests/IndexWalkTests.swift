import JSONCore
import JSONSchema
import Testing

/// A text that is accepted without a parse must be JSON that a parse and the evaluator accept; and what most documents are made of
/// must be accepted without a parse, or there is no gain.
struct IndexWalkTests {
    /// Schemas and texts that are accepted without a parse; together they meet every instruction that the walk knows.
    private static let accepted: [(schema: String, text: String)] = [
        ("{}", #"{"a": [1, -0.5e+3, true, false, null, "x\u00e9\n", {}], "b": []}"#),
        (#"{"type": "integer", "minimum": -3}"#, "12"),
        (#"{"type": "number", "exclusiveMaximum": 10.5}"#, "10.25"),
        (#"{"type": "integer", "multipleOf": 5}"#, "-25"),
        (#"{"enum": [1, "a", null, true]}"#, "1"),
        (#"{"enum": [1, "a", null, true]}"#, #""a""#),
        (#"{"type": "string", "minLength": 2, "maxLength": 3, "pattern": "^é"}"#, #"  "éa"  "#),
        (#"{"type": "string", "pattern": "(a|b)+c"}"#, #""xabac""#),
        (
            #"{"type": "object", "properties": {"id": {"type": "integer"}, "name": {"type": "string"}}, "required": ["id"], "additionalProperties": false}"#,
            #"{ "name" : "x", "id" : 1 }"#
        ),
        (
            #"{"patternProperties": {"^x-": {"type": "null"}}, "additionalProperties": {"type": "boolean"}, "propertyNames": {"maxLength": 4}, "minProperties": 1, "maxProperties": 3}"#,
            #"{"x-a":null,"b":true}"#
        ),
        (
            #"{"dependentRequired": {"a": ["b"]}, "dependentSchemas": {"b": {"required": ["a"]}}}"#,
            #"{"b":2,"a":1}"#
        ),
        (
            #"{"prefixItems": [{"type": "string"}], "items": {"type": "number"}, "minItems": 1}"#,
            #"["a",1,2.5]"#
        ),
        (#"{"contains": {"const": 7}, "uniqueItems": true}"#, #"[{"a":1,"b":[2]},{"b":[2],"a":2},7]"#),
        (
            #"{"anyOf": [{"type": "object", "required": ["a"]}, {"type": "object", "required": ["b"]}]}"#,
            #"{"b":{"c":1}}"#
        ),
        (
            #"{"oneOf": [{"properties": {"v": {"const": 1}}, "required": ["v"]}, {"properties": {"v": {"const": 2}, "w": {"type": "null"}}, "required": ["v"]}]}"#,
            #"{"w":null,"v":2}"#
        ),
        (
            #"{"oneOf": [{"type": "object", "properties": {"a": {"type": "null"}}}, {"type": "object", "required": ["b"]}]}"#,
            #"{"a":null,"c":1}"#
        ),
        (
            #"{"not": {"required": ["x"]}, "if": {"required": ["a"]}, "then": {"required": ["b"]}}"#,
            #"{"a":1,"b":2}"#
        ),
        (
            #"{"required": ["v"], "oneOf": [{"properties": {"v": {"const": 1}}}, {"properties": {"v": {"const": 2}}}]}"#,
            #"{"w":[{}],"v":2}"#
        ),
        (
            #"{"properties": {"c": {"type": "array"}}, "oneOf": [{"required": ["a", "c"]}, {"required": ["b"]}], "not": {"required": ["d"]}}"#,
            #"{"c":[{"b":1},[]],"a":{"b":"}"}}"#
        ),
        (
            #"{"oneOf": [{"properties": {"r": true}, "patternProperties": {"^x-": true}, "additionalProperties": false}, {"required": ["d"]}]}"#,
            #"{"x-y":1,"d":{"r":[1]},"r":2}"#
        ),
        (
            #"{"oneOf": [{"properties": {"r": {"type": "null"}}}, {"properties": {"r": {"type": "boolean"}}}]}"#,
            #"{"r":true,"d":{"r":[{"r":1}]},"e":2}"#
        ),
        (#"{"type": "array", "items": {"const": "a\n"}}"#, #"["a\n","\u0061\n"]"#),
    ]

    @Test(arguments: accepted)
    func `a text of what the walk knows is accepted without a parse`(_ schema: String, _ text: String) throws
    {
        let compiled = try compile(schema)
        #expect(compiled.certainlyAccepts(Array(text.utf8)))
        #expect(try compiled.accepts(JSONDocument(text)))
    }

    /// Bytes that end, begin or spoil tokens.
    private static let nastyBytes: [UInt8] =
        Array("\"\\{}[]:,0129-+.eEtfnul/ \t\n\r".utf8) + [
            0x00, 0x01, 0x0C, 0x1A, 0x1F, 0x7F, 0x80, 0xBF, 0xC2, 0xE2, 0xED, 0xF4, 0xFF,
        ]

    @Test(arguments: accepted)
    func `no byte that is replaced, added or left out makes the walk accept what is refused`(
        _ schema: String,
        _ text: String
    ) throws {
        let compiled = try compile(schema)
        let bytes = Array(text.utf8)
        for place in 0...bytes.count {
            try expectSound(compiled, Array(bytes[..<place]))
            for byte in Self.nastyBytes {
                try expectSound(compiled, bytes[..<place] + [byte] + bytes[place...])
                if place < bytes.count {
                    try expectSound(compiled, bytes[..<place] + [byte] + bytes[(place + 1)...])
                }
            }
            if place < bytes.count { try expectSound(compiled, bytes[..<place] + bytes[(place + 1)...]) }
        }
    }

    @Test(arguments: 0..<8)
    func `no run of random changes makes the walk accept what is refused`(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for (schema, text) in Self.accepted {
            let compiled = try compile(schema)
            for _ in 0..<200 {
                var bytes = Array(text.utf8)
                for _ in 0..<Int.random(in: 1...4, using: &generator) {
                    change(&bytes, using: &generator)
                }
                try expectSound(compiled, bytes)
            }
        }
    }

    /// Replaces a byte, or repeats a piece elsewhere, which makes members stand twice.
    private func change(_ bytes: inout [UInt8], using generator: inout SeededGenerator) {
        guard let place = bytes.indices.randomElement(using: &generator) else { return }
        if Bool.random(using: &generator) {
            bytes[place] = Self.nastyBytes.randomElement(using: &generator) ?? 0
        } else {
            let end = Int.random(in: place...bytes.count, using: &generator)
            let piece = bytes[place..<end]
            bytes.insert(contentsOf: piece, at: Int.random(in: 0...bytes.count, using: &generator))
        }
    }

    private func expectSound(_ schema: CompiledSchema, _ text: some Sequence<UInt8>) throws {
        let text = Array(text)
        guard schema.certainlyAccepts(text) else { return }
        // What is no JSON must not get here.
        let isValid = (try? JSONDocument(text)).map(schema.accepts) == true
        #expect(isValid, "\(String(decoding: text, as: UTF8.self)) is accepted without a parse")
    }

    @Test(arguments: [
        (#"{"properties": {"a": {"type": "null"}}}"#, #"{"a":1,"a":null}"#, true),
        (#"{"properties": {"a": {"type": "null"}}}"#, #"{"a":null,"a":1}"#, false),
        (#"{"required": ["a", "b"]}"#, #"{"a":1,"a":2}"#, false),
        (#"{"minProperties": 2}"#, #"{"a":1,"a":2}"#, false),
        (#"{"maxProperties": 1}"#, #"{"a":1,"a":2}"#, true),
        (#"{"not": {"properties": {"a": {"type": "null"}}}}"#, #"{"a":1,"a":null}"#, false),
        (
            #"{"oneOf": [{"properties": {"a": {"const": 1}}}, {"properties": {"a": {"const": 2}}}]}"#,
            #"{"a":1,"a":2}"#, true
        ),
        (
            #"{"oneOf": [{"properties": {"a": {"type": "null"}}}, {"properties": {"b": {"type": "null"}}}]}"#,
            #"{"a":1,"b":null,"a":null}"#, false
        ),
        (
            #"{"not": {"oneOf": [{"properties": {"v": {"const": 1}}, "required": ["v"]}, {"properties": {"v": {"const": 2}}, "required": ["v"]}]}}"#,
            #"{"v":1,"v":2}"#, false
        ),
        (#"{"uniqueItems": true}"#, #"[{"a":1,"a":2},{"a":2}]"#, false),
        (#"{"uniqueItems": true}"#, #"[{"a":2,"\u0061":1},{"a":1}]"#, false),
        (#"{"uniqueItems": true}"#, "[1, 1.0]", false),
        (#"{"uniqueItems": true}"#, "[0, -0]", false),
        (#"{"enum": [1.0]}"#, "1", true),
        (
            #"{"oneOf": [{"properties": {"v": {"const": 1}}}, {"properties": {"v": {"const": 2}}}]}"#,
            #"{"v": 1.0}"#, true
        ),
        (
            #"{"oneOf": [{"properties": {"v": {"const": 1}}}, {"properties": {"v": {"const": 2}}}]}"#,
            #"{"v": 3}"#, false
        ),
    ])
    func `the last of equal names counts, and numbers by their value`(
        _ schema: String,
        _ text: String,
        _ isValid: Bool
    ) throws {
        let compiled = try compile(schema)
        #expect(try compiled.accepts(JSONDocument(text)) == isValid)
        #expect(try compiled.verdict(ofText: Array(text.utf8)) == (isValid ? .valid : .invalid))
    }

    @Test func `an escape is seen wherever it stands, however often the text around it is read`() throws {
        let schema = try compile(
            #"{"items": {"anyOf": [{"properties": {"b": {"const": "\n"}}, "required": ["c"]}, {"properties": {"b": {"const": "\n"}}}]}}"#
        )
        for length in [0, 1, 7, 500, 1_000, 1_100, 3_000] {
            let filling = String(repeating: "x", count: length)
            let item = #"{"a":"\#(filling)","b":"\n"}"#
            let text = "[\(item),\(item),\(item)]"
            #expect(schema.certainlyAccepts(Array(text.utf8)), "\(length)")
            let wrong = text.replacing(#""b":"\n"}]"#, with: #""b":"n"}]"#)
            #expect(try schema.verdict(ofText: Array(wrong.utf8)) == .invalid, "\(length)")
            let noJSON = text.replacing(#"\n"}]"#, with: #"\q"}]"#)
            #expect(!schema.certainlyAccepts(Array(noJSON.utf8)), "\(length)")
        }
    }

    @Test func `nesting past the limits is not accepted without a parse`() throws {
        let schema = try compile("{}")
        let text =
            Array(String(repeating: "[", count: 20).utf8) + Array(String(repeating: "]", count: 20).utf8)
        #expect(schema.certainlyAccepts(text, limits: ParseLimits(maxDepth: 20)))
        #expect(!schema.certainlyAccepts(text, limits: ParseLimits(maxDepth: 19)))
        #expect(!schema.certainlyAccepts(text, limits: ParseLimits(maxBytes: 39)))
        let deep = [UInt8](repeating: UInt8(ascii: "["), count: 100_000)
        #expect(!schema.certainlyAccepts(deep))
    }

    @Test func `alternatives in alternatives take no longer than a few parses`() throws {
        let schema = try compile(
            ##"{"anyOf": [{"properties": {"a": {"$ref": "#"}, "x": {"type": "null"}}}, {"properties": {"a": {"$ref": "#"}}}], "required": ["a"]}"##
        )
        let text = String(repeating: #"{"a":"#, count: 60) + "{}" + String(repeating: #","x":1}"#, count: 60)
        #expect(try schema.verdict(ofText: Array(text.utf8)) == .invalid)
    }
}
