import Spelling

/// The words of a name, whatever its spelling: `userId`, `user_id`, `USER-ID` are two each.
struct Words: Hashable {
    /// In small letters; never empty.
    private(set) var list: [String]

    /// Splits at everything that is neither a letter nor a digit, and where small letters turn to capitals.
    ///
    /// A text without either is spelled out: `+1` is `plus`, `1`; the empty text is `empty`.
    init(_ text: String) {
        list = Self.split(text)
        if let sign = text.first, text.dropFirst().first?.isDigit == true, let name = Self.signs[sign] {
            list.insert(name, at: 0)
        }
        if list.isEmpty { list = Self.spelledOut(text) }
    }

    private static func split(_ text: String) -> [String] {
        text.split { !$0.isLetter && !$0.isDigit }.flatMap { humps(of: Array($0)) }.map { $0.lowercased() }
    }

    /// `HTTPServer` is `HTTP`, `Server`; `imageURLs` is `image`, `URLs`; digits stay with what is before them.
    private static func humps(of run: [Character]) -> [String] {
        var words: [String] = []
        var word = ""
        for (position, character) in run.enumerated() {
            if !word.isEmpty, startsWord(position, in: run) {
                words.append(word)
                word = ""
            }
            word.append(character)
        }
        return words + [word]
    }

    private static func startsWord(_ position: Int, in run: [Character]) -> Bool {
        guard run[position].isUppercase else { return false }
        guard run[position - 1].isUppercase else { return true }
        let rest = run[(position + 1)...]
        guard rest.first?.isLowercase == true else { return false }
        // The plural of an abbreviation: URLs.
        let isPlural = rest.first == "s" && rest.dropFirst().first?.isLowercase != true
        return !isPlural
    }

    private static func spelledOut(_ text: String) -> [String] {
        if text.isEmpty { return ["empty"] }
        return text.unicodeScalars.map { scalar in
            punctuation[Character(scalar)] ?? "u" + String(scalar.value, radix: 16)
        }
    }

    private static let signs: [Character: String] = ["+": "plus", "-": "minus"]

    private static let punctuation: [Character: String] = [
        " ": "space", "!": "bang", "\"": "quote", "#": "hash", "$": "dollar", "%": "percent", "&": "and",
        "'": "apostrophe", "(": "open", ")": "close", "*": "star", "+": "plus", ",": "comma", "-": "minus",
        ".": "dot", "/": "slash", ":": "colon", ";": "semicolon", "<": "less", "=": "equals", ">": "greater",
        "?": "question", "@": "at", "[": "open", "\\": "backslash", "]": "close", "^": "caret",
        "_": "underscore", "`": "backtick", "{": "open", "|": "bar", "}": "close", "~": "tilde",
    ]

    /// The same with its last word in the singular, and without a last word that only says that it is many.
    var singular: Words {
        var words = self
        if list.count > 1, ["array", "collection", "list"].contains(list[list.count - 1]) {
            words.list.removeLast()
        }
        if let last = words.list.last { words.list[words.list.count - 1] = EnglishPlural.singular(of: last) }
        return words
    }

    /// The words of both.
    static func + (left: Words, right: Words) -> Words {
        var words = left
        words.list += right.list
        return words
    }

    /// `UserID`, where `id` is among the acronyms.
    func upperCamel(_ acronyms: Set<String>) -> String { list.map { Self.capital($0, acronyms) }.joined() }

    /// `userID`, where `id` is among the acronyms; `id`, where it comes first.
    func lowerCamel(_ acronyms: Set<String>) -> String {
        list[0] + list.dropFirst().map { Self.capital($0, acronyms) }.joined()
    }

    /// `USER_ID`.
    var upperSnake: String { list.map { $0.uppercased() }.joined(separator: "_") }

    private static func capital(_ word: String, _ acronyms: Set<String>) -> String {
        if acronyms.contains(word) { return word.uppercased() }
        if word.hasSuffix("s"), acronyms.contains(String(word.dropLast())) {
            return word.dropLast().uppercased() + "s"
        }
        return word.prefix(1).uppercased() + word.dropFirst()
    }
}

extension Character {
    fileprivate var isDigit: Bool { isASCII && isNumber }
}
