import JSONCore
import Testing

struct StableContentTests {
    @Test func `canonical text does not depend on order, spacing, escapes or number spelling`() throws {
        let one = try JSONDocument(#"{ "b" : 1.0, "a" : ["\u00e9", 1e2] }"#).root
        let other = try JSONDocument(#"{"a":["é",100],"b":1}"#).root
        #expect(JSONText(one, form: .canonical).string == JSONText(other, form: .canonical).string)
        #expect(
            ContentHash(stablePartOf: one, volatile: .none)
                == ContentHash(stablePartOf: other, volatile: .none)
        )
    }

    @Test func `canonical text is a fixed point`() throws {
        let text = JSONText(
            try JSONDocument(#"{"z":[3,2.50,"\t\u0001\"\\"],"a":{"c":null,"b":true}}"#).root,
            form: .canonical
        )
        #expect(JSONText(try JSONDocument(text.bytes).root, form: .canonical).string == text.string)
    }

    @Test(arguments: [
        (["/plays"], #"{"items":[{"id":1,"plays":5}],"title":"t"}"#),
        (["/items/*/plays", "/plays"], #"{"items":[{"id":1}],"title":"t"}"#),
        (["/**/plays"], #"{"items":[{"id":1}],"title":"t"}"#),
        (["/items/0"], #"{"items":[],"plays":9,"title":"t"}"#),
        (["/items/**/id"], #"{"items":[{"plays":5}],"plays":9,"title":"t"}"#),
    ])
    func `volatile places are left out`(_ patterns: [String], _ expected: String) throws {
        let root = try JSONDocument(#"{"title":"t","items":[{"id":1,"plays":5}],"plays":9}"#).root
        let volatile = try #require(PathPatterns(patterns))
        #expect(JSONText(root, form: .canonical, excluding: volatile).string == expected)
    }

    @Test func `a digest is XXH3-128 of the bytes`() {
        // The reference value of XXH3_128bits("abc"), as the xxhsum command prints it.
        #expect(ContentHash(Array("abc".utf8)).description == "06b05ab6733a618578af5f94892f3950")
        #expect(ContentHash([]).description == "99aa06d3014798d86001c324468d497f")
    }

    @Test func `different stable content has a different digest`() throws {
        let digests = try ["{}", "[]", "null", "\"\"", "0", "{\"a\":null}", "{\"a\":\"\"}"].map {
            ContentHash(stablePartOf: try JSONDocument($0).root, volatile: .none)
        }
        #expect(Set(digests).count == digests.count)
    }
}
