/// A set of path patterns: JSON Pointers in which `*` stands for any one token and `**` for any number of them.
///
/// `/creatives/*/position` names the position of every creative, `/**/playCount` every play count at any depth.
package struct PathPatterns: Sendable {
    package static let none = PathPatterns(steps: [])

    private enum Step: Equatable {
        case name([UInt8])
        case anyOne
        case anyDepth
    }

    private let patterns: [[Step]]

    private init(steps patterns: [[Step]]) { self.patterns = patterns }

    /// - Returns: nil when one of the texts is no JSON Pointer.
    package init?(_ texts: [String]) {
        var patterns: [[Step]] = []
        for text in texts {
            guard let pointer = JSONPointer(text) else { return nil }
            patterns.append(
                pointer.tokens.map { $0 == "**" ? .anyDepth : $0 == "*" ? .anyOne : .name(Array($0.utf8)) }
            )
        }
        self.patterns = patterns
    }

    /// How far each pattern has come on the way down to some value.
    package struct Place: Sendable {
        /// Pattern number and how many of its steps are done.
        fileprivate var reached: [(pattern: Int, done: Int)]

        /// Whether a pattern ends here.
        package fileprivate(set) var isMatch = false
    }

    /// The place of the value that the patterns are relative to.
    package var start: Place { closed(Place(reached: patterns.indices.map { ($0, 0) })) }

    /// The place of a member of the value at `place`.
    package func step(_ place: Place, intoMember name: UTF8View) -> Place {
        advance(place) { name == $0 }
    }

    /// The place of an element of the value at `place`.
    package func step(_ place: Place, intoElement position: Int) -> Place {
        advance(place) { $0.elementsEqual(String(position).utf8) }
    }

    /// The place one step further down.
    package func step(_ place: Place, into step: PathStep) -> Place {
        advance(place) { $0.elementsEqual(step.token.utf8) }
    }

    private func advance(_ place: Place, matching isNamed: ([UInt8]) -> Bool) -> Place {
        guard !place.reached.isEmpty else { return place }
        var next = Place(reached: [])
        for (pattern, done) in place.reached where done < patterns[pattern].count {
            switch patterns[pattern][done] {
            case .anyDepth: next.reached.append((pattern, done))
            case .anyOne: next.reached.append((pattern, done + 1))
            case .name(let name): if isNamed(name) { next.reached.append((pattern, done + 1)) }
            }
        }
        return closed(next)
    }

    /// Adds what `**` reaches by standing for no token, and marks patterns that are done.
    private func closed(_ place: Place) -> Place {
        var place = place
        var index = 0
        while index < place.reached.count {
            let (pattern, done) = place.reached[index]
            if done == patterns[pattern].count {
                place.isMatch = true
            } else if patterns[pattern][done] == .anyDepth {
                place.reached.append((pattern, done + 1))
            }
            index += 1
        }
        return place
    }
}
