internal import JSONCore

/// Decides the patterns that most schemas are made of without an engine: `^x-`, `.+`, `^[a-z0-9_-]+$`, `^\d{4}-\d{2}$`,
/// `^(get|put)$`.
///
/// Simple is what comes down to a few branches, each a sequence of literals and of repeated classes in which no step is ever
/// taken back: none of the characters that may follow a class is in it, so that the class is repeated as often as may be.
@safe final class SimplePattern: Sendable {
    /// One way to match.
    private struct Branch: BitwiseCopyable {
        var steps: TableSlice
        let isAtStart: Bool
        let isAtEnd: Bool

        /// No match is longer, in bytes.
        let maxLength: Int
    }

    private enum Step: BitwiseCopyable {
        case literal(TableSlice)
        case characters(CharacterTest, least: Int, most: Int)
    }

    /// Whether a code point is in a set: a bit for each ASCII character, and ranges for the others.
    private struct CharacterTest: BitwiseCopyable {
        enum Others: BitwiseCopyable {
            case none
            case all
            case ranges(TableSlice)
        }

        let low: UInt64
        let high: UInt64
        let others: Others

        @inline(__always) func contains(ascii byte: UInt8) -> Bool {
            (byte < 64 ? low : high) &>> (UInt64(byte) & 63) & 1 == 1
        }
    }

    private struct OtherRange: BitwiseCopyable {
        let first: UInt32
        let last: UInt32
    }

    private let branches: ProgramTable<Branch>
    private let steps: ProgramTable<Step>
    private let literals: ProgramTable<UInt8>
    private let ranges: ProgramTable<OtherRange>

    deinit {
        branches.deallocate()
        steps.deallocate()
        literals.deallocate()
        ranges.deallocate()
    }

    /// Nil for a pattern that is not simple.
    init?(_ syntax: PatternSyntax) {
        guard syntax.isRegular, let branches = SimpleBranch.all(of: syntax.root) else { return nil }
        var draft = Draft()
        for branch in branches { draft.add(branch) }
        self.branches = ProgramTable(draft.branches)
        steps = ProgramTable(draft.steps)
        literals = ProgramTable(draft.literals)
        ranges = ProgramTable(draft.ranges)
    }

    // MARK: Matching

    /// Whether it matches anywhere in the text.
    ///
    /// - Complexity: O(bytes); times the length of the match for what may begin anywhere.
    func matches(_ text: UTF8View) -> Bool {
        for place in 0..<branches.count where matches(branches[place], text) { return true }
        return false
    }

    @inline(__always) private func matches(_ branch: Branch, _ text: UTF8View) -> Bool {
        if branch.isAtStart { return matches(branch, text, from: 0) }
        var start = branch.isAtEnd ? max(0, text.count &- branch.maxLength) : 0
        while start <= text.count {
            if !isInside(text, start), matches(branch, text, from: start) { return true }
            start &+= 1
        }
        return false
    }

    /// Whether the offset is one of a code point's further bytes.
    @inline(__always) private func isInside(_ text: UTF8View, _ offset: Int) -> Bool {
        offset < text.count && text[offset] & 0xC0 == 0x80
    }

    @inline(__always)
    private func matches(_ branch: Branch, _ text: UTF8View, from start: Int) -> Bool {
        var offset = start
        for place in branch.steps.range {
            switch steps[place] {
            case .literal(let literal):
                guard take(literal, text, &offset) else { return false }
            case .characters(let test, let least, let most):
                guard take(test, most, text, &offset) >= least else { return false }
            }
        }
        return !branch.isAtEnd || offset == text.count
    }

    @inline(__always)
    private func take(_ literal: TableSlice, _ text: UTF8View, _ offset: inout Int) -> Bool {
        guard text.count &- offset >= Int(literal.count) else { return false }
        for place in literal.range {
            guard literals[place] == text[offset] else { return false }
            offset &+= 1
        }
        return true
    }

    /// - Returns: how many code points were taken.
    @inline(__always)
    private func take(_ test: CharacterTest, _ most: Int, _ text: UTF8View, _ offset: inout Int) -> Int {
        var taken = 0
        while taken < most, offset < text.count {
            let byte = text[offset]
            if byte < 0x80 {
                guard test.contains(ascii: byte) else { break }
                offset &+= 1
            } else {
                guard takeOther(test, text, &offset) else { break }
            }
            taken &+= 1
        }
        return taken
    }

    private func takeOther(_ test: CharacterTest, _ text: UTF8View, _ offset: inout Int) -> Bool {
        let length = text[offset] < 0xE0 ? 2 : text[offset] < 0xF0 ? 3 : 4
        switch test.others {
        case .none: return false
        case .all: break
        case .ranges(let slice):
            var value = UInt32(text[offset]) & (0x7F &>> UInt32(length))
            for next in 1..<length { value = value &<< 6 | UInt32(text[offset &+ next]) & 0x3F }
            guard slice.range.contains(where: { ranges[$0].first <= value && value <= ranges[$0].last }) else {
                return false
            }
        }
        offset &+= length
        return true
    }
}

// MARK: Building

extension SimplePattern {
    /// The tables while they grow.
    private struct Draft {
        var branches: [Branch] = []
        var steps: [Step] = []
        var literals: [UInt8] = []
        var ranges: [OtherRange] = []

        mutating func add(_ branch: SimpleBranch) {
            let start = steps.count
            for run in branch.runs { add(run, behind: start) }
            branches.append(
                Branch(
                    steps: TableSlice(start: UInt32(start), count: UInt32(steps.count - start)),
                    isAtStart: branch.isAtStart,
                    isAtEnd: branch.isAtEnd,
                    maxLength: branch.maxLength
                )
            )
        }

        /// Neighbours in a branch that are one character each make one literal.
        private mutating func add(_ run: CharacterRun, behind start: Int) {
            guard let scalar = run.scalar else {
                return steps.append(.characters(test(run.set), least: run.least, most: run.most))
            }
            let bytes = Array(UTF8.encode(scalar) ?? .init())
            var slice = TableSlice(start: UInt32(literals.count), count: UInt32(bytes.count))
            literals += bytes
            if steps.count > start, case .literal(let before)? = steps.last {
                slice = TableSlice(start: before.start, count: before.count + slice.count)
                steps.removeLast()
            }
            steps.append(.literal(slice))
        }

        private mutating func test(_ set: CodePointSet) -> CharacterTest {
            var bits: UInt128 = 0
            for range in set.ranges where range.lowerBound < 0x80 {
                for value in range.clamped(to: 0...0x7F) { bits |= 1 << UInt128(value) }
            }
            return CharacterTest(
                low: UInt64(truncatingIfNeeded: bits),
                high: UInt64(truncatingIfNeeded: bits >> 64),
                others: others(of: set)
            )
        }

        private mutating func others(of set: CodePointSet) -> CharacterTest.Others {
            guard set.union(CodePointSet([0...0x7F])) != .all else { return .all }
            let others = set.ranges.filter { $0.upperBound >= 0x80 }
            guard !others.isEmpty else { return .none }
            defer { ranges += others.map { OtherRange(first: $0.lowerBound, last: $0.upperBound) } }
            return .ranges(TableSlice(start: UInt32(ranges.count), count: UInt32(others.count)))
        }
    }
}
