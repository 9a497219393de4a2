/// The singular of English nouns, for what a list holds one of.
package enum EnglishPlural {
    /// The singular of a word in small letters; a word that seems to be no plural stays.
    package static func singular(of word: String) -> String {
        if let known = irregular[word] { return known }
        if unchanging.contains(word) || !word.hasSuffix("s") { return word }
        for (ending, replacement) in endings where word.hasSuffix(ending) && word.count > ending.count + 1 {
            return word.dropLast(ending.count) + replacement
        }
        return word.count > 2 ? String(word.dropLast()) : word
    }

    /// The first that fits counts.
    private static let endings: [(ending: String, replacement: String)] = [
        ("ss", "ss"), ("us", "us"), ("is", "is"), ("ies", "y"), ("sses", "ss"), ("shes", "sh"),
        ("ches", "ch"),
        ("xes", "x"), ("zzes", "zz"), ("uses", "us"), ("oes", "o"), ("yses", "ysis"),
    ]

    private static let unchanging: Set<String> = [
        "series", "species", "news", "sms", "dns", "gps", "ios", "css", "https", "address", "canvas", "atlas",
        "alias", "lens", "always", "bias", "gas", "texas", "means", "chaos", "previous", "this", "yes", "os",
        "corps", "diabetes", "rss", "aws", "tls", "has", "was", "is",
    ]

    private static let irregular: [String: String] = [
        "people": "person", "children": "child", "men": "man", "women": "woman", "feet": "foot",
        "teeth": "tooth", "mice": "mouse", "geese": "goose", "oxen": "ox",
        "criteria": "criterion", "indices": "index", "vertices": "vertex", "matrices": "matrix",
        "movies": "movie", "cookies": "cookie", "zombies": "zombie", "selfies": "selfie", "ties": "tie",
        "pies": "pie", "lies": "lie", "calories": "calorie", "rookies": "rookie", "hoodies": "hoodie",
        "caches": "cache", "headaches": "headache", "axes": "axis", "aches": "ache", "niches": "niche",
        "leaves": "leaf", "lives": "life", "wolves": "wolf", "halves": "half", "shelves": "shelf",
        "knives": "knife", "wives": "wife", "thieves": "thief", "selves": "self", "shoes": "shoe",
        "toes": "toe", "menus": "menu", "gpus": "gpu", "cpus": "cpu", "causes": "cause", "clauses": "clause",
        "houses": "house", "pauses": "pause", "muses": "muse", "uses": "use", "aliases": "alias",
        "gases": "gas", "lenses": "lens", "buses": "bus", "quizzes": "quiz", "canvases": "canvas",
        "radii": "radius", "analyses": "analysis", "bases": "base", "diagnoses": "diagnosis",
        "theses": "thesis", "hypotheses": "hypothesis", "crises": "crisis", "foci": "focus",
        "excuses": "excuse", "spouses": "spouse", "warehouses": "warehouse", "skis": "ski", "taxis": "taxi",
        "emojis": "emoji", "gurus": "guru", "apis": "api", "uris": "uri",
    ]
}
