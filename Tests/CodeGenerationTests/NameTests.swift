import Spelling
import Testing

@testable import CodeGeneration

@Suite struct NameTests {
    @Test(arguments: [
        ("userId", ["user", "id"]), ("user_id", ["user", "id"]), ("USER-ID", ["user", "id"]),
        ("HTTPServer", ["http", "server"]), ("imageURLs", ["image", "urls"]),
        ("img1v1Url", ["img1v1", "url"]),
        ("iPhone", ["i", "phone"]), ("ins_phone area", ["ins", "phone", "area"]), ("", ["empty"]),
        ("+1", ["plus", "1"]), ("-1", ["minus", "1"]), ("$", ["dollar"]), ("\u{0}", ["u0"]), ("名前", ["名前"]),
        ("🎉", ["u1f389"]), ("e\u{301}tat", ["e\u{301}tat"]),
    ])
    func `a name falls into words`(name: String, words: [String]) {
        #expect(Words(name).list == words)
    }

    @Test(arguments: [
        ("movies", "movie"), ("cookies", "cookie"), ("series", "series"), ("news", "news"), ("data", "data"),
        ("categories", "category"), ("addresses", "address"), ("boxes", "box"), ("statuses", "status"),
        ("status", "status"), ("people", "person"), ("indices", "index"), ("classes", "class"),
        ("analyses", "analysis"), ("branches", "branch"), ("dishes", "dish"), ("heroes", "hero"),
        ("buses", "bus"),
        ("images", "image"), ("houses", "house"), ("resources", "resource"), ("sizes", "size"),
        ("sheep", "sheep"),
    ])
    func `a list holds one of what it is called`(plural: String, singular: String) {
        #expect(EnglishPlural.singular(of: plural) == singular)
    }

    @Test func `members that would have one name are told apart the same way in any order`() {
        let keys = ["foo_bar", "fooBar", "FOO BAR", "a"]
        let names = Dictionary(uniqueKeysWithValues: zip(keys, NameRules.swift.memberNames(keys)))
        for _ in 0..<10 {
            let shuffled = keys.shuffled()
            #expect(NameRules.swift.memberNames(shuffled) == shuffled.map { names[$0] })
        }
        #expect(names["fooBar"] == "fooBar")
    }

    @Test(arguments: [
        ("image_url", "imageURL"), ("ids", "ids"), ("userIds", "userIDs"), ("1x1", "value1x1"),
        ("init", "initValue"),
        ("default", "default"), ("unknown", "unknown"),
    ])
    func `a member of Swift is spelled as Swift does`(key: String, name: String) {
        #expect(NameRules.swift.memberNames([key]) == [name])
    }

    @Test func `no case takes the place of the one for unknown values`() {
        #expect(NameRules.swift.caseNames(["unknown", "", "UPPER"]) == ["unknownValue", "empty", "upper"])
    }

    @Test func `a taken name gets what is around it, then a number`() {
        var names = TypeNames(.swift, prefix: "")
        #expect(names.name([Words("address")]) == "Address")
        #expect(names.name([Words("address"), Words("home address")]) == "HomeAddress")
        #expect(names.name([Words("address"), Words("home address")]) == "HomeAddress2")
        #expect(names.name([Words("data"), Words("data value")]) == "DataValue")
    }
}
