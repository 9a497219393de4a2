import JSONCore
import JSONSchema
import Testing

struct RegexFormatTests {
    @Test(
        arguments: [
            FormatCase.accepts(
                "regex",
                "",
                "a|b|",
                "^(?:a(b)(?<n>c))*?$",
                "[a-z\\d-]",
                "[^]",
                "[]",
                "a{2}b{2,}c{2,3}?"
            ),
            FormatCase.accepts(
                "regex",
                "(?=a)(?!b)(?<=c+)(?<!d|e)f",
                "\\1(a)",
                "\\k<n>(?<n>a)",
                "\\cJ\\x41\\u0041\\u{1F600}"
            ),
            FormatCase.accepts(
                "regex",
                "\\p{L}\\P{Script=Greek}\\p{Lu}",
                "\\ud83d\\ude00",
                "\\0",
                "[\\b]",
                "\\-\\/\\.",
                "{",
                "}"
            ),
            FormatCase.accepts(
                "regex",
                "x{,5}",
                "[\\w-a]",
                "[a-]",
                "ü+",
                "(?<$ä_1>x)",
                "\\u{10FFFF}",
                "]",
                "[\\-]"
            ),
        ].flatMap(\.self)
    )
    func `a regular expression of ECMA-262 is one`(_ example: FormatCase) throws { try example.check() }

    @Test(
        arguments: [
            FormatCase.refuses(
                "regex",
                "(",
                ")",
                "(a",
                "a)",
                "[",
                "[a",
                "*",
                "+a",
                "a**",
                "a+*",
                "a{2}{3}",
                "^*",
                "(?",
                "\\"
            ),
            FormatCase.refuses(
                "regex",
                "(?P<n>a)",
                "(?i)a",
                "(?#c)",
                "(?>a)",
                "(?<n>a)(?<n>b)",
                "(?<>a)",
                "(?<1>a)",
                "(?<n"
            ),
            FormatCase.refuses(
                "regex",
                "\\a",
                "\\z",
                "\\Q",
                "\\e",
                "[\\B]",
                "\\2(a)",
                "\\k<n>",
                "\\k",
                "\\01",
                "\\c1",
                "\\xg1"
            ),
            FormatCase.refuses(
                "regex",
                "\\u12",
                "\\u{}",
                "\\u{110000}",
                "\\p",
                "\\p{",
                "\\p{Nonsense}",
                "\\p{}",
                "\\p{^L}"
            ),
            FormatCase.refuses(
                "regex",
                "[z-a]",
                "[\\u0062-\\u0061]",
                "a{3,2}",
                "(?<=a)*",
                "a|*",
                "\\b+",
                "[\\1]",
                "\\ü"
            ),
        ].flatMap(\.self)
    )
    func `what ECMA-262 gives no meaning is refused`(_ example: FormatCase) throws { try example.check() }

    @Test(
        .timeLimit(.minutes(1)),
        arguments: [
            ("regex", "(", ""), ("regex", "(?:", ")"), ("regex", "\\p{L}", ""), ("regex", "[a-z", ""),
            ("regex", "a{1,", ""),
            ("regex", "(?<", ""), ("email", "a.", "@"), ("email", "\"\\", "\""), ("idn-email", "ü.", "@"),
            ("uri", "x:", "%"),
            ("uri", "x@", ""), ("iri-reference", "ü:", ""), ("uri-template", "{a", ","),
            ("idn-hostname", "ü。", ""),
            ("idn-hostname", "xn--", ""), ("hostname", "a.", ""), ("ipv6", "1:", ""), ("duration", "P1Y", ""),
            ("time", "0", ":"),
            ("json-pointer", "/~0", "~"), ("date-time", "1", "-"), ("uuid", "0", "-"),
        ] as [(String, String, String)]
    )
    func `long texts are decided in linear time`(_ format: String, _ part: String, _ end: String) throws {
        let format = try #require(Format.named(format, in: .draft202012))
        let text = String(repeating: part, count: 200_000) + end
        let document = try JSONDocument(JSONText.quoted(text))
        // Quadratic time would take minutes.
        _ = try #require(document.root.utf8).withUTF8(format.accepts)
    }
}
