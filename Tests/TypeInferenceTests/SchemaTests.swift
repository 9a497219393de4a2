import JSONCore
import JSONSchema
import Testing
import TypeInference

/// What schemas say of scalars, lists and records.
@Suite struct SchemaTests {
    @Test(arguments: [
        (["1"], #"{"type":"integer"}"#), (["1.0"], #"{"type":"number"}"#),
        (["1", "2e0"], #"{"type":"number"}"#),
        (["9223372036854775807"], #"{"type":"integer"}"#),
        (["9223372036854775808"], #"{"type":"integer","format":"uint64"}"#),
        (["-1", "9223372036854775808"], #"{"type":"integer","format":"x-big-integer"}"#),
        (["18446744073709551616"], #"{"type":"integer","format":"x-big-integer"}"#),
        (["true", "null"], #"{"type":["boolean","null"]}"#), (["null"], #"{"type":"null"}"#),
        (["1", "\"a\""], #"{"anyOf":[{"type":"integer"},{"type":"string"}]}"#),
        (["1", "\"a\"", "null"], #"{"anyOf":[{"type":"integer"},{"type":"string"},{"type":"null"}]}"#),
        (["[]"], #"{"type":"array"}"#), (["[]", "[1]"], #"{"type":"array","items":{"type":"integer"}}"#),
        (["{}"], #"{"type":"object"}"#), (["[null]"], #"{"type":"array","items":{"type":"null"}}"#),
        ([#""2018-08-14T02:45:50.123Z""#], #"{"type":"string","format":"date-time"}"#),
        ([#""2018-08-14T02:45:50Z""#, #""""#], #"{"type":"string"}"#),
        ([#""2018-08-14""#, #""2018-08-14T02:45:50Z""#], #"{"type":"string"}"#),
        ([#""1""#, #""2""#], #"{"type":"string"}"#),
        ([#""1""#, #""2""#, #""3""#], #"{"type":"string","x-string-of":"integer"}"#),
        ([#""{\"a\":1}""#], #"{"type":"string","x-string-of":"json"}"#),
    ])
    func `a type is that of all values`(values: [String], expected: String) throws {
        let list = "[" + values.map { "{\"v\":\($0)}" }.joined(separator: ",") + "]"
        let start = #"{"type":"array","items":{"type":"object","properties":{"v":"#
        #expect(try schema(list) == start + expected + #"},"required":["v"]}}"#)
    }

    @Test func `required is what no object lacks, nullable what was null`() throws {
        #expect(
            try schema(#"[{"a":1,"b":2},{"a":null,"b":3},{"a":4}]"#)
                == #"{"type":"array","items":{"type":"object","properties":{"a":{"type":["integer","null"]},"#
                + #""b":{"type":"integer"}},"required":["a"]}}"#
        )
    }

    @Test func `members come in the order of the samples, whatever the order of samples is`() throws {
        let samples = [#"{"z":1,"a":2,"m":3}"#, #"{"z":1,"m":3}"#, #"{"z":1,"a":2,"m":3}"#]
        let expected = try schema(samples[0], samples[1], samples[2])
        #expect(expected.hasPrefix(#"{"type":"object","properties":{"z":"#))
        #expect(try schema(samples[2], samples[1], samples[0]) == expected)
    }

    @Test(arguments: [
        (["a", "b", "a"], false), (Array(repeating: ["a", "b"], count: 5).flatMap(\.self), true),
        (Array(repeating: ["10", "20"], count: 10).flatMap(\.self), false),
        (Array(repeating: "a", count: 29) + ["b"], true), (Array(repeating: "a", count: 20) + ["b"], false),
        (Array(repeating: "a", count: 30), false),
        (Array(repeating: ["a", ""], count: 10).flatMap(\.self), false),
    ])
    func `strings are known values on good evidence only`(values: [String], isKnown: Bool) throws {
        let text = try schema("[" + values.map { "\"\($0)\"" }.joined(separator: ",") + "]")
        #expect(text.contains("x-known-values") == isKnown)
        #expect(!text.contains("\"enum\""))
    }

    @Test func `tuples need twenty arrays of one length with kinds of their own`() throws {
        let pair = #"["a",1]"#
        let many = "[" + Array(repeating: pair, count: 20).joined(separator: ",") + "]"
        #expect(
            try schema(many)
                == #"{"type":"array","items":{"type":"array","prefixItems":[{"type":"string"},{"type":"integer"}],"items":false}}"#
        )
        #expect(!(try schema("[\(pair),\(pair)]")).contains("prefixItems"))
    }

    @Test func `names may be empty, null characters and reserved words`() throws {
        let sample = #"{"":1,"\u0000":2,"self":3,"Type":4,"init":5,"a/b~c":6,"$ref":7,"ins phone":8}"#
        let inference = try inference([sample])
        #expect(try inference.refusals([sample]) == [])
        let properties = try #require(try JSONDocument(inference.schema.rendered).root["properties"])
        #expect(
            properties.members.map(\.name.bytes) == (try JSONDocument(sample).root.members.map(\.name.bytes))
        )
    }
}

/// What is shared, and what holds itself.
@Suite struct DefinitionTests {
    @Test func `records that are equal are defined once`() throws {
        let user = #"{"id":1,"name":"x","mail":"a@b.example"}"#
        let text = try schema(#"{"user":\#(user),"users":[\#(user)],"other":{"id":1,"name":"x"}}"#)
        #expect(
            text.contains(
                ##""user":{"$ref":"#/$defs/User"},"users":{"type":"array","items":{"$ref":"#/$defs/User"}}"##
            )
        )
        #expect(text.contains(#""other":{"type":"object""#))
    }

    @Test func `records that differ stay apart`() throws {
        let text = try schema(
            #"{"home":{"id":1,"name":"x","zip":"a","lat":1.5},"work":{"id":1,"name":"x","zip":"a","lng":2.5}}"#
        )
        #expect(!text.contains("$ref"))
    }

    @Test func `what holds itself is a definition, null only where it was`() throws {
        #expect(
            try schema(#"{"id":1,"parent":{"id":2,"parent":{"id":3,"parent":null}}}"#)
                == ##"{"$ref":"#/$defs/Parent","$defs":{"Parent":{"type":"object","properties":{"id":{"type":"integer"},"##
                + ##""parent":{"anyOf":[{"$ref":"#/$defs/Parent"},{"type":"null"}]}},"required":["id","parent"]}}}"##
        )
    }

    @Test func `names of lists give the singular`() throws {
        for (list, name) in [
            ("movies", "Movie"), ("cookies", "Cookie"), ("data", "Data"), ("series", "Series"),
            ("news", "News"),
            ("user_profiles", "UserProfile"), ("statuses", "Status"), ("boxes", "Box"),
            ("categories", "Category"),
        ] {
            let element = #"{"a":1,"b":"x","c":true}"#
            let text = try schema(#"{"x":{"\#(list)":[\#(element)]},"y":{"\#(list)":[\#(element)]}}"#)
            #expect(text.contains(##""$ref":"#/$defs/\##(name)""##), "\(list)")
        }
    }

    @Test func `a thousand levels give a schema`() throws {
        let objects = String(repeating: #"{"a":"#, count: 990) + "1" + String(repeating: "}", count: 990)
        let lists = String(repeating: "[", count: 990) + String(repeating: "]", count: 990)
        let names = (0..<900).map { "{\"n\($0)\":" }.joined() + "1" + String(repeating: "}", count: 900)
        for sample in [objects, lists, names] {
            #expect(try inference([sample]).refusals([sample]) == [])
        }
    }
}
