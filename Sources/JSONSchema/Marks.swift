/// How a schema is applied: where to mark what it evaluates of this very value, and how much deeper schemas may go.
///
/// One word, so that it travels in a register.
struct Frame: BitwiseCopyable {
    /// Where the marks begin in the ``MarkArena``; negative when nobody asks.
    fileprivate let marks: Int32

    /// Schemas that may yet be applied inside each other.
    private let depthLeft: Int32

    private init(marks: Int32, depthLeft: Int32) {
        self.marks = marks
        self.depthLeft = depthLeft
    }

    /// Without marks.
    init(depth: Int) { self.init(marks: -1, depthLeft: Int32(clamping: depth)) }

    @inline(__always) var wantsMarks: Bool { marks >= 0 }

    @inline(__always) var isExhausted: Bool { depthLeft <= 0 }

    /// For a schema applied to the same value.
    @inline(__always) var deeper: Frame { Frame(marks: marks, depthLeft: depthLeft &- 1) }

    /// For a schema applied to a member or item, or for a verdict alone.
    @inline(__always) var inner: Frame { Frame(marks: -1, depthLeft: depthLeft &- 1) }

    fileprivate func marking(from start: Int) -> Frame {
        Frame(marks: Int32(truncatingIfNeeded: start), depthLeft: depthLeft)
    }
}

/// A stack of bit sets: which members or items of one value some keyword has evaluated.
///
/// Before the words of a set stands their number. The arena grows with the deepest need and is kept between evaluations.
@safe struct MarkArena {
    private var base: UnsafeMutablePointer<UInt64>?
    private var capacity = 0
    private var top = 0

    func deallocate() { unsafe base?.deallocate() }

    /// The frame with an empty set for that many positions, above all other sets.
    mutating func push(positions: Int, _ frame: Frame) -> Frame {
        push(words: (positions + 63) / 64, frame)
    }

    /// The frame with an empty set of its own, as large as that it has.
    mutating func pushCopy(_ frame: Frame) -> Frame { push(words: words(of: frame).count, frame) }

    private mutating func push(words: Int, _ frame: Frame) -> Frame {
        let start = top
        top += words + 1
        if top > capacity { grow() }
        unsafe base?[start] = UInt64(words)
        for word in start + 1..<top { unsafe base?[word] = 0 }
        return frame.marking(from: start)
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
    mutating func pop(_ frame: Frame) { top = Int(frame.marks) }

    private func words(of frame: Frame) -> Range<Int> {
        let start = Int(frame.marks) + 1
        return unsafe start..<start + Int(base?[Int(frame.marks)] ?? 0)
    }

    func contains(_ position: Int, of frame: Frame) -> Bool {
        unsafe (base?[Int(frame.marks) + 1 + position / 64] ?? 0) >> UInt64(position % 64) & 1 == 1
    }

    func insert(_ position: Int, for frame: Frame) {
        unsafe base?[Int(frame.marks) + 1 + position / 64] |= 1 << UInt64(position % 64)
    }

    func insertAll(for frame: Frame) {
        for word in words(of: frame) { unsafe base?[word] = .max }
    }

    /// Adds the positions of one frame's set to that of another for the same value.
    func merge(_ frame: Frame, into other: Frame) {
        let offset = Int(other.marks) - Int(frame.marks)
        for word in words(of: frame) { unsafe base?[word + offset] |= base?[word] ?? 0 }
    }
}
