import Foundation
import JSONCore
import Sandbox
import Testing

/// A body that is no good answer of the profile endpoint, and what becomes of it.
struct BadBody: Sendable, CustomTestStringConvertible {
    let name: String
    let bytes: [UInt8]
    let result: String
    let status: Int32

    init(_ name: String, _ bytes: [UInt8], _ result: String, _ status: Int32) {
        self.name = name
        self.bytes = bytes
        self.result = result
        self.status = status
    }

    init(_ name: String, _ text: String, _ result: String, _ status: Int32) {
        self.init(name, Array(text.utf8), result, status)
    }

    var testDescription: String { name }

    private static let data = #""data": {"id": 1, "fullName": "A", "pictureUrl": "p"}"#

    static let all = [
        BadBody(
            "html",
            "<!DOCTYPE html>\n<html><body><h1>502 Bad Gateway</h1></body></html>\n",
            "not-json",
            3
        ),
        BadBody("empty", "", "empty-body", 3),
        BadBody("null", "null\n", "null-body", 1),
        BadBody("truncated", "{\"error\": 0,\n \"data\": {\"id\": \"1", "truncated", 3),
        BadBody("trailing", "{\"error\": 0, \(data)}\n{}", "trailing-bytes", 3),
        BadBody(
            "bad-utf8",
            Array("{\"error\": 0, \"x\": \"".utf8) + [0xC3, 0x28] + Array("\"}".utf8),
            "invalid-utf8",
            3
        ),
        BadBody("nan", "{\"error\": 0, \"x\": NaN}", "non-finite-number", 3),
        BadBody("bom", [0xEF, 0xBB, 0xBF] + Array("{\"error\": 0, \(data)}".utf8), "answer", 0),
        BadBody("duplicate-keys", "{\"error\": 7, \"error\": 0, \(data)}", "answer", 0),
        BadBody("escaped-nul", "{\"error\": 0, \"x\": \"\\u0000\", \(data)}", "answer", 0),
        BadBody("lone-surrogate", "{\"error\": 0, \"x\": \"\\ud83d\", \(data)}", "answer", 0),
        BadBody(
            "too-deep",
            String(repeating: "[", count: 2_000) + String(repeating: "]", count: 2_000),
            "too-deep",
            3
        ),
        BadBody("gzip", [0x1F, 0x8B, 0x08, 0x00, 0x00], "not-read", 3),
        BadBody("error-body", "{\"error\": 301, \"message\": \"please log in\"}", "error-body", 1),
    ]
}

@Suite struct BadInputTests {
    @Test(arguments: BadBody.all)
    func `a bad body has one named result`(body: BadBody) async throws {
        try await Place.withScratch { folder in
            try write(body.bytes, "profile.json", folder)
            let words = ["check", "--contract", Place.contract("profile"), "profile.json"]
            let run = try await contractCheck(words + ["--verbose"], in: folder)
            #expect(run.status == body.status, "\(run.transcript)")
            try Golden.expect(run.transcript, "bodies/\(body.name).txt")
            let report = try await contractCheck(words + ["--format", "json"], in: folder)
            #expect(try report.json["inputs"]?[0]?["result"]?.string == body.result)
            #expect(report.status == body.status)
        }
    }

    @Test func `an input that cannot be judged comes before findings in the exit code`() async throws {
        try await Place.withScratch { folder in
            try write(#"{"error": 301}"#, "profile.error.json", folder)
            try write("<html>", "profile.html.json", folder)
            let run = try await contractCheck(["check", "-c", Place.contract("profile"), "."], in: folder)
            #expect(run.status == 3)
            try Golden.expect(run.transcript, "findings-and-unreadable.txt")
        }
    }

    @Test(arguments: ["no-such-file.json", "empty-folder"])
    func `what cannot be read is exit code 3`(word: String) async throws {
        try await Place.withScratch { folder in
            try FileManager.default.createDirectory(
                at: folder.appending(component: "empty-folder"),
                withIntermediateDirectories: true
            )
            let run = try await contractCheck(["check", "-c", Place.contract("profile"), word], in: folder)
            #expect(run.status == 3)
            try Golden.expect(run.transcript, "unreadable/\(word).txt")
        }
    }

    @Test(
        arguments: [
            (nil, SampleUpstream.jsonType, "answer", 0), (500, SampleUpstream.jsonType, "status-changed", 3),
            (404, SampleUpstream.jsonType, "status-changed", 3), (200, "text/html", "not-json", 3),
        ] as [(Int?, String, String, Int32)]
    )
    func `the HTTP facts of a URL count`(status: Int?, type: String, result: String, exit: Int32) async throws
    {
        let upstream = try SampleUpstream()
        defer { upstream.stop() }
        let page = try Data(
            contentsOf: Place.package.appending(path: "Schemas/profile/samples/v1/profile.json")
        )
        let body = type == "text/html" ? Array("<html>sorry</html>".utf8) : Array(page)
        upstream.serve(body, at: "/api/profile", contentType: type)
        var fault = SampleUpstream.Fault()
        fault.status = status
        upstream.setFault(fault, at: "/api/profile")
        let words = ["check", "-c", "Schemas/profile", upstream.url("/api/profile?token=secret")]
        let report = try await contractCheck(words + ["--format", "json"])
        #expect(report.status == exit, "\(report.transcript)")
        let input = try report.json["inputs"]?[0]
        #expect(input?["result"]?.string == result)
        #expect(input?["name"]?.string == upstream.url("/api/profile"))
        let text = try await contractCheck(words).transcript.replacing(":\(upstream.port)", with: ":PORT")
        try Golden.expect(text, "urls/\(status.map(String.init) ?? "fine")-\(result).txt")
    }

    @Test func `the endpoint of a URL is found by its path`() async throws {
        let upstream = try SampleUpstream()
        defer { upstream.stop() }
        let sample = Place.package.appending(path: "Schemas/netease-home/samples/v1/menus.json")
        upstream.serve(Array(try Data(contentsOf: sample)), at: "/v2/homepage/dragon/ball")
        let run = try await contractCheck([
            "check", "-c", "Schemas/netease-home", "-f", "json", upstream.url("/v2/homepage/dragon/ball"),
        ])
        #expect(try run.json["inputs"]?[0]?["endpoint"]?.string == "menus", "\(run.transcript)")
        #expect(run.status == 0)
    }

    @Test func `a redirect to a private address that nobody named is refused`() async throws {
        let upstream = try SampleUpstream()
        defer { upstream.stop() }
        upstream.serve([], at: "/profile")
        var fault = SampleUpstream.Fault()
        fault.status = 302
        fault.headers = [.init(name: "Location", value: "http://127.0.0.2:\(upstream.port)/profile")]
        upstream.setFault(fault, at: "/profile")
        let run = try await contractCheck(["check", "-c", "Schemas/profile", upstream.url("/profile")])
        #expect(run.status == 3)
        #expect(run.output.contains("address 127.0.0.2 may not be reached"), "\(run.transcript)")
    }
}
