import Foundation
import JSONCore
import Testing

/// What browsers export.
@Suite struct HARTests {
    /// What a HAR comes to by the contract of `profile`.
    private func checked(
        _ har: String,
        _ words: [String] = [],
        by feed: String = "profile"
    ) async throws -> Checked {
        try await Place.withScratch { folder in
            try write(har, "t.har", folder)
            return try await check(words + ["t.har"], by: feed, in: folder)
        }
    }

    @Test func `of all traffic only an endpoint's responses are judged, by method and URL`() async throws {
        let page = Sample.profile()
        let checked = try await checked(
            Sample.har([
                Sample.entry(page, url: "https://cdn.example/logo.png"), Sample.entry(page),
                Sample.entry(nil, method: "OPTIONS"), Sample.entry(page, method: "POST"),
                Sample.entry(Sample.drifted, url: Sample.profileURL + "?page=2#x"),
                Sample.entry(page, url: Sample.profileURL + "/picture"),
            ])
        )
        #expect(checked.results == ["t.har[1] answer", "t.har[4] answer"])
        #expect(checked.lines.filter { $0.hasPrefix("null") } == ["null-introduced /data/fullName 1/2"])
        #expect(checked.run.status == 1)
    }

    @Test func `each entry is judged by its own endpoint, or only those of the one that is named`()
        async throws
    {
        let har = Sample.har([
            Sample.entry(#"{"code": 301}"#, url: "http://x.example/homepage/dragon/ball"),
            Sample.entry(#"{"code": 301}"#, url: "http://x.example/homepage/block/page?refresh=true"),
        ])
        let both = try await checked(har, by: "netease-home")
        #expect(both.inputs.compactMap { $0["endpoint"]?.string } == ["menus", "blocks"])
        let one = try await checked(har, ["-e", "blocks"], by: "netease-home")
        #expect(one.results == ["t.har[1] error-body"])
    }

    @Test func `a body in base64 is decoded`() async throws {
        let body = Data(Sample.profile(1, name: "\"Zoë\"").utf8).base64EncodedString()
        let checked = try await checked(Sample.har([Sample.entry(body, encoding: "base64")]))
        #expect(checked.results == ["t.har[0] answer"])
        #expect(checked.run.status == 0)
    }

    @Test(
        arguments: [
            (Sample.entry(nil), "no-body"), (Sample.entry(nil, status: 304), "no-body"),
            (Sample.entry("%%%", encoding: "base64"), "not-a-recording"),
            (Sample.entry("x", encoding: "rot13"), "not-a-recording"),
            (Sample.entry(""), "empty-body"), (Sample.entry("<html>"), "not-json"),
            (Sample.entry(Sample.profile(), status: 503), "status-changed"),
            (Sample.entry(#"{"error": 4}"#), "error-body"),
            (Sample.entry(Sample.profile(), headers: [("Content-Length", "900")]), "truncated"),
            (
                Sample.entry(
                    Sample.profile(),
                    headers: [("Content-Length", "20"), ("Content-Encoding", "gzip")]
                ), "answer"
            ),
        ])
    func `each entry has one named result`(entry: String, result: String) async throws {
        let checked = try await checked(Sample.har([entry, Sample.entry(Sample.profile())]))
        #expect(checked.results == ["t.har[0] \(result)", "t.har[1] answer"])
        let isFinding = ["error-body"].contains(result)
        #expect(checked.run.status == (result == "answer" ? 0 : isFinding ? 1 : 3))
    }

    @Test func `the facts of a response stand at its result`() async throws {
        let checked = try await checked(
            Sample.har([Sample.entry("<html>", status: 502, headers: [("Content-Type", "text/html")])])
        )
        let fault = checked.inputs.first?["fault"]
        #expect(fault?["status"]?.int64 == 502)
        #expect(fault?["contentType"]?.string == "text/html")
        #expect(fault?["excerpt"]?.string == "<html>")
    }

    @Test func `JSON under another content type is a finding`() async throws {
        let checked = try await checked(
            Sample.har([
                Sample.entry(Sample.profile(), headers: [("Content-Type", "text/html")]),
                Sample.entry(Sample.profile()),
            ])
        )
        #expect(checked.lines == ["content-type-changed  1/2"])
        #expect(checked.findings.first?["found"]?.string == "\"text/html\"")
        #expect(checked.run.status == 0)
    }

    @Test(
        arguments: [
            (Sample.har([]), "t.har no-recordings"),
            (Sample.har([Sample.entry("x", url: "https://cdn.example/logo.png")]), "t.har no-recordings"),
            (#"{"log": {"entries": 7}}"#, "t.har not-a-recording"),
            (#"{"log": {}}"#, "t.har not-a-recording"),
            (#"[{"log": {"entries": []}}]"#, "t.har not-a-recording"), ("", "t.har truncated"),
            (String(Sample.har([Sample.entry(Sample.profile())]).dropLast(40)), "t.har truncated"),
        ])
    func `a HAR with nothing to judge must not pass`(har: String, result: String) async throws {
        let checked = try await checked(har)
        #expect(checked.results.last == result)
        #expect(checked.run.status == 3)
    }

    @Test func `entries before the place where a HAR was cut off are judged`() async throws {
        let har = Sample.har([Sample.entry(Sample.drifted), Sample.entry(Sample.profile())])
        let checked = try await checked(String(har.dropLast(60)))
        #expect(checked.results == ["t.har[0] answer", "t.har truncated"])
        #expect(checked.findings.contains { $0["kind"]?.string == "null-introduced" })
    }

    @Test func `a HAR is told by its content under any name, and by a schema its JSON is judged`()
        async throws
    {
        try await Place.withScratch { folder in
            let png = Sample.entry(
                "x",
                url: "https://cdn.example/a.png",
                headers: [("Content-Type", "image/png")]
            )
            try write(
                "\u{FEFF}" + Sample.har([png, Sample.entry("[1]"), Sample.entry("{}")]),
                "t.json",
                folder
            )
            try write(#"{"type": "array"}"#, "s.schema.json", folder)
            let run = try await contractCheck(
                ["check", "-s", "s.schema.json", "-f", "json", "t.json"],
                in: folder
            )
            let checked = try Checked(run)
            #expect(checked.results == ["t.json[1] answer", "t.json[2] answer"])
            #expect(checked.lines == ["shape-changed  1/2"])
        }
    }
}
