package import JSONCore

extension RelativePointer {
    /// The value it names, seen from the last of `lineage`, which begins at the section's own value.
    func value(from lineage: [JSONValue]) -> JSONValue? {
        guard levels < lineage.count else { return nil }
        return lineage[lineage.count - 1 - levels].value(at: pointer)
    }
}

extension FallbackPath {
    /// The text found, or nil when it is absent, null or empty, or no scalar.
    func text(from lineage: [JSONValue]) -> String? {
        switch self {
        case .text(let text): return text
        case .path(let pointer): return pointer.value(from: lineage)?.scalarText
        case .joined(let pointers):
            let parts = pointers.compactMap { $0.value(from: lineage)?.scalarText }
            return parts.count == pointers.count ? parts.joined(separator: ":") : nil
        }
    }
}

extension [FallbackPath] {
    /// The first text that one of the paths finds.
    func text(from lineage: [JSONValue]) -> String? {
        lazy.compactMap { $0.text(from: lineage) }.first
    }
}

extension ItemsPath {
    /// A value on the path, with everything between it and the value that the path starts from.
    struct Match {
        /// From the starting value down to the match itself.
        let lineage: [JSONValue]

        /// One step shorter than the lineage.
        let steps: [PathStep]

        var value: JSONValue { lineage[lineage.count - 1] }

        func appending(_ child: JSONValue, _ step: PathStep) -> Match {
            Match(lineage: lineage + [child], steps: steps + [step])
        }
    }

    /// All values on the path, in the text's order; what does not exist is passed over.
    func matches(from start: JSONValue) -> [Match] {
        steps.reduce([Match(lineage: [start], steps: [])]) { matches, step in
            matches.flatMap { Self.advance($0, step) }
        }
    }

    private static func advance(_ match: Match, _ step: Step) -> [Match] {
        switch step {
        case .every:
            return match.value.elements.enumerated().map { match.appending($1, .position($0)) }
        case .token(let token):
            guard let child = match.value.child(token) else { return [] }
            let isArray = match.value.kind == .array
            return [match.appending(child, isArray ? .position(Int(token) ?? 0) : .name(token))]
        }
    }

    /// The path, `*` being every position.
    package var pattern: JSONPointer {
        JSONPointer(tokens: steps.map { if case .token(let token) = $0 { token } else { "*" } })
    }

    /// What stands before the first `*`.
    var list: JSONPointer { JSONPointer(tokens: Array(pattern.tokens.prefix { $0 != "*" })) }
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
