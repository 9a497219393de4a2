internal import JSONCore

/// Pins by the places of a shape.
struct PinnedPlaces {
    private(set) var pins: [Int: Pins.Pin] = [:]

    init(_ pins: Pins, _ shape: Shape) {
        for placed in pins.pins {
            for node in shape.nodes(at: placed.path) { self.pins[node] = placed.pin }
        }
    }

    /// What was decided of a type, at any of its places.
    func pin(of root: Int, _ places: Places) -> Pins.Pin? {
        pins.isEmpty ? nil : places.nodes(of: root).lazy.compactMap { pins[$0] }.first
    }
}

extension Shape {
    /// The places that a path leads to.
    func nodes(at path: JSONPointer) -> [Int] {
        path.tokens.reduce([Self.root]) { nodes, token in children(of: nodes, token) }
    }

    /// The places that a path's token leads to.
    func children(of nodes: [Int], _ token: String) -> [Int] { nodes.flatMap { children(of: $0, token) } }

    private func children(of node: Int, _ token: String) -> [Int] {
        let each = nodes[node].each < 0 ? [] : [Int(nodes[node].each)]
        let branchNodes = branchNodes(of: node)
        if let value = ProfilePath.branch(token[...])?.value {
            let place = branchNodes.isEmpty ? each : [node]
            return place.flatMap { branchNumbers(of: $0) }.filter { branchTexts[$0] == value }
                .map { Int(branches[$0].node) }
        }
        let holders = [node] + branchNodes
        let members = holders.flatMap { memberNumbers(of: $0) }
        guard token != "*" else { return each + members.map { Int(self.members[$0].node) } }
        let named = members.filter { memberNames[$0] == token }.map { Int(self.members[$0].node) }
        return named.isEmpty && nodes[node].isCollapsed ? each : named
    }

    func branchNodes(of node: Int) -> [Int] { branchNumbers(of: node).map { Int(branches[$0].node) } }
}
