import Drift
import JSONCore
import Testing

/// What one object breaks in a union hides nothing else of it.
@Suite struct UnionTests {
    private static let person = #"""
        {"type": "object", "required": ["name"], "properties": {
          "kind": {"const": "P"}, "name": {"type": "string"}, "state": {"type": "string", "x-known-values": ["a"]},
          "url": {"type": "string", "format": "uri"}, "n": {"type": "integer"}}}
        """#
    private static let other = #"""
        {"type": "object", "required": ["q"], "properties": {"kind": {"const": "Q"}, "q": {"type": "integer"}}}
        """#
    private static let value = #""name": null, "state": "z", "url": "no url", "n": 3.0, "new": 1"#
    private static let facts = [
        "null-introduced breaking name", "value-added warning state", "format-changed warning url",
        "lexical-change info n", "field-added info new",
    ]

    /// A schema with its person at a path, and what stands before and behind the person's members in a value.
    struct Form: CustomTestStringConvertible, Sendable {
        let schema: String
        let path: String
        let before: String
        let behind: String

        var testDescription: String { schema }
    }

    private static let forms = ["anyOf", "oneOf"].flatMap { word in
        [
            Form(
                schema: #"{"\#(word)": [\#(person), {"type": "null"}]}"#,
                path: "",
                before: "{",
                behind: "}"
            ),
            Form(
                schema:
                    ##"{"\##(word)": [{"type": "null"}, {"$ref": "#/$defs/p"}], "$defs": {"p": \##(person)}}"##,
                path: "",
                before: "{",
                behind: "}"
            ),
            Form(
                schema: #"{"items": {"\#(word)": [\#(other), \#(person)]}}"#,
                path: "/*",
                before: #"[{"kind": "Q", "q": 1}, {"kind": "P", "#,
                behind: "}]"
            ),
            Form(
                schema: #"{"additionalProperties": {"\#(word)": [{"type": "string"}, \#(person)]}}"#,
                path: "/k",
                before: #"{"j": "x", "k": {"#,
                behind: "}}"
            ),
            Form(schema: #"{"\#(word)": [\#(person), \#(other)]}"#, path: "", before: "{", behind: "}"),
            Form(
                schema:
                    #"{"\#(word)": [{"properties": {"p": {"\#(word)": [\#(person), {"type": "null"}]}}}]}"#,
                path: "/p",
                before: #"{"p": {"#,
                behind: "}}"
            ),
        ]
    }

    @Test(arguments: forms) func `what breaks a branch hides nothing else of the object`(form: Form) throws {
        let found = try findings(form.schema, form.before + Self.value + form.behind)
        let told = found.map { "\($0.kind.rawValue) \($0.severity) \($0.path)" }
        for fact in Self.facts {
            let words = fact.split(separator: " ")
            #expect(told.contains("\(words[0]) \(words[1]) \(form.path)/\(words[2])"), "\(told)")
        }
        #expect(found.count { $0.severity == .breaking } == 1, "\(told)")
    }

    @Test func `what a branch describes is not told where it cannot be known which is meant`() throws {
        let schema = #"{"anyOf": [\#(Self.person), {"type": "object", "required": ["b"]}]}"#
        let found = try findings(schema, #"{"state": "z"}"#)
        #expect(!found.contains { $0.kind == .valueAdded })
    }
}
