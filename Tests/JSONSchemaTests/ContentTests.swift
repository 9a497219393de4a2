import JSONCore
import JSONSchema
import Testing

struct ContentTests {
    private func violations(
        _ schema: String,
        _ value: String,
        dialect: Dialect = .draft7,
        assertsContent: Bool = true
    ) throws -> [Violation.Kind] {
        let compiled = try CompiledSchema(
            compiling: JSONDocument(schema),
            dialect: dialect,
            assertsContent: assertsContent
        )
        let document = try JSONDocument(value)
        let kinds = compiled.violations(in: document.root).map(\.kind)
        #expect(compiled.accepts(document) == kinds.isEmpty)
        return kinds
    }

    @Test(arguments: [
        ("", true), ("QQ==", true), ("QUI=", true), ("QUJD", true), ("+/+/", true), ("QU\\r\\nJD", true),
        ("Q", false), ("QQ", false), ("QQ=", false), ("QUJD=", false), ("=", false), ("Q=Q=", false),
        ("QQ==QQ==", false),
        ("QU D", false), ("QU%D", false), ("-_-_", false), ("QUJD\u{E9}", false),
    ])
    func `base64 has four characters for three bytes, padded at its end, in lines if need be`(
        _ text: String,
        _ isValid: Bool
    ) throws {
        let found = try violations(#"{"contentEncoding": "base64"}"#, "\"\(text)\"")
        #expect(found == (isValid ? [] : [.contentEncoding("base64")]))
    }

    @Test(
        arguments: [
            (#"{"contentMediaType": "application/json"}"#, #""[1, {}]""#, []),
            (
                #"{"contentMediaType": "application/json"}"#, #""[1, {]""#,
                [.contentMediaType("application/json")]
            ),
            (#"{"contentMediaType": "application/json"}"#, #""""#, [.contentMediaType("application/json")]),
            (
                #"{"contentMediaType": "Application/JSON; charset=utf-8"}"#, #""x""#,
                [.contentMediaType("Application/JSON; charset=utf-8")]
            ),
            (
                #"{"contentMediaType": "application/json", "contentEncoding": "base64"}"#, #""eyJhIjogMX0=""#,
                []
            ),
            (
                #"{"contentMediaType": "application/json", "contentEncoding": "BASE64"}"#, #""e30="# + "=\"",
                [.contentEncoding("BASE64")]
            ),
            (
                #"{"contentMediaType": "application/json", "contentEncoding": "base64"}"#, #""ezp9""#,
                [.contentMediaType("application/json")]
            ),
            (#"{"contentMediaType": "application/json", "contentEncoding": "base64"}"#, "{}", []),
            // What cannot be decoded here, and what is not JSON by its type, is an annotation.
            (
                #"{"contentMediaType": "application/json", "contentEncoding": "quoted-printable"}"#,
                #""=7B""#, []
            ),
            (#"{"contentMediaType": "text/html"}"#, #""{""#, []),
            (#"{"contentEncoding": "7bit"}"#, #""\u00e9""#, []),
        ] as [(String, String, [Violation.Kind])]
    )
    func `contents are JSON, or base64, or the one in the other`(
        _ schema: String,
        _ value: String,
        _ expected: [Violation.Kind]
    ) throws {
        #expect(try violations(schema, value) == expected)
    }

    private let schema = #"{"contentMediaType": "application/json", "contentEncoding": "base64"}"#

    @Test(arguments: Dialect.allCases) func `only draft 7 lets contents be asserted`(
        _ dialect: Dialect
    ) throws {
        let found = try violations(schema, #""%""#, dialect: dialect)
        #expect(found.isEmpty == (dialect != .draft7))
    }

    @Test func `they are annotations unless it is asked for`() throws {
        #expect(try violations(schema, #""%""#, assertsContent: false).isEmpty)
    }
}
