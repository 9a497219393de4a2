internal import JSONCore

extension FeedReader {
    func endpoints(_ value: JSONValue) -> [Endpoint] {
        let table = value.table(log)
        if value.kind == .object, table.isEmpty { log.note(.empty, at: value) }
        return table.compactMap { name, value in
            if !NameRule.dashed.allows(name) { log.note(.badName(name, rule: .dashed), at: value) }
            return endpoint(name, value)
        }
    }

    private func endpoint(_ name: String, _ value: JSONValue) -> Endpoint? {
        let known = [
            "method", "url", "query", "headers", "form", "schema", "success", "errors", "paging", "optional",
            "contentTypes",
        ]
        guard let members = Members(of: value, known: known, log: log) else { return nil }
        let method = members.optional("method").map { $0.word(log) ?? .get } ?? Endpoint.Method.get
        let url = members.required("url").flatMap(url)
        let schema = members.required("schema").flatMap(schemaPath)
        let failures = members.optional("errors").map(failures) ?? [:]
        let success = members.required("success").flatMap { successRule($0, failures) }
        let endpoint = Endpoint(
            name: name,
            method: method,
            url: url ?? TextTemplate(""),
            query: members.optional("query").map { fields($0) } ?? [],
            headers: members.optional("headers").map { fields($0, names: .header) } ?? [],
            form: members.optional("form").map { form($0, method) } ?? [],
            schema: schema ?? "",
            success: success ?? SuccessRule(pointer: JSONPointer(), success: .null, failures: [:]),
            contentTypes: members.optional("contentTypes").map(mediaTypes) ?? [],
            paging: members.optional("paging").flatMap(paging),
            isOptional: members.optional("optional")?.boolean(log) ?? false
        )
        return url == nil || schema == nil || success == nil ? nil : endpoint
    }

    private func url(_ value: JSONValue) -> TextTemplate? {
        guard let text = value.text(log), let template = template(value) else { return nil }
        if case .variable = template.parts.first { return template }
        if text.hasPrefix("https://") || text.hasPrefix("http://") { return template }
        log.note(.badURL(text), at: value)
        return nil
    }

    private func form(_ value: JSONValue, _ method: Endpoint.Method) -> [RequestField] {
        if method != .post { log.note(.formWithoutPost, at: value) }
        return fields(value)
    }

    private func fields(_ value: JSONValue, names rule: NameRule? = nil) -> [RequestField] {
        value.table(log).compactMap { name, value in
            if let rule, !rule.allows(name) { log.note(.badName(name, rule: rule), at: value) }
            return requestValue(value).map { RequestField(name: name, value: $0) }
        }
    }

    private func requestValue(_ value: JSONValue) -> RequestField.Value? {
        switch value.kind {
        case .string:
            return template(value).map(RequestField.Value.text)
        case .object:
            let members = Members(of: value, known: ["secret", "optional"], log: log)
            let secret = members?.required("secret")?.name(.capitals, log)
            let isOptional = members?.optional("optional")?.boolean(log) ?? false
            return secret.map { .secret(name: $0, isOptional: isOptional) }
        default:
            log.note(.wrongType(expected: [.string, .object], found: value.kind), at: value)
            return nil
        }
    }

    private func successRule(
        _ value: JSONValue,
        _ failures: [JSONScalar: SuccessRule.Failure]
    ) -> SuccessRule? {
        let members = Members(of: value, known: ["pointer", "equals"], log: log)
        let pointer = members?.required("pointer")?.jsonPointer(log)
        let success = members?.required("equals")?.scalar(log)
        guard let pointer, let success else { return nil }
        return SuccessRule(pointer: pointer, success: success, failures: failures)
    }

    private func failures(_ value: JSONValue) -> [JSONScalar: SuccessRule.Failure] {
        var failures: [JSONScalar: SuccessRule.Failure] = [:]
        var places: [JSONScalar: JSONValue] = [:]
        for entry in value.list(log) {
            let members = Members(of: entry, known: ["equals", "means"], log: log)
            let found = members?.required("equals")?.scalar(log)
            let means: SuccessRule.Failure? = members?.required("means")?.word(log)
            guard let found, let means else { continue }
            if let first = places[found] {
                log.note(.duplicateValue(found.description, first: first.pointer), at: entry)
            }
            places[found] = entry
            failures[found] = means
        }
        return failures
    }

    private func mediaTypes(_ value: JSONValue) -> [String] {
        value.list(log, mayBeEmpty: false).compactMap { value -> String? in
            guard let text = value.text(log) else { return nil }
            let parts = text.split(separator: "/", omittingEmptySubsequences: false)
            guard parts.count == 2, parts.allSatisfy({ NameRule.header.allows(String($0)) }) else {
                log.note(.badMediaType(text), at: value)
                return nil
            }
            return text.lowercased()
        }
    }

    private func paging(_ value: JSONValue) -> Paging? {
        guard let members = Members(of: value, known: ["cursor", "more", "parameter", "maxPages"], log: log)
        else { return nil }
        let cursor = members.required("cursor")?.jsonPointer(log)
        let more = members.optional("more")?.jsonPointer(log)
        let parameter = members.required("parameter")?.text(log)
        let maxPages = members.optional("maxPages").map { $0.integer(in: 1...100, log) } ?? 5
        guard let cursor, let parameter, let maxPages else { return nil }
        return Paging(cursor: cursor, more: more, parameter: parameter, maxPages: maxPages)
    }
}
