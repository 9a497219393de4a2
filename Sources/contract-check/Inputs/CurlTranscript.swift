import Decompression
import HTTPFetch

/// What `curl -i` prints: a status line, header fields, an empty line and the body, as often as there are responses.
struct CurlTranscript {
    /// The responses that are answers to what was asked, in their order.
    ///
    /// Not among them: `100 Continue`, a proxy's consent, redirects and demands for credentials that another response
    /// follows.
    let recordings: [Recording]

    private struct Message {
        let status: Int
        let headers: HTTPHeaders
        let body: ArraySlice<UInt8>
    }

    /// - Throws: ``InputFault`` `notRecording` for what has no header section, `notRead` for a body that cannot be decoded.
    init(_ bytes: [UInt8], limit: Int) throws(InputFault) {
        var messages: [Message] = []
        var rest = bytes.drop { $0 <= 0x20 }
        while !rest.isEmpty { messages.append(try Self.message(&rest)) }
        var recordings: [Recording] = []
        for (number, message) in messages.enumerated() {
            let isFollowed = number < messages.count - 1
            if isFollowed, Self.isOnTheWay(message) { continue }
            recordings.append(try Self.recording(message, limit: limit))
        }
        self.recordings = recordings
    }

    private static func message(_ rest: inout ArraySlice<UInt8>) throws(InputFault) -> Message {
        guard let status = statusCode(of: line(&rest)) else {
            throw InputFault(.notRecording, "a status line such as HTTP/1.1 200 OK is missing")
        }
        var headers = HTTPHeaders()
        while true {
            guard !rest.isEmpty else { throw InputFault(.notRecording, "it ends within the headers") }
            let line = line(&rest)
            if line.isEmpty { break }
            guard let field = HTTPHeader(line: line) else {
                throw InputFault(
                    .notRecording,
                    "a header line is no header, or the empty line before the body is missing"
                )
            }
            headers.add(field.name, field.value)
        }
        let body = rest.prefix(bodyLength(rest, status, headers))
        rest = rest[body.endIndex...]
        return Message(status: status, headers: headers, body: body)
    }

    /// Takes a line off, without its line end.
    private static func line(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
        let line = rest[..<end]
        rest = rest[min(end + 1, rest.endIndex)...]
        return line.last == UInt8(ascii: "\r") ? line.dropLast() : line
    }

    /// 200 for `HTTP/1.1 200 OK` and `HTTP/2 200`.
    private static func statusCode(of line: ArraySlice<UInt8>) -> Int? {
        let words = line.split(separator: UInt8(ascii: " "), maxSplits: 2)
        guard words.count >= 2, words[0].starts(with: "HTTP/".utf8), words[1].count == 3 else { return nil }
        return Int(String(decoding: words[1], as: UTF8.self))
    }

    /// How many of the bytes are the body: up to the next status line, which a body whose length is declared may hold.
    private static func bodyLength(_ rest: ArraySlice<UInt8>, _ status: Int, _ headers: HTTPHeaders) -> Int {
        let declared = headers["Content-Length"].flatMap { Int($0) } ?? 0
        if declared > 0, declared < rest.count, beginsMessage(rest.dropFirst(declared)) { return declared }
        var at = rest.startIndex
        while at < rest.endIndex {
            if beginsMessage(rest[at...]) { return at - rest.startIndex }
            at = rest[(at + 1)...].firstIndex(of: UInt8(ascii: "H")) ?? rest.endIndex
        }
        return rest.count
    }

    /// A status line, and below it a header field or the empty line: no JSON text holds these two lines.
    private static func beginsMessage(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard bytes.starts(with: "HTTP/".utf8) else { return false }
        var rest = bytes.prefix(longestFirstLines)
        guard statusCode(of: line(&rest)) != nil, !rest.isEmpty else { return false }
        let next = line(&rest)
        return next.isEmpty || HTTPHeader(line: next) != nil
    }

    private static let longestFirstLines = 16 << 10

    private static func isOnTheWay(_ message: Message) -> Bool {
        switch message.status {
        case 100...199: true
        case 300...399: message.headers["Location"] != nil
        case 401: message.headers["WWW-Authenticate"] != nil
        case 407: message.headers["Proxy-Authenticate"] != nil
        case 200: message.body.isEmpty && message.headers["Content-Type"] == nil
        default: false
        }
    }

    private static func recording(_ message: Message, limit: Int) throws(InputFault) -> Recording {
        let coding = message.headers["Content-Encoding"]
        let body = Array(message.body)
        let decoded = try coding.flatMap(CompressionFormat.init(contentCoding:)).flatMap {
            coding throws(InputFault) in try Self.decoded(body, coding, limit: limit)
        }
        return Recording(
            decoded ?? body,
            status: message.status,
            headers: message.headers,
            wasEncoded: coding != nil
        )
    }

    /// Nil for a body that is not encoded any more: with `--compressed`, curl prints the header of a coding it has undone.
    private static func decoded(
        _ body: [UInt8],
        _ coding: CompressionFormat,
        limit: Int
    ) throws(InputFault) -> [UInt8]? {
        guard coding == .brotli || coding == CompressionFormat(markOf: body) else { return nil }
        do throws(DecompressionError) {
            return try Decompressor.decompressed(body, coding, limitBytes: limit)
        } catch {
            // Brotli has no mark: what does not decode is taken for decoded already.
            if coding == .brotli, error.code == .corrupt || error.code == .truncated { return nil }
            throw InputFault(.notRead, "\(error)")
        }
    }
}
