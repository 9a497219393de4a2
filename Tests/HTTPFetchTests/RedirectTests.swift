import HTTPFetch
import HTTPServe
import Sandbox
import Testing

@Suite(.timeLimit(.minutes(1)))
struct RedirectTests {
    let upstream: SampleUpstream
    let fetcher: Fetcher

    init() throws {
        upstream = try SampleUpstream()
        fetcher = try Fetcher()
        upstream.serve(Array("{}".utf8), at: "/end")
    }

    private func redirect(_ path: String, to location: String, status: Int = 302) {
        upstream.serve([], at: path)
        var fault = SampleUpstream.Fault()
        fault.status = status
        fault.headers = [.init(name: "Location", value: location)]
        upstream.setFault(fault, at: path)
    }

    @Test(arguments: [301, 302, 303, 307, 308])
    func `a redirect is followed and the place it led to is told`(_ status: Int) async throws {
        redirect("/a/start", to: "../end?x=1#part", status: status)
        let response = try await fetcher.fetch(.loopback(upstream.url("/a/start")))
        #expect(response.body == Array("{}".utf8))
        #expect(response.effectiveURL == upstream.url("/end?x=1"))
        #expect(response.redirectCount == 1)
        #expect(response.headers["Location"] == nil)
    }

    @Test(arguments: [(301, "GET"), (302, "GET"), (303, "GET"), (307, "POST"), (308, "POST")])
    func `a POST stays one only after 307 and 308`(_ status: Int, _ method: String) async throws {
        redirect("/start", to: "/end", status: status)
        let request = FetchRequest.loopback(upstream.url("/start")) {
            $0.method = .post
            $0.headers = ["Content-Type": "application/json"]
            $0.body = Array("[]".utf8)
        }
        _ = try await fetcher.fetch(request)
        let last = try #require(upstream.requests.last)
        #expect(last.method == method)
        #expect(last.body == (method == "POST" ? Array("[]".utf8) : []))
        #expect((last.header("Content-Type") != nil) == (method == "POST"))
    }

    @Test func `a loop ends after the redirects that are allowed`() async throws {
        redirect("/loop", to: "/loop")
        let error = try #require(await failure(of: fetcher, .loopback(upstream.url("/loop"))))
        #expect(error.code == .tooManyRedirects)
        #expect(error.facts.redirectLimit == 5)
        #expect(upstream.requests.count == 6)
    }

    @Test func `with no redirects allowed a redirect is a response`() async throws {
        redirect("/start", to: "/end", status: 301)
        let response = try await fetcher.fetch(
            .loopback(upstream.url("/start")) { $0.limits.maxRedirects = 0 }
        )
        #expect(response.status == 301)
        #expect(response.headers["Location"] == "/end")
    }

    @Test(arguments: [
        "file:///etc/passwd", "gopher://127.0.0.1/", "ftp://127.0.0.1/x", "dict://127.0.0.1:11211/stat",
    ])
    func `a redirect to another scheme is refused`(_ location: String) async throws {
        redirect("/start", to: location)
        let error = try #require(await failure(of: fetcher, .loopback(upstream.url("/start"))))
        #expect(error.code == .schemeRefused)
        #expect(error.facts.scheme.map { location.hasPrefix($0) } == true)
    }

    @Test func `a redirect to an address that is not allowed is refused when it connects`() async throws {
        redirect("/start", to: "http://127.0.0.2:\(upstream.port)/end")
        let request = FetchRequest.loopback(upstream.url("/start")) {
            $0.limits.allowedAddresses = .publicAnd([AddressException("127.0.0.1")].compactMap(\.self))
        }
        let error = try #require(await failure(of: fetcher, request))
        #expect(error.code == .addressRefused)
        #expect(error.facts.address == IPAddress("127.0.0.2"))
        #expect(!error.isTransient)
        #expect(upstream.requests.count == 1)
    }

    @Test func `no secret follows to another origin, and preferences and validators do`() async throws {
        let other = try SampleUpstream()
        other.serve(Array("{}".utf8), at: "/end")
        redirect("/start", to: "http://user:word@127.0.0.1:\(other.port)/end")
        let request = FetchRequest.loopback(upstream.url("/start")) {
            $0.headers = [
                "Authorization": "Bearer secret", "Cookie": "a=b", "X-Api-Key": "secret",
                "Accept": "application/json",
            ]
            $0.validators = Validators(etag: "\"1\"")
        }
        _ = try await fetcher.fetch(request)
        let first = try #require(upstream.requests.first)
        let last = try #require(other.requests.first)
        #expect(first.header("Authorization") == "Bearer secret")
        for name in ["Authorization", "Cookie", "X-Api-Key"] { #expect(last.header(name) == nil) }
        #expect(last.header("Accept") == "application/json")
        #expect(last.header("If-None-Match") == "\"1\"")
    }

    @Test func `headers follow within the origin`() async throws {
        redirect("/start", to: "/end")
        _ = try await fetcher.fetch(
            .loopback(upstream.url("/start")) { $0.headers = ["X-Api-Key": "secret"] }
        )
        #expect(upstream.requests.map { $0.header("X-Api-Key") } == ["secret", "secret"])
    }
}

@Suite(.timeLimit(.minutes(1)))
struct AddressTests {
    let upstream: SampleUpstream
    let fetcher: Fetcher

    init() throws {
        upstream = try SampleUpstream()
        fetcher = try Fetcher()
        upstream.serve(Array("{}".utf8), at: "/")
    }

    @Test(arguments: [
        "127.0.0.1", "localhost", "127.1", "2130706433", "0x7f000001", "0177.0.0.1", "0.0.0.0", "[::1]",
        "[::ffff:127.0.0.1]", "[::]",
    ])
    func `by default no spelling of this machine is reached`(_ host: String) async throws {
        let request = FetchRequest(url: "http://\(host):\(upstream.port)/")
        let error = try #require(await failure(of: fetcher, request))
        #expect(error.code == .addressRefused)
        #expect(error.facts.address?.isPublic == false)
        #expect(upstream.requests.isEmpty)
    }

    @Test func `a connection that another policy opened is not used`() async throws {
        var request = FetchRequest(url: upstream.url("/"))
        request.limits.allowedAddresses = .any
        _ = try await fetcher.fetch(request)
        request.limits.allowedAddresses = .publicOnly
        #expect(await failure(of: fetcher, request)?.code == .addressRefused)
        #expect(upstream.requests.count == 1)
    }

    @Test func `a host that the operator named is reached by that name only`() async throws {
        var request = FetchRequest(url: "http://LOCALHOST:\(upstream.port)/")
        request.limits.allowedAddresses = .publicAnd([AddressException("localhost")].compactMap(\.self))
        #expect(try await fetcher.fetch(request).status == 200)
        request.url = upstream.url("/")
        #expect(await failure(of: fetcher, request)?.code == .addressRefused)
    }
}
