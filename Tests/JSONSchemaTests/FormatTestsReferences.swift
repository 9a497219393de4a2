import Testing

struct ReferenceFormatTests {
    @Test(
        arguments: [
            FormatCase.accepts("ipv4", "0.0.0.0", "255.255.255.255", "10.1.2.3"),
            FormatCase.refuses(
                "ipv4",
                "256.0.0.1",
                "01.2.3.4",
                "1.2.3",
                "1.2.3.4.5",
                "1.2.3.4 ",
                "1..2.3",
                "1.2.3.",
                ""
            ),
            FormatCase.refuses("ipv4", "0x1.2.3.4", "1.2.3.+4", "1.2.3.1000", "١.2.3.4", "00.0.0.0"),
            FormatCase.accepts(
                "ipv6",
                "::",
                "1::",
                "::1",
                "1:2:3:4:5:6:7:8",
                "1:2:3:4:5:6:7::",
                "::2:3:4:5:6:7:8"
            ),
            FormatCase.accepts("ipv6", "::1.2.3.4", "1:2:3:4:5:6:1.2.3.4", "1::2:1.2.3.4", "ABCD::ef01"),
            FormatCase.refuses(
                "ipv6",
                "",
                ":",
                ":::",
                "1",
                "1:",
                ":1",
                "1:2:3:4:5:6:7",
                "1:2:3:4:5:6:7:8:9",
                "1::2::3"
            ),
            FormatCase.refuses(
                "ipv6",
                "1:2:3:4:5:6:7:8::",
                "::1:2:3:4:5:6:7:8",
                "12345::",
                "g::",
                "1.2.3.4",
                "::1%lo"
            ),
            FormatCase.refuses(
                "ipv6",
                "::1.2.3",
                "1:2:3:4:5:6:7:1.2.3.4",
                "::1.2.3.4:5",
                "::01.2.3.4",
                "1::.2.3.4"
            ),
        ].flatMap(\.self)
    )
    func `an address is whole and has no leading zeros`(_ example: FormatCase) throws {
        try example.check()
    }

    @Test(
        arguments: [
            FormatCase.accepts(
                "uri",
                "a:",
                "a+b-c.d:x",
                "http://h",
                "http://u:p@h:80/a;b=c/@?q=/?#f?/",
                "x://",
                "x:///p"
            ),
            FormatCase.accepts(
                "uri",
                "http://[::1]:8080/",
                "http://[v1F.a:b]/",
                "urn:a:b",
                "x:%41",
                "x:?",
                "x:#",
                "x://h:"
            ),
            FormatCase.refuses(
                "uri",
                "",
                ":",
                "//h",
                "/p",
                "p",
                "1a:b",
                "a_b:c",
                "x:%4",
                "x:%4g",
                "x: y",
                "x:[",
                "x:a#b#c"
            ),
            FormatCase.refuses(
                "uri",
                "http://h:8a",
                "http://[::1",
                "http://::1]",
                "http://[::1]a",
                "http://[v.a]",
                "x:\\"
            ),
            FormatCase.refuses(
                "uri",
                "http://a@b@c",
                "http://[1.2.3.4]",
                "http://[v1.]",
                "http://ü",
                "x:\u{0}",
                "x:\u{7F}"
            ),
            FormatCase.accepts(
                "uri-reference",
                "",
                "p",
                "/p",
                "//h",
                "?q",
                "#f",
                "./a:b",
                "a/b:c",
                "a?b:c",
                "x:y",
                "//h:1"
            ),
            FormatCase.refuses(
                "uri-reference",
                "1:b",
                ":a",
                "a_b:c",
                "%zz",
                "a b",
                "ü",
                "//h:x",
                "[",
                "a^",
                "#a#"
            ),
        ].flatMap(\.self)
    )
    func `a URI follows the grammar of RFC 3986`(_ example: FormatCase) throws { try example.check() }

    @Test(
        arguments: [
            FormatCase.accepts(
                "iri",
                "http://bücher.example/ü?ü#ü",
                "http://ü@h",
                "x:?\u{E000}",
                "x:\u{10000}",
                "x:y"
            ),
            FormatCase.refuses(
                "iri",
                "x:\u{E000}",
                "x:#\u{E000}",
                "x:\u{FFFE}",
                "x:\u{80}",
                "ü:x",
                "ü",
                "x: "
            ),
            FormatCase.refuses("iri", "x:\u{1FFFF}", "x:?\u{FFFFF}", "http://h:\u{661}", "http://[ü]"),
            FormatCase.accepts("iri-reference", "ü", "/ü", "//ü", "?\u{F0000}", "#ü", "", "./ü:x"),
            FormatCase.refuses("iri-reference", "ü:x", "\\ü", "ü ", "%ü", "#\u{F0000}"),
        ].flatMap(\.self)
    )
    func `an IRI has letters past ASCII where RFC 3987 allows them`(_ example: FormatCase) throws {
        try example.check()
    }

    @Test(
        arguments: [
            FormatCase.accepts(
                "uri-template",
                "",
                "a",
                "{a}",
                "{+a,b*,c:9999}",
                "x{?q,r}y{&s}",
                "{a_b.c%20d}",
                "ü",
                "{a1}"
            ),
            FormatCase.refuses(
                "uri-template",
                "{",
                "}",
                "{}",
                "{a",
                "a}",
                "{a,}",
                "{,}",
                "{a:0}",
                "{a:10000}",
                "{a*:3}"
            ),
            FormatCase.refuses(
                "uri-template",
                "{a b}",
                "{.}",
                "{a.}",
                "{-a}",
                "{%4}",
                "{a%}",
                "{a%4}",
                "{%41%}",
                "%",
                "%x1",
                "<",
                "\\",
                "|",
                "{ü}",
                "{{a}}"
            ),
        ].flatMap(\.self)
    )
    func `a URI template has closed expressions of variables`(_ example: FormatCase) throws {
        try example.check()
    }

    @Test(
        arguments: [
            FormatCase.accepts("json-pointer", "", "/", "/a/0/~0~1", "//", "/ü\u{0}"),
            FormatCase.refuses("json-pointer", "a", "#/a", "/~", "/~2", "/a~", "~0"),
            FormatCase.accepts("relative-json-pointer", "0", "10/a", "0#", "1/", "2//~1"),
            FormatCase.refuses(
                "relative-json-pointer",
                "",
                "/a",
                "00",
                "01/a",
                "-1",
                "0#a",
                "0a",
                "#",
                "1/~"
            ),
            FormatCase.accepts(
                "uuid",
                "00000000-0000-0000-0000-000000000000",
                "F81D4FAE-7DEC-11D0-a765-00A0C91E6BF6"
            ),
            FormatCase.refuses(
                "uuid",
                "",
                "f81d4fae7dec11d0a76500a0c91e6bf6",
                "{f81d4fae-7dec-11d0-a765-00a0c91e6bf6}"
            ),
            FormatCase.refuses(
                "uuid",
                "f81d4fae-7dec-11d0-a765-00a0c91e6bfg",
                "f81d4fae-7dec-11d0-a7650-0a0c91e6bf6"
            ),
        ].flatMap(\.self)
    )
    func `pointers and UUIDs are as their RFCs write them`(_ example: FormatCase) throws {
        try example.check()
    }
}
