import Contracts
import Drift
import Glibc
import JSONCore

/// Why an input is no answer, with the facts that a ticket needs.
struct InputFault: Error, Equatable, Sendable {
    /// The word for it in reports.
    enum Result: Equatable, Sendable {
        /// The file could not be opened or read.
        case notRead
        /// The transfer failed.
        case notFetched
        /// A recording that is not as its format says.
        case notRecording
        /// A recording without the response's body.
        case noBody
        /// A file with no recording that is of the contract.
        case noRecordings
        /// What came is no answer.
        case body(FindingKind)
    }

    let result: Result

    /// What exactly was wrong, in one sentence without a full stop.
    let detail: String

    /// Where the trouble begins in the body, in bytes from 0.
    var offset: Int?

    /// The same place for people.
    var location: SourceLocation?

    /// Its column in Unicode code points.
    var characterColumn: Int?

    /// The first 80 characters of the body.
    var excerpt = ""

    /// Of a fetched one.
    var status: Int?
    var contentType: String?

    init(_ result: Result, _ detail: String) {
        self.result = result
        self.detail = detail
    }

    /// A file that the system does not give.
    init(_ result: Result, _ error: SystemError) {
        self.init(result, error.number == EISDIR ? "there is nothing to read in this folder" : "\(error)")
    }

    /// A body that is no answer by its contract.
    init(_ fault: ResponseFault, in recording: Recording) {
        let hint = fault.kind == .trailingBytes ? recording.hintAtLines(behind: fault.offset) : ""
        self.init(.body(fault.kind), (fault.detail ?? "null is no answer") + hint)
        addFacts(of: recording, offset: fault.offset)
    }

    /// A body that is not JSON.
    init(_ error: JSONError, in recording: Recording) {
        let kind = FindingKind(error)
        let hint = kind == .trailingBytes ? recording.hintAtLines(behind: error.offset) : ""
        self.init(.body(kind), "\(error)" + hint)
        // A body that is too long was not read to its end: a line says nothing of it.
        if case .tooLarge = error.code {
            addFacts(of: recording, offset: nil)
            offset = error.offset
        } else {
            addFacts(of: recording, offset: error.offset)
        }
    }

    /// An answer with an HTTP status that says it is none; nil for 2xx and for what did not come over HTTP.
    init?(statusOf recording: Recording) {
        guard let status = recording.status, !(200..<300).contains(status) else { return nil }
        self.init(.body(.statusChanged), "HTTP status \(status)")
        addFacts(of: recording, offset: nil)
    }

    /// A body of `null`, which no reader of an object or a list can use.
    init(nullBodyOf recording: Recording) {
        self.init(.body(.nullBody), "null is no answer")
        addFacts(of: recording, offset: nil)
    }

    /// A body shorter than its server declared; nil for all others.
    init?(truncated recording: Recording) {
        guard let declared = recording.declaredBytes, recording.bytes.count < declared else { return nil }
        self.init(
            truncated: recording,
            detail: "body ended after \(recording.bytes.count) bytes of \(declared)"
        )
    }

    /// A body that was cut off; `detail` says the lengths.
    init(truncated recording: Recording, detail: String) {
        let fault = ResponseFault(
            truncated: recording.bytes,
            status: recording.status ?? 200,
            contentType: recording.contentType,
            detail: detail
        )
        self.init(fault, in: recording)
    }

    private mutating func addFacts(of recording: Recording, offset: Int?) {
        excerpt = ResponseFault.excerpt(of: recording.bytes)
        status = recording.status
        contentType = recording.contentType
        self.offset = offset
        location = offset.map { SourceLocation(of: $0, in: recording.bytes) }
        characterColumn = offset.map { SourceLocation.characterColumn(of: $0, in: recording.bytes) }
    }

    /// Whether the input could not be judged at all, so that the check is not complete.
    ///
    /// A body that is JSON and no answer was judged: it is drift.
    var isUnreadable: Bool {
        if case .body(let kind) = result { kind.isUnreadable } else { true }
    }

    /// What was found where an answer was expected.
    var finding: String {
        switch result {
        case .body(.errorBody): "an error: \(detail)"
        case .body(.nullBody): "null"
        case .body(.statusChanged): detail
        default: "no JSON: \(detail)"
        }
    }

    /// The word for it in reports: `not-read`, `not-fetched`, `truncated`.
    var word: String {
        switch result {
        case .notRead: "not-read"
        case .notFetched: "not-fetched"
        case .notRecording: "not-a-recording"
        case .noBody: "no-body"
        case .noRecordings: "no-recordings"
        case .body(let kind): kind.rawValue
        }
    }
}

extension Recording {
    /// What helps where a line holds one value and the next line another.
    fileprivate func hintAtLines(behind offset: Int?) -> String {
        guard !isTakenOut, let offset, offset > 0, bytes.indices.contains(offset) else { return "" }
        let next = bytes[offset]
        let before = bytes[..<offset].last { $0 != UInt8(ascii: "\r") && $0 != UInt8(ascii: " ") }
        guard before == UInt8(ascii: "\n"), next == UInt8(ascii: "{") || next == UInt8(ascii: "[") else {
            return ""
        }
        return "; if each line is a body, --input-format ndjson says so"
    }
}

extension FindingKind {
    /// Whether a response of which that is found cannot be judged, so that there may be more to find.
    var isUnreadable: Bool {
        switch self {
        case .statusChanged, .notJSON, .emptyBody, .truncated, .trailingBytes, .invalidUTF8, .nonFiniteNumber,
            .tooDeep,
            .tooLarge, .undecided:
            true
        default: false
        }
    }
}
