internal import JSONCore

/// Gathers what is valid and worth knowing.
///
/// Whether a member is described is known only at the end, since each schema for an object may describe some
/// of its members.
@safe struct NoteCollector {
    private struct Candidate {
        let key: Int
        let node: NodeID
    }

    private var values: [(kind: SchemaNote.Kind, index: Int, node: NodeID)] = []

    /// A bit for each tape index of a member's key, from that of the first on.
    private let described: UnsafeMutablePointer<UInt64>
    private let first: Int

    private var candidates: [Candidate] = []

    /// For a value that has these tape indices.
    init(of range: Range<Int>) {
        first = range.lowerBound
        let words = range.count / 64 + 1
        unsafe described = .allocate(capacity: words)
        unsafe described.initialize(repeating: 0, count: words)
    }

    func deallocate() { unsafe described.deallocate() }

    mutating func add(_ kind: SchemaNote.Kind, _ index: Int, _ node: NodeID) {
        values.append((kind, index, node))
    }

    /// A schema describes the member with this key.
    ///
    /// - Returns: whether it is the first.
    @inline(__always) @discardableResult
    func describe(_ key: Int) -> Bool {
        let bit = 1 as UInt64 &<< UInt64(truncatingIfNeeded: key &- first)
        let known = unsafe described[(key &- first) &>> 6]
        unsafe described[(key &- first) &>> 6] = known | bit
        return known & bit == 0
    }

    /// A schema names members of the object, but not this.
    mutating func addUndescribed(_ key: Int, _ node: NodeID) {
        candidates.append(Candidate(key: key, node: node))
    }

    /// - Complexity: O(notes); each undescribed member is noted once.
    func notes(in document: JSONDocument, by program: Program) -> [SchemaNote] {
        func note(_ kind: SchemaNote.Kind, _ index: Int, _ node: NodeID) -> SchemaNote {
            let value = JSONValue(document: document, index: index)
            return SchemaNote(kind: kind, value: value, program: program, node: node)
        }
        var notes = values.map { note($0.kind, $0.index, $0.node) }
        guard !candidates.isEmpty else { return notes }
        for candidate in candidates where describe(candidate.key) {
            let name = JSONValue(document: document, index: candidate.key).string ?? ""
            notes.append(note(.unknownMember(name), candidate.key + 1, candidate.node))
        }
        return notes
    }
}
