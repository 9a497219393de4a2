import HTTPFetch
import JSONCore
import Testing

@testable import contract_check

/// What stands in for values.
@Suite struct PseudonymTests {
    private let pseudonyms = Pseudonyms(keyFrom: "a key")

    @Test func `SipHash gives what its authors published`() {
        // Key 00…0f, messages of the bytes from 00 on.
        let hash = SipHash(key0: 0x0706_0504_0302_0100, key1: 0x0F0E_0D0C_0B0A_0908)
        #expect(hash.hash(Array(0..<15)) == 0xA129_CA61_49BE_45E5)
        #expect(hash.hash([]) == 0x726F_DB47_DD0E_0E31)
        #expect(hash.hash(Array(0..<8)) == 0x93F5_F579_9A93_2462)
    }

    @Test(
        arguments: [
            ("2021-05-18", #"\d{4}-(0[1-9]|1[0-2])-([01]\d|2[0-8])"#),
            (
                "2021-05-18T08:00:01.250+02:00",
                #"\d{4}-(0[1-9]|1[0-2])-[0-2]\dT([01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}\+02:00"#
            ),
            ("2021-05-18T08:00:01Z", #"\d{4}-\d\d-\d\dT[0-2]\d:[0-5]\d:[0-5]\dZ"#),
            ("2021-05-18 08:00", #"\d{4}-\d\d-\d\d [0-2]\d:[0-5]\d"#),
            (
                "123e4567-e89b-42d3-a456-426614174000",
                #"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}"#
            ),
            ("ann.lee@mail.site.de", #"[a-z]{3}\.[a-z]{3}@[a-z]{4}\.[a-z]{4}\.example"#),
            (
                "https://me@cdn.site.de:8443/p/17.jpg?x=%C3%BC",
                #"https://[a-z]{3}\.[a-z]{4}\.example/[a-z]/\d\d\.[a-z]{3}\?[a-z]=%6[1-9]%6[1-9]"#
            ),
            ("192.168.1.20", #"10(\.\d{1,3}){3}"#), ("5E884898DA28047151D0", "[0-9A-F]{20}"),
            ("+49 (170) 123-45", #"\+\d\d \(\d{3}\) \d{3}-\d\d"#),
            ("Zoë Miller-Lee", #"[A-Z][a-z]\p{Lowercase_Letter} [A-Z][a-z]{5}-[A-Z][a-z]{2}"#),
            ("北京市", #"\p{Script=Han}{3}"#), ("Москва", #"\p{Script=Cyrillic}{6}"#), ("— 7 —", #"— \d —"#),
            ("", ""),
        ])
    func `a text keeps its form`(text: String, form: String) throws {
        let made = pseudonyms.text(for: text)
        #expect(try Regex(form).wholeMatch(in: made) != nil, "\(text) → \(made)")
        #expect(made != text || text.count < 6)
    }

    @Test(
        arguments: [
            ("17", #"[1-9]\d"#), ("-5", "-[1-9]"), ("0", "0"), ("0.05", #"0\.0[1-9]"#),
            ("1.50", #"[1-9]\.\d[1-9]"#),
            ("-12.5e-3", #"-[1-9]\d\.[1-9]e-3"#), ("9223372036854775807", #"10\d{17}"#),
            ("-9223372036854775808", #"-10\d{17}"#), ("18446744073709551615", #"10\d{18}"#),
        ])
    func `a number keeps sign, digits and point, and fits where it did`(text: String, form: String) throws {
        let made = pseudonyms.number(for: text)
        #expect(try Regex(form).wholeMatch(in: made) != nil, "\(text) → \(made)")
        let (old, new) = (try JSONDocument(text).root, try JSONDocument(made).root)
        #expect(new.kind == old.kind)
        #expect((new.int64 != nil) == (old.int64 != nil) && (new.uint64 != nil) == (old.uint64 != nil))
    }

    @Test func `a value always gets the same pseudonym within a key, another value another`() {
        let names = (0..<500).map { "name number \($0)" }
        let made = names.map(pseudonyms.text(for:))
        #expect(made == names.map(Pseudonyms(keyFrom: "a key").text(for:)))
        #expect(Set(made).count == 500)
        #expect(made != names.map(Pseudonyms(keyFrom: "another").text(for:)))
        #expect(made != names.map(Pseudonyms.random.text(for:)))
    }

    private func rewritten(_ body: String, _ patterns: [String], _ secrets: [String] = []) throws -> String {
        let patterns = try #require(PathPatterns(patterns))
        var redaction = BodyRedaction(pseudonyms, at: patterns, SecretRemoval(secrets))
        return String(
            decoding: try redaction.rewritten(Array(body.utf8), limits: ParseLimits()),
            as: UTF8.self
        )
    }

    @Test func `only the values at the paths change, and not a byte beside them`() throws {
        let body =
            " {\"a\" : [ {\"n\": \"Ann\", \"m\":\t\"Ann\"}, {\"n\" : 12.50} ],\r\n \"b\":{\"n\":[true,null,\"Bo\"]} }\n"
        let ann = Sample.quoted(pseudonyms.text(for: "Ann"))
        let expected = body.replacing("\"n\": \"Ann\"", with: "\"n\": \(ann)")
            .replacing("12.50", with: pseudonyms.number(for: "12.50"))
        #expect(try rewritten(body, ["/a/*/n"]) == expected)
        let bo = Sample.quoted(pseudonyms.text(for: "Bo"))
        #expect(try rewritten(body, ["/b"]) == body.replacing("\"Bo\"", with: bo), "all of what is below")
    }

    @Test func `a member that another of its name hides does not slip through`() throws {
        let text = try rewritten(#"{"name": "Ann Lee", "x": 1, "name": "Zoe Lee"}"#, ["/name"])
        #expect(!text.contains("Ann") && !text.contains("Zoe"))
        #expect(try JSONDocument(text).root["x"]?.int64 == 1)
    }

    @Test(
        arguments: [
            (#"{"a": "tok"}"#, #"{"a": "[removed]"}"#), (#"{"a": "xtoky"}"#, #"{"a": "xtoky"}"#),
            (#"{"a": "see long-secret!"}"#, #"{"a": "see [removed]!"}"#),
            (#"{"a": "long\u002dsecret"}"#, #"{"a": "[removed]"}"#),
            (#"{"long-secret": 1}"#, #"{"[removed]": 1}"#), (#"[4711, 47110]"#, "[0, 47110]"),
        ])
    func `a secret is removed where it is a value, a long one wherever it is`(
        body: String,
        safe: String
    ) throws {
        #expect(try rewritten(body, [], ["tok", "long-secret", "4711"]) == safe)
    }

    @Test(
        arguments: [
            ("https://me:pw@h.example/a?x=1#f", "https://h.example/a?x=1"),
            ("https://h.example/a?k=tok", "https://h.example/a"),
            ("https://h.example/a?k=tok&x=1&l=a%20long+secret", "https://h.example/a?x=1"),
            ("https://h.example/a%20long", "https://h.example/a%20long"),
        ])
    func `a URL loses what is secret in it`(url: String, safe: String) {
        #expect(SecretRemoval(["tok", "a long secret"]).replacing(inURL: url) == safe)
    }

    @Test func `headers with credentials and cookies go, secrets in others are removed`() {
        let headers: HTTPHeaders = [
            "Content-Type": "a/b", "SET-COOKIE": "sid=cookie-12345", "authorization": "x",
            "X-Echo": "Bearer tok", "X-Id": "cookie-12345",
        ]
        let safe = SecretRemoval(["Bearer tok"], cookiesOf: headers).replacing(in: headers)
        #expect(safe == ["Content-Type": "a/b", "X-Echo": "[removed]", "X-Id": "[removed]"])
    }
}
