import JSONCore
import Testing
import TypeInference

/// Decisions that no evidence changes.
@Suite struct PinTests {
    private func pins(_ places: String) -> String { #"{"version":1,"places":{\#(places)}}"# }

    @Test func `a map and a record can be pinned`() throws {
        let sample = #"{"rates":{"USD":1.1,"EUR":0.9,"GBP":0.8},"home":{"a":1,"b":2}}"#
        let text = try schema(sample, pins: pins(#""/rates":{"as":"class"},"/home":{"as":"map"}"#))
        #expect(text.contains(#""rates":{"type":"object","properties":{"USD""#))
        #expect(text.contains(#""home":{"type":"object","additionalProperties":{"type":"integer"}}"#))
    }

    @Test func `an enumeration is closed only when pinned`() throws {
        let sample = #"[{"t":"a"},{"t":"b"},{"t":null}]"#
        #expect(
            try schema(sample, pins: pins(#""/*/t":{"enum":true}"#))
                .contains(#""t":{"type":["string","null"],"enum":["a","b",null]}"#)
        )
        #expect(
            try schema(sample, pins: pins(#""/*/t":{"enum":["a","b","c"]}"#)).contains(#"["a","b","c",null]"#)
        )
    }

    @Test func `a format can be pinned, and taken away`() throws {
        let sample = #"{"a":"plain","b":"2020-01-01"}"#
        let text = try schema(sample, pins: pins(#""/a":{"format":"x-color"},"/b":{"format":null}"#))
        #expect(text.contains(#""a":{"type":"string","format":"x-color"},"b":{"type":"string"}"#))
    }

    @Test func `a name makes a definition`() throws {
        let text = try schema(#"{"home":{"a":1}}"#, pins: pins(#""/home":{"name":"Address"}"#))
        #expect(text.contains(##""home":{"$ref":"#/$defs/Address"}"##))
        #expect(text.contains(#""Address":{"title":"Address","type":"object""#))
    }

    @Test func `a discriminator can be pinned, and taken away`() throws {
        let list = #"[{"t":"a","x":1},{"t":"b","y":2}]"#
        #expect(
            try schema(list, pins: pins(#""/*":{"discriminator":"t"}"#)).contains(#""x-discriminator":"t""#)
        )
        let kinds = #"[{"kind":"a","x":1},{"kind":"b","y":2}]"#
        #expect(try schema(kinds).contains("x-discriminator"))
        #expect(!(try schema(kinds, pins: pins(#""/*":{"discriminator":null}"#))).contains("x-discriminator"))
    }

    @Test func `a pin at odds with a sample is told by refusing it`() throws {
        let samples = [#"{"t":"a"}"#]
        let inference = try inference(samples, pins: pins(#""/t":{"enum":["b"]}"#))
        #expect(try inference.refusals(samples).count == 1)
    }

    @Test func `pins are told that no sample has a path for`() throws {
        let places = pins(#""/a":{"as":"map"},"/list/*":{"discriminator":"kind"}"#)
        let unused = try inference(["{}"], pins: places).unusedPins
        #expect(unused.map(\.pin.path.description) == ["/a", "/list/*"])
        #expect(unused.map(\.reason) == [.path(near: nil), .path(near: nil)])
    }

    @Test(arguments: [
        ("/itens/*/kind", "/items/*/kind"), ("/items/0/kind", "/items/*/kind"),
        ("/items/kind", "/items/*/kind"),
        ("/items/*/Kind", "/items/*/kind"), ("/items/3/knd", "/items/*/kind"), ("/rates/EUT", "/rates/EUR"),
        ("/items/*/sub/size", nil), ("/elsewhere", nil), ("/items/*/kind/x", nil),
    ])
    func `of a path that no sample has, the one that was meant is told`(path: String, meant: String?) throws {
        let sample = #"{"items":[{"kind":"a"},{"kind":"b"}],"rates":{"EUR":1}}"#
        for decision in [#""enum":true"#, #""discriminator":"t""#] {
            let unused = try inference([sample], pins: pins("\"\(path)\":{\(decision)}")).unusedPins
            #expect(unused.map(\.reason) == [.path(near: meant.flatMap { JSONPointer($0) })])
        }
    }

    @Test(arguments: [
        (#""/n":{"as":"map"}"#, UnusedPin.Reason.value(decision: "as", kind: .object)),
        (#""/n":{"name":"N"}"#, .value(decision: "name", kind: .object)),
        (#""/n":{"enum":true}"#, .value(decision: "enum", kind: .string)),
        (#""/list":{"format":"date"}"#, .value(decision: "format", kind: .string)),
        (#""/list":{"discriminator":"kind"}"#, .value(decision: "discriminator", kind: .object)),
        (#""/list/*":{"discriminator":"kimd"}"#, .discriminator("kimd", near: "kind")),
        (#""/list/*":{"discriminator":"other"}"#, .discriminator("other", near: nil)),
    ])
    func `a decision about what is not there is told`(places: String, reason: UnusedPin.Reason) throws {
        let sample = #"{"n":1,"list":[{"kind":"a","x":1},{"kind":"b","y":[]}]}"#
        #expect(try inference([sample], pins: pins(places)).unusedPins.map(\.reason) == [reason])
    }

    @Test func `decisions that change something are not told`() throws {
        let sample = #"{"list":[{"kind":"a","x":"1"},{"kind":"b"},null],"rates":{"a":1},"in":[[{"k":"v"}]]}"#
        let places = #"""
            "/list/*":{"discriminator":"kind"},"/list/[kind=a]":{"name":"A"},"/list/[kind=a]/x":{"format":null},
            "/rates":{"as":"map","name":"Rates"},"/in/*/*":{"discriminator":"k"},"/in":{"name":"Rows"}
            """#
        #expect(try inference([sample], pins: pins(places)).unusedPins.map(\.pin.path.description) == [])
    }

    @Test(arguments: [
        ("[]", ""), (#"{"version":1}"#, ""), (#"{"version":1,"places":{"x":{}}}"#, "/places/x"),
        (#"{"version":1,"places":{"/x":{"as":"list"}}}"#, "/places/~1x/as"),
        (#"{"version":1,"places":{"/x":{"enum":[]}}}"#, "/places/~1x/enum"),
        (#"{"version":1,"places":{"/x":{"enum":[1]}}}"#, "/places/~1x/enum"),
        (#"{"version":1,"places":{"/x":{"colour":1}}}"#, "/places/~1x/colour"),
        (#"{"version":1,"places":{},"place":{}}"#, "/place"),
    ])
    func `what is no file of pins is refused with its place`(text: String, pointer: String) throws {
        let root = try JSONDocument(text).root
        let error = #expect(throws: InferenceError.self) { try Pins(root) }
        #expect(error?.pointer.description == pointer)
    }

    @Test(arguments: [
        (#"{"/x":{"nmae":"X"}}"#, "name"), (#"{"/x":{"Enum":true}}"#, "enum"), (#"{"/x":{"colour":1}}"#, nil),
        (#"{"/x":{"as":"maps"}}"#, "map"), (#"{"/x":{"as":"record"}}"#, nil), (#"{},"placse":{}"#, "places"),
    ])
    func `of a decision that there is not, the one that was meant is told`(
        places: String,
        near: String?
    ) throws {
        let root = try JSONDocument(#"{"version":1,"places":\#(places)}"#).root
        let error = try #require(throws: InferenceError.self) { try Pins(root) }
        if case .pins(_, let meant) = error.code { #expect(meant == near) } else { Issue.record("\(error)") }
    }
}
