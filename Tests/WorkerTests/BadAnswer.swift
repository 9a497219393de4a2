import Foundation
import Sandbox
import Testing
import Worker

/// One way in which an upstream answers badly, and what the refresh must make of it.
struct BadAnswer: Sendable, CustomTestStringConvertible {
    let name: String
    /// The ledger's error class.
    let errorClass: String
    /// What becomes of the job.
    var job = Fate.waits(atLeast: 0)
    /// What of it stands in quarantine: the reason, nil for nothing.
    var quarantined: String?
    /// The status in the ledger; nil where no whole response came.
    var httpStatus: Int? = 200
    let fault: @Sendable (inout SampleUpstream.Fault) -> Void
    var limits: @Sendable (inout RefreshLimits) -> Void = { _ in }

    enum Fate: Sendable, Equatable {
        /// It has another attempt, so many seconds from now at the least.
        case waits(atLeast: Int)
        /// It is dead: no attempt would help.
        case dies
    }

    var testDescription: String { name }
}

extension BadAnswer {
    /// A body under HTTP 200 that is no answer, and is kept.
    static func body(
        _ name: String,
        _ errorClass: String,
        _ bytes: [UInt8],
        job: Fate = .waits(atLeast: 0)
    ) -> BadAnswer {
        BadAnswer(name: name, errorClass: errorClass, job: job, quarantined: errorClass) {
            $0.rawBody = bytes
        }
    }

    static func body(
        _ name: String,
        _ errorClass: String,
        _ text: String,
        job: Fate = .waits(atLeast: 0)
    ) -> BadAnswer {
        body(name, errorClass, Array(text.utf8), job: job)
    }

    /// The profile's sample under another status.
    static func status(_ status: Int, job: Fate, retryAfter: String? = nil) -> BadAnswer {
        BadAnswer(
            name: "HTTP \(status)",
            errorClass: "status-changed",
            job: job,
            quarantined: "status-changed",
            httpStatus: status
        ) { fault in
            fault.status = status
            if let retryAfter { fault.headers = [.init(name: "Retry-After", value: retryAfter)] }
        }
    }

    /// An HTML page under a status.
    static func html(_ status: Int, job: Fate, retryAfter: String? = nil) -> BadAnswer {
        BadAnswer(
            name: "HTML with HTTP \(status)",
            errorClass: "not-json",
            job: job,
            quarantined: "not-json",
            httpStatus: status
        ) { fault in
            fault.status = status
            fault.rawBody = Array("<!DOCTYPE html><title>no</title>".utf8)
            fault.headers = [.init(name: "Content-Type", value: "text/html")]
            if let retryAfter { fault.headers.append(.init(name: "Retry-After", value: retryAfter)) }
        }
    }

    static let bodies: [BadAnswer] = [
        .html(200, job: .waits(atLeast: 0)),
        .body("an empty body", "empty-body", ""),
        .body("white space only", "empty-body", " \n\t"),
        .body("null", "null-body", "null"),
        .body("JSON that stops", "truncated", #"{"error": 0, "data": {"id": 7, "fullName": "Orla"#),
        .body("bytes behind the value", "trailing-bytes", #"{"error": 0, "data": {}}<script>x</script>"#),
        .body(
            "bad UTF-8",
            "invalid-utf8",
            Array(#"{"error": 0, "data": {"about": ""#.utf8) + [0xFF, 0x22, 0x7D, 0x7D]
        ),
        .body("NUL bytes", "not-json", [0x3C, 0x00, 0xFF, 0x00, 0x3E]),
        .body("a bare NaN", "non-finite-number", #"{"error": 0, "data": {"id": NaN}}"#),
        .body("gzip that no header names", "not-json", gzippedAnswer),
        .body("another envelope", "upstream-error", #"{"type": "Buffer", "data": [123, 125]}"#).keptAs(
            "error-body"
        ),
        .body("an error code under HTTP 200", "upstream-error", #"{"error": 9, "message": "no"}"#).keptAs(
            "error-body"
        ),
        .body("a list", "upstream-error", "[]").keptAs("error-body"),
        .body(
            "nesting past the limit",
            "too-deep",
            String(repeating: "[", count: 20_000) + String(repeating: "]", count: 20_000),
            job: .dies
        ),
    ]

    static let statuses: [BadAnswer] = [
        .status(500, job: .waits(atLeast: 0)),
        .status(503, job: .waits(atLeast: 100), retryAfter: "100"),
        .status(429, job: .waits(atLeast: 60)),
        .status(429, job: .waits(atLeast: 300), retryAfter: "300"),
        .status(408, job: .waits(atLeast: 0)),
        .status(404, job: .dies),
        .status(401, job: .dies),
        .html(404, job: .dies),
        .html(500, job: .waits(atLeast: 0)),
        .html(503, job: .waits(atLeast: 90), retryAfter: "90"),
    ]

    static let transfers: [BadAnswer] = [
        BadAnswer(name: "less than was declared", errorClass: "truncated", quarantined: "truncated") {
            $0.delivery.declaredBytes = 100_000
        },
        BadAnswer(name: "a gzip header without gzip", errorClass: "bad-encoding", httpStatus: nil) {
            $0.headers = [.init(name: "Content-Encoding", value: "gzip")]
        },
        BadAnswer(
            name: "a body over the limit",
            errorClass: "body-too-large",
            job: .dies,
            httpStatus: nil,
            fault: { $0.rawBody = Array(repeating: UInt8(ascii: " "), count: 20_000) },
            limits: { $0.fetch.maxBodyBytes = 10_000 }
        ),
        BadAnswer(
            name: "a compression bomb",
            errorClass: "body-too-large",
            job: .dies,
            httpStatus: nil,
            fault: { fault in
                fault.rawBody = gzippedZeros
                fault.headers = [.init(name: "Content-Encoding", value: "gzip")]
            },
            limits: { $0.fetch.maxBodyBytes = 10_000 }
        ),
        BadAnswer(
            name: "a slow drip",
            errorClass: "timed-out",
            httpStatus: nil,
            fault: { fault in
                fault.delivery.pieceBytes = 1
                fault.delivery.pause = .milliseconds(50)
            },
            limits: { limits in
                limits.fetch.totalTimeout = .milliseconds(500)
                limits.fetch.idleTimeout = .milliseconds(400)
            }
        ),
        BadAnswer(
            name: "silence",
            errorClass: "idle",
            httpStatus: nil,
            fault: { $0.delivery.delay = .seconds(600) },
            limits: { $0.fetch.idleTimeout = .milliseconds(300) }
        ),
        BadAnswer(name: "a redirect to itself", errorClass: "too-many-redirects", job: .dies, httpStatus: nil)
        { fault in
            fault.status = 302
            fault.headers = [.init(name: "Location", value: "/profile")]
        },
        BadAnswer(name: "a redirect to a file", errorClass: "scheme-refused", job: .dies, httpStatus: nil) {
            fault in
            fault.status = 302
            fault.headers = [.init(name: "Location", value: "file:///etc/passwd")]
        },
        BadAnswer(
            name: "a private address",
            errorClass: "address-refused",
            job: .dies,
            httpStatus: nil,
            fault: { _ in },
            limits: { $0.fetch.allowedAddresses = .publicOnly }
        ),
    ]

    private func keptAs(_ reason: String) -> BadAnswer {
        var answer = self
        answer.quarantined = reason
        return answer
    }

    /// `gzip -n` of `{"error": 0, "data": {}}`.
    private static let gzippedAnswer = bytes("H4sIAAAAAAAAA6tWSi0qyi9SslIw0FFQSkksSQQyq2trAYXvmQ0YAAAA")

    /// `gzip -9n` of 100,000 zero bytes.
    private static let gzippedZeros = bytes(
        "H4sIAAAAAAACA+3BMQEAAADCoPVPbQ0PoAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
            + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
            + "AIBXA32VEdSghgEA"
    )

    private static func bytes(_ base64: String) -> [UInt8] { Array(Data(base64Encoded: base64) ?? Data()) }
}
