import SectionModel
import Testing

@Suite struct ValueTests {
    @Test func `a digest survives being written and read`() {
        let digest = ContentDigest(high: 0x0123_4567_89ab_cdef, low: 0xf)
        #expect(digest.hex == "0123456789abcdef000000000000000f")
        #expect(ContentDigest(hex: digest.hex) == digest)
        #expect(ContentDigest(hex: digest.hex.uppercased()) == digest)
    }

    @Test(arguments: [
        "", "0", "+123456789abcdef000000000000000f", "g123456789abcdef000000000000000f",
        "é123456789abcdef00000000000000f",
    ])
    func `a digest is read from 32 hexadecimal digits and nothing else`(text: String) {
        #expect(ContentDigest(hex: text) == nil)
    }

    @Test func `occurrences count from one within an identity`() {
        let items = Item.numberingOccurrences([Item("a"), Item("b"), Item("a"), Item("a")])
        #expect(items.map(\.id.description) == ["a", "b", "a#2", "a#3"])
    }

    @Test func `a repeated section key gets the next free number`() {
        let sections = Section.distinguishingKeys(["a", "a#2", "a", "a", "b"].map { Section($0) })
        #expect(sections.map(\.key) == ["a", "a#2", "a#3", "a#4", "b"])
    }

    @Test func `an earlier moment is less`() {
        #expect(Timestamp(microsecondsSince1970: -1) < Timestamp(microsecondsSince1970: 0))
    }
}
