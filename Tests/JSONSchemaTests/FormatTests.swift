import JSONCore
import JSONSchema
import Testing

struct FormatTests {
    @Test(
        arguments: [
            ("date", Dialect.draft6, false), ("date", .draft7, true), ("uuid", .draft7, false),
            ("uuid", .draft201909, true), ("email", .draft4, true), ("iri", .draft6, false),
            ("uri-template", .draft4, false), ("uri-template", .draft6, true), ("color", .draft202012, false),
            ("plainHostname", .draft202012, false), ("Date", .draft202012, false),
        ] as [(String, Dialect, Bool)]
    )
    func `an edition defines the formats up to its own`(
        _ name: String,
        _ edition: Dialect,
        _ isDefined: Bool
    ) {
        #expect((Format.named(name, in: edition) != nil) == isDefined)
    }

    @Test func `formats are annotations unless they are to be asserted`() throws {
        let schema = try JSONDocument(#"{"format": "ipv4"}"#)
        let value = try JSONDocument(#""localhost""#)
        #expect(try CompiledSchema(compiling: schema).accepts(value))
        #expect(try !CompiledSchema(compiling: schema, assertsFormats: true).accepts(value))
    }

    @Test(arguments: [#"{"format": "color"}"#, #"{"format": "date"}"#])
    func `unknown formats and values that are no strings conform`(_ schema: String) throws {
        let compiled = try CompiledSchema(compiling: JSONDocument(schema), assertsFormats: true)
        for value in ["1", "null", "[\"x\"]", "{\"x\": \"y\"}", "\"2024-01-01\""] {
            #expect(try compiled.accepts(JSONDocument(value)), "\(value)")
        }
    }

    @Test func `a violation tells the format and where it is asked for`() throws {
        let schema = try JSONDocument(#"{"items": {"format": "date-time", "maxLength": 3}}"#)
        let compiled = try CompiledSchema(compiling: schema, assertsFormats: true)
        let violations = try compiled.explain(JSONDocument(#"["soon"]"#).root).violations
        let format = try #require(violations.first { $0.kind == .format("date-time") })
        #expect(violations.count == 2)
        #expect(format.kind.expected == "text of the format date-time")
        #expect(format.value.pointer.description == "/0")
        #expect(format.keywordLocation.description == "/items/format")
    }

    @Test func `a format that is no string is malformed where formats are asserted`() throws {
        let schema = try JSONDocument(#"{"format": 1}"#)
        let error = #expect(throws: SchemaError.self) {
            try CompiledSchema(compiling: schema, assertsFormats: true)
        }
        #expect(error?.problems.map(\.code) == [.malformedKeyword("format", expected: "a string")])
    }

    @Test(arguments: [true, false])
    func `a dialect with the vocabulary of assertion asserts formats`(_ isRequired: Bool) throws {
        var registry = SchemaRegistry()
        let vocabulary = "https://json-schema.org/draft/2020-12/vocab"
        let dialect = try JSONDocument(
            """
            {"$id": "https://example.com/dialect", "$schema": "https://json-schema.org/draft/2020-12/schema",
             "$vocabulary": {"\(vocabulary)/core": true, "\(vocabulary)/format-assertion": \(isRequired)}}
            """
        )
        try registry.add(dialect, at: "https://example.com/dialect")
        let text = #"{"$schema": "https://example.com/dialect", "format": "uuid"}"#
        let schema = try CompiledSchema(compiling: JSONDocument(text), registry: registry)
        #expect(try !schema.accepts(JSONDocument(#""x""#)))
        #expect(try schema.accepts(JSONDocument(#""f81d4fae-7dec-11d0-a765-00a0c91e6bf6""#)))
    }
}

extension FormatTests {
    /// Pieces that grammars branch on, so that random texts get deep into them.
    private static let pieces = [
        "", "a", "1", "0", ":", "::", "/", "?", "#", "@", "[", "]", "%", "%41", "{", "}", "(", ")", "\\",
        "\"", "-", ".", ",",
        "T", "Z", "P", "1D", "2020-01-01", "23:59:60", "+01:00", "http://", "v1.", "IPv6:", "1.2.3.4", "xn--",
        "xn--bcher-kva",
        "ü", "。", "א", "١", "\u{10FFFF}", "\u{0}", "\\p{L}", "\\u{41", "(?<n>", "{2,3}", "~", "~0", "\u{308}",
    ]

    @Test(arguments: Format.allCases)
    func `no text makes a format read past its end, and none is valid before a zero byte`(
        _ format: Format
    ) throws {
        var random = SeededGenerator(seed: 0x5EED)
        let pointers: [Format] = [.jsonPointer, .relativeJSONPointer, .regex]
        for _ in 0..<3_000 {
            let text = (0..<Int.random(in: 0..<7, using: &random)).map { _ in
                Self.pieces[Int.random(in: 0..<Self.pieces.count, using: &random)]
            }.joined()
            let document = try JSONDocument("[\(JSONText.quoted(text)), \(JSONText.quoted(text + "\u{0}"))]")
            let verdicts = document.root.elements.compactMap(\.utf8).map { $0.withUTF8(format.accepts) }
            #expect(verdicts.count == 2)
            if verdicts[0], !pointers.contains(format) {
                #expect(!verdicts[1], "\(format.name): \(text.debugDescription)")
            }
        }
    }
}
