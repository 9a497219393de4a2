import JSONCore
import JSONSchema
import Testing

struct PatternTests {
    /// A pattern as it stands between the slashes of ECMA-262, a text, and whether it matches.
    private func check(_ pattern: String, _ text: String, _ matches: Bool) throws {
        let schema = try compile("{\"pattern\": \(quoted(pattern))}")
        #expect(try schema.accepts(JSONDocument(quoted(text))) == matches, "/\(pattern)/ on \(quoted(text))")
    }

    private func quoted(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": escaped += "\\" + String(scalar)
            case "\u{0}"..<" ":
                escaped += "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return "\"" + escaped + "\""
    }

    @Test(arguments: [
        ("^\\d+$", "42", true), ("^\\d+$", "৪২", false), ("^\\D$", "৪", true),
        ("^\\w$", "é", false), ("^\\W$", "é", true), ("^[\\w-]+$", "a-b_c", true),
        ("^\\s$", "\u{A0}", true), ("^\\s$", "\u{FEFF}", true), ("^\\s$", "\u{2003}", true),
        ("^\\s$", "\u{180E}", false),
        ("^\\S$", "\u{A0}", false), ("^[^\\s]$", "\u{2028}", false), ("^[\\S]$", "x", true),
        ("^[\\s\\S]$", "\n", true),
    ])
    func `classes have the meaning of ECMA-262`(_ pattern: String, _ text: String, _ matches: Bool) throws {
        try check(pattern, text, matches)
    }

    @Test(arguments: [
        ("^[a-z]+$", "abc\n", false), ("^abc$", "abc", true), ("^a.c$", "a\nc", false),
        ("^a.c$", "a\rc", false),
        ("^a.c$", "a\u{2028}c", false), ("^.$", "🐲", true), ("es", "expression", true),
        ("^es", "expression", false),
        ("^[^]$", "\n", true), ("[]", "a", false), ("^$", "", true),
    ])
    func `anchors and the dot have the meaning of ECMA-262`(
        _ pattern: String,
        _ text: String,
        _ matches: Bool
    ) throws {
        try check(pattern, text, matches)
    }

    @Test(arguments: [
        ("^\\/a\\/$", "/a/", true), ("^\\u0041$", "A", true), ("^\\uD83D\\uDC32$", "🐲", true),
        ("^\\u{1F432}+$", "🐲🐲", true), ("^\\x41$", "A", true), ("^\\cJ$", "\n", true),
        ("^\\v$", "\u{B}", true),
        ("^\\0$", "\u{0}", true), ("^\\Z$", "Z", true), ("^\\A$", "A", true), ("^\\h$", "h", true),
        ("^\\-\\_\\&$", "-_&", true), ("^[\\b]$", "\u{8}", true), ("^[\\d\\-x]+$", "4-x", true),
        ("^\\Qa\\E$", "QaE", true),
    ])
    func `escapes have the meaning of ECMA-262`(_ pattern: String, _ text: String, _ matches: Bool) throws {
        try check(pattern, text, matches)
    }

    @Test(arguments: [
        ("^\\p{Letter}+$", "été", true), ("^\\p{L}+$", "é1", false), ("^\\P{L}$", "1", true),
        ("^\\p{Script=Greek}$", "λ", true), ("^\\p{General_Category=Uppercase_Letter}$", "É", true),
        ("^[\\p{Decimal_Number}x]+$", "৪x", true), ("^\\p{gc=Lu}$", "é", false),
    ])
    func `properties go by their long names and short`(
        _ pattern: String,
        _ text: String,
        _ matches: Bool
    ) throws {
        try check(pattern, text, matches)
    }

    @Test(arguments: [
        ("^a{2,3}$", "aaa", true), ("^a{,3}$", "a{,3}", true), ("^a{x}$", "a{x}", true), ("^{$", "{", true),
        ("^[[:alpha:]]$", "a]", true), ("^[a[]$", "[", true), ("^(a)(?:b)\\1$", "aba", true),
        ("^(?:(a)|b)\\1$", "b", true),
        ("^(?<year>\\d{4})-\\k<year>$", "1999-1999", true), ("a(?=b)", "ac", false), ("(?<!x)b", "xb", false),
        ("^a+?b$", "aab", true), ("^#a b$", "#a b", true),
    ])
    func `what PCRE2 reads differently is spelled out`(
        _ pattern: String,
        _ text: String,
        _ matches: Bool
    ) throws {
        try check(pattern, text, matches)
    }

    @Test(arguments: [
        "a++", "(*UTF)a", "(?i)a", "(?>a)", "[a", "(a", "a**", "\\", "(?P<n>a)", "\\p{Nonsense}",
    ])
    func `what ECMA-262 has not is a named problem`(_ pattern: String) throws {
        let found = try problems("{\"properties\": {\"x\": {\"pattern\": \(quoted(pattern))}}}")
        #expect(found.map(\.pointer.description) == ["/properties/x/pattern"])
        guard case .malformedPattern(pattern, _, _) = found.first?.code else {
            Issue.record("\(found)")
            return
        }
    }

    @Test func `a pattern that runs away ends with a limit and no verdict`() throws {
        let schema = try compile(#"{"not": {"pattern": "^(a+)+$"}}"#)
        let verdict = try schema.verdict(of: JSONDocument("\"\(String(repeating: "a", count: 30))!\"").root)
        #expect(verdict == .undecided(.pattern))
        let violations = try schema.violations(
            in: JSONDocument("\"\(String(repeating: "a", count: 30))!\"").root
        )
        #expect(violations.map(\.kind) == [.limit(.pattern)])
    }
}
