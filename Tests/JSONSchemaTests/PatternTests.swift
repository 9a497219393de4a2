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

    @Test(
        .timeLimit(.minutes(1)),
        arguments: [
            ("^(a+)+$", "a", "!"), ("^(a|a)*$", "a", "!"), ("^(a|aa)+$", "a", "!"), ("(x+x+)+y", "x", ""),
            ("^([a-zA-Z0-9])(([\\-.]|[_]+)?([a-zA-Z0-9]+))*(@)$", "a", "!"), ("a+b", "a", ""),
            ("a*a*a*a*b", "a", ""),
            ("^(?:.*,){11}P", "1,", ""), ("\\s+$", " ", "x"), ("^(\\p{L}+)*$", "é", "1"),
            ("(.*)*x", "a", "\n"),
        ]
    )
    func `what makes a backtracking engine run away is answered in linear time`(
        _ pattern: String,
        _ part: String,
        _ end: String
    ) throws {
        let schema = try compile("{\"pattern\": \(quoted(pattern))}")
        for count in [0, 1, 40, 100_000 / part.utf8.count] {
            let document = try JSONDocument(quoted(String(repeating: part, count: count) + end))
            let isEmpty = count == 0 && end.isEmpty
            let expected: Verdict = isEmpty && ["^(a|a)*$"].contains(pattern) ? .valid : .invalid
            #expect(schema.verdict(of: document.root) == expected, "/\(pattern)/ on \(count) times \(part)")
        }
    }

    @Test func `a pattern that looks around and runs away ends with a limit and no verdict`() throws {
        let schema = try compile(#"{"not": {"pattern": "^(?=(a+)+$)"}}"#)
        let document = try JSONDocument("\"\(String(repeating: "a", count: 30))!\"")
        #expect(schema.verdict(of: document.root) == .undecided(.pattern))
        #expect(schema.violations(in: document.root).map(\.kind) == [.limit(.pattern)])
    }

    @Test func `linear time has a limit also`() throws {
        var limits = EvaluationLimits()
        limits.maxPatternSteps = 1
        let schema = try CompiledSchema(compiling: JSONDocument(#"{"pattern": "^(a+b)+$"}"#), limits: limits)
        let text = String(repeating: "ab", count: 1_000)
        #expect(try schema.verdict(of: JSONDocument(quoted(text)).root) == .undecided(.pattern))
        #expect(try schema.verdict(of: JSONDocument(quoted("abab")).root) == .valid)
    }

    @Test(arguments: [
        ("(?<=a+)b", "aab", true), ("(?<=a+)b", "b", false), ("(?<=^\\s?)x", " x", true),
        ("(?<=^\\s?)x", "  x", false),
        ("(?<=ab?c)d", "acd", true), ("(?<=ab?c)d", "abcd", true), ("(?<=ab?c)d", "abbcd", false),
        ("(?<!a{1,3}b)c", "aaabc", false), ("(?<!a{1,3}b)c", "bc", true),
        ("(?<=(?:a|bc)(?:d|ef))g", "bcefg", true),
        ("(?<=(?:a|bc)(?:d|ef))g", "befg", false), ("(?<=x(?=y)\\w{1,2})z", "xyz", true),
        ("(?<=a|)b", "b", true),
        ("(?<=(a)\\s?)b", "b", false), ("(?<=\\s*a)b", "ab", true), ("(?<!\\s*)b", "b", false),
    ])
    func `a lookbehind may look for texts of several lengths`(
        _ pattern: String,
        _ text: String,
        _ matches: Bool
    ) throws {
        try check(pattern, text, matches)
    }

    @Test(arguments: [
        ("x(?<=a.*b)", 1), ("(?<=^a+)b", 0), ("(?<!a(?:b|cd)*e)", 0), ("(a)(?<=\\1)b", 3),
        ("(?<=(a|bc))d\\1", 0),
        ("(?<=a[bc]{0,500}d)", 0),
    ])
    func `a lookbehind for any number of lengths is a named problem at its place`(
        _ pattern: String,
        _ offset: Int
    ) throws {
        let found = try problems("{\"pattern\": \(quoted(pattern))}")
        #expect(
            found.map(\.code) == [
                .malformedPattern(
                    pattern,
                    reason: "a lookbehind for texts of any or too many lengths is not supported",
                    offset: offset
                )
            ]
        )
    }

    @Test(arguments: [
        ("é(", "a group has no end", 2), ("ab)", "a parenthesis closes no group", 2),
        ("a**", "nothing to repeat", 2),
        ("|+", "nothing to repeat", 1), ("^*", "nothing to repeat", 1), ("(?<=a)*", "nothing to repeat", 6),
        ("{2}", "nothing to repeat", 0), ("a{3,2}", "a quantifier's counts are out of order", 6),
        ("[b-a]", "a range's ends are out of order", 4), ("[€", "a class has no end", 0),
        ("a\\", "a backslash stands at the end", 2), ("(?i)a", "unknown kind of group", 2),
        ("(?<1>a)", "a group's name is malformed", 3), ("(?<n>a)(?<n>b)", "two groups have the name n", 10),
        ("\\2(a)", "there is no group 2", 2), ("\\k<n>", "there is no group n", 5),
        ("\\p{Nonsense}", "there is no property Nonsense", 2),
        ("\\p{script=Greek}", "there is no property script=Greek", 2),
        ("\\p{Script=greek}", "there is no property Script=greek", 2),
        ("\\pL", "\\p needs a property in braces", 2),
        ("\\01", "ECMA-262 has no octal escapes with the u flag", 2),
        ("[\\1]", "ECMA-262 has no octal escapes with the u flag", 2),
    ])
    func `a mistake is named with its place`(_ pattern: String, _ reason: String, _ offset: Int) throws {
        let found = try problems("{\"pattern\": \(quoted(pattern))}")
        #expect(found.map(\.code) == [.malformedPattern(pattern, reason: reason, offset: offset)])
    }

    @Test func `groups nest as deep as engines take them`() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "(", count: depth) + "a" + String(repeating: "b?)", count: depth)
        }
        for body in ["\(nested(250))", "(?=x)\(nested(250))"] {
            _ = try compile("{\"pattern\": \(quoted(body))}")
        }
        let found = try problems("{\"pattern\": \(quoted(nested(251)))}")
        #expect(
            found.map(\.code) == [
                .malformedPattern(nested(251), reason: "groups nest deeper than 250", offset: 250)
            ]
        )
    }

    @Test(arguments: [
        ("(a\\1)+$", "aa", true), ("^(?:\\2b|(a)(c))+$", "bacb", true), ("^\\1(a)$", "a", true),
        ("^(?<n>a)\\k<n>$", "aa", true), ("^(a)|b\\1$", "b", true), ("^(.)(.)\\2\\1$", "abba", true),
        ("^(?:(a)){0}b\\1$", "b", true),
    ])
    func `references mean what their groups matched, and nothing before that`(
        _ pattern: String,
        _ text: String,
        _ matches: Bool
    ) throws {
        try check(pattern, text, matches)
    }
}
