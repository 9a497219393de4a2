import HTTPServe
import JSONCore
import Sandbox
import Testing

/// What is fetched, and with what.
@Suite struct URLTests {
    private func upstream(_ body: String = Sample.profile()) throws -> SampleUpstream {
        let upstream = try SampleUpstream()
        upstream.serve(Array(body.utf8), at: "/api/profile")
        return upstream
    }

    @Test func `headers reach the server, those from the environment too, and are in no output`() async throws
    {
        let upstream = try upstream()
        defer { upstream.stop() }
        let run = try await contractCheck(
            [
                "check", "-c", "Schemas/profile", "--header", "X-Channel: ios", "--header-from",
                "Authorization=API_TOKEN",
                "--header", "Accept: application/vnd.api+json", upstream.url("/api/profile"),
            ],
            environment: ["API_TOKEN": "Bearer s3cret-value"]
        )
        let request = try #require(upstream.requests.first)
        #expect(request.header("X-Channel") == "ios")
        #expect(request.header("Authorization") == "Bearer s3cret-value")
        #expect(request.headers.filter { $0.name == "Accept" }.map(\.value) == ["application/vnd.api+json"])
        #expect(run.status == 0)
        #expect(!run.transcript.contains("s3cret"))
    }

    @Test(
        arguments: [
            (
                ["--header", "Authorization Bearer s3cret"],
                "--header number 1 is not of the form 'NAME: VALUE'"
            ),
            (["--header", "A: b", "--header", "s3cret"], "--header number 2 is not"),
            (["--header-from", "s3cret"], "--header-from number 1 is not of the form 'NAME=VARIABLE'"),
            (["--header-from", "Authorization=NOT_SET"], "variable NOT_SET is not set"),
        ])
    func `a header that is none is a usage error that does not repeat it`(
        words: [String],
        message: String
    ) async throws {
        let run = try await contractCheck(["check", "-c", "Schemas/profile", "http://127.0.0.1:1/"] + words)
        #expect(run.status == 2)
        #expect(run.complaints.contains(message), "\(run.complaints)")
        #expect(!run.transcript.contains("s3cret"))
    }

    @Test func `a header that cannot be sent is an input that was not fetched`() async throws {
        let run = try await contractCheck(
            ["check", "-c", "Schemas/profile", "--header-from", "A=TOKEN", "http://127.0.0.1:1/"],
            environment: ["TOKEN": "s3cret\r\nX-Admin: 1"]
        )
        #expect(run.status == 3)
        #expect(run.output.contains("a request header cannot be sent"))
        #expect(!run.transcript.contains("s3cret"))
    }

    @Test func `a body that was cut off is truncated, with the facts of the response`() async throws {
        let upstream = try upstream()
        defer { upstream.stop() }
        var fault = SampleUpstream.Fault()
        fault.delivery.declaredBytes = 9_000
        upstream.setFault(fault, at: "/api/profile")
        let run = try await contractCheck([
            "check", "-c", "Schemas/profile", "-f", "json", upstream.url("/api/profile"),
        ])
        let checked = try Checked(run)
        #expect(checked.inputs.first?["result"]?.string == "truncated")
        #expect(checked.inputs.first?["fault"]?["status"]?.int64 == 200)
        #expect(checked.findings.compactMap { $0["kind"]?.string } == ["truncated"])
        #expect(run.status == 3)
    }

    @Test func `many URLs keep their order`() async throws {
        let upstream = try upstream()
        defer { upstream.stop() }
        let urls = (0..<12).map { upstream.url("/api/profile?n=\($0)") }
        let run = try await contractCheck(
            ["check", "-c", "Schemas/profile", "-f", "json"] + urls + ["gone.json"]
        )
        let checked = try Checked(run)
        #expect(
            checked.results == Array(repeating: upstream.url("/api/profile") + " answer", count: 12) + [
                "gone.json not-read"
            ]
        )
        #expect(upstream.requests.count == 12)
    }

    @Test func `the endpoint of a URL is named when it is nearly one`() async throws {
        let run = try await contractCheck([
            "check", "-c", "Schemas/netease-home", "http://127.0.0.1:1/homepage/block/pgae",
        ])
        #expect(run.status == 2)
        #expect(run.complaints.contains("did you mean /homepage/block/page (blocks)?"), "\(run.complaints)")
    }
}
