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
    /// - Complexity: O(depth), after O(n) for the first question about a document.
    package func steps(from ancestor: Int = Tape.rootIndex) -> [PathStep] {
        document.lineage.steps(from: ancestor, to: index, document.tape)
    }

    /// The container that the value is in, and as what; nil for the root's value.
    ///
    /// - Complexity: O(1), after O(n) for the first question about a document.
    package var container: (value: JSONValue, step: PathStep)? {
        document.lineage.container(of: index, document.tape).map { container, step in
            (JSONValue(document: document, index: container), step)
        }
    }

    /// The pointer from the document's root to this value.
    ///
    /// - Complexity: that of ``steps(from:)``.
    package var pointer: JSONPointer { JSONPointer(tokens: steps().map(\.token)) }

    /// Where the value begins, for messages.
    ///
    /// - Complexity: O(log lines), after O(n) for the first question about a document.
    package var location: SourceLocation { document.location(ofByte: byteOffset) }
}
