/// Owns a tape that ``TapeBuilder`` made.
@safe final class RebuiltTape: @unchecked Sendable {
    // Sendable because nothing is written after init.
    let tape: Tape
    let offsets: ValueOffsets
    let notices: [JSONNotice]
    private let words: UnsafeMutablePointer<UInt64>
    private let strings: UnsafeMutablePointer<UInt8>

    init(words: [UInt64], strings: [UInt8], offsets: ValueOffsets, notices: [JSONNotice]) {
        // Readers load eight bytes at a time, up to seven past the end of a string.
        let padding = 8
        unsafe self.words = .allocate(capacity: words.count)
        unsafe self.strings = .allocate(capacity: strings.count + padding)
        unsafe self.words.initialize(from: words, count: words.count)
        unsafe self.strings.initialize(from: strings, count: strings.count)
        unsafe (self.strings + strings.count).initialize(repeating: 0, count: padding)
        unsafe tape = Tape(words: self.words, strings: self.strings)
        self.offsets = offsets
        self.notices = notices
    }

    deinit {
        unsafe words.deallocate()
        unsafe strings.deallocate()
    }
}

/// Takes members that a later one of the same name shadows off a finished tape.
struct MemberRemoval {
    /// Disjoint and ascending.
    private let removed: [Range<Int>]

    /// How many words went before each range.
    private let removedBefore: [Int]

    init(_ ranges: [Range<Int>]) {
        let removed: [Range<Int>] = ranges.sorted {
            ($0.lowerBound, $1.upperBound) < ($1.lowerBound, $0.upperBound)
        }
        .reduce(into: []) { kept, range in
            // A range inside the last one went with it.
            if range.lowerBound >= kept.last?.upperBound ?? 0 { kept.append(range) }
        }
        self.removed = removed
        removedBefore = removed.reduce(into: [0]) { sums, range in sums.append((sums.last ?? 0) + range.count)
        }
    }

    /// The words that stay, with the brackets' indices corrected.
    func apply(to words: [UInt64]) -> [UInt64] {
        guard !removed.isEmpty else { return words }
        var index = 0
        var corrected = words
        while index < words.count {
            switch UInt8(truncatingIfNeeded: words[index] >> 56) {
            case TapeTag.root, TapeTag.object, TapeTag.array, TapeTag.objectEnd, TapeTag.arrayEnd:
                let target = Int(words[index] & 0xFFFF_FFFF)
                corrected[index] -= UInt64(removedCount(before: target))
                index += 1
            case TapeTag.int, TapeTag.uint, TapeTag.double, TapeTag.big: index += 2
            default: index += 1
            }
        }
        return keep(corrected)
    }

    func keep<Element>(_ elements: [Element]) -> [Element] {
        guard !removed.isEmpty else { return elements }
        var kept: [Element] = []
        var next = 0
        for range in removed {
            kept.append(contentsOf: elements[next..<range.lowerBound])
            next = range.upperBound
        }
        return kept + elements[next...]
    }

    private func removedCount(before index: Int) -> Int {
        var low = 0
        var high = removed.count
        while low < high {
            let middle = (low + high) / 2
            if removed[middle].lowerBound < index { low = middle + 1 } else { high = middle }
        }
        return removedBefore[low]
    }
}
