package import Drift
package import JSONCore

/// What the body of a response is, before any schema is tried.
package enum ResponseReading: Sendable {
    /// JSON that the endpoint's success rule calls an answer.
    case answer(JSONDocument)
    case fault(ResponseFault)

    /// Classifies a body: JSON or not, `null`, and the endpoint's own success rule.
    package init(
        _ body: [UInt8],
        status: Int,
        contentType: String?,
        of endpoint: Endpoint,
        limits: ParseLimits
    ) {
        let facts = ResponseFault.Facts(status: status, contentType: contentType, body: body)
        do {
            let document = try JSONDocument(body, limits: limits)
            if let fault = Self.fault(in: document, facts, endpoint) {
                self = .fault(fault)
            } else {
                self = .answer(document)
            }
        } catch {
            self = .fault(ResponseFault(error, facts))
        }
    }

    private static func fault(
        in document: JSONDocument,
        _ facts: ResponseFault.Facts,
        _ endpoint: Endpoint
    ) -> ResponseFault? {
        if document.root.isNull { return ResponseFault(.nullBody, facts) }
        if case .failure(let means) = endpoint.success.outcome(of: document.root) {
            let detail = endpoint.success.contradiction(in: document.root) + ", which means \(means.rawValue)"
            return ResponseFault(.errorBody, facts, detail: detail, means: means)
        }
        guard (200..<300).contains(facts.status) else {
            return ResponseFault(.statusChanged, facts, detail: "HTTP status \(facts.status)")
        }
        return nil
    }
}

extension SuccessRule {
    /// `/code is 301, not 200`.
    fileprivate func contradiction(in root: JSONValue) -> String {
        "\(pointer) is \(root.value(at: pointer)?.shortText ?? "missing"), not \(success)"
    }
}

/// Why a response is no answer: one name, and the facts a ticket needs.
package struct ResponseFault: Error, Equatable {
    /// The name that findings give it.
    package let kind: FindingKind
    /// The HTTP status.
    package let status: Int
    /// As the server wrote it; nil when it sent none.
    package let contentType: String?
    /// The length of the body, decoded.
    package let bodyBytes: Int

    /// Where the trouble begins in the body, where it has a place.
    package let offset: Int?

    /// The first 80 characters of the body.
    package let excerpt: String

    /// What a known error code means.
    package let means: SuccessRule.Failure?

    /// What exactly was wrong.
    package let detail: String?

    struct Facts {
        let status: Int
        let contentType: String?
        let body: [UInt8]
    }

    init(
        _ kind: FindingKind,
        _ facts: Facts,
        offset: Int? = nil,
        detail: String? = nil,
        means: SuccessRule.Failure? = nil
    ) {
        self.kind = kind
        status = facts.status
        contentType = facts.contentType
        bodyBytes = facts.body.count
        excerpt = Self.excerpt(of: facts.body)
        self.offset = offset
        self.detail = detail
        self.means = means
    }

    /// A body that ended before its declared length; `detail` says the lengths.
    package init(truncated body: [UInt8], status: Int, contentType: String?, detail: String) {
        let facts = Facts(status: status, contentType: contentType, body: body)
        self.init(.truncated, facts, offset: body.count, detail: detail)
    }

    init(_ error: JSONError, _ facts: Facts) {
        self.init(FindingKind(error), facts, offset: error.offset, detail: error.description)
    }

    /// The first 80 characters of a body, what is not UTF-8 replaced.
    package static func excerpt(of body: [UInt8]) -> String {
        // 80 characters of up to four bytes.
        String(String(decoding: body.prefix(320), as: UTF8.self).prefix(80))
    }
}

extension ResponseFault: CustomStringConvertible {
    package var description: String {
        var parts = [
            "\(kind.rawValue): HTTP \(status), \(contentType ?? "no content type"), \(bodyBytes) bytes"
        ]
        if let detail { parts.append(detail) }
        if !excerpt.isEmpty { parts.append("it begins \(JSONText.quoted(excerpt))") }
        return parts.joined(separator: "; ")
    }
}
