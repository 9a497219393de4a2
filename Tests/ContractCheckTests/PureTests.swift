import Contracts
import Drift
import JSONSchema
import Options
import Testing

@testable import contract_check

@Suite struct PureTests {
    @Test(
        arguments: [
            ("-", .standardInput), ("a.json", .file("a.json")), ("./-", .file("./-")),
            ("C:/a.json", .file("C:/a.json")),
            ("https://a.example/b", .url("https://a.example/b")),
            ("HTTP://a.example", .url("HTTP://a.example")),
        ] as [(String, Input)]
    )
    func `a word names standard input, a URL or a file`(word: String, input: Input) {
        #expect(Input(word) == input)
    }

    @Test func `the name of a URL shows nothing that may be secret`() {
        #expect(Input("https://me:pw@a.example:8443/b?token=x#c").name == "https://a.example:8443/b")
    }

    @Test(
        arguments: [
            ("http://a.example/x", "a.example"), ("http://u:p@127.0.0.1:80/", "127.0.0.1"),
            ("http://[::1]:8080/x", "::1"),
        ])
    func `the host of a URL is what an address exception names`(url: String, host: String) {
        #expect(URIReference(url).host == host)
    }

    @Test(
        arguments: [
            ("blocks.json", "blocks"), ("a/b/blocks.2020-09.json", "blocks"), ("menus", "menus"),
            ("http://x.example/homepage/dragon/ball", "menus"),
            ("http://x.example/v2/homepage/block/page?a=b", "blocks"),
        ])
    func `an input's name or path tells its endpoint`(word: String, endpoint: String) throws {
        let contract = try ContractLoader.load(folder: Place.contract("netease-home")).contract
        #expect(try EndpointChoice(contract, named: nil).endpoint(of: Input(word)).name == endpoint)
        #expect(try EndpointChoice(contract, named: "menus").endpoint(of: Input(word)).name == "menus")
    }

    @Test func `the only endpoint of a contract takes every input`() throws {
        let contract = try ContractLoader.load(folder: Place.contract("profile")).contract
        let choice = try EndpointChoice(contract, named: nil)
        for word in ["anything.json", "-", "http://x.example/"] {
            #expect(try choice.endpoint(of: Input(word)).name == "profile")
        }
    }

    private static func report(_ severities: [Severity], failOn: Severity, fault: InputFault? = nil) -> Report
    {
        let findings = severities.map {
            Finding(kind: .fieldAdded, severity: $0, path: "/\($0)", endpoint: "e")
        }
        let part = RecordedPart(name: "a.json", input: .file("a.json"), content: .body([]))
        let input = InputResult(part, endpoint: "e", bytes: 1, fault: fault, layout: .input)
        return Report(contract: "f/v1", inputs: [input], findings: findings, failOn: failOn)
    }

    @Test(
        arguments: [
            ([], .info, .conforms), ([.info], .warning, .conforms), ([.info], .info, .drifted),
            ([.warning], .breaking, .conforms), ([.warning, .info], .warning, .drifted),
            ([.breaking], .breaking, .drifted),
        ] as [([Severity], Severity, Ending)]
    )
    func `a check fails at the severity it was told to fail on`(
        severities: [Severity],
        failOn: Severity,
        status: Ending
    ) {
        #expect(Self.report(severities, failOn: failOn).status == status)
    }

    @Test func `what could not be judged makes a check unreadable, whatever else was found`() {
        let fault = InputFault(.notRead, "gone")
        #expect(Self.report([.breaking], failOn: .breaking, fault: fault).status == .unreadable)
        let error = InputFault(.body(.errorBody), "/code is 301")
        let report = Self.report([], failOn: .breaking, fault: error)
        #expect(report.status == .drifted)
        #expect(report.findings.map(\.kind) == [.errorBody])
    }

    @Test func `findings stand by severity, then by path`() {
        let report = Self.report([.info, .breaking, .warning], failOn: .breaking)
        #expect(report.findings.map(\.severity) == [.breaking, .warning, .info])
    }

    @Test(arguments: [40, 60, 80])
    func `lines that only inform fit the terminal`(width: Int) {
        var fault = InputFault(.body(.notJSON), "unexpected '<'")
        fault.excerpt = String(repeating: "<html> ", count: 11)
        let text = Self.report([], failOn: .breaking, fault: fault).listing
            .text(width: width, isVerbose: true).plain
        let excerpt = text.split(separator: "\n").filter { $0.contains("it begins") }
        #expect(excerpt.map { displayWidth(of: String($0)) <= width } == [true])
    }

    @Test func `a path that does not fit beside its kind stands whole on a line of its own`() {
        let long = "/" + String(repeating: "a", count: 60)
        let finding = Finding(kind: .fieldMissing, severity: .breaking, path: long, endpoint: "e")
        let report = Report(contract: nil, inputs: [], findings: [finding], failOn: .breaking)
        #expect(
            report.listing.text(width: 70, isVerbose: false).plain.hasPrefix(
                "breaking field-missing\n  \(long)\n"
            )
        )
        #expect(
            report.listing.text(width: nil, isVerbose: false).plain.hasPrefix(
                "breaking field-missing  \(long)\n"
            )
        )
    }

    @Test func `colour is there only where it was asked for`() {
        let text = Self.report([.breaking], failOn: .breaking).listing.text(width: nil, isVerbose: false)
        #expect(TerminalStyle.coloured.render(text).contains("\u{1B}[31mbreaking\u{1B}[0m"))
        #expect(!TerminalStyle.plain.render(text).contains("\u{1B}"))
    }

    @Test func `a golden difference names the lines`() {
        #expect(Golden.unifiedDifference(from: "a\nb\n", to: "a\nc\n") == "@@ 2 @@ -b\n@@ 2 @@ +c")
    }
}
