internal import JSONCore

/// Gathers what is valid and worth knowing.
///
/// Whether a member is described is known only at the end, since each schema for an object may describe some
/// of its members.
struct NoteCollector {
    private struct Candidate {
        let key: Int
        let node: NodeID
    }

    private var values: [(kind: SchemaNote.Kind, index: Int, node: NodeID)] = []

    /// A bit for each tape index of a member's key.
    private var described: [UInt64]

    private var candidates: [Candidate] = []

    init(tapeLength: Int) { described = Array(repeating: 0, count: tapeLength / 64 + 1) }

    mutating func add(_ kind: SchemaNote.Kind, _ index: Int, _ node: NodeID) {
        values.append((kind, index, node))
    }

    mutating func addMember(_ key: Int, isDescribed: Bool, _ node: NodeID) {
        if isDescribed {
            described[key / 64] |= 1 << UInt64(key % 64)
        } else {
            candidates.append(Candidate(key: key, node: node))
        }
    }

    func notes(in document: JSONDocument, by program: Program) -> [SchemaNote] {
        func note(_ kind: SchemaNote.Kind, _ index: Int, _ node: NodeID) -> SchemaNote {
            let value = JSONValue(document: document, index: index)
            return SchemaNote(kind: kind, value: value, program: program, node: node)
        }
        var notes = values.map { note($0.kind, $0.index, $0.node) }
        guard !candidates.isEmpty else { return notes }
        var said = described
        for candidate in candidates {
            let (word, bit) = (candidate.key / 64, UInt64(1) << UInt64(candidate.key % 64))
            guard said[word] & bit == 0 else { continue }
            said[word] |= bit
            let name = JSONValue(document: document, index: candidate.key).string ?? ""
            notes.append(note(.unknownMember(name), candidate.key + 1, candidate.node))
        }
        return notes
    }
}
