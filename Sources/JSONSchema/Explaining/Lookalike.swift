internal import JSONCore

extension Explainer {
    /// The violation of `const` or `enum` by a string that people cannot tell from an allowed one.
    func lookalike(_ keyword: Keyword, _ id: NodeID, _ index: Int) -> Violation.Kind? {
        guard let found = JSONValue(document: document, index: index).string else { return nil }
        let written = schema(id)[keyword.name]
        let allowed = written?.string.map { [$0] } ?? written?.elements.compactMap(\.string) ?? []
        let appearance = Appearance(found)
        return allowed.first { Appearance($0) == appearance }.map { .lookalike(expected: $0, found: found) }
    }
}

/// What people see of a text: it is the same for strings that differ in normalisation, in invisible code points or in the
/// kind of a space.
private struct Appearance: Equatable {
    /// Swift compares by canonical equivalence (Unicode UAX #15).
    private let text: String

    init(_ text: String) {
        var visible = String.UnicodeScalarView()
        for scalar in text.unicodeScalars where !scalar.properties.isDefaultIgnorableCodePoint {
            visible.append(scalar.properties.isWhitespace ? " " : scalar)
        }
        self.text = String(visible)
    }
}
