internal import JSONCore

/// The graph of which schemas apply others to the same value.
///
/// A way round in it would never end.
struct InPlaceApplication {
    private let builder: ProgramBuilder
    private let registry: SchemaRegistry

    init(_ builder: ProgramBuilder, _ registry: SchemaRegistry) {
        self.builder = builder
        self.registry = registry
    }

    private enum State {
        case unseen
        case open
        /// How many nodes are applied inside each other from here on, at most.
        case done(height: Int)
    }

    private struct Visit {
        let node: Int
        let targets: [Int]
        var next = 0
        var height = 0
    }

    /// - Throws: ``SchemaError`` for a cycle, or for nesting beyond the limit.
    /// - Complexity: O(program); no stack is used.
    func check(maxDepth: Int) throws(SchemaError) {
        var states = [State](repeating: .unseen, count: builder.nodes.count)
        for start in builder.nodes.indices {
            guard case .unseen = states[start] else { continue }
            guard mayApply(builder.nodes[start]) else {
                states[start] = .done(height: 1)
                continue
            }
            try visit(from: start, &states, maxDepth)
        }
    }

    private func visit(from start: Int, _ states: inout [State], _ maxDepth: Int) throws(SchemaError) {
        var path = [begin(start, &states)]
        while var visit = path.popLast() {
            guard visit.next < visit.targets.count else {
                states[visit.node] = .done(height: visit.height + 1)
                if visit.height + 1 > maxDepth { throw error(.tooDeep(limit: maxDepth), at: visit.node) }
                continue
            }
            let target = visit.targets[visit.next]
            switch states[target] {
            case .done(let height):
                visit.height = max(visit.height, height)
                visit.next += 1
                path.append(visit)
            case .unseen:
                path.append(visit)
                path.append(begin(target, &states))
            case .open:
                throw cycle(path.map(\.node) + [visit.node], to: target)
            }
        }
    }

    private func mayApply(_ node: Node) -> Bool {
        !node.values.isEmpty
            || node.objects.range.contains { at in
                if case .dependentSchema = builder.instructions[at] { true } else { false }
            }
    }

    private func begin(_ node: Int, _ states: inout [State]) -> Visit {
        states[node] = .open
        return Visit(node: node, targets: targets(of: node))
    }

    private func targets(of node: Int) -> [Int] {
        let node = builder.nodes[node]
        var targets: [Int] = []
        for at in [node.values.range, node.objects.range].joined() {
            switch builder.instructions[at] {
            case .reference(let target), .dynamicReference(let target), .not(let target):
                targets.append(Int(target.index))
            case .allOf(let run), .anyOf(let run), .oneOf(let run), .conditional(let run):
                targets += builder.children[run.range].lazy.map { Int($0.index) }
            case .dependentSchema(let dependency):
                targets.append(Int(builder.dependencies[dependency].node.index))
            default: break
            }
        }
        return targets
    }

    private func cycle(_ path: [Int], to target: Int) -> SchemaError {
        let way = path.drop { $0 != target } + [target]
        return error(.referenceCycle(way.map { address(of: $0) }), at: target)
    }

    private func address(of node: Int) -> String {
        let origin = builder.origins[node]
        return "\(registry.document(origin.document).uri)#\(registry.value(at: origin).pointer)"
    }

    private func error(_ code: SchemaError.Code, at node: Int) -> SchemaError {
        SchemaError([registry.problem(code, at: builder.origins[node])])
    }
}
