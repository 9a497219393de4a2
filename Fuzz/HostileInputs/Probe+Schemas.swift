internal import JSONSchema

extension Probe {
    /// References that go round, lead nowhere, or are very many.
    static func references(_ size: Int) -> [Probe] {
        [
            Probe("a reference to itself", ##"{"$ref": "#"}"##, "1", cycle("#", "#")),
            Probe(
                "a cycle of allOf",
                ##"{"allOf": [{"allOf": [{"$ref": "#"}]}]}"##,
                "1",
                cycle("#", "#/allOf/0", "#/allOf/0/allOf/0", "#")
            ),
            Probe(
                "a cycle of dynamic references",
                ##"{"$dynamicAnchor": "x", "anyOf": [{"$dynamicRef": "#x"}]}"##,
                "1",
                cycle("#", "#/anyOf/0", "#")
            ),
            Probe("2^60 ways by allOf", fan(60, of: "allOf"), "2", .verdict(.invalid)),
            Probe("2^60 ways by anyOf", fan(60, of: "anyOf"), "2", .verdict(.invalid)),
            Probe("a long chain of references", chain(size / 2), "1", .notCompiled(.tooDeep(limit: 1_000))),
            Probe(
                "many identifiers that refer to each other",
                identifiers(size / 10),
                .nested(500, "[", "1", close: "]"),
                .verdict(.valid)
            ),
            Probe(
                "many references into a long array",
                #"{"allOf": \#(String.array(size / 2) { ##"{"$ref": "#/$defs/long/\##($0)"}"## }), "$defs": {"long": \#(String.array(size / 2) { _ in "true" })}}"#,
                "1",
                .verdict(.valid)
            ),
            Probe(
                "many identifiers beside many unknown keywords",
                identifiers(size / 10, beside: .list(size) { #""x\#($0)": 1"# }),
                "[]",
                .verdict(.valid)
            ),
            Probe("many references that lead nowhere", leadingNowhere(size / 20), "1", nowhere(size / 20)),
        ]
    }

    private static func cycle(_ way: String...) -> Outcome { .notCompiled(.referenceCycle(way)) }

    private static func fan(_ height: Int, of keyword: String) -> String {
        let levels = String.list(height) { level in
            let next = ##"{"$ref": "#/$defs/\##(level + 1)"}"##
            return #""\#(level)": {"\#(keyword)": [\#(next), \#(next)]}"#
        }
        return ##"{"$ref": "#/$defs/0", "$defs": {\##(levels), "\##(height)": {"const": 1}}}"##
    }

    private static func chain(_ length: Int) -> String {
        let links = String.list(length) { ##""\##($0)": {"$ref": "#/$defs/\##($0 + 1)"}"## }
        return ##"{"$ref": "#/$defs/0", "$defs": {\##(links), "\##(length)": true}}"##
    }

    private static func identifiers(_ count: Int, beside other: String = #""title": """#) -> String {
        let definitions = String.object(count) { number in
            #""\#(number)": {"$id": "http://e/\#(number)", "items": {"$ref": "\#((number + 1) % count)"}}"#
        }
        return #"{"$id": "http://e/", "$ref": "http://e/0", "$defs": \#(definitions), \#(other)}"#
    }

    private static func leadingNowhere(_ count: Int) -> String {
        let definitions = String.object(count) { number in
            #""\#(number)": {"$id": "http://e/\#(number)", "$ref": "nowhere/\#(number)"}"#
        }
        let references = String.array(count) { #"{"$ref": "http://e/\#($0)"}"# }
        return #"{"$id": "http://e/", "allOf": \#(references), "$defs": \#(definitions)}"#
    }

    private static func nowhere(_ count: Int) -> Outcome {
        let reference = "nowhere/\(count - 1)"
        let some = ["http://e/"] + (0..<19).map { "http://e/\($0)" }
        return .notCompiled(
            .unresolvableReference(reference, uri: "http://e/" + reference, knownDocuments: some.sorted())
        )
    }

    /// Dynamic scopes: resources that are entered in any order, each with anchors of its own.
    static func scopes(_ size: Int) -> [Probe] {
        let tooMany = Outcome.notCompiled(.tooManySchemas(limit: 100_000))
        return [
            Probe("dynamic scopes without number", resources(16, anchors: 1), "1", tooMany),
            Probe("dynamic scopes of many anchors", resources(16, anchors: size / 100), "1", tooMany),
        ]
    }

    private static func resources(_ count: Int, anchors: Int) -> String {
        let definitions = String.object(count) { number in
            let references = String.array(count) { #"{"items": {"$ref": "http://e/\#($0)"}}"# }
            let anchors = String.object(anchors) { anchor in
                let name = "a\(number)-\(anchor)"
                return ##""\##(anchor)": {"$dynamicAnchor": "\##(name)", "$dynamicRef": "#\##(name)"}"##
            }
            return
                #""\#(number)": {"$id": "http://e/\#(number)", "anyOf": \#(references), "$defs": \#(anchors)}"#
        }
        return #"{"$id": "http://e/", "$ref": "http://e/0", "$defs": \#(definitions)}"#
    }

    /// Nesting, of schemas and of values.
    static var depths: [Probe] {
        let anyDepth = ##"{"items": {"$ref": "#"}}"##
        let (deepValue, deepSchema) = (nestedArrays(100_000), nestedItems(100_000))
        return [
            Probe("a value 1,000 deep", anyDepth, nestedArrays(1_000), .verdict(.valid)),
            Probe("a value 100,000 deep", anyDepth, deepValue, .notRead(.tooDeep(limit: 1_000))),
            Probe(
                "a value 100,000 deep behind the parser",
                anyDepth,
                deepValue,
                .verdict(.undecided(.depth(2_500))),
                maxDepth: 200_000
            ),
            Probe(
                "two values 100,000 deep, unique and not in an enumeration",
                #"{"uniqueItems": true, "items": {"not": {"enum": [[1]]}}}"#,
                "[\(deepValue), \(nestedArrays(100_000, around: "2"))]",
                .verdict(.valid),
                maxDepth: 200_000
            ),
            Probe(
                "a constant 100,000 deep",
                #"{"const": {"a": \#(deepValue)}}"#,
                #"{"a": \#(deepValue)}"#,
                .verdict(.valid),
                maxDepth: 200_000
            ),
            Probe("a schema 900 deep", nestedItems(900), "[]", .verdict(.valid)),
            Probe("a schema 100,000 deep", deepSchema, "[]", .notRead(.tooDeep(limit: 1_000))),
            Probe(
                "a schema 100,000 deep behind the parser",
                deepSchema,
                "[]",
                .notCompiled(.tooDeep(limit: 1_000)),
                maxDepth: 200_000
            ),
            Probe(
                "900 schemas on one value",
                .nested(450, #"{"allOf":["#, "{}", close: "]}"),
                "[]",
                .verdict(.valid)
            ),
        ]
    }

    private static func nestedArrays(_ depth: Int, around inner: String = "") -> String {
        .nested(depth, "[", inner, close: "]")
    }

    private static func nestedItems(_ depth: Int) -> String {
        .nested(depth, #"{"items":"#, "{}", close: "}")
    }

    /// Recursive choices, and choices of many branches.
    static func choices(_ size: Int) -> [Probe] {
        let two = ##"[{"items": {"$ref": "#"}, "minItems": 0}, {"items": {"$ref": "#"}, "maxItems": 99}]"##
        let deep = nestedArrays(24, around: "1")
        let branches = String.array(5_000) { #"{"required": ["p\#($0)"]}"# }
        let members = String.object(size / 10) { #""q\#($0)": 1"# }
        return [
            Probe("anyOf on 24 levels", #"{"type": "array", "anyOf": \#(two)}"#, deep, .verdict(.invalid)),
            Probe("oneOf on 24 levels", #"{"type": "array", "oneOf": \#(two)}"#, deep, .verdict(.invalid)),
            Probe("5,000 alternatives", #"{"anyOf": \#(branches)}"#, #"{"p4999": 1}"#, .verdict(.valid)),
            Probe(
                "5,000 alternatives for many members",
                #"{"oneOf": \#(branches)}"#,
                members,
                .verdict(.undecided(.steps(10_000))),
                maxSteps: 10_000
            ),
            Probe(
                "5,000 alternatives for each of many objects",
                #"{"items": {"anyOf": \#(branches)}}"#,
                .array(size / 10) { #"{"p\#(4_999 - $0 % 10)": 1}"# },
                .verdict(.undecided(.steps(10_000))),
                maxSteps: 10_000
            ),
            Probe(
                "a catastrophic pattern",
                #"{"pattern": "^(a+)+$"}"#,
                "\"" + String(repeating: "a", count: 40) + "!\"",
                .verdict(.invalid)
            ),
        ]
    }
}
