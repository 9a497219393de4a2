import Spelling
import Testing

@Suite struct SpellingTests {
    @Test(arguments: [
        ("", "", 0), ("", "abc", 3), ("abc", "abc", 0), ("abc", "acb", 1), ("kitten", "sitting", 3),
        ("ca", "abc", 3), ("form", "from", 1), ("云音", "音云", 1),
    ])
    func `the distance counts slips and is the same both ways`(left: String, right: String, slips: Int) {
        #expect(editDistance(left, right) == slips)
        #expect(editDistance(right, left) == slips)
    }

    @Test(
        arguments: [
            ("layuot", "layout"), ("TITLE", "title"), ("identity", "identity"), ("x", nil), ("", nil),
            ("lay", nil),
            (String(repeating: "layout", count: 100), nil),
        ] as [(String, String?)]
    )
    func `only a near word is meant`(word: String, meant: String?) {
        #expect(closestWord(to: word, among: ["title", "layout", "identity"]) == meant)
    }

    @Test func `of equally near words the first is taken`() {
        #expect(closestWord(to: "bat", among: ["cat", "rat"]) == "cat")
    }
}
