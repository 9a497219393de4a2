internal import JSONCore
internal import JSONSchema

/// What holds for every text as a JSON pointer, as tokens of one, and as a URI reference.
enum PointerLaws {
    static func check(_ bytes: [UInt8]) throws(BrokenLaw) {
        let text = String(decoding: bytes, as: UTF8.self)
        try checkParsing(text)
        try checkTokens(text)
        try checkReference(text)
    }

    /// A tilde that is no escape is what is refused, and a beginning that is no slash.
    private static func checkParsing(_ text: String) throws(BrokenLaw) {
        let utf8 = Array(text.utf8)
        let escapes = utf8.indices.filter { utf8[$0] == UInt8(ascii: "~") }.map {
            utf8.dropFirst($0 + 1).first
        }
        let isPointer =
            utf8.first ?? UInt8(ascii: "/") == UInt8(ascii: "/")
            && escapes.allSatisfy { $0 == UInt8(ascii: "0") || $0 == UInt8(ascii: "1") }
        guard let pointer = JSONPointer(text) else {
            return try expect(!isPointer, "\(text) is a pointer")
        }
        try expect(isPointer, "\(text) is no pointer")
        try expect(haveSameBytes(pointer.description, text), "\(text) is written as it was read")
    }

    private static func checkTokens(_ text: String) throws(BrokenLaw) {
        let tokens = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
        }
        let again = JSONPointer(JSONPointer(tokens: tokens).description)?.tokens ?? []
        try expect(
            again.count == tokens.count && zip(again, tokens).allSatisfy(haveSameBytes),
            "\(tokens) are read as they were written"
        )
    }

    private static func checkReference(_ text: String) throws(BrokenLaw) {
        let reference = URIReference(text)
        try expect(haveSameBytes(reference.description, text), "\(text) is put together as it was split")
        let target = reference.resolved(against: URIReference("http://e/a/b?c#d"))
        try expect(target.scheme != nil, "\(text) is absolute once it is resolved")
        try expect(
            target.resolved(against: URIReference("http://other/")) == target,
            "\(text) is resolved once for all"
        )
    }

    private static func haveSameBytes(_ left: String, _ right: String) -> Bool {
        left.utf8.elementsEqual(right.utf8)
    }
}
