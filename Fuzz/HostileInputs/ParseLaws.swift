internal import JSONCore

/// What holds for every text that is JSON.
enum ParseLaws {
    static func check(_ bytes: [UInt8]) throws(BrokenLaw) {
        let document: JSONDocument
        do throws(JSONError) {
            document = try JSONDocument(bytes)
        } catch {
            return try expect((0...bytes.count).contains(error.offset), "\(error) is inside the text")
        }
        try checkValues(of: document)
        try checkSecondParser(document)
        try checkTexts(of: document)
    }

    // MARK: Values

    private static func checkValues(of document: JSONDocument) throws(BrokenLaw) {
        var waiting = [document.root]
        while let value = waiting.popLast() {
            try checkPlace(of: value)
            try checkNumber(value)
            waiting += value.elements
            waiting += value.members.map(\.value)
        }
    }

    private static func checkPlace(of value: JSONValue) throws(BrokenLaw) {
        let range = value.document.sourceRange(at: value.index)
        try expect(
            range.lowerBound == value.byteOffset && range.upperBound <= value.document.byteCount,
            "\(value.pointer) stands in the text, at \(range)"
        )
        try expect(
            value.document.root.value(at: value.pointer)?.index == value.index,
            "the pointer \(value.pointer) leads to its value"
        )
    }

    private static func checkNumber(_ value: JSONValue) throws(BrokenLaw) {
        guard let text = value.numberText, let decimal = value.decimal else { return }
        try expect(ExactDecimal(text) == decimal, "\(text) is its exact value")
        try expect(ExactDecimal(decimal.canonicalText) == decimal, "\(text) is its canonical text")
        let nearest = Double(text) ?? .nan
        try expect(value.document.nearestDouble(at: value.index) == nearest, "\(text) has its nearest double")
        let isWritten = !text.utf8.contains { ".eE".utf8.contains($0) }
        try expect((value.kind == .integer) == isWritten, "\(text) is an integer as it is written")
    }

    // MARK: The second parser

    /// An object with a key twice is parsed by the second parser, and all in it.
    private static func checkSecondParser(_ document: JSONDocument) throws(BrokenLaw) {
        let prefix = Array(#"{"a":"#.utf8)
        let start = document.notices.contains(.byteOrderMark) ? 3 : 0
        let text = prefix + document.bytes[start...] + Array(#","z":0,"z":1}"#.utf8)
        guard let again = parse(text, maxDepth: 1_001)?.root["a"] else {
            throw BrokenLaw(law: "the second parser takes what the first takes")
        }
        let root = document.root
        try expect(areEqual(root, again) && areEqual(again, root), "both parsers read the same value")
        try expect(received(root) == received(again), "both parsers keep order and texts")
        try expect(
            root.byteOffset - start == again.byteOffset - prefix.count,
            "both parsers say where the value begins"
        )
    }

    private static func parse(_ text: [UInt8], maxDepth: Int = 1_000) -> JSONDocument? {
        // Why it is refused does not matter: it must not be.
        try? JSONDocument(text, limits: ParseLimits(maxDepth: maxDepth))
    }

    // MARK: Texts

    private static func checkTexts(of document: JSONDocument) throws(BrokenLaw) {
        let texts = [received(document.root), canonical(document.root)]
        let hasNUL = document.notices.contains { if case .nullCharacter = $0 { true } else { false } }
        for text in texts {
            guard let again = parse(text)?.root else { throw BrokenLaw(law: "what is written is JSON") }
            // U+0000 is written as U+FFFD: two names may become one.
            guard !hasNUL else { continue }
            try expect(areEqual(document.root, again), "what is written is the value")
            try expect(canonical(again) == texts[1], "equal values have one canonical text")
            try expect(received(again) == text, "a written text is written the same again")
        }
    }

    private static func received(_ value: JSONValue) -> [UInt8] { JSONText(value, form: .received).bytes }

    private static func canonical(_ value: JSONValue) -> [UInt8] { JSONText(value, form: .canonical).bytes }

    private static func areEqual(_ left: JSONValue, _ right: JSONValue) -> Bool {
        left.document.value(at: left.index, equals: right.document, at: right.index)
            && left.document.structuralHash(at: left.index) == right.document.structuralHash(at: right.index)
    }
}
