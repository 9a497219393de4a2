/// One step down a document: into a member or an element.
package enum PathStep: Hashable, Sendable {
    case name(String)
    case position(Int)

    /// The reference token of a JSON Pointer.
    package var token: String {
        switch self {
        case .name(let name): name
        case .position(let position): String(position)
        }
    }
}

extension JSONValue {
    /// The steps from the value at `ancestor` on the tape down to this one.
    ///
    /// - Complexity: O(n) in the siblings that stand before it and its parents.
    package func steps(from ancestor: Int = Tape.rootIndex) -> [PathStep] {
        var steps: [PathStep] = []
        var container = ancestor
        while container < index, let (step, child) = step(toward: index, in: container) {
            steps.append(step)
            container = child
        }
        return steps
    }

    /// The child of `container` that is or holds the value at `target`.
    private func step(toward target: Int, in container: Int) -> (PathStep, child: Int)? {
        let tape = document.tape
        let isObject = tape.tag(at: container) == TapeTag.object
        var at = container + 1
        var position = 0
        while at < tape.closingIndex(of: container) {
            let child = isObject ? at + 1 : at
            let next = tape.indexAfter(child)
            if target < next {
                return (isObject ? .name(tape.utf8(at: at).string) : .position(position), child)
            }
            at = next
            position += 1
        }
        return nil
    }

    /// The pointer from the document's root to this value.
    ///
    /// - Complexity: that of ``steps(from:)``.
    package var pointer: JSONPointer { JSONPointer(tokens: steps().map(\.token)) }
}
