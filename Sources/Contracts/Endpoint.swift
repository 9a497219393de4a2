package import JSONCore

/// One URL of a feed.
package struct Endpoint: Sendable {
    /// The two methods a feed is fetched with.
    package enum Method: String, CaseIterable, Sendable {
        case get = "GET"
        case post = "POST"
    }

    /// Unique in its feed, in kebab case; findings and log lines name it.
    package let name: String
    /// GET unless the contract says otherwise.
    package let method: Method

    /// The URL without query.
    package let url: TextTemplate

    /// Query parameters in the file's order.
    ///
    /// A refresh's own parameters are added and win.
    package let query: [RequestField]

    /// Headers in the file's order.
    package let headers: [RequestField]

    /// The form of a POST, in the file's order.
    package let form: [RequestField]

    /// The envelope's schema, as a path below `v<version>/`.
    package let schema: String

    /// What makes a response an answer.
    package let success: SuccessRule

    /// The media types that the response is served as, without parameters; none where any of JSON is expected.
    package let contentTypes: [String]

    /// How the rest of the page comes; nil when one response is all.
    package let paging: Paging?

    /// Whether the page is made without this endpoint when it fails.
    package let isOptional: Bool
}

/// A named value of a request.
package struct RequestField: Equatable, Sendable {
    /// What is sent.
    package enum Value: Equatable, Sendable {
        case text(TextTemplate)
        /// The value of a secret, known here by name only; an optional one is left out when it is not set.
        case secret(name: String, isOptional: Bool)
    }

    /// As it is sent, before any encoding.
    package let name: String
    /// Where its text comes from.
    package let value: Value
}

/// A text with variables in braces, such as `{base}/homepage/block/page`.
package struct TextTemplate: Equatable, Sendable {
    enum Part: Equatable, Sendable {
        case text(String)
        case variable(String)
    }

    let parts: [Part]

    /// Splits a text at its `{name}`s; a brace that opens no variable's name is text.
    package init(_ text: String) {
        var parts: [Part] = []
        var plain = ""
        var rest = text[...]
        while let first = rest.popFirst() {
            if first == "{", let end = rest.firstIndex(of: "}"),
                NameRule.underscored.allows(String(rest[..<end]))
            {
                if !plain.isEmpty { parts.append(.text(plain)) }
                parts.append(.variable(String(rest[..<end])))
                plain = ""
                rest = rest[rest.index(after: end)...]
            } else {
                plain.append(first)
            }
        }
        self.parts = plain.isEmpty ? parts : parts + [.text(plain)]
    }

    /// The names in braces.
    package var variables: [String] {
        parts.compactMap { if case .variable(let name) = $0 { name } else { nil } }
    }

    /// The text with each variable's value in its place; a variable without a value stays in braces.
    package func filled(with values: [String: String]) -> String {
        parts.reduce(into: "") { text, part in
            switch part {
            case .text(let plain): text += plain
            case .variable(let name): text += values[name] ?? "{\(name)}"
            }
        }
    }
}

/// When a response is an answer, and what its other values mean.
///
/// It is asked before any schema.
package struct SuccessRule: Equatable, Sendable {
    /// What an error body means for the job.
    package enum Failure: String, CaseIterable, Sendable {
        /// Not retried until somebody acts.
        case authRequired = "auth-required"
        /// Retried later.
        case rateLimited = "rate-limited"
        /// Retried much later.
        case blocked
        /// Retried.
        case upstreamError = "upstream-error"
    }

    /// What a response says of itself.
    package enum Outcome: Equatable, Sendable {
        case success
        case failure(Failure)
    }

    /// What is looked at, seen from the response.
    package let pointer: JSONPointer

    /// What it must be.
    package let success: JSONScalar

    /// The other values that are known.
    package let failures: [JSONScalar: Failure]

    /// What the response says of itself; a value that is absent or not listed is an upstream error.
    package func outcome(of response: JSONValue) -> Outcome {
        guard let found = response.value(at: pointer).flatMap(JSONScalar.init) else {
            return .failure(.upstreamError)
        }
        return found == success ? .success : .failure(failures[found] ?? .upstreamError)
    }
}

/// How the rest of a page is fetched.
package struct Paging: Equatable, Sendable {
    /// Where the next cursor is; null or absent ends the page.
    ///
    /// It is sent back as the text it is.
    package let cursor: JSONPointer

    /// Where a `false` ends the page.
    package let more: JSONPointer?

    /// The query parameter that takes the cursor.
    package let parameter: String

    /// Responses to one refresh at most, 1 to 100.
    package let maxPages: Int
}

/// A JSON value that has no parts, comparable by its exact value: `200` equals `2e2`.
package enum JSONScalar: Hashable, Sendable {
    case null
    case boolean(Bool)
    /// The number's canonical text.
    case number(String)
    case text(String)

    /// Nil for an object or an array.
    package init?(_ value: JSONValue) {
        switch value.kind {
        case .null: self = .null
        case .boolean: self = .boolean(value.bool == true)
        case .string: self = .text(value.string ?? "")
        case .integer, .number:
            guard let decimal = value.decimal else { return nil }
            self = .number(decimal.canonicalText)
        case .object, .array: return nil
        }
    }
}

extension JSONScalar: CustomStringConvertible {
    package var description: String {
        switch self {
        case .null: "null"
        case .boolean(let value): String(value)
        case .number(let text), .text(let text): text
        }
    }
}
