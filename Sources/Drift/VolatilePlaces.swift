package import JSONCore

/// The parts of a response that a contract calls volatile: what samples showed there says nothing of what is to come.
package struct VolatilePlaces: Sendable {
    private struct Part {
        let root: JSONValue
        let patterns: PathPatterns
    }

    private var parts: [Part] = []

    /// None.
    package init() {}

    /// Adds those in a part of the response; the patterns are seen from it.
    package mutating func add(_ patterns: PathPatterns, in root: JSONValue) {
        parts.append(Part(root: root, patterns: patterns))
    }

    /// Whether a value is volatile, or in something that is; of a member that is missing, the object that lacks it.
    ///
    /// - Complexity: O(parts + depth of the value).
    func contains(_ value: JSONValue, member: String? = nil) -> Bool {
        parts.contains { part in
            guard var steps = value.steps(from: part.root) else { return false }
            if let member { steps.append(.name(member)) }
            var place = part.patterns.start
            return steps.contains { step in
                place = part.patterns.step(place, into: step)
                return place.isMatch
            }
        }
    }
}

extension JSONValue {
    /// The way down from a value that this one is in; nil where it is not.
    fileprivate func steps(from root: JSONValue) -> [PathStep]? {
        guard root.index <= index, index < root.endIndex else { return nil }
        var steps: [PathStep] = []
        var value = self
        while value.index != root.index {
            guard let (container, step) = value.container else { return nil }
            steps.append(step)
            value = container
        }
        return steps.reversed()
    }
}
