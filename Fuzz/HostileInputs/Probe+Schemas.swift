internal import JSONSchema

extension Probe {
    /// References and dynamic references that go round, and fans of them.
    static var loops: [Probe] {
        [
            Probe("self-reference", schema: ##"{"$ref": "#"}"##, value: "1", cycle(["#", "#"])),
            Probe(
                "cycle of allOf",
                schema: ##"{"allOf": [{"allOf": [{"$ref": "#"}]}]}"##,
                value: "1",
                cycle(["#", "#/allOf/0", "#/allOf/0/allOf/0", "#"])
            ),
            Probe(
                "cycle of dynamic references",
                schema: ##"{"$dynamicAnchor": "x", "anyOf": [{"$dynamicRef": "#x"}]}"##,
                value: "1",
                cycle(["#", "#/anyOf/0", "#"])
            ),
            Probe("fan of 2^60 references", schema: fan(60, of: "allOf"), value: "2", .verdict(.invalid)),
            Probe("fan of 2^60 choices", schema: fan(60, of: "anyOf"), value: "2", .verdict(.invalid)),
            Probe(
                "10,000 identifiers that refer to each other",
                schema: identifiers(10_000),
                value: String.nested(500, "[", "1", "]"),
                .verdict(.valid)
            ),
            Probe(
                "10,000 references that lead nowhere",
                schema: unresolvable(10_000),
                value: "1",
                .notCompiled(
                    .unresolvableReference("nowhere", uri: "http://e/nowhere", knownDocuments: ["http://e/"])
                )
            ),
            Probe(
                "3,000 resources with 3,000 references that lead nowhere",
                schema: resourcesThatReferNowhere(3_000),
                value: "1",
                .notCompiled(.duplicateIdentifier(""))
            ),
            Probe("dynamic scopes without number", schema: scopes(16), value: "1", .notCompiled(.tooManySchemas(limit: 100_000))),
            Probe("large dynamic scopes", schema: largeScopes(16, anchors: 1_000), value: "1", .notCompiled(.tooManySchemas(limit: 100_000))),
        ]
    }

    private static func cycle(_ way: [String]) -> Outcome { .notCompiled(.referenceCycle(way)) }

    private static func fan(_ height: Int, of keyword: String) -> String {
        let levels = String.list(height) { level in
            let next = ##"{"$ref": "#/$defs/\##(level + 1)"}"##
            return #""\#(level)": {"\#(keyword)": [\#(next), \#(next)]}"#
        }
        return ##"{"$ref": "#/$defs/0", "$defs": {\##(levels), "\##(height)": {"const": 1}}}"##
    }

    private static func identifiers(_ count: Int) -> String {
        let definitions = String.object(count) { number in
            #""\#(number)": {"$id": "http://e/\#(number)", "items": {"$ref": "\#((number + 1) % count)"}}"#
        }
        return #"{"$id": "http://e/", "$ref": "http://e/0", "$defs": \#(definitions)}"#
    }

    private static func unresolvable(_ count: Int) -> String {
        #"{"$id": "http://e/", "allOf": \#(String.array(count) { _ in #"{"$ref": "nowhere"}"# })}"#
    }

    private static func resourcesThatReferNowhere(_ count: Int) -> String {
        let definitions = String.object(count) { number in
            #""\#(number)": {"$id": "http://e/\#(number)", "$ref": "nowhere/\#(number)"}"#
        }
        let references = String.array(count) { #"{"$ref": "http://e/\#($0)"}"# }
        return #"{"$id": "http://e/", "allOf": \#(references), "$defs": \#(definitions)}"#
    }

    /// Resources that may be entered in any order, each with an anchor of its own.
    private static func scopes(_ count: Int) -> String { largeScopes(count, anchors: 1) }

    private static func largeScopes(_ count: Int, anchors: Int) -> String {
        let definitions = String.object(count) { number in
            let references = String.list(count) { #"{"items": {"$ref": "http://e/\#($0)"}}"# }
            let anchors = String.object(anchors) { ##""\##($0)": {"$dynamicAnchor": "a\##(number)-\##($0)", "$dynamicRef": "#a\##(number)-\##($0)"}"## }
            return #""\#(number)": {"$id": "http://e/\#(number)", "anyOf": [\#(references)], "$defs": \#(anchors)}"#
        }
        return #"{"$id": "http://e/", "$ref": "http://e/0", "$defs": \#(definitions)}"#
    }

    /// Nesting of schemas and of values.
    static var depths: [Probe] {
        let anyDepth = ##"{"items": {"$ref": "#"}}"##
        return [
            Probe("value 1,000 deep", schema: anyDepth, value: .nested(1_000, "[", "]"), .verdict(.valid)),
            Probe("value 100,000 deep", schema: anyDepth, value: .nested(100_000, "[", "]"), .notRead(.tooDeep(limit: 1_000))),
            Probe(
                "value 100,000 deep behind the parser",
                schema: anyDepth,
                value: .nested(100_000, "[", "]"),
                .verdict(.undecided(.depth(2_500))),
                maxDepth: 200_000
            ),
            Probe(
                "value 100,000 deep, all unique and none of an enumeration",
                schema: #"{"uniqueItems": true, "not": {"enum": [[1]]}}"#,
                value: "[" + .nested(100_000, "[", "]") + "," + .nested(100_000, "[", "2", "]") + "]",
                .verdict(.valid),
                maxDepth: 200_000
            ),
            Probe(
                "constant 100,000 deep",
                schema: #"{"const": \#(String.nested(100_000, #"{"a":["#, "]}"))}"#,
                value: .nested(100_000, #"{"a":["#, "]}"),
                .verdict(.valid),
                maxDepth: 400_000
            ),
            Probe("schema 400 deep", schema: .nested(400, #"{"items":"#, "false", "}"), value: "[]", .verdict(.valid)),
            Probe("schema 100,000 deep", schema: .nested(100_000, #"{"items":"#, "{}", "}"), value: "[]", .notRead(.tooDeep(limit: 1_000))),
            Probe("schema 100,000 deep behind the parser", schema: .nested(100_000, #"{"items":"#, "{}", "}"), value: "[]", .notCompiled(.tooDeep(limit: 1_000)), maxDepth: 200_000),
            Probe("900 schemas on one value", schema: .nested(450, #"{"allOf":["#, "{}", "]}"), value: "[]", .verdict(.valid)),
            Probe("chain of 100,000 references", schema: chain(99_000), value: "1", .notCompiled(.tooDeep(limit: 1_000))),
        ]
    }

    private static func chain(_ length: Int) -> String {
        let links = String.list(length) { ##""\##($0)": {"$ref": "#/$defs/\##($0 + 1)"}"## }
        return ##"{"$ref": "#/$defs/0", "$defs": {\##(links), "\##(length)": true}}"##
    }

    /// Recursive choices, and choices of many branches.
    static var choices: [Probe] {
        let deep = String.nested(24, "[", "1", "]")
        let two = ##"{"type": "array", "items": {"$ref": "#"}, "minItems": 0}, {"type": "array", "items": {"$ref": "#"}, "maxItems": 99}"##
        let branches = String.array(5_000) { #"{"required": ["p\#($0)"]}"# }
        return [
            Probe("recursive anyOf, 24 deep", schema: #"{"anyOf": [\#(two)]}"#, value: deep, .verdict(.invalid)),
            Probe("recursive oneOf, 24 deep", schema: #"{"oneOf": [\#(two)]}"#, value: deep, .verdict(.invalid)),
            Probe("anyOf of 5,000 required", schema: #"{"anyOf": \#(branches)}"#, value: #"{"p4999": 1}"#, .verdict(.valid)),
            Probe("anyOf of 5,000 required, 10,000 members", schema: #"{"anyOf": \#(branches)}"#, value: .object(10_000) { "\"q\($0)\": 1" }, .verdict(.invalid)),
            Probe("oneOf of 5,000 required, 10,000 members", schema: #"{"oneOf": \#(branches)}"#, value: .object(10_000) { "\"q\($0)\": 1" }, .verdict(.invalid)),
            Probe("catastrophic pattern", schema: #"{"pattern": "^(a+)+$"}"#, value: "\"" + String(repeating: "a", count: 40) + "!\"", .verdict(.invalid)),
        ]
    }
}
