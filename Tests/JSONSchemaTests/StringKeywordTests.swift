import JSONCore
import JSONSchema
import Testing

struct StringKeywordTests {
    @Test(
        arguments: [
            SchemaCase.accepts(#"{"maxLength": 1}"#, "\"😀\"", "\"a\"", "\"\"", "12"),
            SchemaCase.refuses(#"{"maxLength": 1}"#, "\"e\u{301}\"", "\"ab\"", "\"🇸🇪\""),
            SchemaCase.accepts(#"{"minLength": 9}"#, "\"ééééééééé\"", "\"a😀aaaaaaaa\"", "\"123456789\""),
            SchemaCase.refuses(#"{"minLength": 9}"#, "\"éééééééé\"", "\"😀😀😀😀\"", "\"12345678\""),
            SchemaCase.accepts(#"{"maxLength": 1e100, "minLength": 0.0}"#, "\"abc\""),
        ].flatMap(\.self)
    )
    func `length is counted in code points`(_ example: SchemaCase) throws { try example.check() }

    @Test(
        arguments: [
            SchemaCase.accepts(#"{"const": "é"}"#, "\"é\"", "\"\\u00e9\""),
            SchemaCase.refuses(#"{"const": "é"}"#, "\"e\u{301}\"", "\"é \""),
            SchemaCase.accepts(#"{"enum": ["a", "", "a\u0000b"]}"#, "\"\"", "\"a\"", "\"a\\u0000b\""),
            SchemaCase.refuses(#"{"enum": ["a", "a\u0000b"]}"#, "\"a\\u0000\"", "\"a\\u0000c\"", "\"A\""),
        ].flatMap(\.self)
    )
    func `strings are equal by their bytes`(_ example: SchemaCase) throws { try example.check() }

    @Test(arguments: [1, 16, 17, 40, 500])
    func `every value of an enumeration is found, and no other`(_ count: Int) throws {
        let names = (0..<count).map { "a-rather-long-name-\($0 * 7919)-of-a-value" }
        let schema = try compile("{\"enum\": [\(names.map { "\"\($0)\"" }.joined(separator: ","))]}")
        for name in names { #expect(try schema.accepts(JSONDocument("\"\(name)\""))) }
        #expect(try !schema.accepts(JSONDocument("\"a-rather-long-name-1-of-a-value\"")))
        #expect(try !schema.accepts(JSONDocument("\"a-rather-long-nbme-0-of-a-value\"")))
    }
}
