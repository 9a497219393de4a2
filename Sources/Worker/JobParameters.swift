import JSONCore

/// A job's parameters as query items.
enum JobParameters {
    /// Reads the text of a JSON object whose members are texts, numbers or booleans; null leaves one out.
    ///
    /// The trace context is none of them: it goes into the headers.
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
        for (name, value) in root.members where !value.isNull && name.string != TraceContext.parameter {
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
