internal import JSONSchema

extension Probe {
    /// Names of members: very many, alike, or unusual.
    static func names(_ size: Int) -> [Probe] {
        [
            Probe(
                "many properties",
                properties(size - 10) { "p\($0)" },
                members(size - 10) { "p\($0)" },
                .verdict(.valid)
            ),
            Probe(
                "many properties with like ends",
                properties(size - 10, named: String.withLikeEnds),
                members(size - 10, named: String.withLikeEnds),
                .verdict(.valid)
            ),
            Probe(
                "100,001 schemas",
                properties(100_000) { "p\($0)" },
                "{}",
                .notCompiled(.tooManySchemas(limit: 100_000))
            ),
            Probe(
                "many names with like ends",
                "true",
                members(size, named: String.withLikeEnds),
                .verdict(.valid)
            ),
            Probe(
                "many required, the last one missing",
                required(size),
                members(size - 1) { "p\($0)" },
                .verdict(.invalid)
            ),
            Probe("many required, all missing", required(size), "{}", .verdict(.invalid)),
            Probe(
                "__proto__ and constructor",
                #"{"properties": {"__proto__": {"type": "string"}}, "required": ["constructor"]}"#,
                #"{"__proto__": "1"}"#,
                .verdict(.invalid)
            ),
            Probe(
                "names with NUL",
                #"{"properties": {"a\u0000": {"type": "integer"}, "a": false}, "additionalProperties": false}"#,
                #"{"a\u0000": 1}"#,
                .verdict(.valid)
            ),
        ]
    }

    private static func properties(_ count: Int, named name: (Int) -> String) -> String {
        let schemas = String.object(count) { #""\#(name($0))": {"type": "integer"}"# }
        return #"{"properties": \#(schemas), "additionalProperties": false}"#
    }

    private static func members(_ count: Int, named name: (Int) -> String) -> String {
        .object(count) { #""\#(name($0))": 1"# }
    }

    private static func required(_ count: Int, _ prefix: String = "p") -> String {
        #"{"type": "object", "required": \#(String.array(count) { #""\#(prefix)\#($0)""# })}"#
    }

    /// Objects that are looked at in many ways.
    static func objects(_ size: Int) -> [Probe] {
        let manyMembers = members(size / 10) { "p\($0)" }
        return [
            Probe(
                "many members that may be unevaluated",
                #"{"anyOf": [{"patternProperties": {"^p": {"type": "integer"}}}], "unevaluatedProperties": false}"#,
                manyMembers,
                .verdict(.valid)
            ),
            Probe(
                "many dependencies for many members",
                dependencies(size / 10, "dependentRequired") { #"["p\#($0)"]"# },
                manyMembers,
                .verdict(.undecided(.steps(10_000))),
                maxSteps: 10_000
            ),
            Probe(
                "many dependent schemas for many members",
                dependencies(size / 10, "dependentSchemas") { #"{"required": ["p\#($0)"]}"# },
                manyMembers,
                .verdict(.undecided(.steps(10_000))),
                maxSteps: 10_000
            ),
            Probe(
                "many patterns for many members",
                #"{"patternProperties": \#(String.object(size / 100) { #""^p\#($0)$": {"type": "integer"}"# })}"#,
                members(size / 100) { "p\($0)" },
                .verdict(.valid)
            ),
            Probe(
                "two alternatives of many required",
                #"{"anyOf": [\#(required(size / 2, "p")), \#(required(size / 2, "q"))]}"#,
                "{}",
                .verdict(.invalid)
            ),
            Probe(
                "many schemas beside one of many dependencies",
                besideDependencies(size / 10),
                "[{}]",
                .verdict(.valid)
            ),
            Probe(
                "many schemas beside one of many properties",
                besideLarge(size / 100, properties: size / 10),
                "[{}]",
                .verdict(.valid)
            ),
        ]
    }

    private static func dependencies(_ count: Int, _ keyword: String, _ demand: (Int) -> String) -> String {
        #"{"\#(keyword)": \#(String.object(count) { #""p\#($0)": \#(demand(count - 1 - $0))"# })}"#
    }

    private static func besideDependencies(_ count: Int) -> String {
        let large = dependencies(count, "dependentRequired") { _ in #"["x"]"# }
        let schemas = String.array(count) { ##"{"$ref": "#/$defs/large", "maxProperties": \##($0)}"## }
        return #"{"prefixItems": \#(schemas), "$defs": {"large": \#(large)}}"#
    }

    private static func besideLarge(_ count: Int, properties: Int) -> String {
        let large = String.object(properties) { #""p\#($0)": {"minLength": 1}"# }
        let schemas = String.array(count) {
            ##"{"$ref": "#/$defs/large", "properties": {"x": {"minLength": \##($0 + 1)}}}"##
        }
        return #"{"prefixItems": \#(schemas), "$defs": {"large": {"properties": \#(large)}}}"#
    }
}
