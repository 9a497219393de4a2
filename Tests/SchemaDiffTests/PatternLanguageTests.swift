import JSONCore
import JSONSchema
import Testing

@testable import SchemaDiff

/// Which texts patterns match is decided without trying texts, and agrees with the validator on texts.
@Suite struct PatternLanguageTests {
    private static let patterns = [
        "", "^", "$", "^$", "a", "^a", "a$", "^a$", "^ab", "^a.*b$", "^[a-c]+$", "^[^a]$", "^[a-c]{2,3}$",
        "^(a|b)*$", "a|b",
        "^a?b+$", #"^\d+$"#, #"^\w*$"#, #"^\S$"#, "^.$", #"^a\.b$"#, "^(?:ab|c){2}$", "^[ab-]$", #"^[\d_]+$"#,
        "^(a(b|c)?)+$",
        "^a{0}$", "^[]$", "^[^]$", "^a+?$",
    ]

    private static let texts = [
        "", "a", "b", "c", "ab", "ba", "aab", "abc", "cab", "a.b", "axb", "-", "_", "1", "12", "a1", "abab",
        "cc", " ", "\n", "a\nb",
        "é", "😀", "ac", "acab", "aaaa",
    ]

    private func accepts(_ pattern: String, _ text: String) throws -> Bool {
        let schema = try CompiledSchema(
            compiling: JSONDocument(#"{"pattern": \#(JSONText.quoted(pattern))}"#)
        )
        return schema.accepts(try JSONDocument(JSONText.quoted(text)))
    }

    @Test(arguments: patterns) func `what is said of two patterns holds for texts`(one: String) throws {
        let language = try #require(PatternLanguage(one), "\(one) is read")
        for other in Self.patterns {
            switch language.comparison(with: try #require(PatternLanguage(other))) {
            case .included:
                for text in Self.texts where try accepts(one, text) {
                    #expect(try accepts(other, text), "\(one) in \(other), but for \(text)")
                }
            case .apart(let text):
                #expect(try accepts(one, text) && !accepts(other, text), "\(one) and \(other) by \(text)")
            case .tooLarge: Issue.record("\(one) and \(other) are small")
            }
        }
    }

    @Test(
        arguments: [
            "(?=a)", "(?<!a)b", #"(a)\1"#, #"\bа"#, #"\p{L}"#, "(?<n>a)", "a^b", "a$b", "^a|b$", #"\u0041"#,
            "^a{1000}$",
        ]
    )
    func `what is not read is not guessed`(pattern: String) { #expect(PatternLanguage(pattern) == nil) }

    @Test func `patterns that would take too long are not compared`() throws {
        let one = try #require(PatternLanguage("^(a|b)*a(a|b){14}$"))
        let other = try #require(PatternLanguage("^(b|a)*a(b|a){14}$"))
        #expect(one.comparison(with: other) == .tooLarge)
    }
}
