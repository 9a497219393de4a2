internal import JSONCore

/// Decides the patterns that most schemas are made of without an engine: `^x-`, `.+`, `^[a-z0-9_-]+$`, `^\d{4}-\d{2}$`,
/// `^(get|put)$`.
///
/// Simple is what comes down to a few branches, each a sequence of literals and of repeated classes in which no step is ever
/// taken back: none of the characters that may follow a class is in it, so that the class is repeated as often as may be, or what
/// follows has one length and stands at the end of the text, so that it is known how far the class may go.
@safe final class SimplePattern: Sendable {
    private let branches: ProgramTable<Branch>
    private let branchCount: Int
    private let steps: ProgramTable<Step>

    /// For each byte, a bit for each of eight classes; and so on for eight more.
    ///
    /// The first class is that of the bytes with
    /// which a text may begin.
    private let classes: ProgramTable<UInt8>

    /// Of code points past ASCII.
    private let ranges: ProgramTable<CodePointRange>

    deinit {
        branches.deallocate()
        steps.deallocate()
        classes.deallocate()
        ranges.deallocate()
    }

    /// Nil for a pattern that is not simple.
    init?(_ syntax: PatternSyntax) {
        guard syntax.isRegular, let branches = SimpleBranch.all(of: syntax.root) else { return nil }
        let draft = Draft(branches)
        self.branches = ProgramTable(draft.branches)
        branchCount = branches.count
        steps = ProgramTable(draft.steps)
        classes = ProgramTable(draft.classes)
        ranges = ProgramTable(draft.ranges)
    }

    // MARK: Matching

    /// Whether it matches anywhere in the text.
    ///
    /// - Complexity: O(bytes); times the length of the match for what may begin anywhere.
    @inline(__always) func matches(_ text: UTF8View) -> Bool {
        // Nearly every text that does not match ends here.
        guard text.count == 0 || mayMatch(textBeginningWith: text[0]) else { return false }
        return matchesBranch(text)
    }

    @inline(__always) func mayMatch(textBeginningWith byte: UInt8) -> Bool {
        classes[Int(byte)] & Self.firstByteBit != 0
    }

    private static let firstByteBit: UInt8 = 1

    private func matchesBranch(_ text: UTF8View) -> Bool {
        for place in 0..<branchCount where matches(branches[place], text) { return true }
        return false
    }

    @inline(__always) private func matches(_ branch: Branch, _ text: UTF8View) -> Bool {
        guard text.count >= branch.minLength else { return false }
        var start = branch.isAtEnd ? max(0, text.count &- branch.maxLength) : 0
        let last = branch.isAtStart ? 0 : text.count &- branch.minLength
        while start <= last {
            if isBoundary(text, start), matches(branch, text, from: start) { return true }
            start &+= 1
        }
        return false
    }

    /// Whether an offset is not inside of a code point.
    @inline(__always) private func isBoundary(_ text: UTF8View, _ offset: Int) -> Bool {
        offset == text.count || text[offset] & 0xC0 != 0x80
    }

    @inline(__always) private func matches(_ branch: Branch, _ text: UTF8View, from start: Int) -> Bool {
        var offset = start
        for place in branch.steps.range {
            switch steps[place] {
            case .literal(let word, let mask, let length):
                guard text.count &- offset >= length, text.loadWord(at: offset) & mask == word else {
                    return false
                }
                offset &+= length
            case .run(let run):
                guard take(run, text, &offset) else { return false }
            }
        }
        return !branch.isAtEnd || offset == text.count
    }

    /// Takes as many characters as may be, and says whether they are enough.
    @inline(__always) private func take(_ run: Run, _ text: UTF8View, _ offset: inout Int) -> Bool {
        let start = offset
        let room = text.count &- run.reserve &- start
        let end = start &+ min(run.most, room)
        if run.takesPrintable {
            while offset &+ 8 <= end, Self.isPrintable(text.loadWord(at: offset)) { offset &+= 8 }
        }
        while offset < end, isMember(text[offset], run) { offset &+= 1 }
        guard offset < end, text[offset] >= 0x80, !run.others.isEmpty else {
            return offset &- start >= run.least && mayEnd(run, text, offset)
        }
        return takeOthers(run, text, &offset, taken: offset &- start)
    }

    /// Whether all eight bytes are ASCII and no control characters.
    @inline(__always) private static func isPrintable(_ word: UInt64) -> Bool {
        (word | (word &- 0x2020_2020_2020_2020)) & 0x8080_8080_8080_8080 == 0
    }

    @inline(__always) private func isMember(_ byte: UInt8, _ run: Run) -> Bool {
        classes[run.classes &+ Int(byte)] & run.bit != 0
    }

    /// Goes on where a code point past ASCII must be looked at.
    @inline(never)
    private func takeOthers(_ run: Run, _ text: UTF8View, _ offset: inout Int, taken: Int) -> Bool {
        var taken = taken
        let end = text.count &- run.reserve
        while taken < run.most, offset < end {
            if isMember(text[offset], run) {
                offset &+= 1
            } else {
                guard text[offset] >= 0x80 else { break }
                let (codePoint, length) = codePoint(text, offset)
                guard run.others.range.contains(where: { ranges[$0].contains(codePoint) }) else { break }
                offset &+= length
            }
            taken &+= 1
        }
        return taken >= run.least && mayEnd(run, text, offset)
    }

    /// What is left for others may begin inside of a code point.
    @inline(__always) private func mayEnd(_ run: Run, _ text: UTF8View, _ offset: Int) -> Bool {
        run.reserve == 0 || isBoundary(text, offset)
    }

    /// The code point past ASCII at an offset, and how many bytes it takes.
    private func codePoint(_ text: UTF8View, _ offset: Int) -> (value: UInt32, length: Int) {
        let lead = text[offset]
        let length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
        var value = UInt32(lead & 0x7F &>> UInt8(length))
        for next in 1..<length { value = value &<< 6 | UInt32(text[offset &+ next] & 0x3F) }
        return (value, length)
    }
}

// MARK: Tables

extension SimplePattern {
    /// One way to match; lengths are in bytes.
    private struct Branch: BitwiseCopyable {
        let steps: TableSlice
        let isAtStart: Bool
        let isAtEnd: Bool
        let minLength: Int
        let maxLength: Int
    }

    private enum Step: BitwiseCopyable {
        /// Up to eight bytes, the first of them lowest.
        case literal(UInt64, mask: UInt64, length: Int)
        case run(Run)
    }

    /// Characters of one class.
    private struct Run: BitwiseCopyable {
        /// The class's place in the table of classes, and its bit there.
        let classes: Int
        let bit: UInt8
        let others: TableSlice
        let least: Int
        let most: Int

        /// The bytes at the end of the text that are left for what follows, if that has one length.
        let reserve: Int

        /// Whether all of ASCII but control characters belongs to the class, as to `.`.
        let takesPrintable: Bool
    }

    private struct CodePointRange: BitwiseCopyable {
        let first: UInt32
        let last: UInt32

        @inline(__always) func contains(_ value: UInt32) -> Bool { first <= value && value <= last }
    }

    /// The tables while they grow.
    private struct Draft {
        private(set) var branches: [Branch] = []
        private(set) var steps: [Step] = []
        private(set) var classes: [UInt8] = []
        private(set) var ranges: [CodePointRange] = []
        private var classCount = 0

        init(_ branches: [SimpleBranch]) {
            _ = addClass(branches.lazy.flatMap(\.firstBytes))
            for branch in branches { add(branch) }
        }

        private mutating func add(_ branch: SimpleBranch) {
            let start = steps.count
            var literal: [UInt8] = []
            for (place, run) in branch.runs.enumerated() {
                if let scalar = run.scalar {
                    literal += UTF8.encode(scalar) ?? .init()
                } else {
                    add(literal: literal)
                    literal = []
                    add(run, reserve: branch.lengthToEnd(from: place + 1) ?? 0)
                }
            }
            add(literal: literal)
            branches.append(
                Branch(
                    steps: TableSlice(start: UInt32(start), count: UInt32(steps.count - start)),
                    isAtStart: branch.isAtStart,
                    isAtEnd: branch.isAtEnd,
                    minLength: branch.minLength,
                    maxLength: branch.maxLength
                )
            )
        }

        private mutating func add(literal: [UInt8]) {
            for start in stride(from: 0, to: literal.count, by: 8) {
                let bytes = literal[start...].prefix(8)
                let word = bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
                steps.append(.literal(word, mask: .max >> UInt64(64 - 8 * bytes.count), length: bytes.count))
            }
        }

        private mutating func add(_ run: CharacterRun, reserve: Int) {
            let (place, bit) = addClass(run.bytes)
            let takesPrintable = (0x20...0x7F).allSatisfy { classes[place + $0] & bit != 0 }
            let others = run.set.ranges.filter { $0.upperBound >= 0x80 }
            let slice = TableSlice(start: UInt32(ranges.count), count: UInt32(others.count))
            ranges += others.map { CodePointRange(first: $0.lowerBound, last: $0.upperBound) }
            steps.append(
                .run(
                    Run(
                        classes: place,
                        bit: bit,
                        others: slice,
                        least: run.least,
                        most: run.most,
                        reserve: reserve,
                        takesPrintable: takesPrintable
                    )
                )
            )
        }

        private mutating func addClass(_ bytes: some Sequence<UInt8>) -> (place: Int, bit: UInt8) {
            if classCount % 8 == 0 { classes += repeatElement(0, count: 256) }
            let (place, bit) = (classCount / 8 * 256, UInt8(1) << UInt8(classCount % 8))
            classCount += 1
            for byte in bytes { classes[place + Int(byte)] |= bit }
            return (place, bit)
        }
    }
}
