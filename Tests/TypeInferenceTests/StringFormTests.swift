import JSONCore
import Testing
import TypeInference

@Suite struct StringFormTests {
    @Test(arguments: [
        ("2018-08-14T02:45:50Z", StringForm.dateTime), ("2018-08-14T02:45:50.123+02:00", .dateTime),
        ("2016-01-22 01:55:49", nil), ("2018-08-14", .date), ("2018-13-14", nil), ("02:45:50Z", .time),
        ("02:45:50", nil), ("123e4567-e89b-12d3-a456-426614174000", .uuid),
        ("F23E4567-E89B-12D3-A456-426614174000", .uuid), ("f23e4567-e89b-12d3-a456-426614174000", .uuid),
        ("https://a.example/x?y=1", .uri), ("orpheus://song/1", .uri), ("Note: prose", nil), ("a:b", nil),
        ("me@a.example", .email), ("@handle", nil), ("192.168.0.1", .ipv4), ("1.2.3", nil),
        ("2001:db8::1", .ipv6), ("::1", .ipv6), ("fe80::1", .ipv6), ("12:30", nil),
        ("42", .integer), ("-7", .integer), ("007", nil), ("1.5", nil), ("-", nil),
        ("9999999999999999999", nil),
        ("true", .boolean), ("false", .boolean), ("True", nil), (#"{"a":[1]}"#, .json), ("[1,2]", .json),
        ("[brackets]", nil), ("{", nil), ("dQw4w9WgXcQ", nil), ("eyJhbGciOiJIUzI1NiIsInR5cCI6", .base64URL),
        ("internationalisation-of-words", nil), ("", nil), ("plain text with a word", nil),
    ])
    func `a text is told by its form`(text: String, form: StringForm?) throws {
        let string = try #require(try JSONDocument(JSONText.quoted(text)).root.utf8)
        #expect(string.withUTF8 { StringForm($0) } == form)
    }

    @Test(arguments: StringForm.allCases)
    func `a name leads back to its form`(form: StringForm) {
        #expect(StringForm(name: form.name) == form)
    }
}
