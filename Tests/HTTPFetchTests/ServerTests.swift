import HTTPFetch
import HTTPServe
import Sandbox
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ServerTests {
    let fetcher: Fetcher

    init() throws {
        fetcher = try Fetcher()
    }

    @Test func `a handler sees path and query decoded, in order`() async throws {
        let server = try HTTPServer { request in
            let items = request.queryItems.map { "\($0.name)=\($0.value)" }.joined(separator: "|")
            return .text("\(request.method) \(request.path) \(items)")
        }
        let response = try await fetcher.fetch(
            .loopback("http://127.0.0.1:\(server.port)/a%20b?x=1&y=%2F&x=2&flag")
        )
        #expect(String(decoding: response.body, as: UTF8.self) == "GET /a b x=1|y=/|x=2|flag=")
    }

    @Test func `a request body over the limit is a 413 and never reaches the handler`() async throws {
        let handled = Counter()
        var configuration = HTTPServerConfiguration()
        configuration.maxBodyBytes = 10
        let server = try HTTPServer(configuration: configuration) { _ in
            handled.increment()
            return .text("")
        }
        for (count, status) in [(10, 200), (11, 413), (100_000, 413)] {
            let request = FetchRequest.loopback("http://127.0.0.1:\(server.port)/") {
                $0.method = .post
                $0.body = [UInt8](repeating: 0, count: count)
            }
            #expect(try await fetcher.fetch(request).status == status, "\(count) bytes")
        }
        #expect(handled.value == 1)
    }

    @Test func `a large body arrives whole, at once or in pieces`() async throws {
        let body = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let upstream = try SampleUpstream()
        upstream.serve(body, at: "/")
        #expect(try await fetcher.fetch(.loopback(upstream.url("/"))).body == body)
        var fault = SampleUpstream.Fault()
        fault.delivery.pieceBytes = 100_000
        fault.delivery.pause = .milliseconds(1)
        upstream.setFault(fault, at: "/")
        #expect(try await fetcher.fetch(.loopback(upstream.url("/"))).body == body)
    }

    @Test func `stopping ends connections whose handlers still run`() async throws {
        let arrived = Gate()
        let server = try HTTPServer { _ in
            await arrived.open()
            try? await Task.sleep(for: .seconds(3600))
            return .text("late")
        }
        let request = FetchRequest.loopback("http://127.0.0.1:\(server.port)/")
        let running = Task { [fetcher] in await failure(of: fetcher, request) }
        await arrived.wait()
        server.stop()
        #expect(await running.value?.code == .connectionFailed)
        server.stop()
    }

    @Test func `a port that is taken is an error that names it`() throws {
        let server = try HTTPServer { _ in .text("") }
        var configuration = HTTPServerConfiguration()
        configuration.port = server.port
        let error = #expect(throws: HTTPServeError.self) {
            try HTTPServer(configuration: configuration) { _ in .text("") }
        }
        #expect(error?.port == server.port)
        #expect(error?.systemError != 0)
    }

    @Test func `a path without a route is a 404, and a removed one is again`() async throws {
        let upstream = try SampleUpstream()
        let request = FetchRequest.loopback(upstream.url("/x"))
        #expect(try await fetcher.fetch(request).status == 404)
        upstream.serve([], at: "/x")
        #expect(try await fetcher.fetch(request).status == 200)
        upstream.remove(path: "/x")
        #expect(try await fetcher.fetch(request).status == 404)
        #expect(upstream.requests.count == 3)
        upstream.forgetRequests()
        #expect(upstream.requests.isEmpty)
    }
}
