import Foundation
import FoundationXML
import Testing

@testable import contract_check

@Suite struct JUnitTests {
    @Test(arguments: ReportTests.reports)
    func `a JUnit report has the elements and counts that its readers know`(words: [String]) async throws {
        let run = try await contractCheck(["check", "--format", "junit"] + words, input: Array("{]".utf8))
        try JUnitReport(run.output).expectSound()
        #expect(run.complaints.isEmpty)
    }

    @Test func `hostile names and values leave a sound JUnit report`() async throws {
        try JUnitReport(try await HostileCheck()[.junit]).expectSound()
    }

    @Test func `what fails the check is a failure, what ends it an error, the rest is skipped`() async throws
    {
        let report = try JUnitReport(try await HostileCheck()[.junit])
        let cases = report.cases.map {
            "\($0.children.first?.name ?? "passed") \($0.attributes["name"] ?? "")"
        }
        #expect(cases.contains("failure null-introduced /data/fullName"), "\(cases)")
        #expect(cases.contains("error not-json no%json.json:1:1"), "\(cases)")
        #expect(cases.contains("failure error-body error.json:1:1"), "\(cases)")
        #expect(cases.contains("skipped field-added /data/列車"), "\(cases)")
        #expect(cases.contains("passed x|`y`.json"), "\(cases)")
    }

    @Test func `the whole JUnit report of a small check`() async throws {
        try await Place.withScratch { folder in
            try write(Sample.drifted, "profile.json", folder)
            try write("<html>", "other.json", folder)
            let run = try await contractCheck(
                ["check", "-c", Place.contract("profile"), "-f", "junit", "profile.json", "other.json"],
                in: folder
            )
            try Golden.expect(run.transcript, "formats/junit.txt")
        }
    }
}

/// A report, read by somebody else's parser.
private struct JUnitReport {
    let root: Element

    final class Element {
        let name: String
        let attributes: [String: String]
        var children: [Element] = []

        init(_ name: String, _ attributes: [String: String]) {
            self.name = name
            self.attributes = attributes
        }
    }

    init(_ text: String) throws {
        let builder = TreeBuilder()
        let parser = XMLParser(data: Data(text.utf8))
        parser.delegate = builder
        #expect(parser.parse(), "\(parser.parserError.map { "\($0)" } ?? ""): \(text)")
        root = try #require(builder.root)
    }

    var cases: [Element] { root.children.flatMap(\.children) }

    /// What the schemas of Jenkins and Ant have in common, and the numbers that follow from the cases.
    func expectSound() {
        #expect(root.name == "testsuites")
        expectCounts(of: root, cases)
        for suite in root.children {
            #expect(suite.name == "testsuite")
            expectCounts(of: suite, suite.children)
            let names = suite.children.compactMap { $0.attributes["name"] }
            #expect(Set(names).count == suite.children.count, "each case has a name of its own: \(names)")
            for each in suite.children { expectSound(each) }
        }
    }

    private func expectSound(_ each: Element) {
        #expect(each.name == "testcase")
        #expect(each.attributes["classname"] != nil)
        #expect(Set(each.attributes.keys).isSubset(of: ["classname", "name", "file", "line"]))
        #expect(each.children.count < 2)
        for result in each.children {
            #expect(["failure", "error", "skipped"].contains(result.name))
            #expect(result.attributes["message"]?.isEmpty == false)
            #expect((result.attributes["type"] != nil) == (result.name != "skipped"))
        }
    }

    private func expectCounts(of element: Element, _ cases: [Element]) {
        func count(_ name: String) -> String { "\(cases.count { $0.children.first?.name == name })" }
        let wanted = [
            "tests": "\(cases.count)", "failures": count("failure"), "errors": count("error"),
            "skipped": count("skipped"),
        ]
        #expect(element.attributes.filter { $0.key != "name" } == wanted)
    }

    private final class TreeBuilder: NSObject, XMLParserDelegate {
        var root: Element?
        private var open: [Element] = []

        func parser(
            _ parser: XMLParser,
            didStartElement name: String,
            namespaceURI: String?,
            qualifiedName: String?,
            attributes: [String: String]
        ) {
            let element = Element(name, attributes)
            open.last?.children.append(element)
            root = root ?? element
            open.append(element)
        }

        func parser(
            _ parser: XMLParser,
            didEndElement name: String,
            namespaceURI: String?,
            qualifiedName: String?
        ) {
            open.removeLast()
        }
    }
}
