import JSONCore
import Testing

struct JSONDocumentTests {
    @Test func `members and elements come in the text's order`() throws {
        let root = try JSONDocument(#"{"b": [1, "two", null], "a": {"x": true}}"#).root
        #expect(root.members.map(\.name.string) == ["b", "a"])
        #expect(root["b"]?.elements.map(\.kind) == [.integer, .string, .null])
        #expect(root["a"]?["x"]?.bool == true)
        #expect(root["absent"] == nil)
    }

    @Test func `null, absent, empty string, empty object and empty array are five answers`() throws {
        let root = try JSONDocument(#"{"n": null, "s": "", "o": {}, "a": []}"#).root
        #expect(root["n"]?.isNull == true)
        #expect(root["absent"] == nil)
        #expect(root["s"]?.string == "")
        #expect(root["o"]?.kind == .object && root["o"]?.count == 0)
        #expect(root["a"]?.kind == .array && root["a"]?.count == 0)
    }

    @Test(arguments: [
        ("9223372036854775807", "9223372036854775807"),
        ("-9223372036854775808", "-9223372036854775808"),
        ("18446744073709551615", "18446744073709551615"),
        ("18446744073709551616", "18446744073709551616"),
        ("-123456789012345678901234567890", "-123456789012345678901234567890"),
        ("1e400", "1e400"),
        ("1.50", "1.50"),
        ("0.1000000000000000055511151231257827", "0.1000000000000000055511151231257827"),
    ])
    func `a number keeps its text whatever its size`(_ text: String, _ expected: String) throws {
        let root = try JSONDocument("[\(text)]").root
        #expect(root[0]?.numberText == expected)
    }

    @Test func `integers past 64 bits are integers`() throws {
        let root = try JSONDocument("[18446744073709551616, 1e400]").root
        #expect(root[0]?.kind == .integer)
        #expect(root[1]?.kind == .number)
        #expect(root[0]?.int64 == nil && root[0]?.uint64 == nil)
    }

    @Test(arguments: [
        ("", JSONError(.emptyText, at: 0)),
        (" \n\t", JSONError(.emptyText, at: 3)),
        ("{\"a\":1}<script>", JSONError(.trailingBytes, at: 7)),
        ("{\"a\":1}}", JSONError(.trailingBytes, at: 7)),
        ("{\"a\":[1,2", JSONError(.truncated, at: 9)),
        ("{\"a\":\"tex", JSONError(.truncated, at: 9)),
        ("{\"a\":tru", JSONError(.truncated, at: 8)),
        ("[-", JSONError(.truncated, at: 2)),
        ("[NaN]", JSONError(.nonFiniteNumber, at: 1)),
        ("[-Infinity]", JSONError(.nonFiniteNumber, at: 1)),
        ("[01]", JSONError(.invalidNumber, at: 2)),
        ("[1.]", JSONError(.invalidNumber, at: 3)),
        ("[1,]", JSONError(.unexpectedByte(UInt8(ascii: "]")), at: 3)),
        ("{\"a\" 1}", JSONError(.unexpectedByte(UInt8(ascii: "1")), at: 5)),
        ("{a:1}", JSONError(.unexpectedByte(UInt8(ascii: "a")), at: 1)),
        ("[\"\\x\"]", JSONError(.invalidEscape, at: 2)),
        ("[\"\\u12G4\"]", JSONError(.invalidEscape, at: 2)),
        ("[\"a\nb\"]", JSONError(.controlCharacter, at: 3)),
        ("<html>", JSONError(.unexpectedByte(UInt8(ascii: "<")), at: 0)),
        ("nul", JSONError(.truncated, at: 3)),
        ("\u{FEFF}\u{FEFF}{}", JSONError(.unexpectedByte(0xEF), at: 3)),
        ("[tru]", JSONError(.unexpectedByte(UInt8(ascii: "]")), at: 4)),
    ])
    func `a text that is not JSON is refused with a name and an offset`(_ text: String, _ expected: JSONError)
    {
        #expect(throws: expected) { _ = try JSONDocument(text) }
    }

    @Test(arguments: ["[\"é", "{\"日", "[\"😀"]) func `a text that ends inside a character is truncated`(
        text: String
    ) {
        for missing in 1..<(text.last?.utf8.count ?? 0) {
            let bytes = Array(text.utf8.dropLast(missing))
            #expect(throws: JSONError(.truncated, at: bytes.count)) { _ = try JSONDocument(bytes) }
        }
    }

    @Test(
        arguments: [
            ([0x22, 0xC0, 0xAF, 0x22], 1),
            ([0x22, 0x61, 0xED, 0xA0, 0x80, 0x22], 2),
            ([0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], 1),
            ([0x22, 0xE2, 0x82, 0x22], 1),
            ([0xFF], 0),
        ] as [([UInt8], Int)]
    )
    func `bytes that are not UTF-8 are refused where they stand`(_ bytes: [UInt8], _ offset: Int) {
        #expect(throws: JSONError(.invalidUTF8, at: offset)) { _ = try JSONDocument(bytes) }
    }

    @Test func `compressed text is called so`() {
        let error = JSONError(.unexpectedByte(0x1F), at: 0)
        #expect(throws: error) { _ = try JSONDocument([0x1F, 0x8B, 0x08, 0x00]) }
        #expect(error.description.contains("gzip"))
        #expect(!JSONError(.unexpectedByte(0x1F), at: 1).description.contains("gzip"))
    }

    @Test func `a byte order mark is stripped with a notice, and offsets count it`() throws {
        let document = try JSONDocument([0xEF, 0xBB, 0xBF] + Array("{\"a\": 1}".utf8))
        #expect(document.notices == [.byteOrderMark])
        #expect(document.root["a"]?.byteOffset == 9)
        #expect(throws: JSONError(.trailingBytes, at: 6)) {
            _ = try JSONDocument([0xEF, 0xBB, 0xBF] + Array("{} x".utf8))
        }
    }

    @Test func `a repeated key counts as its last value, with a notice`() throws {
        let text = #"{"a": {"deep": [1, 2]}, "b": {"k": 1, "k": 2}, "a": 3, "c": [4]}"#
        let document = try JSONDocument(text)
        #expect(document.notices == [.duplicateKey(offset: 38)])
        #expect(document.root.count == 3)
        #expect(JSONText(document.root, form: .received).string == #"{"b":{"k":2},"a":3,"c":[4]}"#)
        #expect(document.root["c"]?[0]?.byteOffset == 61)
    }

    @Test(arguments: [10, 24, 25, 100, 3_000])
    func `a repeated key is found among any number of keys`(_ count: Int) throws {
        let members = (0..<count).map { "\"key-number-\($0)\":\($0)" }
        #expect(try JSONDocument("{\(members.joined(separator: ","))}").notices == [])
        let repeated = members + ["\"key-number-\(count / 2)\":-1"]
        let document = try JSONDocument("{\(repeated.joined(separator: ","))}")
        #expect(document.notices.count == 1)
        #expect(document.root.count == count)
        #expect(document.root["key-number-\(count / 2)"]?.int64 == -1)
    }

    @Test func `a lone surrogate reads as U+FFFD with a notice, a pair as its character`() throws {
        let document = try JSONDocument(#"["\ud800", "\ud83d\ude00", "\ude00x", "\ud800\u0041"]"#)
        #expect(document.notices == [.loneSurrogate(offset: 2)])
        #expect(document.root.elements.map(\.string) == ["\u{FFFD}", "😀", "\u{FFFD}x", "\u{FFFD}A"])
    }

    @Test func `an escaped NUL is kept in the value and replaced in written text`() throws {
        let root = try JSONDocument(#"["a\u0000b"]"#).root
        #expect(root[0]?.utf8?.bytes == [0x61, 0, 0x62])
        #expect(JSONText(root, form: .received).string == "[\"a\u{FFFD}b\"]")
    }

    @Test func `the limits on bytes and depth are named when they are passed`() throws {
        let limits = ParseLimits(maxBytes: 10, maxDepth: 3)
        #expect(throws: JSONError(.tooLarge(limitBytes: 10), at: 10)) {
            _ = try JSONDocument("[1,2,3,4,5,6]", limits: limits)
        }
        #expect(throws: JSONError(.tooDeep(limit: 3), at: 3)) {
            _ = try JSONDocument("[[[[]]]]", limits: limits)
        }
        #expect(try JSONDocument("[[[]]]", limits: limits).root.count == 1)
    }

    @Test func `a hundred thousand open brackets cost no stack`() {
        let text = String(repeating: "[", count: 100_000)
        #expect(throws: JSONError(.tooDeep(limit: 1_000), at: 1_000)) { _ = try JSONDocument(text) }
        #expect(throws: JSONError(.truncated, at: 100_000)) {
            _ = try JSONDocument(text, limits: ParseLimits(maxDepth: 1_000_000))
        }
    }

    @Test func `every value knows its byte offset`() throws {
        let text = #"{"a": [10, -2.5e3, "x\"y", {"b": false}], "c" :null}"#
        let root = try JSONDocument(text).root
        func slice(_ value: JSONValue?) -> String? {
            value.map { $0.document.excerpt($0.document.sourceRange(at: $0.index)) }
        }
        #expect(slice(root) == text)
        #expect(slice(root["a"]?[0]) == "10")
        #expect(slice(root["a"]?[1]) == "-2.5e3")
        #expect(slice(root["a"]?[2]) == #""x\"y""#)
        #expect(slice(root["a"]?[3]) == #"{"b": false}"#)
        #expect(slice(root["c"]) == "null")
    }

    @Test func `simdjson's tape and the exact parser's tape say the same`() throws {
        // A key twice at the end makes the exact parser read the whole text.
        let text = #"{"a":[1,-0,18446744073709551615,1.5e3,"\u00e9\n",true,false,null,{}],"b":{"c":[[],{}]}"#
        let plain = try JSONDocument(text + "}").root
        let rebuilt = try JSONDocument(text + #","z":0,"z":1}"#).root
        for name in ["a", "b"] {
            let pair = (plain[name].map(canonical), rebuilt[name].map(canonical))
            #expect(pair.0 == pair.1)
            #expect(plain[name]?.byteOffset == rebuilt[name]?.byteOffset)
        }
    }

    private func canonical(_ value: JSONValue) -> String { JSONText(value, form: .canonical).string }

    /// The search for repeated keys must not depend on where keys differ.
    @Test(arguments: [24, 25, 5_000])
    func `a repeated key is found among keys with like ends`(_ count: Int) throws {
        let members = (0..<count).map { #""the-same-\#(10_000 + $0)-all-over": \#($0)"# }
        #expect(try JSONDocument("{\(members.joined(separator: ","))}").notices == [])
        let repeated = try JSONDocument("{\((members + [members[count / 2]]).joined(separator: ","))}")
        #expect(repeated.notices.count == 1)
        #expect(repeated.root.count == count)
    }

    // The shortest strings take the most memory for their bytes; texts of up to 16,384 bytes are kept in one piece.
    @Test(arguments: [1, 2, 3, 8, 5_460, 5_461, 5_462])
    func `strings are read to the last, however much of the text they are`(_ count: Int) throws {
        let strings = Array(repeating: "", count: count - 1) + ["é"]
        let text = "[" + strings.map { "\"\($0)\"" }.joined(separator: ",") + "]"
        #expect(try JSONDocument(text).root.elements.map(\.string) == strings)
        let object = try JSONDocument("{\"k\":\(text),\"l\":\"\"}").root
        #expect(object["k"]?.elements.map(\.string) == strings)
        #expect(object["l"]?.string == "")
    }

    @Test func `a string may be kept longer than all else of its document`() throws {
        let strings = try JSONDocument(#"{"name": ["a longer text than fits in place"]}"#).root.members.map {
            ($0.name, $0.value[0]?.utf8)
        }
        #expect(strings.map(\.0.string) == ["name"])
        #expect(strings.map { $0.1?.bytes } == [Array("a longer text than fits in place".utf8)])
    }
}
