import Foundation
import JSONCore
import JSONSchema
import Sandbox
import Testing

/// `contract-check record`.
@Suite struct RecordTests {
    private static let token = "tok-5e884898da28"

    private static let page = #"""
        {"error": 0, "echo": "you are \#(token)", "data": {"id": 17, "fullName": "Zoë Miller", "pictureUrl": "p",
         "friends": [{"name": "Ann Lee"}, {"name": "Zoë Miller"}, {"name": "Bo"}]}, "session": "cookie-value-1", "rate": 1.50}
        """#

    /// Runs the command against a server that serves `body`, and gives the run and what it recorded.
    private func record(
        _ words: [String],
        body: String = page,
        environment: [String: String] = [:],
        fault: SampleUpstream.Fault = SampleUpstream.Fault()
    ) async throws -> (run: Run, recording: JSONValue, upstream: SampleUpstream) {
        let upstream = try SampleUpstream()
        defer { upstream.stop() }
        upstream.serve(Array(body.utf8), at: "/api/profile")
        var fault = fault
        fault.headers.append(.init(name: "Set-Cookie", value: "sid=cookie-value-1; Path=/"))
        upstream.setFault(fault, at: "/api/profile")
        let run = try await contractCheck(
            ["record"] + words.map { $0.replacing("BASE", with: upstream.url("/api")) },
            environment: environment
        )
        return (run, try run.json, upstream)
    }

    private func body(_ recording: JSONValue) throws -> JSONValue {
        let text = try #require(recording["response"]?["body"]?["text"]?.string)
        return try JSONDocument(text).root
    }

    @Test func `a recording is what its published schema says`() async throws {
        let text = try Data(contentsOf: Place.package.appending(path: "Schemas/recording.schema.json"))
        let schema = try CompiledSchema(compiling: JSONDocument(Array(text)))
        for body in [Self.page, "<html>", "\u{0}"] {
            let (_, recording, _) = try await record(["BASE/profile"], body: body)
            let explanation = schema.explain(recording)
            #expect(explanation.violations.isEmpty, "\(explanation.violations.prefix(5))")
            #expect(explanation.notes.isEmpty, "\(explanation.notes.prefix(5).map(\.value.pointer))")
        }
    }

    @Test func `nothing secret is written, in whatever place it stands`() async throws {
        let (run, recording, upstream) = try await record(
            [
                "BASE/profile?token=\(Self.token)&key=a%2Bb%20secret&page=2#top",
                "--header-from", "Authorization=API", "--header-from", "X-Key=KEY", "--header",
                "Cookie: a=cookie-typed-1",
            ],
            body: Self.page.replacing("\"p\"", with: "\"cookie-typed-1\""),
            environment: ["API": "Bearer \(Self.token)", "KEY": "a+b secret"]
        )
        #expect(upstream.requests.first?.header("Authorization") == "Bearer \(Self.token)", "it was sent")
        for secret in [Self.token, "cookie-value-1", "cookie-typed-1", "secret"] {
            #expect(!run.transcript.contains(secret), "\(secret)")
        }
        #expect(recording["request"]?["url"]?.string == upstream.url("/api/profile?page=2"))
        #expect(
            recording["request"]?["headers"]?.elements.compactMap(\.string)
                == ["Cookie", "Authorization", "X-Key", "Accept"]
        )
        let names = recording["response"]?["headers"]?.elements.compactMap { $0["name"]?.string } ?? []
        #expect(
            names.contains("Content-Type") && !names.contains("Set-Cookie")
                && !names.contains("Content-Length")
        )
        #expect(try body(recording)["echo"]?.string == "you are [removed]")
        #expect(try body(recording)["session"]?.string == "[removed]")
        #expect(try body(recording)["rate"]?.numberText == "1.50", "the rest stays as it came")
    }

    @Test func `values at redacted paths become pseudonyms, the same for the same`() async throws {
        let (run, recording, _) = try await record([
            "BASE/profile", "--redact", "/data/**/name", "--redact", "/data/fullName",
        ])
        let data = try #require(try body(recording)["data"])
        let friends = data["friends"]?.elements.compactMap { $0["name"]?.string } ?? []
        #expect(!run.output.contains("Miller") && !run.output.contains("Ann"))
        #expect(friends.count == 3 && friends[1] == data["fullName"]?.string && friends[0] != friends[1])
        #expect(friends.map(\.count) == [7, 10, 2])
        #expect(data["id"]?.int64 == 17)
        #expect(recording["redacted"]?.elements.compactMap(\.string) == ["/data/**/name", "/data/fullName"])
    }

    @Test func `a key makes pseudonyms the same in every recording, without one they differ`() async throws {
        let words = ["BASE/profile", "--redact", "/data/fullName"]
        func name(_ words: [String], key: String = "") async throws -> String? {
            let (_, recording, _) = try await record(words, environment: ["KEY": key])
            return try body(recording)["data"]?["fullName"]?.string
        }
        let keyed = words + ["--redact-key-from", "KEY"]
        let first = try await name(keyed, key: "one")
        #expect(try await name(keyed, key: "one") == first)
        #expect(try await name(keyed, key: "two") != first)
        #expect(try await name(words) != name(words))
    }

    @Test func `a recording is read back by check, whatever its name`() async throws {
        let upstream = try SampleUpstream()
        defer { upstream.stop() }
        let sample = Place.package.appending(path: "Schemas/netease-home/samples/v1/menus.json")
        upstream.serve(Array(try Data(contentsOf: sample)), at: "/v2/homepage/dragon/ball")
        try await Place.withScratch { folder in
            let record = [
                "record", "-c", Place.contract("netease-home"), "-e", "menus", "--base", upstream.url("/v2/"),
                "-o",
            ]
            let made = try await contractCheck(record + ["monday.json"], in: folder)
            #expect(made.status == 0 && made.transcript == "--- exit 0 ---\n", "\(made.transcript)")
            let checked = try await check(["monday.json"], by: "netease-home", in: folder)
            #expect(checked.results == ["monday.json answer"])
            #expect(checked.inputs.first?["endpoint"]?.string == "menus")
            #expect(checked.run.status == 0)
            // Several in one file.
            let text = try String(contentsOf: folder.appending(component: "monday.json"), encoding: .utf8)
            try write("[\(text),\(text)]", "both.json", folder)
            try write(
                text.replacing("\n", with: " ") + "\n" + text.replacing("\n", with: " "),
                "both.ndjson",
                folder
            )
            let both = try await check(["both.json", "both.ndjson"], by: "netease-home", in: folder)
            #expect(
                both.results.map { $0.split(separator: " ")[1] } == ["answer", "answer", "answer", "answer"]
            )
        }
    }

    @Test func `an error is recorded with its status, and check says what it is`() async throws {
        var fault = SampleUpstream.Fault()
        fault.status = 503
        let (run, recording, upstream) = try await record(["BASE/profile"], body: "<html>sorry", fault: fault)
        #expect(run.status == 0)
        #expect(
            run.complaints
                == "contract-check: \(upstream.url("/api/profile")): recorded with HTTP status 503\n"
        )
        #expect(recording["response"]?["status"]?.int64 == 503)
        try await Place.withScratch { folder in
            try write(run.output, "profile.json", folder)
            #expect(try await check(["profile.json"], in: folder).results == ["profile.json status-changed"])
        }
    }

    @Test func `the secrets of a contract are sent and not written`() async throws {
        let upstream = try SampleUpstream()
        defer { upstream.stop() }
        upstream.serve(Array(#"{"ok": true, "you": "key-123456789"}"#.utf8), at: "/list")
        try await Place.withScratch { folder in
            let feed = #"""
                {"feed": "small", "title": "Small", "contract": 1, "variables": {"base": {"description": "b"}},
                 "endpoints": {"list": {"url": "{base}/list", "query": {"key": {"secret": "API_KEY"}, "page": "1"},
                   "headers": {"Authorization": {"secret": "LOGIN", "optional": true}}, "schema": "any.schema.json",
                   "success": {"pointer": "/ok", "equals": true}}},
                 "sections": [{"from": "list", "at": "/a", "kind": "k", "title": ["/t"], "items": "", "item": {"identity": ["/i"]}}],
                 "refresh": {"intervalSeconds": 60}, "policy": {"breaking": "accept", "warning": "accept", "info": "accept"}}
                """#
            try write(feed, "small/feed.json", folder)
            try write("true", "small/v1/any.schema.json", folder)
            let words = ["record", "-c", "small", "--base", upstream.url("")]
            let unset = try await contractCheck(words, in: folder)
            #expect(unset.status == 2)
            #expect(unset.complaints.contains("FEEDKEEPER_SECRET_API_KEY"), "\(unset.complaints)")
            #expect(upstream.requests.isEmpty)
            try write("key-123456789\n", "key", folder)
            let run = try await contractCheck(
                words,
                in: folder,
                environment: [
                    "FEEDKEEPER_SECRET_API_KEY_FILE": "key", "FEEDKEEPER_SECRET_LOGIN": "Basic abc",
                ]
            )
            #expect(run.status == 0, "\(run.transcript)")
            #expect(upstream.requests.first?.header("Authorization") == "Basic abc")
            #expect(!run.output.contains("key-123456789"))
            #expect(try run.json["request"]?["url"]?.string == upstream.url("/list?page=1"))
        }
    }

    @Test func `what is not JSON is not written when it was to be redacted`() async throws {
        try await Place.withScratch { folder in
            let upstream = try SampleUpstream()
            defer { upstream.stop() }
            upstream.serve(Array("<p>Zoë</p>".utf8), at: "/p")
            let words = ["record", upstream.url("/p"), "--redact", "/name", "-o", "p.json"]
            let run = try await contractCheck(words, in: folder)
            #expect(run.status == 3)
            #expect(run.complaints.contains("not-json"))
            #expect(!FileManager.default.fileExists(atPath: folder.appending(component: "p.json").path))
        }
    }

    @Test func `a redacted path that leads nowhere is told`() async throws {
        let (run, _, _) = try await record(["BASE/profile", "--redact", "/data/fulName"])
        #expect(run.complaints == "contract-check: warning: no value is at /data/fulName\n")
    }

    @Test(
        arguments: [
            ([], "what is to be recorded?"), (["profile.json"], "this is no http or https URL"),
            (["http://x.example/", "-c", "Schemas/profile"], "exclude each other"),
            (["http://x.example/", "--base", "http://y.example"], "exclude each other"),
            (["-c", "Schemas/netease-home"], "which endpoint?"),
            (["-c", "Schemas/netease-home", "-e", "menu"], "did you mean menus?"),
            (["http://x.example/", "--redact", "name"], "--redact takes a JSON Pointer"),
            (["http://x.example/", "--redact-key-from", "NOT_SET"], "variable NOT_SET is not set"),
        ])
    func `a wrong command line is exit code 2, and nothing is fetched`(
        words: [String],
        message: String
    ) async throws {
        let run = try await contractCheck(["record"] + words)
        #expect(run.status == 2)
        #expect(run.complaints.contains(message), "\(run.complaints)")
    }

    @Test func `what cannot be fetched is exit code 3, and what cannot be written 2`() async throws {
        #expect(try await contractCheck(["record", "http://127.0.0.1:1/"]).status == 3)
        let upstream = try SampleUpstream()
        defer { upstream.stop() }
        upstream.serve(Array("{}".utf8), at: "/p")
        let run = try await contractCheck(["record", upstream.url("/p"), "-o", "/no/such/folder/p.json"])
        #expect(run.status == 2)
        #expect(
            run.complaints.contains("/no/such/folder/p.json: it cannot be written: No such file or directory")
        )
    }
}
