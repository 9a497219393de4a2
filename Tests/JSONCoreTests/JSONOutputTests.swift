import JSONCore
import Testing

struct JSONOutputTests {
    private let value = JSONOutput.object([
        ("a\n", .array([.number(1), .null, .bool(true)])), ("b", .object([])), ("c", .array([])),
    ])

    @Test func `it is escaped and indented`() {
        #expect(
            value.rendered
                == "{\n  \"a\\n\": [\n    1,\n    null,\n    true\n  ],\n  \"b\": {},\n  \"c\": []\n}\n"
        )
    }

    @Test func `it has a form of one line`() {
        #expect(value.compact == #"{"a\n":[1,null,true],"b":{},"c":[]}"#)
    }

    @Test func `a mark that joins the quote before it stays`() {
        let output = JSONOutput.object([("\u{FF9F}a", .text("\u{301}\u{0}\u{301}"))])
        let expected = "{\"\u{FF9F}a\":\"\u{301}\\u0000\u{301}\"}"
        #expect(Array(output.compact.utf8) == Array(expected.utf8))
    }

    @Test func `a value of a document keeps its order and the text of its numbers`() throws {
        let document = try JSONDocument(#"{ "b": 1.50, "a": 12345678901234567890123 }"#)
        #expect(
            JSONOutput.array([.value(document.root)]).compact == #"[{"b":1.50,"a":12345678901234567890123}]"#
        )
    }
}
