import Foundation
import HTTPFetch
import HTTPServe
import Sandbox
import Testing

@Suite(.timeLimit(.minutes(1)))
struct LimitTests {
    let upstream: SampleUpstream
    let fetcher: Fetcher

    init() throws {
        upstream = try SampleUpstream()
        fetcher = try Fetcher()
        upstream.serve(Array(repeating: UInt8(ascii: "a"), count: 1000), at: "/feed")
    }

    private func breakFeed(_ change: (inout SampleUpstream.Fault) -> Void) {
        var fault = SampleUpstream.Fault()
        change(&fault)
        upstream.setFault(fault, at: "/feed")
    }

    private func failure(_ change: (inout FetchLimits) -> Void = { _ in }) async -> FetchError? {
        await HTTPFetchTests.failure(
            of: fetcher,
            .loopback(upstream.url("/feed?token=hidden")) { change(&$0.limits) }
        )
    }

    @Test func `a server that never answers meets the total timeout`() async throws {
        breakFeed { $0.delivery.delay = .seconds(3600) }
        let error = try #require(await failure { $0.totalTimeout = .milliseconds(100) })
        #expect(error.code == .timedOut)
        #expect(error.facts.timeout == .milliseconds(100))
        #expect(error.isTransient)
    }

    @Test func `a server that falls silent in the middle meets the idle timeout`() async throws {
        breakFeed {
            $0.delivery.pieceBytes = 500
            $0.delivery.pause = .seconds(3600)
        }
        let error = try #require(await failure { $0.idleTimeout = .milliseconds(100) })
        #expect(error.code == .idle)
        #expect(error.facts.timeout == .milliseconds(100))
    }

    @Test func `a slow drip is never idle and still meets the total timeout`() async throws {
        let head = "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n"
        let server = try RawServer(answer: Array(head.utf8), endlessDrip: true)
        defer { server.stop() }
        let request = FetchRequest.loopback("http://127.0.0.1:\(server.port)/") {
            $0.limits.totalTimeout = .milliseconds(1000)
            $0.limits.idleTimeout = .milliseconds(800)
        }
        let error = try #require(await HTTPFetchTests.failure(of: fetcher, request))
        #expect(error.code == .timedOut)
    }

    @Test func `a TLS handshake that never ends meets the connect timeout`() async throws {
        let silent = try RawServer(answer: [], closes: false)
        defer { silent.stop() }
        let request = FetchRequest.loopback("https://127.0.0.1:\(silent.port)/") {
            $0.limits.connectTimeout = .milliseconds(100)
        }
        let error = try #require(await HTTPFetchTests.failure(of: fetcher, request))
        #expect(error.code == .connectTimedOut)
        #expect(error.facts.timeout == .milliseconds(100))
    }

    @Test(arguments: [(1000, true), (999, false), (0, false)])
    func `a declared length is judged by the limit`(_ limit: Int, _ isEnough: Bool) async {
        let error = await failure { $0.maxBodyBytes = limit }
        #expect((error == nil) == isEnough)
        #expect(isEnough || error?.code == .bodyTooLarge)
        #expect(isEnough || error?.facts.limitBytes == limit)
    }

    @Test(arguments: [5, 999, 1000])
    func `a body without a declared length is cut at the limit`(_ limit: Int) async throws {
        let head = "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n"
        let server = try RawServer(answer: Array((head + String(repeating: "a", count: 1000)).utf8))
        defer { server.stop() }
        let request = FetchRequest.loopback("http://127.0.0.1:\(server.port)/") {
            $0.limits.maxBodyBytes = limit
        }
        let error = await HTTPFetchTests.failure(of: fetcher, request)
        #expect(error?.code == (limit == 1000 ? nil : .bodyTooLarge))
        #expect(error?.facts.limitBytes == (limit == 1000 ? nil : limit))
    }

    @Test func `a gzip bomb is cut at the limit, with memory flat`() async throws {
        let bomb = try await shell("head -c 100000000 /dev/zero | gzip -9")
        #expect(bomb.count < 200_000)
        breakFeed {
            $0.rawBody = bomb
            $0.headers = [.init(name: "Content-Encoding", value: "gzip")]
        }
        let before = peakMemoryKiB()
        let error = try #require(await failure { $0.maxBodyBytes = 1 << 20 })
        #expect(error.code == .bodyTooLarge)
        #expect(error.facts.limitBytes == 1 << 20)
        #expect(peakMemoryKiB() - before < 50_000)
    }

    @Test func `endless header fields are cut`() async throws {
        let head =
            "HTTP/1.1 200 OK\r\n"
            + String(repeating: "X-Filler: \(String(repeating: "x", count: 990))\r\n", count: 300)
        let server = try RawServer(answer: Array(head.utf8), closes: false)
        defer { server.stop() }
        let error = try #require(
            await HTTPFetchTests.failure(of: fetcher, .loopback("http://127.0.0.1:\(server.port)/"))
        )
        #expect(error.code == .headersTooLarge)
        #expect(error.facts.limitBytes == 256 << 10)
    }

    @Test func `a body shorter than declared is truncated, with both lengths told`() async throws {
        breakFeed { $0.delivery.declaredBytes = 5000 }
        let error = try #require(await failure())
        #expect(error.code == .truncated)
        #expect(error.facts.partial?.status == 200)
        #expect(error.facts.partial?.body.count == error.facts.receivedBytes)
        #expect(error.facts.receivedBytes == 1000)
        #expect(error.facts.expectedBytes == 5000)
        #expect(error.isTransient)
    }

    @Test func `a chunked body without its end mark is truncated`() async throws {
        let answer = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n"
        let server = try RawServer(answer: Array(answer.utf8))
        defer { server.stop() }
        let error = try #require(
            await HTTPFetchTests.failure(of: fetcher, .loopback("http://127.0.0.1:\(server.port)/"))
        )
        #expect(error.code == .truncated)
        #expect(error.facts.expectedBytes == nil)
    }

    @Test(arguments: ["gzip", "br", "zstd", "deflate", "rot13"])
    func `a body that is not in its declared encoding is a bad encoding`(_ encoding: String) async throws {
        breakFeed {
            $0.rawBody = Array("<html><body>Not compressed at all.</body></html>".utf8)
            $0.headers = [.init(name: "Content-Encoding", value: encoding)]
        }
        let error = try #require(await failure())
        #expect(error.code == .badEncoding, "\(error)")
    }

    @Test(arguments: [
        ("", Array("hello".utf8)),
        ("identity", Array("hello".utf8)),
        (
            "gzip",
            [
                0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 1, 5, 0, 0xFA, 0xFF, 0x68, 0x65, 0x6C, 0x6C, 0x6F,
                0x86, 0xA6, 0x10, 0x36, 5, 0, 0, 0,
            ]
        ),
        ("br", [0x0B, 0x02, 0x80, 0x68, 0x65, 0x6C, 0x6C, 0x6F, 0x03]),
        ("zstd", [0x28, 0xB5, 0x2F, 0xFD, 0x20, 5, 0x29, 0, 0, 0x68, 0x65, 0x6C, 0x6C, 0x6F]),
    ])
    func `every encoding asked for is decoded`(_ encoding: String, _ bytes: [UInt8]) async throws {
        breakFeed {
            $0.rawBody = bytes
            if !encoding.isEmpty { $0.headers = [.init(name: "Content-Encoding", value: encoding)] }
        }
        let response = try await fetcher.fetch(.loopback(upstream.url("/feed")))
        #expect(response.body == Array("hello".utf8))
        #expect(response.receivedBytes == bytes.count)
        #expect(response.contentLength == bytes.count)
    }

    @Test(arguments: [
        ("", FetchError.Code.connectionFailed), ("SSH-2.0-OpenSSH_9.2\r\n", .notHTTP),
        ("\u{0}\u{1}\u{2}", .notHTTP),
    ])
    func `what is not HTTP is told apart from silence`(_ answer: String, _ code: FetchError.Code) async throws
    {
        let server = try RawServer(answer: Array(answer.utf8))
        defer { server.stop() }
        #expect(
            await HTTPFetchTests.failure(of: fetcher, .loopback("http://127.0.0.1:\(server.port)/"))?.code
                == code
        )
    }

    @Test func `a port where nobody listens is a failed connection`() async throws {
        upstream.stop()
        #expect(await failure()?.code == .connectionFailed)
    }

    @Test func `a name that cannot be is not resolved`() async throws {
        let name = String(repeating: "a", count: 64) + ".example"
        #expect(
            await HTTPFetchTests.failure(of: fetcher, .loopback("http://\(name)/"))?.code == .nameNotResolved
        )
    }

    @Test(arguments: [
        ("", FetchError.Code.invalidURL), ("feed.json", .invalidURL), ("/feed.json", .invalidURL),
        ("http://", .invalidURL),
        ("http://host:99999/", .invalidURL), ("http://a\u{0}b/", .invalidURL),
        ("file:///etc/passwd", .schemeRefused), ("gopher://127.0.0.1/", .schemeRefused),
        ("javascript:alert(1)", .invalidURL),
    ])
    func `a URL is judged before anything is sent`(_ url: String, _ code: FetchError.Code) async {
        #expect(await HTTPFetchTests.failure(of: fetcher, .loopback(url))?.code == code)
    }

    @Test(arguments: [("X-A", "b\r\nX-Evil: 1"), ("X A", "b"), ("", "b"), ("X-A", "b\u{0}c")])
    func `a header that would smuggle another is refused`(_ name: String, _ value: String) async {
        let request = FetchRequest.loopback(upstream.url("/feed")) {
            $0.headers = HTTPHeaders([HTTPHeader(name: name, value: value)])
        }
        #expect(await HTTPFetchTests.failure(of: fetcher, request)?.code == .invalidHeader)
        #expect(upstream.requests.isEmpty)
    }

    @Test func `messages name the limit and the place, and no secrets`() async throws {
        let url = upstream.url("/feed?token=hidden#part").replacing("http://", with: "http://user:word@")
        let request = FetchRequest.loopback(url) {
            $0.headers = ["Authorization": "Bearer hidden"]
            $0.limits.maxBodyBytes = 10
        }
        let error = try #require(await HTTPFetchTests.failure(of: fetcher, request))
        #expect(
            error.description
                == "body over the limit of 10 bytes (http://127.0.0.1:\(upstream.port)/feed) [curl 63]"
        )
        #expect(error.host == "127.0.0.1")
    }
}
