import Drift
import Testing

/// Hints stand beside the facts that they explain, and claim nothing.
@Suite struct HintTests {
    /// Hints by kind and path, with the path of the fact that each explains.
    private func hints(_ schema: String, _ value: String) throws -> [String] {
        let all = try findings(schema, value)
        #expect(all.filter { $0.severity == .breaking }.allSatisfy { !$0.kind.isHint })
        return all.filter { $0.kind.isHint }.map { "\($0.kind.rawValue) \($0.path)" }
    }

    /// An object with required members of these schemas.
    private func object(_ members: String...) -> String {
        let names = members.map { $0.prefix { $0 != ":" } }.joined(separator: ",")
        return
            #"{"type": "object", "required": [\#(names)], "properties": {\#(members.joined(separator: ","))}}"#
    }

    @Test(
        arguments: [
            (#""ttl": {"type": "integer"}"#, #"{"auto_delete_in": 0}"#, ["field-renamed /auto_delete_in"]),
            (#""user_id": {"type": "integer"}"#, #"{"userId": 1, "other": 2}"#, ["field-renamed /userId"]),
            (#""userId": {"type": "integer"}"#, #"{"user_id": 1, "other": 2}"#, ["field-renamed /user_id"]),
            (#""a": {"type": "integer"}"#, #"{"b": "x"}"#, []),
            (#""a": {"type": "integer"}"#, #"{"b": 1, "c": 2}"#, []),
            (#""a": {"type": "integer"}"#, #"{}"#, []),
        ]
    )
    func `a missing member may go by another name`(member: String, value: String, expected: [String]) throws {
        #expect(try hints(object(member), value) == expected)
    }

    @Test func `one new member that could be either of two missing ones is neither`() throws {
        let schema = object(#""a": {"type": "string"}"#, #""b": {"type": "string"}"#)
        #expect(try hints(schema, #"{"c": "x"}"#) == [])
    }

    @Test func `a missing member may have moved`() throws {
        let inner = #""resource": {"properties": {"id": {"type": "string"}}}"#
        let schema = object(#""action": {"type": "string"}"#, inner)
        let found = try findings(schema, #"{"resource": {"id": "1", "action": "open"}}"#)
        #expect(found.contains { $0.kind == .fieldMoved && $0.path == "/resource/action" })
        let missing = found.first { $0.kind == .fieldMissing }
        #expect(missing?.severity == .breaking)
        #expect(missing?.hint == "it may have moved to /resource/action")
    }

    @Test(
        arguments: [
            (#"{"type": "string"}"#, #"{"value": "x"}"#), (#"{"type": "string"}"#, #"["x"]"#),
            (#"{"type": "object", "required": ["id"]}"#, #"[{"id": 1}]"#),
            (#"{"type": "array", "items": {"type": "string"}}"#, #""x""#),
            (#"{"type": "object", "properties": {"value": {"type": "string"}}}"#, #""x""#),
            (#"{"type": "object", "required": ["id"]}"#, #""{\"id\": 1}""#),
            (#"{"anyOf": [{"type": "array", "items": {"type": "integer"}}, {"type": "null"}]}"#, "3"),
        ]
    )
    func `a changed value may have been wrapped or unwrapped`(schema: String, value: String) throws {
        let found = try hints(#"{"properties": {"a": \#(schema)}}"#, #"{"a": \#(value)}"#)
        #expect(found == ["value-wrapped /a"])
    }

    @Test(
        arguments: [
            (#"{"type": "string"}"#, #"{"key": "mit", "name": "MIT"}"#), (#"{"type": "string"}"#, "[]"),
            (#"{"type": "string"}"#, "[1]"), (#"{"type": "object", "required": ["id"]}"#, #""text""#),
            (#"{"type": "array", "items": {"type": "string"}}"#, "3"),
        ]
    )
    func `another value is only another value`(schema: String, value: String) throws {
        #expect(try hints(#"{"properties": {"a": \#(schema)}}"#, #"{"a": \#(value)}"#) == [])
    }

    @Test func `an object that became a wrapper around itself is one hint for all that it lacks`() throws {
        let quote = object(#""id": {"type": "string"}"#, #""content": {"type": "string"}"#)
        let found = try hints(
            #"{"properties": {"quote": \#(quote)}}"#,
            #"{"quote": {"state": "accepted", "quoted": {"id": "9", "content": "q"}}}"#
        )
        #expect(found == ["value-wrapped /quote/quoted"])
    }

    @Test func `text that reads as the number that was expected says so`() throws {
        let found = try findings(#"{"type": "integer"}"#, #""42""#)
        #expect(found.map(\.kind) == [.typeChanged])
        #expect(found[0].hint == "the text reads as an integer")
    }
}

/// Another envelope is one finding, whatever is missing.
@Suite struct EnvelopeTests {
    private let schema = #"""
        {"required": ["id", "object", "choices"], "properties": {
          "id": {"type": "string"}, "object": {"type": "string"}, "choices": {"type": "array"}}}
        """#

    @Test func `a response with none of its members is an error body, and the rest is information`() throws {
        let found = try findings(schema, #"{"error": {"message": "quota"}}"#)
        #expect(found.filter { $0.severity == .breaking }.map(line) == ["error-body  1/1"])
        #expect(found.count { $0.kind == .fieldMissing && $0.severity == .info } == 3)
    }

    @Test(arguments: [#"{"id": "1", "error": {}}"#, "{}", #"[]"#])
    func `a response that has some of its members, or nothing, is none`(value: String) throws {
        #expect(try !findings(schema, value).contains { $0.kind == .errorBody })
    }

    @Test func `one member in place of one is a rename, unless it speaks of an error`() throws {
        let schema = #"{"required": ["data"], "properties": {"data": {"type": "object"}}}"#
        #expect(try !findings(schema, #"{"result": {}}"#).contains { $0.kind == .errorBody })
        #expect(try findings(schema, #"{"error": "x"}"#).contains { $0.kind == .errorBody })
    }

    @Test(
        arguments: [
            (#"{"ID": 1, "NAME": "a"}"#, "field-renamed"), (#"{"Id": 1, "name_": "a"}"#, "field-renamed"),
            (#"{"data": {"id": 1, "name": "a"}}"#, "value-wrapped"),
        ]
    )
    func `members that are there in another form are no other envelope, and few samples do not excuse them`(
        value: String,
        hint: String
    ) throws {
        let schema =
            #"{"type": "object", "required": ["id", "name"], "properties": {"id": {"type": "integer"}, "name": {"type": "string"}}}"#
        let found = try findings(schema, inputs: [value], samples: [#"{"id": 1, "name": "a"}"#])
        #expect(!found.contains { $0.kind == .errorBody })
        #expect(
            found.filter { $0.severity == .breaking }.map(\.kind.rawValue) == [
                "field-missing", "field-missing",
            ]
        )
        #expect(found.contains { $0.kind.rawValue == hint })
    }

    @Test(arguments: [(#"{"code": 5, "message": "no"}"#, true), (#"{"message": "no"}"#, false)])
    func `a message with a code in place of the only member is an error`(value: String, isError: Bool) throws
    {
        let schema = #"{"type": "object", "required": ["data"], "properties": {"data": {"type": "string"}}}"#
        #expect(try findings(schema, value).contains { $0.kind == .errorBody } == isError)
    }

    @Test func `only the response itself has an envelope`() throws {
        let inner = #"{"properties": {"inner": \#(schema)}}"#
        #expect(try !findings(inner, #"{"inner": {"error": {}}}"#).contains { $0.kind == .errorBody })
    }
}

/// New kinds of objects are told from new values and new members.
@Suite struct NewKindTests {
    private let union = #"""
        {"items": {"x-discriminator": "kind", "anyOf": [
          {"properties": {"kind": {"const": "a"}, "n": {"type": "integer"}, "id": {}}, "required": ["kind"]},
          {"properties": {"kind": {"type": "string", "not": {"enum": ["a"]}}}, "required": ["kind"]}]}}
        """#

    @Test func `a kind that no branch knows is one finding; what other kinds have is not new`() throws {
        let found = try findings(union, #"[{"kind": "a", "n": 1}, {"kind": "b", "n": 1, "id": 2}]"#)
        #expect(found.map(\.kind) == [.kindAdded])
        #expect(found.first?.places.map(\.pointer) == ["/1/kind"])
    }

    @Test func `paths tell kinds apart, and counts are of each kind`() throws {
        let found = try findings(
            union,
            #"[{"kind": "a", "n": "x"}, {"kind": "a", "n": 1}, {"kind": "b"}, {"kind": "b"}]"#
        )
        #expect(
            found.map(line).sorted() == ["kind-added /[kind=b]/kind 2/2", "type-changed /[kind=a]/n 1/2"]
        )
    }

    @Test func `paths tell kinds apart where no other kind is allowed, too`() throws {
        let closed = #"""
            {"items": {"x-discriminator": "kind", "oneOf": [
              {"properties": {"kind": {"const": "a"}, "n": {"type": "integer"}}, "required": ["kind"]},
              {"properties": {"kind": {"const": "b"}, "n": {"type": "string"}}, "required": ["kind"]}]}}
            """#
        let found = try findings(
            closed,
            #"[{"kind": "a", "n": "x"}, {"kind": "a", "n": 1}, {"kind": "b", "n": "x"}, {"kind": "c"}]"#
        )
        #expect(
            found.map(line).sorted() == ["kind-added /[kind=c]/kind 1/1", "type-changed /[kind=a]/n 1/2"]
        )
    }

    @Test func `what no kind has is new`() throws {
        let found = try findings(union, #"[{"kind": "b", "payload": {}}]"#)
        #expect(Set(found.map(\.kind)) == [.kindAdded, .fieldAdded])
    }

    @Test func `a value that names a new member beside it is a kind`() throws {
        let schema = #"{"properties": {"type": {"type": "string", "x-known-values": ["a"]}}}"#
        #expect(try findings(schema, #"{"type": "b", "b": {}}"#).map(\.kind) == [.kindAdded, .fieldAdded])
        #expect(try findings(schema, #"{"type": "b", "c": {}}"#).map(\.kind) == [.valueAdded, .fieldAdded])
    }

    @Test func `a member in the place of the only one, whose name ends in the same word, is a kind`() throws {
        let schema = #"{"required": ["videoRenderer"], "properties": {"videoRenderer": {"type": "object"}}}"#
        #expect(try findings(schema, #"{"reelRenderer": 1}"#).contains { $0.kind == .kindAdded })
        #expect(try !findings(schema, #"{"reel": 1}"#).contains { $0.kind == .kindAdded })
    }
}

extension FindingKind {
    fileprivate var isHint: Bool { [.fieldMoved, .fieldRenamed, .valueWrapped].contains(self) }
}
