import HTTPFetch
import HTTPServe
import Sandbox
import Testing

@Suite(.timeLimit(.minutes(1)))
struct FetcherTests {
    let upstream: SampleUpstream
    let fetcher: Fetcher

    init() throws {
        upstream = try SampleUpstream()
        fetcher = try Fetcher(configuration: FetcherConfiguration(version: "1.2.3"))
    }

    @Test func `a body comes back as it was sent, with what the server said about it`() async throws {
        let body = Array(#"{"code":200}"#.utf8)
        upstream.serve(body, at: "/home", lastModified: "Sun, 06 Nov 1994 08:49:37 GMT")
        let response = try await fetcher.fetch(.loopback(upstream.url("/home?page=1")))
        #expect(response.status == 200)
        #expect(response.body == body)
        #expect(response.contentType == "application/json; charset=utf-8")
        #expect(response.headers["CONTENT-TYPE"] == response.contentType)
        #expect(response.httpVersion == .http1dot1)
        #expect(response.receivedBytes == body.count)
        #expect(response.contentLength == body.count)
        #expect(response.validators.lastModified == "Sun, 06 Nov 1994 08:49:37 GMT")
        #expect(response.effectiveURL == upstream.url("/home?page=1"))
        #expect(response.timing.total >= response.timing.firstByte)
        #expect(response.timing.firstByte > .zero)
    }

    @Test func `the request names the product and every encoding that can be decoded`() async throws {
        _ = try await fetcher.fetch(
            .loopback(upstream.url("/")) { $0.headers = ["X-Feed": "netease-home", "X-Empty": ""] }
        )
        let seen = try #require(upstream.requests.first)
        #expect(seen.method == "GET")
        #expect(seen.header("User-Agent") == "feedkeeper/1.2.3")
        #expect(seen.header("X-Feed") == "netease-home")
        #expect(seen.header("X-Empty") == "")
        let encodings = seen.header("Accept-Encoding") ?? ""
        for encoding in ["gzip", "br", "zstd"] { #expect(encodings.contains(encoding)) }
    }

    @Test func `a 304 is a response that keeps the validators`() async throws {
        upstream.serve(Array("[]".utf8), at: "/list")
        let first = try await fetcher.fetch(.loopback(upstream.url("/list")))
        let again = try await fetcher.fetch(
            .loopback(upstream.url("/list")) { $0.validators = first.validators }
        )
        #expect(again.isNotModified)
        #expect(again.body.isEmpty)
        #expect(first.validators.etag != nil)
        #expect(again.validators.etag == first.validators.etag)
        upstream.serve(Array("[1]".utf8), at: "/list")
        let changed = try await fetcher.fetch(
            .loopback(upstream.url("/list")) { $0.validators = first.validators }
        )
        #expect(changed.status == 200)
        #expect(changed.body == Array("[1]".utf8))
    }

    @Test(arguments: [404, 429, 500, 503])
    func `any status is a response`(_ status: Int) async throws {
        upstream.serve(Array("{}".utf8), at: "/broken")
        var fault = SampleUpstream.Fault()
        fault.status = status
        fault.headers = [.init(name: "Retry-After", value: "120")]
        upstream.setFault(fault, at: "/broken")
        let response = try await fetcher.fetch(.loopback(upstream.url("/broken")))
        #expect(response.status == status)
        #expect(response.body == Array("{}".utf8))
        #expect(
            RetryAfter.delay(from: response.headers["Retry-After"], now: 0, cap: .seconds(60)) == .seconds(60)
        )
    }

    @Test func `a POST carries its body, NUL bytes included`() async throws {
        upstream.serve(Array("{}".utf8), at: "/search")
        let body: [UInt8] = [0, 1, 2, 0, 255] + Array(repeating: 7, count: 200_000)
        let request = FetchRequest.loopback(upstream.url("/search")) {
            $0.method = .post
            $0.headers = ["Content-Type": "application/octet-stream"]
            $0.body = body
        }
        _ = try await fetcher.fetch(request)
        let seen = try #require(upstream.requests.first)
        #expect(seen.method == "POST")
        #expect(seen.body == body)
        #expect(seen.header("Content-Type") == "application/octet-stream")
    }

    @Test func `sixty-four transfers run at the same time`() async throws {
        let arrived = Counter()
        let gate = Gate()
        let server = try HTTPServer { request in
            if arrived.increment() == 64 { await gate.open() }
            await gate.wait()
            return .text(request.path)
        }
        var configuration = FetcherConfiguration()
        configuration.maxConnectionsPerHost = 64
        let fetcher = try Fetcher(configuration: configuration)
        let bodies = try await withThrowingTaskGroup(of: [UInt8].self) { group in
            for number in 0..<64 {
                group.addTask {
                    try await fetcher.fetch(.loopback("http://127.0.0.1:\(server.port)/\(number)")).body
                }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(bodies == Set((0..<64).map { Array("/\($0)".utf8) }))
    }

    @Test func `one host gets no more connections than configured`() async throws {
        upstream.serve(Array("{}".utf8), at: "/")
        var configuration = FetcherConfiguration()
        configuration.maxConnectionsPerHost = 2
        let fetcher = try Fetcher(configuration: configuration)
        let request = FetchRequest.loopback(upstream.url("/"))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<40 { group.addTask { _ = try await fetcher.fetch(request) } }
            try await group.waitForAll()
        }
        #expect(upstream.requests.count == 40)
        #expect(Set(upstream.requests.map(\.clientPort)).count <= 2)
    }

    @Test func `a thousand fetches in a row use one connection`() async throws {
        upstream.serve(Array("{}".utf8), at: "/")
        let request = FetchRequest.loopback(upstream.url("/"))
        _ = try await fetcher.fetch(request)
        var reused = 0
        for _ in 0..<1000 where try await fetcher.fetch(request).reusedConnection { reused += 1 }
        #expect(reused == 1000)
        #expect(Set(upstream.requests.map(\.clientPort)).count == 1)
    }

    @Test func `a cancelled fetch ends at once, and the others go on`() async throws {
        let arrived = Gate()
        let server = try HTTPServer { request in
            guard request.path == "/slow" else { return .text("quick") }
            await arrived.open()
            // Ends when the server is stopped, which cancels its handlers.
            try? await Task.sleep(for: .seconds(3600))
            return .text("slow")
        }
        let slow = Task { [fetcher] in
            await failure(of: fetcher, .loopback("http://127.0.0.1:\(server.port)/slow"))
        }
        await arrived.wait()
        let start = ContinuousClock.now
        slow.cancel()
        #expect(await slow.value?.code == .cancelled)
        #expect(ContinuousClock.now - start < .seconds(2))
        #expect(
            try await fetcher.fetch(.loopback("http://127.0.0.1:\(server.port)/")).body == Array("quick".utf8)
        )
        server.stop()
    }

    @Test func `a task that was cancelled before it fetched gets no response`() async {
        let request = FetchRequest.loopback(upstream.url("/"))
        let task = Task { [fetcher] in
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            return await failure(of: fetcher, request)
        }
        #expect(await task.value?.code == .cancelled)
    }

    @Test func `shutdown ends what runs and refuses what comes`() async throws {
        let arrived = Gate()
        let server = try HTTPServer { _ in
            await arrived.open()
            try? await Task.sleep(for: .seconds(3600))
            return .text("late")
        }
        let request = FetchRequest.loopback("http://127.0.0.1:\(server.port)/")
        let running = Task { [fetcher] in await failure(of: fetcher, request) }
        await arrived.wait()
        await fetcher.shutdown()
        #expect(await running.value?.code == .shutDown)
        #expect(await failure(of: fetcher, request)?.code == .shutDown)
        await fetcher.shutdown()
    }

    @Test func `fetchers come and go without leaving threads or files`() async throws {
        upstream.serve(Array("{}".utf8), at: "/")
        let before = (files: try entryCount("fd"), threads: try entryCount("task"))
        for _ in 0..<300 {
            let short = try Fetcher()
            _ = try await short.fetch(.loopback(upstream.url("/")))
            await short.shutdown()
        }
        // Other tests run beside this one; a fetcher that left one file or thread would leave 300.
        #expect(try entryCount("fd") - before.files < 300)
        #expect(try entryCount("task") - before.threads < 300)
        // Neighbours only: after a second Linux gives a port of the loopback out again.
        let ports = upstream.requests.map(\.clientPort)
        #expect(ports.count == 300)
        #expect(zip(ports, ports.dropFirst()).allSatisfy { $0 != $1 })
    }

    @Test func `cancelled transfers leave no connection behind`() async throws {
        let server = try HTTPServer { _ in
            try? await Task.sleep(for: .seconds(3600))
            return .text("late")
        }
        let before = try entryCount("fd")
        let request = FetchRequest.loopback("http://127.0.0.1:\(server.port)/")
        for number in 0..<500 {
            let task = Task { [fetcher] in await failure(of: fetcher, request) }
            // Some are cancelled before they are known to the loop, some while they connect or wait.
            for _ in 0..<(number % 50) { await Task.yield() }
            task.cancel()
            #expect(await task.value?.code == .cancelled)
        }
        server.stop()
        #expect(try entryCount("fd") - before < 400)
    }
}
