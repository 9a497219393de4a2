/// What is sent to an endpoint, its variables and secrets filled in.
package struct EndpointRequest: Sendable {
    /// GET or POST.
    package let method: Endpoint.Method
    /// With the query.
    package let url: String
    /// In the contract's order; for a form, its content type is the last.
    package let headers: [(name: String, value: String)]
    /// The form of a POST; else empty.
    package let body: [UInt8]

    /// - Parameters:
    ///   - endpoint: one of the contract's.
    ///   - variables: see ``Contract/variableValues(from:)``.
    ///   - parameters: further query parameters; they win over the contract's.
    ///   - secret: the value of a secret by its name, nil where it is not set.
    /// - Throws: ``ContractError`` `secretNotSet`.
    package init(
        to endpoint: Endpoint,
        variables: [String: String],
        parameters: [(name: String, value: String)] = [],
        secret: (String) -> String?
    ) throws(ContractError) {
        func values(of fields: [RequestField]) throws(ContractError) -> [(name: String, value: String)] {
            var values: [(name: String, value: String)] = []
            for field in fields {
                if let value = try field.text(variables, secret) { values.append((field.name, value)) }
            }
            return values
        }
        let own = Set(parameters.map(\.name))
        let query = try values(of: endpoint.query).filter { !own.contains($0.name) } + parameters
        let form = endpoint.method == .post ? try values(of: endpoint.form) : []
        method = endpoint.method
        url = endpoint.url.filled(with: variables).appendingQuery(query.formEncoded)
        headers =
            try values(of: endpoint.headers)
            + (form.isEmpty ? [] : [("Content-Type", "application/x-www-form-urlencoded")])
        body = Array(form.formEncoded.utf8)
    }
}

extension RequestField {
    /// Nil for a secret that is optional and not set, whose field is left out.
    fileprivate func text(
        _ variables: [String: String],
        _ secret: (String) -> String?
    ) throws(ContractError) -> String? {
        switch value {
        case .text(let template): return template.filled(with: variables)
        case .secret(let secretName, let isOptional):
            if let value = secret(secretName) { return value }
            guard isOptional else { throw ContractError(code: .secretNotSet(secretName), path: name) }
            return nil
        }
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
