import HTTPFetch
import Testing

@testable import contract_check

/// What `curl -i` prints.
@Suite struct CurlTranscriptTests {
    /// `status body` of each response.
    private func responses(_ text: String) throws -> [String] {
        try CurlTranscript(Array(text.utf8), limit: 1 << 20).recordings.map {
            "\($0.status ?? 0) \(String(decoding: $0.bytes, as: UTF8.self))"
        }
    }

    @Test(arguments: ["\r\n", "\n"])
    func `status, headers and body are told apart whatever the line ends`(end: String) throws {
        let lines = [
            "HTTP/1.1 200 OK", "Content-Type: application/json", "Content-Length: 7", "", #"{"a":1}"#,
        ]
        let recording = try #require(
            try CurlTranscript(Array(lines.joined(separator: end).utf8), limit: 100).recordings.first
        )
        #expect(recording.status == 200)
        #expect(recording.contentType == "application/json")
        #expect(recording.declaredBytes == 7)
        #expect(recording.bytes == Array(#"{"a":1}"#.utf8))
    }

    @Test(
        arguments: [
            ("HTTP/2 200\ncontent-type: a/b\n\n{}", ["200 {}"]),
            ("HTTP/2 200 \r\n\r\n", ["200 "]),
            ("\n\nHTTP/1.0 404 Not Found\n\nx\n", ["404 x\n"]),
            ("HTTP/1.1 100 Continue\n\nHTTP/1.1 200 OK\n\n{}", ["200 {}"]),
            ("HTTP/1.1 103 Early Hints\nLink: </a>\n\nHTTP/1.1 200 OK\n\n{}", ["200 {}"]),
            ("HTTP/1.1 200 Connection established\n\nHTTP/2 200\nA: b\n\n{}", ["200 {}"]),
            (
                "HTTP/1.1 301 Moved\nLocation: /b\nContent-Length: 5\n\n<a/>\nHTTP/1.1 200 OK\n\n{}",
                ["200 {}"]
            ),
            ("HTTP/1.1 302 Found\nLocation: /b\n\nmovedHTTP/1.1 200 OK\nA: b\n\n{}", ["200 {}"]),
            ("HTTP/1.1 401 No\nWWW-Authenticate: Digest\n\nHTTP/1.1 200 OK\n\n{}", ["200 {}"]),
            ("HTTP/1.1 301 Moved\nLocation: /b\n\nbye", ["301 bye"]),
            ("HTTP/2 200\nA: b\n\n{}HTTP/2 500\nA: b\n\n[]", ["200 {}", "500 []"]),
        ])
    func `what a server says before the answer is passed by`(text: String, found: [String]) throws {
        #expect(try responses(text) == found)
    }

    @Test(
        arguments: [
            #"{"log": "HTTP/1.1 200 OK"}"#, "{\"log\":\n\"HTTP/1.1 200 OK\",\n\"a: b\": 1}", "\"HTTP/2 200",
            #"["HTTP/2 200\nA: b\n\n"]"#,
        ])
    func `a body that speaks of HTTP is one body`(body: String) throws {
        #expect(try responses("HTTP/1.1 200 OK\nA: b\n\n" + body) == ["200 " + body])
    }

    @Test func `a declared length keeps a response within a body together`() throws {
        let inner = "HTTP/1.1 500 No\nA: b\n\nx"
        let text = "HTTP/1.1 200 OK\nContent-Length: \(inner.utf8.count)\n\n\(inner)HTTP/2 201\nA: b\n\n{}"
        #expect(try responses(text) == ["200 " + inner, "201 {}"])
    }

    @Test(arguments: [
        "200 OK\n\n{}", "HTTP/1.1 OK\n\n{}", "HTTP/1.1 200 OK\nA: b", "HTTP/1.1 200 OK\n{\"a\": 1}\n", "",
    ])
    func `what is no transcript is named`(text: String) {
        guard !text.isEmpty else { return }
        let error = #expect(throws: InputFault.self) { try responses(text) }
        #expect(error?.result == .notRecording)
    }

    @Test func `an encoded body is decoded, one that curl has decoded is left`() throws {
        let header = "HTTP/1.1 200 OK\nContent-Encoding: gzip\nContent-Length: 9\n\n"
        let encoded = try CurlTranscript(Array(header.utf8) + Packed.gzip, limit: 1_000).recordings
        #expect(encoded.map(\.bytes) == [Array(Packed.plain.utf8)])
        #expect(encoded.map(\.declaredBytes) == [nil])
        let decoded = try CurlTranscript(Array((header + Packed.plain).utf8), limit: 1_000).recordings
        #expect(decoded.map(\.bytes) == [Array(Packed.plain.utf8)])
        let brotli = Array(header.replacing("gzip", with: "br").utf8)
        #expect(
            try CurlTranscript(brotli + Packed.brotli, limit: 1_000).recordings.map(\.bytes)
                == encoded.map(\.bytes)
        )
        #expect(
            try CurlTranscript(brotli + Packed.plain.utf8, limit: 1_000).recordings.map(\.bytes)
                == encoded.map(\.bytes)
        )
    }

    @Test(
        arguments: [
            ("HTTP/1.1 200 OK\nContent-Type: application/json\n\n" + Sample.profile(), "answer", 0),
            ("HTTP/1.1 200 OK\nContent-Length: 999\n\n" + Sample.profile(), "truncated", 3),
            ("HTTP/2 503\n\n<html>", "status-changed", 3), ("HTTP/2 200\n\n{\"error\": 9}", "error-body", 1),
            ("HTTP/2 200\n\n", "empty-body", 3), ("HTTP/2 200\nno header\n\n{}", "not-a-recording", 3),
        ] as [(String, String, Int32)]
    )
    func `the real command judges by status and headers, too`(
        text: String,
        result: String,
        exit: Int32
    ) async throws {
        try await Place.withScratch { folder in
            try write(text, "profile.txt", folder)
            let checked = try await check(["profile.txt"], in: folder)
            #expect(checked.results == ["profile.txt \(result)"])
            #expect(checked.run.status == exit)
        }
    }

    @Test func `of several responses in a file each is a recording`() async throws {
        try await Place.withScratch { folder in
            let one = "HTTP/2 200\nA: b\n\n"
            let checked = try await check(
                ["-"],
                in: folder,
                input: Array((one + Sample.profile() + "\n" + one + Sample.drifted).utf8)
            )
            #expect(checked.results == ["-[0] answer", "-[1] answer"])
        }
    }
}
