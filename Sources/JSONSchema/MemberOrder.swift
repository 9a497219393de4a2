internal import Synchronization

/// Which name came after which in the objects judged so far: a guess where to look first in the next.
///
/// Documents of one source keep to one order of members, which is often not that of the schema. A guess costs one comparison and
/// changes no verdict. Learning comes to an end, so that threads that judge documents of different orders don't write to each
/// other's cache lines for ever.
@safe struct MemberOrder: @unchecked Sendable {
    // Sendable because all access is atomic.
    private let successors: UnsafeMutablePointer<Atomic<UInt32>>

    /// In the place behind the last successor: how many lessons are yet to come.
    private let lessons: Int

    /// At first the order of the schemas: behind the last name of a run stands an entry that no name is, and behind that comes
    /// the first of the run.
    init(_ names: [NameEntry]) {
        lessons = names.count
        unsafe successors = .allocate(capacity: lessons + 1)
        var start = 0
        for (place, entry) in names.enumerated() {
            let isLast = entry.key.count == NameKey.none.count
            unsafe (successors + place).initialize(to: Atomic(UInt32(isLast ? start : place + 1)))
            if isLast { start = place + 1 }
        }
        unsafe (successors + lessons).initialize(to: Atomic(UInt32(clamping: 16 * lessons)))
    }

    /// The place tried after another.
    @inline(__always) func successor(of place: Int) -> Int {
        unsafe Int(successors[place].load(ordering: .relaxed))
    }

    /// Makes a place the next one tried after another.
    func learn(_ next: Int, after place: Int) {
        let left = unsafe successors[lessons].load(ordering: .relaxed)
        guard left > 0 else { return }
        // A lesson that another thread has at the same time may not count.
        unsafe successors[lessons].store(left - 1, ordering: .relaxed)
        unsafe successors[place].store(UInt32(truncatingIfNeeded: next), ordering: .relaxed)
    }

    func deallocate() {
        unsafe successors.deinitialize(count: lessons + 1)
        unsafe successors.deallocate()
    }
}
