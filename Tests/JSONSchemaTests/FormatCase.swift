import JSONCore
import JSONSchema
import Testing

/// Texts, and whether they are of a format.
struct FormatCase: CustomTestStringConvertible, Sendable {
    let format: String
    let text: String
    let isValid: Bool
    var edition = Dialect.draft202012

    static func accepts(_ format: String, _ texts: String...) -> [FormatCase] {
        texts.map { FormatCase(format: format, text: $0, isValid: true) }
    }

    static func refuses(_ format: String, _ texts: String...) -> [FormatCase] {
        texts.map { FormatCase(format: format, text: $0, isValid: false) }
    }

    var testDescription: String { "\(format) \(isValid ? "accepts" : "refuses") \(text.debugDescription)" }

    func check() throws {
        let document = try JSONDocument(JSONText.quoted(text))
        let format = try #require(Format.named(format, in: edition))
        #expect(try #require(document.root.utf8).withUTF8(format.accepts) == isValid, "\(testDescription)")
    }
}
