internal import JSONSchema

extension Probe {
    /// Names of members.
    static var names: [Probe] {
        let alike = 100_000
        return [
            Probe("100,000 properties", schema: #"{"properties": \#(String.object(alike) { #""p\#($0)": {"type": "integer"}"# }), "additionalProperties": false}"#, value: .object(alike) { "\"p\($0)\": 1" }, .verdict(.valid)),
            Probe("100,000 properties with like ends", schema: #"{"properties": \#(String.object(alike) { #""\#(likeEnds($0))": {"type": "integer"}"# }), "additionalProperties": false}"#, value: .object(alike) { "\"\(likeEnds($0))\": 1" }, .verdict(.valid)),
            Probe("100,000 names with like ends", schema: "true", value: .object(alike) { "\"\(likeEnds($0))\": 1" }, .verdict(.valid)),
            Probe("100,000 required, the last one missing", schema: #"{"required": \#(String.array(alike) { "\"p\($0)\"" })}"#, value: .object(alike - 1) { "\"p\($0)\": 1" }, .verdict(.invalid)),
            Probe("100,000 required, all missing", schema: #"{"required": \#(String.array(alike) { "\"p\($0)\"" })}"#, value: "{}", .verdict(.invalid)),
            Probe("__proto__", schema: #"{"properties": {"__proto__": {"type": "integer"}}, "required": ["__proto__", "constructor"], "additionalProperties": false}"#, value: #"{"__proto__": 1, "constructor": 1}"#, .verdict(.invalid)),
            Probe("names with NUL", schema: #"{"properties": {"a\u0000": {"type": "integer"}, "a": false}, "required": ["a\u0000"], "additionalProperties": false}"#, value: #"{"a\u0000": 1}"#, .verdict(.valid)),
            Probe("patterns for 1,000 members", schema: #"{"patternProperties": \#(String.object(1_000) { #""^p\#($0)": {"type": "integer"}"# }), "additionalProperties": false}"#, value: .object(1_000) { "\"p\($0)\": 1" }, .verdict(.valid)),
        ]
    }

    private static func likeEnds(_ number: Int) -> String {
        let digits = String(number)
        return "property" + String(repeating: "0", count: 8 - digits.count) + digits + "property"
    }

    /// Numbers of any size.
    static var numbers: [Probe] {
        let long = String(repeating: "7", count: 1_000)
        let longer = String(repeating: "7", count: 10_000)
        return [
            Probe("multiple of 1e-300", schema: #"{"multipleOf": 1e-300}"#, value: "1e308", .verdict(.valid)),
            Probe("integer of 1,000 digits", schema: #"{"type": "integer", "multipleOf": 7, "minimum": \#(long), "maximum": \#(long)}"#, value: long, .verdict(.valid)),
            Probe("multiple of 1,000 digits", schema: #"{"multipleOf": 3\#(long)}"#, value: long + long, .verdict(.invalid)),
            Probe("multiple of 10,000 digits", schema: #"{"multipleOf": 3\#(longer)}"#, value: longer + longer, .verdict(.invalid)),
            Probe("integer of 1,000,000 digits", schema: #"{"type": "integer", "multipleOf": 7}"#, value: String(repeating: "7", count: 1_000_000), .verdict(.valid)),
            Probe("exponent 1,000,000,000", schema: #"{"type": "integer", "multipleOf": 1e1000000000, "minimum": 1e1000000000}"#, value: "1e1000000000", .verdict(.valid)),
            Probe("negative exponent 1,000,000,000", schema: #"{"multipleOf": 1e-1000000000, "maximum": 1}"#, value: "1e1000000000", .verdict(.invalid)),
            Probe("exponent past 64 bits", schema: #"{"type": "integer", "minimum": 1e99999999999999999998}"#, value: "1e99999999999999999999", .verdict(.valid)),
            Probe("100,000 numbers past Double", schema: unique, value: .array(100_000) { "1e\($0 + 400)" }, .verdict(.valid)),
            Probe("100,000 numbers of one Double", schema: unique, value: .array(100_000) { "0.1\(String(repeating: "0", count: 20))\($0)1" }, .verdict(.valid)),
            Probe("enumeration of 100,000 numbers past Double", schema: #"{"items": {"enum": \#(String.array(100_000) { "1e\($0 + 400)" })}}"#, value: .array(1_000) { "1e\($0 + 400)" }, .verdict(.valid)),
        ]
    }

    private static var unique: String { #"{"uniqueItems": true}"# }

    /// Long arrays.
    static var arrays: [Probe] {
        [
            Probe("100,000 unique integers", schema: unique, value: .array(100_000) { String($0) }, .verdict(.valid)),
            Probe("100,000 unique objects", schema: unique, value: .array(100_000) { #"{"id":\#($0)}"# }, .verdict(.valid)),
            Probe("20,000 unique objects", schema: unique, value: .array(20_000) { #"{"id":\#($0)}"# }, .verdict(.valid)),
            Probe("100,000 unique strings with like ends", schema: unique, value: .array(100_000) { "\"\(likeEnds($0))\"" }, .verdict(.valid)),
            Probe("unique on 900 levels", schema: ##"{"uniqueItems": true, "items": {"$ref": "#"}}"##, value: .nested(900, "[0,1,2,3,4,5,6,7,8,", .array(100_000) { String($0) }, "]"), .verdict(.valid)),
            Probe("enumeration on 900 levels", schema: ##"{"anyOf": [{"enum": [[0]]}, {"items": {"$ref": "#"}}]}"##, value: .nested(900, "[", .array(100_000) { String($0) }, "]"), .verdict(.valid)),
            Probe("contains at least 50,000 of 100,000", schema: #"{"contains": {"maximum": 50000}, "minContains": 50000, "maxContains": 50001}"#, value: .array(100_000) { String($0) }, .verdict(.valid)),
        ]
    }

    /// Large objects.
    static var objects: [Probe] {
        [
            Probe("10,000 members unevaluated", schema: #"{"anyOf": [{"patternProperties": {"^p": {"type": "integer"}}}], "unevaluatedProperties": false}"#, value: .object(10_000) { "\"p\($0)\": 1" }, .verdict(.valid)),
            Probe("10,000 dependencies, 10,000 members", schema: #"{"dependentRequired": \#(String.object(10_000) { "\"p\($0)\": [\"p\(9_999 - $0)\"]" })}"#, value: .object(10_000) { "\"p\($0)\": 1" }, .verdict(.valid)),
            Probe("10,000 dependent schemas, 10,000 members", schema: #"{"dependentSchemas": \#(String.object(10_000) { "\"p\($0)\": {\"required\": [\"p\(9_999 - $0)\"]}" })}"#, value: .object(10_000) { "\"p\($0)\": 1" }, .verdict(.valid)),
        ]
    }

    /// Large schemas.
    static var tables: [Probe] {
        [
            Probe("enumeration of 100,000 strings", schema: #"{"items": {"enum": \#(String.array(100_000) { "\"value \($0)\"" })}}"#, value: .array(100_000) { "\"value \($0)\"" }, .verdict(.valid)),
            Probe("enumeration of 100,000 strings with like ends", schema: #"{"items": {"enum": \#(String.array(100_000) { "\"\(likeEnds($0))\"" })}}"#, value: .array(100_000) { "\"\(likeEnds($0))\"" }, .verdict(.valid)),
            Probe("enumeration of 100,000 integers", schema: #"{"items": {"enum": \#(String.array(100_000) { String($0) })}}"#, value: .array(100_000) { String($0) }, .verdict(.valid)),
            Probe("enumeration of 100,000 objects", schema: #"{"items": {"enum": \#(String.array(100_000) { #"{"id": \#($0)}"# })}}"#, value: .array(100_000) { #"{"id": \#($0)}"# }, .verdict(.valid)),
            Probe("1,000 schemas beside one of 10,000 properties", schema: joined(1_000, properties: 10_000), value: "[{}]", .verdict(.valid)),
            Probe("two unlike schemas of 2,000 properties, recursive", schema: products(2_000), value: "{}", .verdict(.valid)),
        ]
    }

    private static func joined(_ count: Int, properties: Int) -> String {
        let large = String.object(properties) { #""p\#($0)": {"minLength": 1}"# }
        let schemas = String.array(count) { ##"{"$ref": "#/$defs/large", "properties": {"x": {"minLength": \##($0 + 1)}}}"## }
        return #"{"prefixItems": \#(schemas), "$defs": {"large": {"properties": \#(large)}}}"#
    }

    private static func products(_ count: Int) -> String {
        func side(_ other: String) -> String {
            String.object(count) { ##""p\##($0)": {"minLength": \##($0), "properties": {"x": {"$ref": "#/$defs/\##(other)"}}, "additionalProperties": {"$ref": "#"}}"## }
        }
        return ##"{"allOf": [{"$ref": "#/$defs/a"}, {"$ref": "#/$defs/b"}], "$defs": {"a": {"properties": \##(side("b"))}, "b": {"properties": \##(side("a")), "additionalProperties": {"$ref": "#/$defs/a"}}}}"##
    }
}
