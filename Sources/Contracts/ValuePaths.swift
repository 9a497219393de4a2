package import JSONCore

/// A place seen from a value: some levels up, then reference tokens down.
///
/// The form is that of Relative JSON Pointers without `#` and index shifts: `/name` is a member of the value itself,
/// `2/uiElement/title` begins at its grandparent.
package struct RelativePath: Equatable, Sendable {
    package let levelsUp: Int
    package let pointer: JSONPointer

    /// - Returns: nil when the text is neither a JSON Pointer nor one behind a number without leading zeros.
    package init?(_ text: String) {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard let pointer = JSONPointer(String(text.dropFirst(digits.count))) else { return nil }
        guard let levels = digits.isEmpty ? 0 : JSONPointer.index(String(digits)) else { return nil }
        levelsUp = levels
        self.pointer = pointer
    }

    /// The value at this place, seen from the last of `lineage`, which begins at the section's own value.
    func value(from lineage: [JSONValue]) -> JSONValue? {
        guard levelsUp < lineage.count else { return nil }
        return lineage[lineage.count - 1 - levelsUp].value(at: pointer)
    }
}

/// Where items are: a JSON Pointer in which `*` stands for each element, so that nested arrays are flattened.
package struct ItemsPath: Equatable, Sendable {
    package let tokens: [String]

    package init?(_ text: String) {
        guard let pointer = JSONPointer(text) else { return nil }
        tokens = pointer.tokens
    }

    /// A value on the path, with everything between it and the value the path starts from.
    package struct Match: Sendable {
        /// From the starting value down to the match itself.
        package let lineage: [JSONValue]
        /// One step shorter than the lineage.
        package let steps: [PathStep]

        package var value: JSONValue { lineage[lineage.count - 1] }
    }

    /// All values on the path, in the text's order; what does not exist is passed over.
    package func matches(from start: JSONValue) -> [Match] {
        tokens.reduce([Match(lineage: [start], steps: [])]) { matches, token in
            matches.flatMap { Self.step($0, token) }
        }
    }

    private static func step(_ match: Match, _ token: String) -> [Match] {
        guard token == "*" else {
            guard let child = match.value.child(token) else { return [] }
            let step = match.value.kind == .array ? PathStep.position(Int(token) ?? 0) : .name(token)
            return [Match(lineage: match.lineage + [child], steps: match.steps + [step])]
        }
        return match.value.elements.enumerated().map { position, element in
            Match(lineage: match.lineage + [element], steps: match.steps + [.position(position)])
        }
    }
}

/// One of the ways to find an item's or section's property.
package enum FallbackPath: Equatable, Sendable {
    case value(RelativePath)
    /// The values of several paths joined by `:`; nothing unless all are there.
    case joined([RelativePath])
    /// The same text for every value.
    case text(String)

    /// The text found, or nil when it is absent, null or empty, or no scalar.
    func text(from lineage: [JSONValue]) -> String? {
        switch self {
        case .text(let text): return text
        case .value(let path): return path.value(from: lineage)?.scalarText
        case .joined(let paths):
            let parts = paths.compactMap { $0.value(from: lineage)?.scalarText }
            return parts.count == paths.count ? parts.joined(separator: ":") : nil
        }
    }
}

extension [FallbackPath] {
    /// The first text that one of the paths finds.
    func text(from lineage: [JSONValue]) -> String? {
        lazy.compactMap { $0.text(from: lineage) }.first
    }
}

extension JSONValue {
    /// A string that is not empty, or a number as it came in; nil for everything else.
    fileprivate var scalarText: String? {
        switch kind {
        case .string: string.flatMap { $0.isEmpty ? nil : $0 }
        case .integer, .number: numberText
        default: nil
        }
    }
}
