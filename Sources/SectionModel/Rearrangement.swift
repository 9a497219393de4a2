/// A list on its way from its old to its new order.
///
/// Checks every position and name it is given, since changes may come from outside.
struct Rearrangement<Element: Identifiable & Hashable & Sendable> where Element.ID: Hashable & Sendable {
    /// The old list; `nil` where somebody left or was moved away.
    private var slots: [Element?]

    init(_ old: [Element]) {
        slots = old
    }

    /// Gives who stands at an old position, checked by name.
    func survivor(at from: Int, id: Element.ID) throws(ChangesetMismatch) -> Element {
        guard slots.indices.contains(from), let element = slots[from] else {
            throw ChangesetMismatch(.position(from))
        }
        guard element.id == id else {
            throw ChangesetMismatch(.identity(expected: "\(id)", found: "\(element.id)", position: from))
        }
        return element
    }

    mutating func replace(at from: Int, with element: Element) {
        slots[from] = element
    }

    mutating func leave(_ deletions: [Deletion<Element.ID>]) throws(ChangesetMismatch) {
        for deletion in deletions {
            _ = try take(at: deletion.from, id: deletion.id)
        }
    }

    /// Puts newcomers and movers at their new positions and lets the others fill the gaps in their old order.
    mutating func arrange(
        inserted: [Insertion<Element>],
        moved: [Move<Element.ID>]
    ) throws(ChangesetMismatch) -> [Element] {
        var placed: [(element: Element, to: Int)] = inserted.map { ($0.content, $0.to) }
        for move in moved {
            placed.append((try take(at: move.from, id: move.id), move.to))
        }
        let steady = slots.compactMap(\.self)
        var arranged = [Element?](repeating: nil, count: steady.count + placed.count)
        for (element, to) in placed {
            guard arranged.indices.contains(to), arranged[to] == nil else {
                throw ChangesetMismatch(.position(to))
            }
            arranged[to] = element
        }
        var waiting = steady.makeIterator()
        return arranged.compactMap { $0 ?? waiting.next() }
    }

    private mutating func take(at from: Int, id: Element.ID) throws(ChangesetMismatch) -> Element {
        let element = try survivor(at: from, id: id)
        slots[from] = nil
        return element
    }
}
