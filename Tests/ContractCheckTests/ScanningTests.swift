import Contracts
import Foundation
import JSONCore
import Testing

@testable import contract_check

/// Finding the parts of long files.
@Suite struct ScanningTests {
    private func elements(
        _ text: String,
        _ path: [String] = [],
        limit: Int = 1 << 20
    ) async throws -> [String] {
        try await Place.withScratch { folder in
            try write(text, "a.json", folder)
            let stream = try ByteStream(.file(folder.appending(component: "a.json").path))
            var reader = ElementReader(stream, path: path)
            var found: [String] = []
            while let element = try reader.next(limit: limit) {
                found.append(String(decoding: element, as: UTF8.self))
            }
            return found
        }
    }

    private static let values = [
        "1", "-0.5e3", "true", "null", #""a""#, #""]\"[\\""#, "[]", #"[[1], {"a": "}"}]"#, "{}",
        #"{"a": {"b": [",", "]"]}}"#,
        #""\\\\""#, #""ü\ud83d\ude00""#,
    ]

    @Test(arguments: ["", " ", "\n\t "])
    func `elements come as they stand`(space: String) async throws {
        let text =
            space + "[" + space + Self.values.joined(separator: space + "," + space) + space + "]" + space
        #expect(try await elements(text) == Self.values)
    }

    @Test func `an array is found behind the members that lead to it`() async throws {
        let text = #"{"x": {"entries": [9]}, "log": {"entries ": [8], "é": "]}", "entries": [1, 2]}}"#
        #expect(try await elements(text, ["log", "entries"]) == ["1", "2"])
    }

    @Test(arguments: values)
    func `the end of a value is found wherever its text is divided`(value: String) {
        let bytes = Array((value + ",").utf8)
        for cut in 0...bytes.count {
            var scan = ValueScan()
            let first = Array(bytes[..<cut])
            var end = scan.end(in: first, from: 0)
            if !scan.isComplete { end += scan.end(in: Array(bytes[cut...]), from: 0) }
            #expect(scan.isComplete && end == bytes.count - 1, "\(value) cut at \(cut)")
        }
    }

    @Test func `elements longer than a piece of the file come whole, and over the limit they come cut`()
        async throws
    {
        let long = "\"" + String(repeating: "x", count: 3 << 20) + "\""
        #expect(try await elements("[1,\(long),2]", limit: 8 << 20) == ["1", long, "2"])
        #expect(try await elements("[1,\(long),2]", limit: 100).map(\.utf8.count) == [1, 101, 1])
    }

    @Test func `lines longer than a piece of the file come whole, and over the limit they come cut`()
        async throws
    {
        try await Place.withScratch { folder in
            let long = String(repeating: "y", count: 3 << 20)
            try write("a\n\(long)\n\n\r\nb", "l.ndjson", folder)
            for (limit, length) in [(8 << 20, 3 << 20), (100, 101)] {
                var lines = LineReader(try ByteStream(.file(folder.appending(component: "l.ndjson").path)))
                var found: [[Int]] = []
                while let line = try lines.next(limit: limit) {
                    found.append([line.number, line.bytes.count])
                }
                #expect(found == [[1, 1], [2, length], [5, 1]])
            }
        }
    }

    @Test(
        arguments: [
            ("a.ndjson", "{}", .ndjson), ("A.JSONL.GZ", "{}", .ndjson), ("t.har", "{}", .har),
            ("t.har.br", "", .har),
            ("a.json", "{}", .json), ("-", "HTTP/1.1 200 OK", .curl), ("a.txt", "\n HTTP/2 200", .curl),
            ("a.json", "{ \"log\" :\n{ \"version\"", .har), ("a.json", "{\"log\": []}", .json),
            ("a.json", "\u{FEFF}{\"recording\": 1, ", .recording), ("a.json", "{\"recording\": 10, ", .json),
            ("a.json", "[\n{\"recording\": 1, ", .array), ("a.json", "[{\"id\": 1}]", .json),
            ("ndjson", "{}", .ndjson),
        ] as [(String, String, InputFormat)]
    )
    func `a format is told by name and beginning`(name: String, head: String, format: InputFormat) {
        #expect(InputFormat(name: name, head: Array(head.utf8)) == format)
    }

    @Test(
        arguments: [
            ("{base}/homepage/block/page", "https://x.example/homepage/block/page?a=b", true),
            ("{base}/homepage/block/page", "https://x.example/v2/homepage/block/page", true),
            ("{base}/homepage/block/page", "https://x.example/homepage/block/page/2", false),
            ("{base}/homepage/block/page", "https://x.example/homepage/block", false),
            ("https://{host}/users/{user}/posts", "http://y.example/users/17/posts", true),
            ("https://{host}/users/{user}/posts", "http://y.example/users/1/7/posts", false),
            ("https://{host}/users/{user}/posts", "http://y.example/posts", false),
            ("https://{host}/users/{user}", "http://y.example/users/17", true),
            ("https://{host}/users/{user}", "http://y.example/users/17/posts", false),
        ])
    func `a URL is an endpoint's whatever its host and variables`(
        template: String,
        url: String,
        fits: Bool
    ) throws {
        let feed = #"""
            {"feed": "f", "title": "F", "contract": 1,
             "variables": {"base": {"description": "b"}, "host": {"description": "h"}, "user": {"description": "u"}},
             "endpoints": {"e": {"url": "\#(template)", "schema": "e.schema.json", "success": {"pointer": "/a", "equals": 1}}},
             "sections": [{"from": "e", "at": "/a", "kind": "k", "title": ["/t"], "items": "", "item": {"identity": ["/i"]}}],
             "refresh": {"intervalSeconds": 60},
             "policy": {"breaking": "accept", "warning": "accept", "info": "accept"}}
            """#
        let contents = ["feed.json": Array(feed.utf8), "v1/e.schema.json": Array("true".utf8)]
        let loaded = try ContractLoader.load(ContractFiles(folderName: "f", contents: contents))
        let pattern = EndpointPattern(try #require(loaded.contract.endpoints.first))
        #expect(pattern.fits(url: url) == fits)
    }
}
