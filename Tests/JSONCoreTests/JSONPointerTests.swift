import JSONCore
import Testing

struct JSONPointerTests {
    // The examples of RFC 6901 §5.
    static let document =
        #"{"foo":["bar","baz"],"":0,"a/b":1,"c%d":2,"e^f":3,"g|h":4,"i\\j":5,"k\"l":6," ":7,"m~n":8}"#

    @Test(arguments: [
        ("/foo/0", #""bar""#), ("/", "0"), ("/a~1b", "1"), ("/c%d", "2"), ("/e^f", "3"), ("/g|h", "4"),
        ("/i\\j", "5"), ("/k\"l", "6"), ("/ ", "7"), ("/m~0n", "8"),
    ])
    func `a pointer finds what RFC 6901 says`(_ text: String, _ expected: String) throws {
        let pointer = try #require(JSONPointer(text))
        let value = try #require(try JSONDocument(Self.document).root.value(at: pointer))
        #expect(JSONText(value, form: .received).string == expected)
        #expect(pointer.description == text)
        #expect(value.pointer == pointer)
    }

    @Test(arguments: ["foo", "/a~", "/a~2", "#/a"])
    func `a text that is no pointer is refused`(_ text: String) {
        #expect(JSONPointer(text) == nil)
    }

    @Test(arguments: ["/foo/2", "/foo/01", "/foo/-", "/foo/+1", "/nothing", "/foo/0/x"])
    func `a pointer that leads nowhere finds nothing`(_ text: String) throws {
        let pointer = try #require(JSONPointer(text))
        #expect(try JSONDocument(Self.document).root.value(at: pointer) == nil)
    }

    /// Names that begin with an accent, or have one behind a tilde or slash: to Swift one character with what stands before.
    @Test(arguments: [
        ["\u{301}a"], ["a", "~\u{301}"], ["/\u{301}", "~1\u{338}"], ["\r\n", ""], ["e\u{301}"],
    ])
    func `a pointer is written and read by code points`(_ tokens: [String]) throws {
        let pointer = try #require(JSONPointer(JSONPointer(tokens: tokens).description))
        #expect(pointer.tokens.map { Array($0.utf8) } == tokens.map { Array($0.utf8) })
    }

    @Test(arguments: ["~\u{301}", "/~\u{301}", "\u{301}/a"])
    func `an accent hides no mistake`(_ text: String) { #expect(JSONPointer(text) == nil) }

    @Test func `a name is where its value is`() throws {
        let root = try JSONDocument(#"{"a": [{"b": 1}]}"#).root
        let object = try #require(root["a"]?[0])
        let name = JSONValue(document: object.document, index: object.index + 1)
        #expect(name.string == "b")
        #expect(name.pointer.description == "/a/0/b")
    }
}
