import Testing
import TypeInference

@Suite struct MapTests {
    @Test(arguments: [
        (#"{"2019":1,"2020":2}"#, true), (#"{"7":{"a":1}}"#, true), (#"{"USD":1.1,"EUR":2,"GBP":3}"#, true),
        (#"{"en-US":"a","de-DE":"b"}"#, true), (#"{"id":1,"count":2,"total":3}"#, false),
        (#"{"home":{"a":1},"work":{"a":2}}"#, false), (#"{"h264":"a","name":"b","size":"c"}"#, false),
        (#"{"a1b2c3d4":{"n":1},"b2c3d4e5":{"n":2},"c3d4e5f6":{"n":3}}"#, true),
    ])
    func `names that look like data make a map`(sample: String, isMap: Bool) throws {
        #expect(try schema(sample).contains("additionalProperties") == isMap)
    }

    @Test func `ten objects alike under words are a map, twenty numbers are a record`() throws {
        let words = ["oak", "ash", "elm", "fir", "yew", "box", "bay", "fig", "gum", "lime"]
        let objects = words.map { "\"\($0)tree\":{\"height\":1,\"age\":2}" }.joined(separator: ",")
        #expect(try schema("{\(objects)}").contains("additionalProperties"))
        let numbers = (words + words.map { $0 + "wood" }).map { "\"\($0)tree\":1" }.joined(separator: ",")
        #expect(!(try schema("{\(numbers)}")).contains("additionalProperties"))
    }

    @Test func `names that come and go are data`() throws {
        let names = (0..<24).map { "w" + String(repeating: "o", count: $0 + 1) + "rd" }
        let objects = (0..<12).map { "{\"\(names[2 * $0])\":{\"n\":1},\"\(names[2 * $0 + 1])\":{\"n\":2}}" }
        #expect(try schema("[\(objects.joined(separator: ","))]").contains("additionalProperties"))
    }

    @Test func `five thousand names are a map, whatever is under them`() throws {
        let members = (0..<5_000).map { "\"field \($0)\":\($0 % 3 == 0 ? "\"x\"" : "\($0)")" }
        let sample = "{\(members.joined(separator: ","))}"
        #expect(
            try schema(sample)
                == #"{"type":"object","additionalProperties":{"anyOf":[{"type":"integer"},{"type":"string"}]}}"#
        )
    }
}
