import Contracts
import FoundationEssentials
import HTTPFetch
import JSONCore

/// The two JSON forms that recorded responses come in; both have request, response and body in the same places.
enum RecordingForm {
    /// An entry of a HAR 1.2, `log.entries[*]`.
    case harEntry
    /// `Schemas/recording.schema.json`.
    case recording
}

extension Recording.Request {
    /// What a recording says of its request; nil where it says nothing.
    init?(recordedIn root: JSONValue) {
        guard let method = root.text("/request/method"), let url = root.text("/request/url") else {
            return nil
        }
        self.init(method: method, url: url)
    }
}

extension Recording {
    /// Reads a recording.
    ///
    /// - Throws: ``InputFault``: `noBody` for an entry of a HAR that was exported without contents, or `notRecording`.
    init(_ root: JSONValue, _ form: RecordingForm) throws(InputFault) {
        guard let status = root["response"]?["status"]?.int64.flatMap({ Int(exactly: $0) }) else {
            throw InputFault(.notRecording, "its response has no status")
        }
        let headers = HTTPHeaders(recordedIn: root)
        let body =
            switch form {
            case .harEntry: try Self.harBody(root, status: status)
            case .recording: try Self.body(root)
            }
        self.init(
            body,
            status: status,
            headers: headers,
            wasEncoded: headers["Content-Encoding"] != nil,
            request: Request(recordedIn: root)
        )
        contentType = contentType ?? root.text("/response/content/mimeType").flatMap { $0.isEmpty ? nil : $0 }
    }

    private static func body(_ root: JSONValue) throws(InputFault) -> [UInt8] {
        if let text = root.value(at: "/response/body/text")?.utf8 { return text.bytes }
        if let text = root.text("/response/body/base64") { return try decoded(base64: text) }
        throw InputFault(.notRecording, "its response has no body: neither response.body.text nor .base64")
    }

    private static func harBody(_ root: JSONValue, status: Int) throws(InputFault) -> [UInt8] {
        guard let text = root.value(at: "/response/content/text") else {
            var fault = InputFault(.noBody, "the HAR has no content.text for it; export it with contents")
            fault.status = status
            fault.contentType = HTTPHeaders(recordedIn: root)["Content-Type"]
            throw fault
        }
        switch root.text("/response/content/encoding") {
        case nil, "": return text.utf8?.bytes ?? []
        case "base64": return try decoded(base64: text.string ?? "")
        case let encoding?:
            throw InputFault(.notRecording, "its body is encoded as \(JSONText.quoted(encoding))")
        }
    }

    private static func decoded(base64 text: String) throws(InputFault) -> [UInt8] {
        guard let data = Data(base64Encoded: text) else {
            throw InputFault(.notRecording, "its body is not base64")
        }
        return Array(data)
    }
}

extension HTTPHeaders {
    /// The response's headers; HTTP/2's pseudo fields are none.
    fileprivate init(recordedIn root: JSONValue) {
        self.init()
        guard let fields = root.value(at: "/response/headers")?.elements else { return }
        for field in fields {
            guard let name = field["name"]?.string, let value = field["value"]?.string else { continue }
            add(name, value)
        }
    }
}

extension JSONValue {
    /// Whether a JSON text is a recording of our own form, and not a body.
    var isRecording: Bool { self["recording"]?.int64 == 1 && self["response"]?.kind == .object }

    /// Whether a recording says that its body is JSON.
    var hasJSONBody: Bool {
        let type = HTTPHeaders(recordedIn: self)["Content-Type"] ?? text("/response/content/mimeType")
        return type.map(isJSON(mediaType:)) ?? false
    }

    fileprivate func value(at pointer: String) -> JSONValue? { JSONPointer(pointer).flatMap(value(at:)) }

    fileprivate func text(_ pointer: String) -> String? { value(at: pointer)?.string }
}
