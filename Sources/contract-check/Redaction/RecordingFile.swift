import FoundationEssentials
import HTTPFetch
import JSONCore

/// A response as `record` writes it: `Schemas/recording.schema.json`.
struct RecordingFile {
    let request: FetchRequest
    let status: Int
    let headers: HTTPHeaders
    let body: [UInt8]

    /// RFC 3339.
    let time: String

    /// The paths whose values are pseudonyms.
    let redacted: [String]

    /// Says nothing of what came over the wire only: the body is decoded, and its length may have changed.
    private static let transportHeaders: Set<String> = [
        "connection", "content-encoding", "content-length", "keep-alive", "trailer", "transfer-encoding",
        "upgrade",
    ]

    var json: JSONOutput {
        .object([
            ("recording", .number(1)),
            ("request", requestJSON),
            ("response", responseJSON),
            ("time", .text(time)),
            ("redacted", .array(redacted.map(JSONOutput.text))),
        ])
    }

    private var requestJSON: JSONOutput {
        .object([
            ("method", .text(request.method.rawValue)),
            ("url", .text(request.url)),
            // Their values are nobody's business.
            ("headers", .array(request.headers.fields.map { .text($0.name) })),
        ])
    }

    private var responseJSON: JSONOutput {
        let kept = headers.fields.filter { !Self.transportHeaders.contains($0.name.lowercased()) }
        return .object([
            ("status", .number(status)),
            (
                "headers",
                .array(kept.map { .object([("name", .text($0.name)), ("value", .text($0.value))]) })
            ),
            ("body", .object([bodyJSON])),
        ])
    }

    private var bodyJSON: (String, JSONOutput) {
        if !body.contains(0), let text = String(validating: body, as: UTF8.self) {
            return ("text", .text(text))
        }
        return ("base64", .text(Data(body).base64EncodedString()))
    }
}
