import Foundation
import JSONCore

/// Answers of the profile endpoint, and files made of them.
enum Sample {
    /// An answer that conforms.
    static func profile(_ id: Int = 1, name: String = "\"A\"") -> String {
        #"{"error": 0, "data": {"id": \#(id), "fullName": \#(name), "pictureUrl": "p"}}"#
    }

    /// One with a finding.
    static let drifted = profile(name: "null")

    static let profileURL = "https://api.example/v1/profile"

    /// A HAR of entries.
    static func har(_ entries: [String]) -> String {
        #"{"log": {"version": "1.2", "creator": {"name": "t", "entries": [1]}, "pages": [], "entries": ["#
            + entries.joined(separator: ",\n") + #"], "comment": ""}}"#
    }

    /// An entry of a HAR; without a body, its text is missing.
    static func entry(
        _ body: String?,
        url: String = profileURL,
        method: String = "GET",
        status: Int = 200,
        headers: [(String, String)] = [("content-type", "application/json")],
        encoding: String? = nil
    ) -> String {
        let fields = headers.map { #"{"name": \#(quoted($0)), "value": \#(quoted($1))}"# }
        let text = body.map { #", "text": \#(quoted($0))"# } ?? ""
        let coding = encoding.map { #", "encoding": "\#($0)""# } ?? ""
        return #"""
            {"request": {"method": "\#(method)", "url": "\#(url)"}, "response": {"status": \#(status),
             "headers": [\#(fields.joined(separator: ", "))], "content": {"mimeType": "application/json"\#(text)\#(coding)}}}
            """#
    }

    static func quoted(_ text: String) -> String { JSONText.quoted(text) }
}

/// A check that was asked for a JSON report.
struct Checked {
    let run: Run
    let inputs: [JSONValue]
    let findings: [JSONValue]

    init(_ run: Run) throws {
        self.run = run
        let report = try run.json
        inputs = report["inputs"]?.elements.map { $0 } ?? []
        findings = report["findings"]?.elements.map { $0 } ?? []
    }

    /// `name result` of each input.
    var results: [String] { inputs.map { "\($0["name"]?.string ?? "") \($0["result"]?.string ?? "")" } }

    /// `kind path count/of` of each finding.
    var lines: [String] {
        findings.map { finding in
            let facts = ["kind", "path"].map { finding[$0]?.string ?? "" }
            return facts.joined(separator: " ")
                + " \(finding["count"]?.int64 ?? 0)/\(finding["of"]?.int64 ?? 0)"
        }
    }
}

/// Checks inputs in a folder by the contract of `profile`, or of another feed.
func check(
    _ words: [String],
    by feed: String = "profile",
    in folder: URL,
    input: [UInt8] = []
) async throws -> Checked {
    try Checked(
        await contractCheck(
            ["check", "-c", Place.contract(feed), "-f", "json"] + words,
            in: folder,
            input: input
        )
    )
}

extension JSONValue {
    /// The first element of an array.
    var first: JSONValue? { elements.first { _ in true } }
}
