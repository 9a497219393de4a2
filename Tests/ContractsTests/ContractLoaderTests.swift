import Contracts
import Foundation
import JSONCore
import Testing

@Suite struct ContractLoaderTests {
    @Test func `a sound folder loads`() throws {
        let loaded = try ContractLoader.load(Sample.files())
        #expect(loaded.contract.sections.flatMap(\.kinds).map(\.kind) == ["books", "teas", "hours"])
        #expect(loaded.schemas.compiled.keys.sorted() == ["blocks/books.schema.json", "window.schema.json"])
    }

    @Test func `the feed that the handbook shows loads`() throws {
        let handbook = try String(contentsOfFile: Sample.schemas + "/README.md", encoding: .utf8)
        let feed = try #require(handbook.firstMatch(of: /```json\n((?s).*?)```/)).output.1
        let files = ContractFiles(
            folderName: "recipe-box",
            contents: [
                "feed.json": Array(feed.utf8), "v1/today.schema.json": Array("true".utf8),
                "v1/blocks/recipes.schema.json": Array("true".utf8),
            ]
        )
        #expect(try ContractLoader.load(files).contract.sections.flatMap(\.kinds).map(\.kind) == ["recipes"])
    }

    @Test func `three mistakes in a folder are reported together with file, pointer and line`() throws {
        let scratch = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        let folder = scratch.appending(path: "shop").path
        defer { try? FileManager.default.removeItem(at: scratch) }  // a left-over folder harms nobody
        var contents = Sample.files([
            ("\"title\": [\"/name\"]", "\"tilte\": [\"/name\"]"), ("{base}/", "{bass}/"),
        ])
        .contents
        contents["v1/blocks/books.schema.json"] = Array("{\n  \"type\": \"object\",\n}\n".utf8)
        try write(contents, to: folder)

        let problems = #expect(throws: ContractError.self) { try ContractLoader.load(folder: folder) }?
            .problems

        #expect(
            problems?.map { "\($0.file) \($0.pointer) \($0.location.line)" } == [
                "shop/feed.json /endpoints/window/url 8",
                "shop/feed.json /sections/0/kinds/0 18",
                "shop/feed.json /sections/0/kinds/0/tilte 18",
                "shop/v1/blocks/books.schema.json  3",
            ]
        )
    }

    private func write(_ contents: [String: [UInt8]], to folder: String) throws {
        for (path, bytes) in contents {
            let file = URL(filePath: folder + "/" + path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data(bytes).write(to: file)
        }
    }

    @Test(arguments: [
        Mistake(
            "\"feed\": \"shop\"",
            "\"feed\": \"store\"",
            "/feed",
            2,
            .feedNameDiffers("store", folder: "shop")
        ),
        Mistake("\"feed\": \"shop\"", "\"feed\": \"Shop\"", "/feed", 2, .badName("Shop", rule: .dashed)),
        Mistake("  \"title\": \"Shop window\",\n", "", "", 1, .missingMember("title")),
        Mistake("\"title\": \"Shop window\"", "\"title\": \"\"", "/title", 3, .empty),
        Mistake("\"contract\": 1", "\"contract\": 2", "/contract", 4, .missingFolder("v2")),
        Mistake("\"contract\": 1", "\"contract\": 0", "/contract", 4, .outOfBounds("1 or more")),
        Mistake(
            "\"contract\": 1",
            "\"contract\": \"1\"",
            "/contract",
            4,
            .wrongType(expected: [.integer], found: .string)
        ),
        Mistake(
            "{base}/window",
            "{bade}/window",
            "/endpoints/window/url",
            8,
            .undefinedVariable("bade", suggestion: "base")
        ),
        Mistake("{base}/window", "ftp://x/", "/endpoints/window/url", 8, .badURL("ftp://x/")),
        Mistake(
            "SHOP_TOKEN",
            "shop-token",
            "/endpoints/window/headers/Authorization/secret",
            9,
            .badName("shop-token", rule: .capitals)
        ),
        Mistake(
            "window.schema.json",
            "windows.schema.json",
            "/endpoints/window/schema",
            10,
            .missingFile("v1/windows.schema.json", suggestion: "v1/window.schema.json")
        ),
        Mistake(
            "window.schema.json",
            "../v1/window.schema.json",
            "/endpoints/window/schema",
            10,
            .badSchemaPath("../v1/window.schema.json")
        ),
        Mistake("\"/ok\"", "\"ok\"", "/endpoints/window/success/pointer", 11, .badPointer("ok")),
        Mistake(
            "{\"from\": \"window\", \"each\"",
            "{\"from\": \"widnow\", \"each\"",
            "/sections/0/from",
            15,
            .unknownEndpoint("widnow", suggestion: "window")
        ),
        Mistake("/**/views", "views", "/sections/0/volatile/0", 16, .badPointer("views")),
        Mistake(
            "\"/isbn\"",
            "\"/isbn~2\"",
            "/sections/0/kinds/0/item/identity/0",
            20,
            .badPointer("/isbn~2")
        ),
        Mistake(
            "2/title",
            "5/title",
            "/sections/0/kinds/0/item/title/1",
            20,
            .tooManyLevels(5, depth: 4)
        ),
        Mistake(
            "\"kind\": \"teas\"",
            "\"kind\": \"books\"",
            "/sections/0/kinds/1/kind",
            21,
            .duplicateKind("books", first: JSONPointer(tokens: ["sections", "0", "kinds", "0", "kind"]))
        ),
        Mistake(
            "\"when\": \"TEAS\"",
            "\"when\": \"BOOKS\"",
            "/sections/0/kinds/1/when",
            21,
            .duplicateValue("BOOKS", first: JSONPointer(tokens: ["sections", "0", "kinds", "0", "when"]))
        ),
        Mistake(
            "\"kind\": \"hours\"",
            "\"king\": \"hours\", \"kind\": \"hours\"",
            "/sections/1/king",
            24,
            .unknownMember("king", suggestion: nil)
        ),
        Mistake(
            "\"intervalSeconds\": 60",
            "\"intervalSeconds\": 0.5",
            "/refresh/intervalSeconds",
            27,
            .outOfBounds("1.0 to 2592000.0")
        ),
        Mistake(
            "hold-section",
            "hold-sections",
            "/policy/breaking",
            28,
            .notOneOf(
                ["accept", "hold-section", "hold-page"],
                found: "hold-sections",
                suggestion: "hold-section"
            )
        ),
        Mistake(
            "\"success\"",
            "\"contentTypes\": [\"text/plain; a=b\"], \"success\"",
            "/endpoints/window/contentTypes/0",
            11,
            .badMediaType("text/plain; a=b")
        ),
        Mistake(
            "\"info\": \"accept\"",
            "\"info\": \"accept\", \"severities\": {\"field-aded\": \"info\"}",
            "/policy/severities/field-aded",
            28,
            .unknownMember("field-aded", suggestion: "field-added")
        ),
        Mistake("\"contract\": 1,", "\"contract\": 1, \"contract\": 1,", "", 4, .duplicateMember),
    ])
    func `a mistake is reported alone with its place`(mistake: Mistake) {
        let found = Sample.problems(Sample.files([(mistake.text, mistake.replacement)]))
        #expect(found.map(\.code) == [mistake.code])
        #expect(found.map(\.pointer.description) == [mistake.pointer])
        #expect(found.map(\.location.line) == [mistake.line])
    }

    @Test func `an unknown member names the absent one it is near to`() {
        let found = Sample.problems(Sample.files([("\"refresh\":", "\"refersh\":")])).map(\.code)
        #expect(found == [.missingMember("refresh"), .unknownMember("refersh", suggestion: "refresh")])
    }

    @Test func `a feed that is not JSON is one problem at its byte`() {
        let found = Sample.problems(Sample.files([("\"contract\": 1,", "\"contract\": 1,,")]))
        #expect(found.map(\.location.line) == [4])
        #expect(found.map(\.location.column) == [17])
    }

    @Test func `a folder without a feed is reported`() {
        let found = Sample.problems(ContractFiles(folderName: "shop", contents: [:]))
        #expect(found.map(\.code) == [.missingFile("feed.json", suggestion: nil)])
    }

    @Test func `a folder that is not there is an error and no problem`() {
        let error = #expect(throws: ContractError.self) { try ContractLoader.load(folder: "/nowhere/shop") }
        #expect(error?.path == "/nowhere/shop")
        #expect(error?.problems.isEmpty == true)
    }

    @Test func `a problem reads as file, line, column, pointer and sentence`() {
        let found = Sample.problems(Sample.files([("{base}/window", "{bade}/window")]))
        #expect(
            found.map(\.description) == [
                "shop/feed.json:8:14: /endpoints/window/url: the variable {bade} is not defined; "
                    + "did you mean \"base\"?"
            ]
        )
    }
}

/// A change that spoils ``Sample/feed``, and what is to be said about it.
struct Mistake: Sendable, CustomTestStringConvertible {
    let text: String
    let replacement: String
    let pointer: String
    let line: Int
    let code: ContractProblem.Code

    init(_ text: String, _ replacement: String, _ pointer: String, _ line: Int, _ code: ContractProblem.Code)
    {
        self.text = text
        self.replacement = replacement
        self.pointer = pointer
        self.line = line
        self.code = code
    }

    var testDescription: String { "\(pointer): \(code)" }
}
