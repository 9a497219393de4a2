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
        for path in self {
            if let text = path.text(from: lineage) { return text }
        }
        return nil
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
    }

    /// All values on the path, in the text's order; what does not exist is passed over.
    func matches(from start: JSONValue) -> [Match] {
        var search = Search(path: steps, lineage: [start])
        search.run()
        return search.matches
    }

    /// The way from the starting value to the one at hand, and what was found.
    private struct Search {
        let path: [Step]
        var lineage: [JSONValue]
        var steps: [PathStep] = []
        var matches: [Match] = []

        mutating func run() {
            let value = lineage[lineage.count - 1]
            guard steps.count < path.count else {
                return matches.append(Match(lineage: lineage, steps: steps))
            }
            switch path[steps.count] {
            case .every:
                for (position, element) in value.elements.enumerated() { enter(element, .position(position)) }
            case .token(let token):
                guard let child = value.child(token) else { return }
                enter(child, value.kind == .array ? .position(Int(token) ?? 0) : .name(token))
            }
        }

        private mutating func enter(_ child: JSONValue, _ step: PathStep) {
            lineage.append(child)
            steps.append(step)
            run()
            lineage.removeLast()
            steps.removeLast()
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
