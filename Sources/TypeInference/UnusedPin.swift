package import JSONCore
internal import Spelling

/// A decision that changes nothing, since samples have nothing that it is about.
package struct UnusedPin: Sendable {
    /// What samples do not have.
    package enum Reason: Equatable, Sendable {
        /// Anything at the path; with the path that may have been meant.
        case path(near: JSONPointer?)
        /// A value there of the kind that the decision is about.
        case value(decision: String, kind: JSONKind)
        /// A string under the member that should tell objects apart; with the member that may have been meant.
        case discriminator(String, near: String?)
    }

    package let pin: Pins.PlacedPin
    package let reason: Reason
}

extension Shape {
    /// The decisions that no sample is touched by, in the order of their file.
    func unusedPins(_ pins: Pins) -> [UnusedPin] {
        pins.pins.flatMap { placed in
            unused(placed.pin, at: placed.path).map { UnusedPin(pin: placed, reason: $0) }
        }
    }

    private func unused(_ pin: Pins.Pin, at path: JSONPointer) -> [UnusedPin.Reason] {
        let nodes = nodes(at: path)
        guard nodes.contains(where: isSeen) else { return [.path(near: closestPath(to: path))] }
        let hasObjects = nodes.contains(where: hasObjects)
        let hasStrings = nodes.contains { self.nodes[$0].strings > 0 }
        let isNamable = hasObjects || nodes.contains { self.nodes[$0].arrays > 0 }
        let decisions: [(decision: String, isMade: Bool, isPossible: Bool, kind: JSONKind)] = [
            ("as", pin.isMap != nil, hasObjects, .object),
            ("discriminator", pin.discriminator != nil, hasObjects, .object),
            ("name", pin.name != nil, isNamable, .object),
            ("enum", pin.enumeration != nil, hasStrings, .string),
            ("format", pin.format != nil, hasStrings, .string),
        ]
        let idle = decisions.filter { $0.isMade && !$0.isPossible }
        let member = hasObjects ? pin.discriminator.flatMap { missing($0, at: nodes) } : nil
        return idle.map { .value(decision: $0.decision, kind: $0.kind) } + (member.map { [$0] } ?? [])
    }

    private func missing(_ discriminator: String, at nodes: [Int]) -> UnusedPin.Reason? {
        guard !discriminator.isEmpty, !nodes.flatMap(branchNodes).contains(where: isSeen) else { return nil }
        let near = closestWord(to: discriminator, among: names(of: nodes).filter { $0 != discriminator })
        return .discriminator(discriminator, near: near)
    }

    /// Whether there was anything at a place.
    private func isSeen(_ node: Int) -> Bool { nodes[node].seen > 0 || hasObjects(node) }

    private func hasObjects(_ node: Int) -> Bool {
        nodes[node].objects > 0 || branchNodes(of: node).contains(where: hasObjects)
    }

    // MARK: What was meant

    /// A path that samples have, with names as they spell them and `*` for elements; nil when none is near.
    private func closestPath(to path: JSONPointer) -> JSONPointer? {
        var (nodes, tokens) = ([Self.root], [String]())
        for token in path.tokens {
            guard let meant = closestTokens(to: token, below: nodes) else { return nil }
            tokens += meant
            nodes = meant.reduce(nodes, children)
        }
        return JSONPointer(tokens: tokens)
    }

    private func closestTokens(to token: String, below nodes: [Int]) -> [String]? {
        guard !children(of: nodes, token).contains(where: isSeen) else { return [token] }
        let elements = children(of: nodes.filter { self.nodes[$0].arrays > 0 }, "*")
        // A position, as in a JSON Pointer.
        if !elements.isEmpty, Int(token) != nil { return ["*"] }
        if let name = closestWord(to: token, among: names(of: nodes)) { return [name] }
        return closestWord(to: token, among: names(of: elements)).map { ["*", $0] }
    }

    /// The names of objects' members at some places, in the order of their bytes.
    private func names(of nodes: [Int]) -> [String] {
        let members = (nodes + nodes.flatMap(branchNodes)).flatMap(memberNumbers)
        let seen = members.filter { isSeen(Int(self.members[$0].node)) }
        return Set(seen.map { memberNames[$0] }).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
}
