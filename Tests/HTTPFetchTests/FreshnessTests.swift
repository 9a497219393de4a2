import HTTPFetch
import HTTPServe
import Testing

@Suite struct FreshnessTests {
    static let cases: [(headers: [(String, String)], seconds: Int?)] = [
        ([], nil),
        ([("Cache-Control", "max-age=60")], 60),
        ([("Cache-Control", "public , Max-Age=60, must-revalidate")], 60),
        ([("Cache-Control", "public"), ("Cache-Control", "max-age=60")], 60),
        ([("Cache-Control", "max-age=60"), ("Age", "20")], 40),
        ([("Cache-Control", "max-age=60"), ("Age", "60")], nil),
        ([("Cache-Control", "max-age=0")], nil),
        ([("Cache-Control", "max-age=-5")], nil),
        ([("Cache-Control", "max-age=soon")], nil),
        ([("Cache-Control", "max-age=99999999999999999999")], Int(Int32.max)),
        ([("Cache-Control", "no-cache, max-age=60")], nil),
        ([("Cache-Control", "no-store, max-age=60")], nil),
        (
            [("Cache-Control", "max-age=60"), ("Expires", "Sun, 06 Nov 1994 08:49:37 GMT")], 60
        ),
        ([("Expires", "0")], nil),
    ]

    @Test(arguments: cases)
    func `an answer is good for as long as its server says`(
        headers: [(String, String)],
        seconds: Int?
    ) async throws {
        let server = try HTTPServer { _ in
            HTTPServeResponse(headers: headers.map { .init(name: $0.0, value: $0.1) }, body: Array("{}".utf8))
        }
        defer { server.stop() }
        let fetcher = try Fetcher()
        var request = FetchRequest(url: "http://127.0.0.1:\(server.port)/")
        request.limits.allowedAddresses = .any
        let response = try await fetcher.fetch(request)
        await fetcher.shutdown()
        #expect(response.freshFor == seconds.map { .seconds($0) })
    }
}
