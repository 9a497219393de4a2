import JSONSchema
import Testing

struct NameFormatTests {
    @Test(
        arguments: [
            FormatCase.accepts("email", "a@b", "first.last+tag@sub.example.org", "!#$%&'*+-/=?^_`{|}~@x.y"),
            FormatCase.accepts(
                "email",
                #""a\"b\\c"@x.y"#,
                #"" "@x.y"#,
                #"""@x.y"#,
                "a@[IPv6:2001:db8::1]",
                "a@[10.0.0.1]"
            ),
            FormatCase.refuses(
                "email",
                "@b",
                "a@",
                "a",
                "",
                "a..b@c",
                ".a@b",
                "a.@b",
                "a b@c",
                "a@b c",
                "a@b@c"
            ),
            FormatCase.refuses(
                "email",
                #""a"b"@c"#,
                #""a@c"#,
                #""a\"@c"#,
                "\"a\u{1F}\"@c",
                "a@-b",
                "a@b.",
                "a@b_c"
            ),
            FormatCase.refuses(
                "email",
                "a@[1.2.3]",
                "a@[::1]",
                "a@[IPv6:1.2.3.4]",
                "a@[tag:x]",
                "a@[",
                "a@[]",
                "ä@b"
            ),
            FormatCase.accepts(
                "idn-email",
                "ä.ö@bücher.example",
                "\"ä ö\"@x",
                "a@b",
                "a@xn--bcher-kva.example",
                "a@Bücher.Example",
                "a@bu\u{308}cher.example"
            ),
            FormatCase.refuses("idn-email", "ä@", "@ä", "ä..ö@b", "a@ä_b", "ä ö@b", "ä＠b", "a@xn--ü"),
        ].flatMap(\.self)
    )
    func `a mailbox is a local part at a domain`(_ example: FormatCase) throws { try example.check() }

    @Test func `a local part has at most 64 bytes`() throws {
        let local = String(repeating: "a", count: 64)
        try FormatCase(format: "email", text: local + "@b", isValid: true).check()
        try FormatCase(format: "email", text: local + "a@b", isValid: false).check()
        try FormatCase(format: "idn-email", text: local.dropLast() + "ä@b", isValid: false).check()
    }

    @Test(
        arguments: [
            FormatCase.accepts(
                "hostname",
                "a",
                "A.B",
                "3com.example",
                "a-b--c.d",
                "xn--bcher-kva.example",
                "1.2.3.4"
            ),
            FormatCase.refuses(
                "hostname",
                "",
                ".",
                "a.",
                ".a",
                "a..b",
                "-a",
                "a-",
                "a_b",
                "a b",
                "bücher",
                "a\u{0}"
            ),
            FormatCase.refuses("hostname", "xn--", "xn--a", "XN--1", "xn--abc-", "a.xn--zzzzzz99999999"),
            FormatCase.accepts("hostname", "XN--BCHER-KVA", "ab--cd"),
        ].flatMap(\.self)
    )
    func `a host name is made of letters, digits and hyphens`(_ example: FormatCase) throws {
        try example.check()
    }

    @Test(arguments: ["hostname", "idn-hostname"])
    func `a label has at most 63 characters and a name 253`(_ format: String) throws {
        let label = String(repeating: "a", count: 63)
        let name = "\(label).\(label).\(label).\(label.prefix(61))"
        try FormatCase(format: format, text: label, isValid: true).check()
        try FormatCase(format: format, text: label + "a", isValid: false).check()
        try FormatCase(format: format, text: name, isValid: true).check()
        try FormatCase(format: format, text: name + "a", isValid: false).check()
    }

    @Test(arguments: [Dialect.draft4, .draft6])
    func `before draft 7 the prefix of A-labels means nothing`(_ edition: Dialect) throws {
        try FormatCase(format: "hostname", text: "xn--a", isValid: true, edition: edition).check()
        try FormatCase(format: "hostname", text: "-a", isValid: false, edition: edition).check()
    }

    @Test(
        arguments: [
            FormatCase.accepts("idn-hostname", "bücher.example", "例え。テスト", "faß.de", "xn--fa-hia.de", "a.b"),
            FormatCase.accepts("idn-hostname", "מזל.a", "a1.example", "ل۱", "l·l"),
            FormatCase.refuses(
                "idn-hostname",
                "Bücher",
                "ü_x",
                "ü x",
                "ü-",
                "-ü",
                "ab--cd",
                "aü--b",
                "☃.net"
            ),
            FormatCase.refuses(
                "idn-hostname",
                "u\u{308}",
                "\u{308}u",
                "מזל.1a",
                "aמ",
                "1מ",
                "a\u{AD}b",
                "ü..a"
            ),
            FormatCase.refuses(
                "idn-hostname",
                "ü\u{0}",
                "ab--c d",
                "xn--fa-hia\u{0}",
                "xn--FA\u{DF}",
                "l·a",
                "ü."
            ),
        ].flatMap(\.self)
    )
    func `an international host name is one of IDNA 2008`(_ example: FormatCase) throws {
        try example.check()
    }
}
