/// Which container each value of a tape is in, and as what: the way up that the tape itself does not have.
///
/// A member's key has the way of its member. Made only when somebody asks for a path; 8 bytes for each word of the tape.
struct ValueLineage: Sendable {
    private struct Entry {
        /// The tape index of the container; 0 for the root's value.
        var container: UInt32

        /// In an object the tape index of the key, in an array the position.
        var label: UInt32
    }

    private var entries: [Entry]

    /// - Complexity: O(tape).
    init(_ tape: Tape) {
        entries = Array(repeating: Entry(container: 0, label: 0), count: tape.endIndex)
        var index = Tape.rootIndex
        while index < tape.endIndex {
            switch tape.tag(at: index) {
            case TapeTag.object: addMembers(of: index, tape)
            case TapeTag.array: addElements(of: index, tape)
            default: break
            }
            index = tape.indexOfNextWord(index)
        }
    }

    private mutating func addMembers(of object: Int, _ tape: Tape) {
        let end = tape.closingIndex(of: object)
        var key = object + 1
        while key < end {
            // A name is where its value is: it stands on the tape like one, and schemas judge it.
            entries[key] = Entry(container: UInt32(object), label: UInt32(key))
            entries[key + 1] = entries[key]
            key = tape.indexAfter(key + 1)
        }
    }

    private mutating func addElements(of array: Int, _ tape: Tape) {
        let end = tape.closingIndex(of: array)
        var element = array + 1
        var position: UInt32 = 0
        while element < end {
            entries[element] = Entry(container: UInt32(array), label: position)
            element = tape.indexAfter(element)
            position += 1
        }
    }

    /// The container of the value at `index`, and the step into it; nil for the root's value.
    func container(of index: Int, _ tape: Tape) -> (index: Int, step: PathStep)? {
        guard index != Tape.rootIndex else { return nil }
        let entry = entries[index]
        let isMember = tape.tag(at: Int(entry.container)) == TapeTag.object
        let label = Int(entry.label)
        return (Int(entry.container), isMember ? .name(tape.utf8(at: label).string) : .position(label))
    }

    /// The steps from the value at `ancestor` down to that at `index`.
    ///
    /// - Complexity: O(depth).
    func steps(from ancestor: Int, to index: Int, _ tape: Tape) -> [PathStep] {
        var steps: [PathStep] = []
        var index = index
        while index != ancestor, let (container, step) = container(of: index, tape) {
            steps.append(step)
            index = container
        }
        return steps.reversed()
    }
}

extension Tape {
    /// The index of the next word that begins something: the first child of a container, or what follows a scalar.
    fileprivate func indexOfNextWord(_ index: Int) -> Int {
        switch tag(at: index) {
        case TapeTag.int, TapeTag.uint, TapeTag.double, TapeTag.big: index + 2
        default: index + 1
        }
    }
}
