package import JSONCore

extension RelativePointer {
    /// The value it names, seen from a match.
    func value(from match: ItemsPath.Match) -> JSONValue? {
        match.ancestor(levels: levels)?.value(at: pointer)
    }
}

extension FallbackPath {
    /// The text found, or nil when it is absent, null or empty, or no scalar.
    func text(from match: ItemsPath.Match) -> String? {
        switch self {
        case .text(let text): return text
        case .path(let pointer): return pointer.value(from: match)?.scalarText
        case .joined(let pointers):
            let parts = pointers.compactMap { $0.value(from: match)?.scalarText }
            return parts.count == pointers.count ? parts.joined(separator: ":") : nil
        }
    }
}

extension [FallbackPath] {
    /// The first text that one of the paths finds.
    func text(from match: ItemsPath.Match) -> String? {
        for path in self {
            if let text = path.text(from: match) { return text }
        }
        return nil
    }

    /// The same from a section's own value.
    func text(from root: JSONValue) -> String? { text(from: ItemsPath.Match(root)) }
}

extension ItemsPath {
    /// A value on the path, with everything between it and the value that the path starts from.
    struct Match {
        private let document: JSONDocument

        /// All values that the search met; matches of one search share them.
        private let met: [Met]
        private let place: Int

        fileprivate init(_ document: JSONDocument, _ met: [Met], at place: Int) {
            self.document = document
            self.met = met
            self.place = place
        }

        /// The value that a path starts from.
        init(_ start: JSONValue) { self.init(start.document, [Met(index: start.index)], at: 0) }

        var value: JSONValue { JSONValue(document: document, index: met[place].index) }

        /// The value so many levels around this; nil beyond the one that the path starts from.
        func ancestor(levels: Int) -> JSONValue? {
            var place = place
            for _ in 0..<levels {
                guard let way = met[place].way else { return nil }
                place = way.parent
            }
            return JSONValue(document: document, index: met[place].index)
        }

        /// The steps from the start to the match.
        var steps: [PathStep] {
            let ways = sequence(state: place) { place in
                let way = met[place].way
                if let way { place = way.parent }
                return way
            }
            return ways.map(\.step).reversed()
        }
    }

    /// A value that a search met, by its tape index.
    fileprivate struct Met {
        let index: Int

        /// The place of the value around it, and the step from there; nil for the start.
        var way: (parent: Int, step: PathStep)?
    }

    /// All values on the path, in the text's order; what does not exist is passed over.
    func matches(from start: JSONValue) -> [Match] {
        let document = start.document
        var met = [Met(index: start.index)]
        var level = 0..<1
        for step in steps {
            for place in level {
                let value = JSONValue(document: document, index: met[place].index)
                value.forEachChild(by: step) { met.append(Met(index: $0, way: (place, $1))) }
            }
            level = level.upperBound..<met.count
        }
        return level.map { Match(document, met, at: $0) }
    }

    /// The path, `*` being every position.
    package var pattern: JSONPointer {
        JSONPointer(tokens: steps.map { if case .token(let token) = $0 { token } else { "*" } })
    }

    /// What stands before the first `*`.
    var list: JSONPointer { JSONPointer(tokens: Array(pattern.tokens.prefix { $0 != "*" })) }
}

extension JSONValue {
    fileprivate func forEachChild(by step: ItemsPath.Step, _ body: (_ index: Int, PathStep) -> Void) {
        switch step {
        case .every:
            for (position, element) in elements.enumerated() { body(element.index, .position(position)) }
        case .token(let token):
            guard let child = child(token) else { return }
            body(child.index, kind == .array ? .position(Int(token) ?? 0) : .name(token))
        }
    }

    /// A string that is not empty, or a number as it came in; nil for everything else.
    fileprivate var scalarText: String? {
        switch kind {
        case .string: string.flatMap { $0.isEmpty ? nil : $0 }
        case .integer, .number: numberText
        default: nil
        }
    }
}
