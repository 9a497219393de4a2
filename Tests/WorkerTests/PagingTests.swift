import HTTPServe
import Synchronization
import Testing

/// An endpoint in pages: followed to its end, and never trusted to have one.
@Suite(.timeLimit(.minutes(10))) struct PagingTests {
    @Test func `the pages of an endpoint make one page`() async throws {
        try await on(PagedUpstream(["": ("A", "2"), "2": ("B", "3"), "3": ("C", nil)])) { stage, upstream in
            let row = try await stage.refresh("paged")
            #expect((row.status, row.verdict) == ("changed", "conforms"))
            #expect(try await stage.page("paged") == ["a@1", "b@1", "c@1"])
            #expect(upstream.cursors == ["", "2", "3"])
        }
    }

    @Test func `a cursor that is a number is followed too`() async throws {
        try await on(PagedUpstream(["": ("A", "2"), "2": ("B", nil)], quotesCursors: false)) {
            stage,
            upstream in
            try await stage.refresh("paged")
            #expect(upstream.cursors == ["", "2"])
        }
    }

    /// Pages that do not end, and what is made of them.
    struct Endless: Sendable {
        let pages: [String: PagedUpstream.Page]
        let page: [String]
        let cursors: [String]
    }

    static let endless = [
        Endless(pages: ["": ("A", "2"), "2": ("B", "2")], page: ["a@1", "b@1"], cursors: ["", "2"]),
        Endless(
            pages: ["": ("A", "2"), "2": ("B", "3"), "3": ("C", "2")],
            page: ["a@1", "b@1", "c@1"],
            cursors: ["", "2", "3"]
        ),
        Endless(
            pages: ["": ("A", "2"), "2": ("B", "3"), "3": ("C", "4"), "4": ("D", nil)],
            page: ["a@1", "b@1", "c@1"],
            cursors: ["", "2", "3"]
        ),
    ]

    @Test(arguments: endless)
    func `a cursor that comes again and pages without end are stopped with a finding`(
        endless: Endless
    ) async throws {
        try await on(PagedUpstream(endless.pages)) { stage, upstream in
            let row = try await stage.refresh("paged")
            #expect((row.status, row.findings) == ("changed", ["cursor-loop"]))
            #expect(try await stage.page("paged") == endless.page)
            #expect(upstream.cursors == endless.cursors)
        }
    }

    @Test(arguments: ["html", "error", "500", "cut"])
    func `a second page that fails deletes nothing, and comes whole when it is mended`(
        failure: String
    ) async throws {
        let upstream = try PagedUpstream(["": ("A", "2"), "2": ("B", nil)])
        try await on(upstream) { stage, upstream in
            try await stage.refresh("paged")
            upstream.failing = ["2": failure]
            let row = try await stage.refresh("paged")
            #expect(row.status == "held", "\(row.error ?? "")")
            #expect(row.findings.contains("kind-missing"))
            #expect(try await stage.page("paged") == ["a@1", "b@1!vanished"])
            #expect(try await stage.quarantine().count == 1)
            upstream.failing = [:]
            #expect(try await stage.refresh("paged").status == "unchanged")
            #expect(try await stage.page("paged") == ["a@1", "b@1"])
        }
    }

    @Test func `a first page that fails is a failed refresh`() async throws {
        try await on(PagedUpstream(["": ("A", "2"), "2": ("B", nil)])) { stage, upstream in
            try await stage.refresh("paged")
            upstream.failing = ["": "html"]
            #expect(try await stage.refresh("paged").errorClass == "not-json")
            #expect(try await stage.page("paged") == ["a@1", "b@1"])
        }
    }

    private func on(
        _ upstream: PagedUpstream,
        _ body: (Stage, PagedUpstream) async throws -> Void
    ) async throws {
        try await Stage.with(.init(contracts: [try Paged.contract()], base: upstream.base)) { stage in
            try await body(stage, upstream)
        }
        upstream.stop()
    }
}

/// An upstream that answers by cursor.
final class PagedUpstream: Sendable {
    /// The one block's type, and the next cursor.
    typealias Page = (block: String, next: String?)

    private final class State: Sendable {
        let cursors = Mutex<[String]>([])
        let failing = Mutex<[String: String]>([:])
    }

    private let state: State
    private let server: HTTPServer

    var base: String { "http://127.0.0.1:\(server.port)" }

    /// The cursors asked for, in order; `""` for none.
    var cursors: [String] { state.cursors.withLock { $0 } }

    /// How a cursor's page fails: `html`, `error`, `500`, or `cut` in the middle.
    var failing: [String: String] {
        get { state.failing.withLock { $0 } }
        set { state.failing.withLock { $0 = newValue } }
    }

    /// Serves pages by their cursor.
    init(_ pages: [String: Page], quotesCursors: Bool = true) throws {
        let state = State()
        self.state = state
        server = try HTTPServer { request in
            let cursor = request.queryItem("cursor") ?? ""
            state.cursors.withLock { $0.append(cursor) }
            guard let page = pages[cursor] else { return .text("no such page", status: 404) }
            let next = page.next.map { quotesCursors ? "\"\($0)\"" : $0 } ?? "null"
            let text = #"""
                {"ok": true, "next": \#(next), "blocks": [{"type": "\#(page.block)", "items": [{"id": "x"}]}]}
                """#
            return Self.answer(text, failing: state.failing.withLock { $0[cursor] })
        }
    }

    private static func answer(_ text: String, failing: String?) -> HTTPServeResponse {
        var response = HTTPServeResponse(
            headers: [.init(name: "Content-Type", value: "application/json")],
            body: Array(text.utf8)
        )
        switch failing {
        case "html": response.body = Array("<html>".utf8)
        case "error": response.body = Array(#"{"ok": false}"#.utf8)
        case "500": response.status = 500
        case "cut": response.delivery.declaredBytes = text.utf8.count + 100
        default: break
        }
        return response
    }

    func stop() { server.stop() }
}
