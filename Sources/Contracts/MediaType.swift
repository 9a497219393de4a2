/// Whether a content type is one of JSON: `application/json`, `text/json`, or one that ends in `+json` (RFC 6839 §3.1).
///
/// Parameters such as the character set do not matter.
package func isJSON(mediaType: String) -> Bool {
    let type = mediaType.prefix { $0 != ";" }.filter { !$0.isWhitespace }.lowercased()
    return type == "application/json" || type == "text/json" || type.hasSuffix("+json")
}

extension Endpoint {
    /// Whether a response comes under the name that is expected: one of the contract's, or without those any of JSON.
    func isServed(as mediaType: String) -> Bool {
        guard !contentTypes.isEmpty else { return isJSON(mediaType: mediaType) }
        let type = mediaType.prefix { $0 != ";" }.filter { !$0.isWhitespace }.lowercased()
        return contentTypes.contains(type)
    }
}
