/// The slots of a ``NameTable`` while it is made: for each the place of its entry, from 1, or 0 where none is.
///
/// An entry stands in the first free slot from that of its hash on.
struct SlotTable {
    private(set) var slots: [UInt32]

    /// Of the entry added last, from 1.
    private var place: UInt32

    /// The most slots that an entry had to pass.
    private(set) var longestWay = 0

    /// For a run of entries, which take at most half of the slots.
    init(_ run: TableSlice) {
        place = run.start
        var size = 1
        while size < 2 * run.count { size *= 2 }
        slots = Array(repeating: 0, count: size)
    }

    mutating func add(hash: Int) {
        let mask = slots.count - 1
        var way = 0
        while slots[(hash + way) & mask] > 0 { way += 1 }
        place += 1
        slots[(hash + way) & mask] = place
        longestWay = max(longestWay, way)
    }

    /// The most taken slots in a row, which a search may have to pass for a name that is not there.
    var longestRun: Int {
        var run = 0
        return slots.reduce(0) { longest, entry in
            run = entry == 0 ? 0 : run + 1
            return max(longest, run)
        }
    }
}
