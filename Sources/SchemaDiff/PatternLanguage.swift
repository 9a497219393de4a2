/// The texts that a pattern matches, as an automaton over code points.
struct PatternLanguage {
    private struct State {
        var edges: [(on: CodePoints, to: Int)] = []
        var free: [Int] = []
    }

    private var states = [State()]
    private var end = 0

    /// Larger ones are not compared.
    private static let maxStates = 500
    private static let maxSteps = 2_000

    /// Nil for a pattern that is not read, or too large.
    init?(_ pattern: String) {
        guard let tree = PatternParser.tree(of: pattern), let end = add(tree, from: 0) else { return nil }
        self.end = end
    }

    /// What comparing two came to.
    enum Comparison: Equatable {
        case included
        /// A text that one matches and the other does not.
        case apart(by: String)
        case tooLarge
    }

    // MARK: Building

    private mutating func newState() -> Int {
        states.append(State())
        return states.count - 1
    }

    /// - Returns: the state behind it; nil when there are too many.
    private mutating func add(_ node: PatternNode, from start: Int) -> Int? {
        guard states.count < Self.maxStates else { return nil }
        switch node {
        case .one(let points):
            let next = newState()
            states[start].edges.append((points, next))
            return next
        case .sequence(let parts):
            var at: Int? = start
            for part in parts { at = at.flatMap { add(part, from: $0) } }
            return at
        case .choice(let choices):
            let next = newState()
            for choice in choices {
                guard let end = add(choice, from: start) else { return nil }
                states[end].free.append(next)
            }
            return next
        case .repeated(let part, let least, let most): return add(part, least, most, from: start)
        }
    }

    private mutating func add(_ part: PatternNode, _ least: Int, _ most: Int?, from start: Int) -> Int? {
        var at = start
        for _ in 0..<least {
            guard let next = add(part, from: at) else { return nil }
            at = next
        }
        guard let most else {
            let loop = newState()
            states[at].free.append(loop)
            guard let end = add(part, from: loop) else { return nil }
            states[end].free.append(loop)
            return loop
        }
        let last = newState()
        states[at].free.append(last)
        for _ in least..<most {
            guard let next = add(part, from: at) else { return nil }
            states[next].free.append(last)
            at = next
        }
        return last
    }

    // MARK: Comparing

    /// Whether every text that this one matches, the other matches too.
    ///
    /// - Complexity: bounded by a number of steps; all texts up to where nothing new can come are tried, by what tells their
    ///   code points apart.
    func comparison(with other: PatternLanguage) -> Comparison {
        let first = Pair(own: reached(from: [0]), others: other.reached(from: [0]))
        var seen: Set<Pair> = [first]
        var waiting: [(pair: Pair, text: String)] = [(first, "")]
        var next = 0
        while next < waiting.count {
            let (pair, text) = waiting[next]
            next += 1
            if pair.own.contains(end), !pair.others.contains(other.end) { return .apart(by: text) }
            guard next <= Self.maxSteps else { return .tooLarge }
            for scalar in Self.representatives(edges(of: pair.own) + other.edges(of: pair.others)) {
                let step = Pair(
                    own: moved(pair.own, on: scalar),
                    others: other.moved(pair.others, on: scalar)
                )
                guard !step.own.isEmpty, seen.insert(step).inserted else { continue }
                waiting.append((step, text + String(scalar)))
            }
        }
        return .included
    }

    /// The states of both that a text leads to.
    private struct Pair: Hashable {
        let own: Set<Int>
        let others: Set<Int>
    }

    private func edges(of states: Set<Int>) -> [CodePoints] {
        states.flatMap { self.states[$0].edges.map(\.on) }
    }

    private func moved(_ states: Set<Int>, on scalar: Unicode.Scalar) -> Set<Int> {
        reached(
            from: states.flatMap { self.states[$0].edges.filter { $0.on.contains(scalar.value) }.map(\.to) }
        )
    }

    private func reached(from states: [Int]) -> Set<Int> {
        var (found, waiting) = (Set(states), states)
        while let state = waiting.popLast() {
            for next in self.states[state].free where found.insert(next).inserted { waiting.append(next) }
        }
        return found
    }

    /// A code point for each way in which sets can be told apart; letters before others, since texts are shown.
    private static func representatives(_ sets: [CodePoints]) -> [Unicode.Scalar] {
        let bounds = Set(sets.flatMap { $0.ranges.flatMap { [$0.lowerBound, $0.upperBound + 1] } }).sorted()
        return zip(bounds, bounds.dropFirst()).compactMap { low, high in
            let preferred: [UInt32] = [0x61, 0x41, 0x30, low, 0xE000]
            return preferred.lazy.filter { (low..<high).contains($0) }.compactMap(Unicode.Scalar.init).first
        }
    }
}
