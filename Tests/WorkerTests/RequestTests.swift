import Contracts
import Foundation
import HTTPServe
import Runtime
import Sandbox
import Testing

/// What a refresh asks, and what it tells nobody.
@Suite(.timeLimit(.minutes(10))) struct RequestTests {
    @Test func `variants are pages of their own`() async throws {
        try await Stage.with { stage in
            try await stage.refresh()
            let sample = try Repository.text("profile/samples/v1/profile.json")
            stage.serve(sample.replacing("Orla Fenn", with: "Rosa Lind"), at: Repository.profilePath)
            #expect(try await stage.refresh(variant: "rosa").revision == 1)
            let names = try await stage.texts(
                "SELECT variant || '=' || title FROM feedkeeper.current_items WHERE kind = 'name-and-picture' ORDER BY variant"
            )
            #expect(names == ["=Orla Fenn", "rosa=Rosa Lind"])
        }
    }

    @Test func `parameters reach the query, percent-encoded, and win over the contract's`() async throws {
        try await Stage.with(.init(contracts: [try Shelf.contract()])) { stage in
            stage.serve(#"{"ok": true, "books": [{"id": "a"}]}"#, at: "/shelf")
            try await stage.refresh(
                "shelf",
                params: #"{"lang": "de", "page": 2, "all": true, "none": null, "q": "a b&c=ü+/?#%"}"#
            )
            let items = try #require(stage.upstream.requests.last).queryItems.map { "\($0.name)=\($0.value)" }
            #expect(Set(items) == ["size=10", "lang=de", "page=2", "all=true", "q=a b&c=ü+/?#%"])
            #expect(items.count == 5)
        }
    }

    @Test func `a trace context goes into the header and the log, as a part of its own, and into no query`()
        async throws
    {
        let (trace, span) = ("0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331")
        try await Stage.with { stage in
            try await stage.refresh(params: #"{"traceparent": "00-\#(trace)-\#(span)-01"}"#)
            let request = try #require(stage.upstream.requests.last)
            let fields = try #require(request.header("traceparent")).split(separator: "-").map(String.init)
            #expect([fields[0], fields[1], fields[3]] == ["00", trace, "01"])
            #expect(fields[2] != span)
            #expect(request.queryItem("traceparent") == nil)
            #expect(stage.log.text.contains("trace=\(trace) span=\(fields[2])"))
        }
    }

    @Test(arguments: [#"{"q": [1]}"#, #"{"q": {}}"#])
    func `a parameter that no query can carry kills the job with its name`(params: String) async throws {
        try await Stage.with { stage in
            let row = try await stage.refresh(params: params)
            #expect((row.status, row.errorClass) == ("failed", "bad-parameters"))
            #expect(row.error?.contains("q is") == true)
            #expect(try await stage.fate() == .dies)
        }
    }

    @Test func `a secret reaches the header and appears nowhere else`() async throws {
        let options = Stage.Options(
            contracts: [try Shelf.contract()],
            secrets: ["SHELF_TOKEN": Secret("hush-hush-4711")]
        )
        try await Stage.with(options) { stage in
            stage.serve(#"{"ok": true, "books": [{"id": "a"}]}"#, at: "/shelf")
            try await stage.refresh("shelf")
            #expect(stage.upstream.requests.last?.header("Authorization") == "hush-hush-4711")
            stage.serve("<html>", at: "/shelf")
            try await stage.refresh("shelf")
            stage.upstream.stop()
            try await stage.refresh("shelf")
            #expect(try await stage.ledger().map(\.status) == ["changed", "failed", "failed"])
            for table in [
                "refreshes", "findings", "quarantine", "jobs", "dead_jobs", "pages", "section_contents",
            ] {
                #expect(
                    try await stage.number(
                        "SELECT count(*) FROM feedkeeper.\(table) t WHERE t::text LIKE '%4711%'"
                    ) == 0
                )
            }
            let hex = "encode(body, 'escape')"
            #expect(
                try await stage.number(
                    "SELECT count(*) FROM feedkeeper.quarantine WHERE \(hex) LIKE '%4711%'"
                ) == 0
            )
            #expect(!stage.log.text.contains("4711"))
            #expect(stage.log.text.contains("refresh failed"))
        }
    }

    @Test func `a secret that is not set kills the job with the variable to set`() async throws {
        try await Stage.with(.init(contracts: [try Shelf.contract(needsSecret: true)])) { stage in
            stage.serve(#"{"ok": true}"#, at: "/shelf")
            let row = try await stage.refresh("shelf")
            #expect(row.errorClass == "secret-missing")
            #expect(row.error?.contains("FEEDKEEPER_SECRET_SHELF_TOKEN") == true)
            #expect(stage.upstream.requests.isEmpty)
            #expect(try await stage.fate() == .dies)
        }
    }
}
