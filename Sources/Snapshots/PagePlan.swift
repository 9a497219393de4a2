/// What has to be written so that a stored page becomes what a refresh wants it to be.
///
/// A pure decision: sections that the refresh brings come in its order; one that is held keeps its content; one that
/// vanished stays behind the section that it followed, because a missing block is more often a fault upstream than a
/// wish.
struct PagePlan {
    /// The rows that differ from what is stored.
    private(set) var rows: [Row] = []
    /// Contents that the page did not show before.
    private(set) var contents: [SectionWrite] = []
    /// Whether readers see other sections, another order or other content: a new revision.
    let isChanged: Bool
    /// Whether some section shows its last good content instead of the newest, or cannot be shown at all.
    let isHolding: Bool

    struct Row: Hashable {
        var key: String
        var position: Int
        var digest: [UInt8]
        /// nil: the content is the newest.
        var heldReason: String?
    }

    /// - Parameters:
    ///   - stored: In the readers' order.
    ///   - write: What the refresh brings.
    /// - Throws: ``SnapshotError`` with `.duplicateSection` when a key has two places.
    init(stored: [StoredSection], write: PageWrite) throws(SnapshotError) {
        try Self.checkUnique(write.sections)
        let before = Dictionary(uniqueKeysWithValues: stored.map { ($0.key, $0) })
        let placed = write.sections.compactMap { Row($0, stored: before[$0.key]) }
        let kept = Self.vanished(from: stored, write)
        let (fixed, free) = (
            placed.filter { write.positions[$0.key] != nil }, placed.filter { write.positions[$0.key] == nil }
        )
        let merged = Self.merged(free, kept, order: stored.map(\.key))
        let after = Self.inserting(fixed, at: write.positions, into: merged)

        isChanged = !after.elementsEqual(stored) { $0.key == $1.key && $0.digest == $1.digest }
        isHolding = after.contains { $0.heldReason != nil } || placed.count < write.sections.count
        rows = after.filter { row in before[row.key].map { row != Row($0) } ?? true }
        contents = write.sections.compactMap(\.content).filter { before[$0.key]?.digest != $0.digest }
    }

    private static func checkUnique(_ sections: [SectionPlacement]) throws(SnapshotError) {
        var keys: Set<String> = []
        for section in sections where !keys.insert(section.key).inserted {
            throw SnapshotError(duplicateSection: section.key)
        }
    }

    private static func vanished(from stored: [StoredSection], _ write: PageWrite) -> [Row] {
        let named = Set(write.sections.map(\.key))
        return stored.filter { !named.contains($0.key) }.map { section in
            var row = Row(section)
            row.heldReason = StoredSection.vanished
            return row
        }
    }

    /// All rows with their positions, from 0.
    private static func inserting(_ fixed: [Row], at positions: [String: Int], into rows: [Row]) -> [Row] {
        var rows = rows
        for row in fixed { rows.insert(row, at: min(positions[row.key] ?? rows.count, rows.count)) }
        return rows.enumerated().map { position, row in row.moved(to: position) }
    }

    /// `placed` in its order, each followed by those of `kept` that stood behind it in `order`.
    private static func merged(_ placed: [Row], _ kept: [Row], order: [String]) -> [Row] {
        let anchors = Set(placed.map(\.key))
        let keptByKey = Dictionary(uniqueKeysWithValues: kept.map { ($0.key, $0) })
        var followers: [String?: [Row]] = [:]
        var anchor: String?
        for key in order {
            if anchors.contains(key) { anchor = key }
            if let row = keptByKey[key] { followers[anchor, default: []].append(row) }
        }
        return (followers[nil] ?? []) + placed.flatMap { [$0] + (followers[$0.key] ?? []) }
    }
}

extension PagePlan.Row {
    fileprivate init(_ section: StoredSection) {
        self.init(
            key: section.key,
            position: section.position,
            digest: section.digest,
            heldReason: section.heldReason
        )
    }

    /// nil for a held section without a good content to show.
    fileprivate init?(_ placement: SectionPlacement, stored: StoredSection?) {
        switch placement {
        case .fresh(let section):
            self.init(key: section.key, position: 0, digest: section.digest, heldReason: nil)
        case .held(let key, let reason):
            guard let stored else { return nil }
            self.init(key: key, position: 0, digest: stored.digest, heldReason: reason)
        }
    }

    fileprivate func moved(to position: Int) -> Self {
        var row = self
        row.position = position
        return row
    }
}
