import Contracts
import HTTPFetch
import JSONCore
import Runtime

extension FeedSource {
    /// The request for one page of an endpoint.
    ///
    /// - Parameters:
    ///   - endpoint: one of the contract's.
    ///   - parameters: the job's own; they are added to the query and win.
    ///   - cursor: of the page before, for the parameter that the contract names.
    ///   - limits: of the fetch.
    /// - Returns: the request without validators.
    /// - Throws: ``RefreshError`` when a secret is not set.
    func request(
        for endpoint: Endpoint,
        parameters: [(name: String, value: String)],
        cursor: String?,
        limits: FetchLimits
    ) throws(RefreshError) -> FetchRequest {
        let paging = endpoint.paging.flatMap { paging in cursor.map { (paging.parameter, $0) } }
        let own = parameters + (paging.map { [$0] } ?? [])
        let ownNames = Set(own.map(\.name))
        let query = try values(of: endpoint.query).filter { !ownNames.contains($0.name) } + own
        var headers = HTTPHeaders()
        for field in try values(of: endpoint.headers) { headers.add(field.name, field.value) }
        var body: [UInt8] = []
        if endpoint.method == .post, !endpoint.form.isEmpty {
            headers.add("Content-Type", "application/x-www-form-urlencoded")
            body = Array(try values(of: endpoint.form).formEncoded.utf8)
        }
        return FetchRequest(
            method: endpoint.method == .post ? .post : .get,
            url: url(of: endpoint).appendingQuery(query.formEncoded),
            headers: headers,
            body: body,
            limits: limits
        )
    }

    /// The fields that have a value; a secret that is optional and not set leaves its field out.
    private func values(of fields: [RequestField]) throws(RefreshError) -> [(name: String, value: String)] {
        var values: [(name: String, value: String)] = []
        for field in fields {
            switch field.value {
            case .text(let template): values.append((field.name, template.filled(with: variables)))
            case .secret(let name, let isOptional):
                if let secret = secrets[name] {
                    values.append((field.name, secret.reveal()))
                } else if !isOptional {
                    throw RefreshError(missingSecret: name)
                }
            }
        }
        return values
    }
}

extension String {
    fileprivate func appendingQuery(_ query: String) -> String {
        query.isEmpty ? self : self + (contains("?") ? "&" : "?") + query
    }
}

extension [(name: String, value: String)] {
    /// `a=1&b=x%20y`: all but RFC 3986's unreserved characters percent-encoded.
    fileprivate var formEncoded: String {
        map { "\($0.name.percentEncoded)=\($0.value.percentEncoded)" }.joined(separator: "&")
    }
}

extension String {
    fileprivate var percentEncoded: String {
        utf8.reduce(into: "") { text, byte in
            let character = Character(UnicodeScalar(byte))
            if byte < 0x80, character.isLetter || character.isNumber || "-._~".contains(character) {
                text.append(character)
            } else {
                text += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
    }
}

/// A job's parameters as query items.
enum JobParameters {
    /// Reads the text of a JSON object whose members are texts, numbers or booleans; null leaves one out.
    ///
    /// - Throws: ``RefreshError`` that names a member which is none of these.
    static func items(of text: String) throws(RefreshError) -> [(name: String, value: String)] {
        let root: JSONValue
        do {
            root = try JSONDocument(text).root
        } catch {
            throw RefreshError(badParameters: "\(error)")
        }
        var items: [(name: String, value: String)] = []
        for (name, value) in root.members where !value.isNull {
            guard let text = value.string ?? value.numberText ?? value.bool.map({ String($0) }) else {
                throw RefreshError(
                    badParameters: "\(name.string) is \(value.shortText), not a text, number or boolean"
                )
            }
            items.append((name.string, text))
        }
        return items
    }
}
