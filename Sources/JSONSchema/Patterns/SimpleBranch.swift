/// Characters of one set, one after the other.
struct CharacterRun {
    let set: CodePointSet
    var least = 1
    /// `Int.max` where there is no limit.
    var most = 1

    /// The only text it matches, if that is one code point.
    var scalar: Unicode.Scalar? {
        guard least == 1, most == 1, set.ranges.count == 1 else { return nil }
        let range = set.ranges[0]
        return range.count == 1 ? Unicode.Scalar(range.lowerBound) : nil
    }

    /// The bytes that belong to it wherever they stand: those of ASCII, and where nobody counts code points those of all
    /// code points with the same lead.
    var bytes: [UInt8] {
        guard least <= 1, most == .max else { return ascii }
        let leads = Self.leads.filter { set.contains(Self.codePoints(lead: $0)) }
        return leads.isEmpty ? ascii : ascii + (0x80..<0xC0) + leads
    }

    /// Those that one of its characters begins with.
    var firstBytes: [UInt8] {
        ascii + Self.leads.filter { lead in set.ranges.contains { $0.overlaps(Self.codePoints(lead: lead)) } }
    }

    private static let leads: ClosedRange<UInt8> = 0xC2...0xF4

    private var ascii: [UInt8] {
        self.set.ranges.prefix { $0.lowerBound < 0x80 }.flatMap { $0.clamped(to: 0...0x7F) }.map(UInt8.init)
    }

    /// Those that begin with a byte, surrogates left out.
    private static func codePoints(lead: UInt8) -> ClosedRange<UInt32> {
        let value = UInt32(lead)
        switch lead {
        case ..<0xE0: return (value & 0x1F) << 6...(value & 0x1F) << 6 | 0x3F
        case 0xE0: return 0x800...0xFFF
        case 0xED: return 0xD000...0xD7FF
        case ..<0xF0: return (value & 0x0F) << 12...(value & 0x0F) << 12 | 0xFFF
        case 0xF0: return 0x10000...0x3FFFF
        default: return (value & 0x07) << 18...min((value & 0x07) << 18 | 0x3FFFF, 0x10FFFF)
        }
    }

    /// In bytes.
    var minLength: Int { least.saturatingTimes(set.ranges.first.map { Self.width($0.lowerBound) } ?? 1) }

    var maxLength: Int { most.saturatingTimes(set.ranges.last.map { Self.width($0.upperBound) } ?? 1) }

    private static func width(_ codePoint: UInt32) -> Int {
        codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4
    }
}

/// One way to match a simple pattern, see ``SimplePattern``.
struct SimpleBranch {
    /// What would make matching or compiling slow is not simple.
    private static let maxBranches = 32
    private static let maxRuns = 64
    private static let maxLengthAnywhere = 64

    private(set) var runs: [CharacterRun] = []
    private(set) var isAtStart = false
    private(set) var isAtEnd = false

    /// All ways to match, nil when the pattern is not simple.
    static func all(of root: PatternNode) -> [SimpleBranch]? {
        guard let ways = ways(root) else { return nil }
        let branches = ways.compactMap(SimpleBranch.init)
        return branches.count == ways.count ? branches : nil
    }

    /// In bytes.
    var minLength: Int { runs.reduce(0) { $0.saturatingPlus($1.minLength) } }

    var maxLength: Int { runs.reduce(0) { $0.saturatingPlus($1.maxLength) } }

    /// The bytes with which a text may begin that it matches.
    var firstBytes: [UInt8] {
        guard isAtStart, isAtEnd || runs.contains(where: { $0.least > 0 }) else { return Array(0...0xFF) }
        return candidates(from: 0).flatMap(\.firstBytes)
    }

    // MARK: From the tree to ways

    private enum Element {
        case start
        case end
        case run(CharacterRun)
    }

    private static func ways(_ node: PatternNode) -> [[Element]]? {
        switch node {
        case .character(let scalar): [[.run(CharacterRun(set: CodePointSet(scalar)))]]
        case .set(let set): [[.run(CharacterRun(set: set))]]
        case .start: [[.start]]
        case .end: [[.end]]
        case .group(let body, _): ways(body)
        case .sequence(let parts): product(of: parts.map(ways))
        case .alternatives(let parts): joined(parts.map(ways))
        case .repetition(let body, let count): ways(body, count)
        case .properties, .wordBoundary, .reference, .look: nil
        }
    }

    private static func ways(_ body: PatternNode, _ count: PatternCount) -> [[Element]]? {
        guard let once = ways(body) else { return nil }
        if case .run(var run)? = once.first?.first, once.count == 1, once[0].count == 1,
            run.least == 1, run.most == 1
        {
            run.least = count.least
            run.most = count.most ?? .max
            return [[.run(run)]]
        }
        guard let most = count.most, most <= 4 else { return nil }
        return joined((count.least...most).map { product(of: Array(repeating: once, count: $0)) })
    }

    private static func joined(_ lists: [[[Element]]?]) -> [[Element]]? {
        let all = lists.compactMap(\.self).flatMap(\.self)
        return all.count > maxBranches || lists.contains { $0 == nil } ? nil : all
    }

    private static func product(of choices: [[[Element]]?]) -> [[Element]]? {
        var products: [[Element]] = [[]]
        for choice in choices {
            guard let choice, products.count * choice.count <= maxBranches else { return nil }
            products = products.flatMap { before in choice.map { before + $0 } }
            guard products.allSatisfy({ $0.count <= maxRuns }) else { return nil }
        }
        return products
    }

    // MARK: From a way to a branch

    /// Nil when steps might have to be taken back.
    private init?(_ way: [Element]) {
        for element in way {
            switch element {
            case .start where runs.isEmpty && !isAtEnd: isAtStart = true
            case .end: isAtEnd = true
            case .run(let run) where run.most == 0: break
            case .run(let run) where !isAtEnd: runs.append(run)
            default: return nil
            }
        }
        if !isAtStart { trimStart() }
        if !isAtEnd { trimEnd() }
        guard isDeterministic, isAtStart || maxLength <= Self.maxLengthAnywhere else { return nil }
    }

    /// What need not be there may be left out where the match may begin anywhere.
    private mutating func trimStart() {
        while let first = runs.first, first.least != first.most {
            runs[0].most = first.least
            if first.least == 0 { runs.removeFirst() }
        }
    }

    private mutating func trimEnd() {
        while let last = runs.last, last.least != last.most {
            runs[runs.count - 1].most = last.least
            if last.least == 0 { runs.removeLast() }
        }
    }

    private var isDeterministic: Bool {
        runs.indices.allSatisfy { index in
            runs[index].least == runs[index].most || lengthToEnd(from: index + 1) != nil
                || candidates(from: index + 1).allSatisfy { $0.set.isDisjoint(with: runs[index].set) }
        }
    }

    /// The bytes of all runs from an index on, where they end the text and have one length; nil otherwise.
    func lengthToEnd(from index: Int) -> Int? {
        guard isAtEnd else { return nil }
        let (least, most) = runs[index...].reduce((0, 0)) { lengths, run in
            (lengths.0.saturatingPlus(run.minLength), lengths.1.saturatingPlus(run.maxLength))
        }
        return least == most ? least : nil
    }

    /// The runs that the next character may be of.
    private func candidates(from index: Int) -> ArraySlice<CharacterRun> {
        guard let certain = runs[index...].firstIndex(where: { $0.least > 0 }) else { return runs[index...] }
        return runs[index...certain]
    }
}
