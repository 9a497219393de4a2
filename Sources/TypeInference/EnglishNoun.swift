/// The singular of English nouns, as names of lists are.
enum EnglishNoun {
    private static let irregular = [
        "children": "child", "people": "person", "men": "man", "women": "woman", "indices": "index",
        "vertices": "vertex", "matrices": "matrix", "criteria": "criterion", "feet": "foot", "mice": "mouse",
        "movies": "movie", "cookies": "cookie", "ties": "tie", "pies": "pie", "selfies": "selfie",
        "caches": "cache", "aches": "ache", "axes": "axis", "analyses": "analysis", "crises": "crisis",
        "leaves": "leaf", "lives": "life", "shelves": "shelf", "wolves": "wolf", "halves": "half",
    ]

    /// Words whose end is not that of a plural.
    private static let unchanged: Set<String> = [
        "news", "series", "species", "data", "media", "means", "chaos", "lens", "bus", "gas", "canvas",
        "atlas",
        "always", "previous", "is", "has", "was", "this", "yes", "os", "ios", "css", "https", "dns", "sms",
        "gps",
        "alias", "bias", "corps", "diabetes", "rss", "aws", "tls",
    ]

    /// `movie` for `movies`; the word itself where it is no plural.
    ///
    /// The word is in lower case.
    static func singular(_ word: String) -> String {
        if let known = irregular[word] { return known }
        guard word.count > 2, word.hasSuffix("s"), !unchanged.contains(word) else { return word }
        for ending in ["ss", "us", "is"] where word.hasSuffix(ending) { return word }
        if word.hasSuffix("ies"), word.count > 4 { return word.dropLast(3) + "y" }
        for ending in ["sses", "shes", "ches", "xes", "zzes"] where word.hasSuffix(ending) {
            return String(word.dropLast(2))
        }
        for ending in ["uses", "iases"] where word.hasSuffix(ending) && !word.hasSuffix("ouses") {
            return String(word.dropLast(2))
        }
        return String(word.dropLast())
    }
}
