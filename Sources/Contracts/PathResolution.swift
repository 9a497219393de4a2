package import JSONCore

extension RelativePointer {
    /// The value it names, seen from a match.
    func value(from match: ItemsPath.Match) -> JSONValue? { match.ancestor(levels: levels)?.value(at: pointer) }
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
        /// All values that the search met; matches of one search share them.
        private let met: [Met]
        private let place: Int

        fileprivate init(_ met: [Met], at place: Int) {
            self.met = met
            self.place = place
        }

        /// The value that a path starts from.
        init(_ start: JSONValue) { self.init([Met(start)], at: 0) }

        var value: JSONValue { met[place].value }

        /// The value so many levels around this; nil beyond the one that the path starts from.
        func ancestor(levels: Int) -> JSONValue? {
            var place = place
            for _ in 0..<levels {
                guard let way = met[place].way else { return nil }
                place = way.parent
            }
            return met[place].value
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

    /// A value that a search met.
    fileprivate struct Met {
        let value: JSONValue

        /// The place of the value around it, and the step from there; nil for the start.
        let way: (parent: Int, step: PathStep)?

        init(_ value: JSONValue, _ way: (parent: Int, step: PathStep)? = nil) {
            self.value = value
            self.way = way
        }
    }

    /// All values on the path, in the text's order; what does not exist is passed over.
    func matches(from start: JSONValue) -> [Match] {
        var met = [Met(start)]
        var level = 0..<1
        for step in steps {
            for place in level { met += met[place].value.children(by: step).map { Met($0, (place, $1)) } }
            level = level.upperBound..<met.count
        }
        return level.map { Match(met, at: $0) }
    }

    /// The path, `*` being every position.
    package var pattern: JSONPointer {
        JSONPointer(tokens: steps.map { if case .token(let token) = $0 { token } else { "*" } })
    }

    /// What stands before the first `*`.
    var list: JSONPointer { JSONPointer(tokens: Array(pattern.tokens.prefix { $0 != "*" })) }
}

extension JSONValue {
    fileprivate func children(by step: ItemsPath.Step) -> [(JSONValue, PathStep)] {
        switch step {
        case .every: return elements.enumerated().map { ($1, .position($0)) }
        case .token(let token):
            return child(token).map { [($0, kind == .array ? .position(Int(token) ?? 0) : .name(token))] } ?? []
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
