/// Where evaluation marks which members or items of one value some keyword has evaluated: bits in a ``MarkArena``, or
/// nowhere.
struct Marks: BitwiseCopyable {
    /// In words; negative when nobody asks.
    let start: Int32
    let words: Int32

    static let none = Marks(start: -1, words: 0)

    @inline(__always) var areWanted: Bool { start >= 0 }
}

/// A stack of bit sets.
///
/// It grows with the deepest need and is kept between evaluations.
@safe struct MarkArena {
    private var base: UnsafeMutablePointer<UInt64>?
    private var capacity = 0
    private var top = 0

    func deallocate() { unsafe base?.deallocate() }

    /// An empty set for that many positions, above all others.
    mutating func push(positions: Int) -> Marks {
        let words = (positions + 63) / 64
        let start = top
        top += words
        if top > capacity { grow() }
        for word in start..<top { unsafe base?[word] = 0 }
        return Marks(start: Int32(truncatingIfNeeded: start), words: Int32(truncatingIfNeeded: words))
    }

    private mutating func grow() {
        let larger = max(64, 2 * top)
        let memory = UnsafeMutablePointer<UInt64>.allocate(capacity: larger)
        unsafe memory.initialize(repeating: 0, count: larger)
        if let base = unsafe base {
            unsafe memory.update(from: base, count: capacity)
            unsafe base.deallocate()
        }
        unsafe base = memory
        capacity = larger
    }

    /// Drops the last set that was pushed.
    mutating func pop(_ marks: Marks) { top = Int(marks.start) }

    func contains(_ position: Int, in marks: Marks) -> Bool {
        unsafe (base?[Int(marks.start) + position / 64] ?? 0) >> UInt64(position % 64) & 1 == 1
    }

    func insert(_ position: Int, into marks: Marks) {
        unsafe base?[Int(marks.start) + position / 64] |= 1 << UInt64(position % 64)
    }

    func insertAll(into marks: Marks) {
        for word in 0..<Int(marks.words) { unsafe base?[Int(marks.start) + word] = .max }
    }

    /// Adds the positions of one set to another for the same value.
    func merge(_ marks: Marks, into other: Marks) {
        for word in 0..<Int(marks.words) {
            unsafe base?[Int(other.start) + word] |= base?[Int(marks.start) + word] ?? 0
        }
    }

    /// Starts over after an evaluation that did not end.
    mutating func reset() { top = 0 }
}
