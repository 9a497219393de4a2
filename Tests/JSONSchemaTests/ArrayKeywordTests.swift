import JSONCore
import JSONSchema
import Testing

struct ArrayKeywordTests {
    @Test(
        arguments: [
            SchemaCase.accepts(
                #"{"prefixItems": [{"type": "string"}, {"type": "number"}]}"#,
                "[]",
                "[\"a\"]",
                "[\"a\", 1, null]"
            ),
            SchemaCase.refuses(
                #"{"prefixItems": [{"type": "string"}, {"type": "number"}]}"#,
                "[1]",
                "[\"a\", \"b\"]"
            ),
            SchemaCase.accepts(
                #"{"prefixItems": [true], "items": {"type": "null"}}"#,
                "[1]",
                "[1, null, null]"
            ),
            SchemaCase.refuses(#"{"prefixItems": [true], "items": {"type": "null"}}"#, "[1, null, 2]"),
            SchemaCase.refuses(#"{"prefixItems": [true], "items": false}"#, "[1, 2]"),
            SchemaCase.accepts(
                #"{"items": {"type": "number"}}"#,
                "[1, 2.5, 1e400, 18446744073709551615]",
                "{\"a\": \"b\"}"
            ),
            SchemaCase.refuses(#"{"items": {"type": "number"}}"#, "[1, 2, \"3\"]", "[[1]]"),
            SchemaCase.accepts(#"{"items": {"type": ["string", "array"]}}"#, "[\"a\", [1, 2], \"b\"]"),
            SchemaCase.refuses(#"{"items": {"type": "integer"}}"#, "[1, 2, 2.5]"),
        ].flatMap(\.self)
    )
    func `prefixItems and items share the array`(_ example: SchemaCase) throws { try example.check() }

    @Test(
        arguments: [
            SchemaCase.accepts(#"{"contains": {"const": 1}}"#, "[0, 1]", "{}"),
            SchemaCase.refuses(#"{"contains": {"const": 1}}"#, "[]", "[0, true]"),
            SchemaCase.accepts(#"{"contains": {"const": 1}, "minContains": 0}"#, "[]", "[0]"),
            SchemaCase.accepts(
                #"{"contains": {"const": 1}, "minContains": 2, "maxContains": 3}"#,
                "[1, 1]",
                "[1, 0, 1, 1]"
            ),
            SchemaCase.refuses(
                #"{"contains": {"const": 1}, "minContains": 2, "maxContains": 3}"#,
                "[1]",
                "[1, 1, 1, 1]"
            ),
            SchemaCase.accepts(#"{"minContains": 2, "maxContains": 0}"#, "[1]"),
            SchemaCase.refuses(#"{"minItems": 1, "maxItems": 2}"#, "[]", "[1, 2, 3]"),
        ].flatMap(\.self)
    )
    func `contains counts between its limits`(_ example: SchemaCase) throws { try example.check() }

    @Test(
        arguments: [
            SchemaCase.refuses(
                #"{"uniqueItems": true}"#,
                "[1, 1.0]",
                "[{\"a\": 1, \"b\": 2}, {\"b\": 2, \"a\": 1.0}]",
                "[0, -0.0]",
                "[[1], [1e0]]",
                "[\"é\", \"\\u00e9\"]",
                "[1e400, 10e399]",
                "[null, null]"
            ),
            SchemaCase.accepts(
                #"{"uniqueItems": true}"#,
                "[1, true]",
                "[0, false]",
                "[\"1\", 1]",
                "[{\"a\": 1}, {\"a\": 2}]",
                "[[1, 2], [2, 1]]",
                "[\"é\", \"e\u{301}\"]",
                "[9007199254740993, 9007199254740992.0]",
                "[0.1, 0.10000000000000000001]",
                "[{}, []]"
            ),
            SchemaCase.accepts(#"{"uniqueItems": false}"#, "[1, 1]"),
        ].flatMap(\.self)
    )
    func `uniqueness goes by value`(_ example: SchemaCase) throws { try example.check() }

    @Test(arguments: [9, 100, 5_000])
    func `a repetition is found in long arrays too`(_ count: Int) throws {
        let schema = try compile(#"{"uniqueItems": true}"#)
        let items = (0..<count).map { "{\"id\": \($0), \"name\": \"n\($0)\"}" }
        #expect(try schema.accepts(JSONDocument("[\(items.joined(separator: ","))]")))
        let repeated = try schema.violations(
            in: JSONDocument("[\((items + ["{\"name\": \"n3\", \"id\": 3.0}"]).joined(separator: ","))]").root
        )
        #expect(repeated.map(\.kind) == [.uniqueItems(first: 3, second: count)])
    }

    /// All of each kind round to one double, or are past its range.
    @Test(arguments: ["1e4", "1.00000000000000000000000", "12345678901234567890123456789"])
    func `numbers are told apart by their digits`(_ prefix: String) throws {
        let schema = try compile(#"{"uniqueItems": true, "items": {"enum": [\#(prefix)10, \#(prefix)11]}}"#)
        #expect(try schema.accepts(JSONDocument("[\(prefix)10, \(prefix)11]")))
        #expect(try !schema.accepts(JSONDocument("[\(prefix)10, \(prefix)10]")))
        #expect(try !schema.accepts(JSONDocument("[\(prefix)12]")))
        let numbers = (10..<40).map { "\(prefix)\($0)" }
        let unique = try compile(#"{"uniqueItems": true}"#)
        #expect(try unique.accepts(JSONDocument("[\(numbers.joined(separator: ","))]")))
        let repeated = try JSONDocument("[\((numbers + [numbers[7]]).joined(separator: ","))]")
        #expect(unique.violations(in: repeated.root).map(\.kind) == [.uniqueItems(first: 7, second: 30)])
    }
}
