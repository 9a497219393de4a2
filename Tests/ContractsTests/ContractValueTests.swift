import Contracts
import JSONCore
import Testing

@Suite struct ContractValueTests {
    @Test(arguments: [
        ("", 0, ""), ("/a/0", 0, "/a/0"), ("2/action", 2, "/action"), ("1", 1, ""), ("12/a~1b", 12, "/a~1b"),
    ])
    func `a relative pointer is levels and a pointer`(text: String, levels: Int, pointer: String) throws {
        let relative = try #require(RelativePointer(text))
        #expect(relative.levels == levels)
        #expect(relative.pointer.description == pointer)
        #expect(relative.description == text)
    }

    @Test(arguments: ["a", "0/a", "100/a", "-1/a", "1a", "/a~", "٢/a"])
    func `other texts are no relative pointers`(text: String) {
        #expect(RelativePointer(text) == nil)
    }

    @Test func `an items path keeps stars apart from tokens`() {
        let path = ItemsPath("/creatives/*/resources/0")
        #expect(path?.steps == [.token("creatives"), .every, .token("resources"), .token("0")])
        #expect(path?.description == "/creatives/*/resources/0")
        #expect(ItemsPath("")?.steps == [])
    }

    @Test(arguments: [
        ("{base}/x", ["base"], "B/x"), ("a{b}{c}", ["b", "c"], "a{b}{c}"), ("{}", [], "{}"),
        ("{B}", [], "{B}"),
        ("{\"offset\":0}", [], "{\"offset\":0}"), ("{", [], "{"),
    ])
    func `a template takes only names for variables`(text: String, names: [String], filled: String) {
        #expect(TextTemplate(text).variables == names)
        #expect(TextTemplate(text).filled(with: ["base": "B"]) == filled)
    }

    @Test func `the environment overrides a variable's default`() throws {
        let contract = try ContractLoader.load(Sample.files()).contract
        #expect(try contract.variableValues(from: [:]) == ["base": "https://shop.example"])
        #expect(
            try contract.variableValues(from: ["FEEDKEEPER_SHOP_BASE": "http://b"]) == ["base": "http://b"]
        )
    }

    @Test func `a variable without default and environment is an error by its environment name`() throws {
        let files = Sample.files([("\"default\": \"https://shop.example\", ", "")])
        let contract = try ContractLoader.load(files).contract
        let error = #expect(throws: ContractError.self) { try contract.variableValues(from: [:]) }
        #expect(error?.code == .variablesNotSet(["FEEDKEEPER_SHOP_BASE"]))
    }

    @Test(arguments: [
        ("netease-home", true), ("a1-2b", true), ("", false), ("-a", false), ("a-", false), ("a--b", false),
        ("1a", false), ("a_b", false), ("A", false), ("é", false), (String(repeating: "a", count: 64), false),
    ])
    func `a feed's name is small letters, digits and single dashes`(text: String, isName: Bool) {
        #expect((FeedName(text) != nil) == isName)
    }

    @Test func `scalars are equal by value, not by spelling`() throws {
        let values = try JSONDocument(#"[200, 2e2, 200.0, "200", true, null, 12345678901234567890123]"#).root
        let scalars = values.elements.compactMap(JSONScalar.init)
        #expect(scalars.prefix(3).allSatisfy { $0 == .number("200") })
        #expect(scalars.dropFirst(3).prefix(3).elementsEqual([.text("200"), .boolean(true), .null]))
        #expect(Set(scalars).count == 5)
    }
}
