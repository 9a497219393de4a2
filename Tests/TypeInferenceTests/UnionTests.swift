import JSONCore
import Testing
import TypeInference

/// Objects that a member tells apart.
@Suite struct UnionTests {
    private let blocks =
        #"{"blocks":[{"blockCode":"HOT","songs":[{"id":1}]},{"blockCode":"BANNER","image":"a","url":"x"},"#
        + #"{"blockCode":"MV","mv":{"id":2}}]}"#

    @Test func `a member whose value predicts the rest tells objects apart`() throws {
        let text = try schema(blocks)
        #expect(text.contains(#""x-discriminator":"blockCode""#))
        #expect(
            text.contains(
                #"{"type":"object","properties":{"blockCode":{"const":"BANNER"},"image":{"type":"string"}"#
            )
        )
        #expect(
            text.contains(
                #"{"type":"object","properties":{"blockCode":{"type":"string","not":{"enum":["BANNER","HOT","MV"]}}},"#
                    + #""required":["blockCode"]}]"#
            )
        )
    }

    @Test func `a kind to come is valid, a known kind without its members is not`() throws {
        let inference = try inference([blocks])
        #expect(try inference.refusals([#"{"blocks":[{"blockCode":"NEW","x":1}]}"#]) == [])
        #expect(try inference.refusals([#"{"blocks":[{"blockCode":"MV"}]}"#]).count == 1)
    }

    @Test func `the profile counts kinds apart`() throws {
        let profile = try inference([blocks]).profile
        #expect(profile["/blocks/[blockCode=MV]/mv/id"]?.seen == 1)
        let document = try JSONDocument(#"{"blocks":[{"blockCode":"MV","mv":{"id":2}},{"x":1}]}"#)
        let list = try #require(document.root["blocks"])
        #expect(list[0]?["mv"].map { profile.path(of: $0) } == "/blocks/[blockCode=MV]/mv")
        #expect(list[1].map { profile.path(of: $0) } == "/blocks/*")
    }

    @Test(arguments: [
        #"[{"type":"a","x":1},{"type":"b","x":2},{"type":"a","x":3}]"#,
        #"[{"code":"US","name":"x"},{"code":"FR","name":"y","capital":"z"}]"#,
        #"[{"name":"x","a":1},{"name":"y","b":2},{"name":"z","c":3}]"#,
    ])
    func `a member that predicts nothing, or all of which are different, tells nothing apart`(
        sample: String
    ) throws {
        #expect(!(try schema(sample)).contains("x-discriminator"))
    }

    @Test func `any name will do when there is enough to see`() throws {
        let pairs = (0..<6).map {
            #"{"flavour":"sweet","sugar":\#($0),"cane":"x"},{"flavour":"sour","acid":\#($0),"ph":2}"#
        }
        #expect(try schema("[\(pairs.joined(separator: ","))]").contains(#""x-discriminator":"flavour""#))
    }

    @Test func `the order of samples changes nothing`() throws {
        let lists = (0..<8).map { number in
            #"[{"kind":"a","x":\#(number)},{"kind":"b","y":"s","deep":{"kind":"c","u":1}},{"kind":"b","y":"t","deep":{"kind":"d","v":2}}]"#
        }
        let expected = try inference(lists).schema.rendered
        #expect(try inference(lists.reversed()).schema.rendered == expected)
    }
}
