/// A set of Unicode code points.
///
/// Surrogates are never in it: texts are UTF-8, which holds none.
struct CodePointSet: Hashable, Sendable {
    /// Ascending, and apart from each other by at least one code point.
    private(set) var ranges: [ClosedRange<UInt32>]

    static let none = CodePointSet(ranges: [])

    /// Of ranges in any order, which may overlap and hold surrogates.
    init(_ ranges: [ClosedRange<UInt32>]) {
        let holdsSurrogates = ranges.contains { $0.overlaps(0xD800...0xDFFF) }
        let sorted = (holdsSurrogates ? ranges.flatMap(Self.withoutSurrogates) : ranges).sorted {
            $0.lowerBound < $1.lowerBound
        }
        var merged: [ClosedRange<UInt32>] = []
        for range in sorted {
            guard let last = merged.last, range.lowerBound <= last.upperBound + 1 else {
                merged.append(range)
                continue
            }
            merged[merged.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
        }
        self.init(ranges: merged)
    }

    init(_ scalar: Unicode.Scalar) { self.init(ranges: [scalar.value...scalar.value]) }

    /// Of ASCII characters.
    init(_ characters: String) { self.init(characters.unicodeScalars.map { $0.value...$0.value }) }

    private init(ranges: [ClosedRange<UInt32>]) { self.ranges = ranges }

    private static func withoutSurrogates(_ range: ClosedRange<UInt32>) -> [ClosedRange<UInt32>] {
        guard range.overlaps(0xD800...0xDFFF) else { return [range] }
        var parts: [ClosedRange<UInt32>] = []
        if range.lowerBound < 0xD800 { parts.append(range.lowerBound...0xD7FF) }
        if range.upperBound > 0xDFFF { parts.append(0xE000...range.upperBound) }
        return parts
    }

    var isEmpty: Bool { ranges.isEmpty }

    /// Whether all of a range without surrogates is in it.
    func contains(_ range: ClosedRange<UInt32>) -> Bool {
        ranges.contains { $0.lowerBound <= range.lowerBound && range.upperBound <= $0.upperBound }
    }

    var complement: CodePointSet {
        var gaps: [ClosedRange<UInt32>] = []
        var next: UInt32 = 0
        for range in ranges {
            if next < range.lowerBound { gaps.append(next...range.lowerBound - 1) }
            next = range.upperBound + 1
        }
        if next <= 0x10FFFF { gaps.append(next...0x10FFFF) }
        return CodePointSet(gaps)
    }

    func union(_ other: CodePointSet) -> CodePointSet { CodePointSet(ranges + other.ranges) }

    func isDisjoint(with other: CodePointSet) -> Bool {
        ranges.allSatisfy { range in !other.ranges.contains { $0.overlaps(range) } }
    }
}

/// The sets that ECMA-262 §22.2.2.9 gives a letter.
extension CodePointSet {
    static let digits = CodePointSet([0x30...0x39])
    static let wordCharacters = CodePointSet([0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])
    static let whitespace = CodePointSet([
        0x09...0x0D, 0x20...0x20, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x2028...0x2029,
        0x202F...0x202F, 0x205F...0x205F, 0x3000...0x3000, 0xFEFF...0xFEFF,
    ])
    static let notLineTerminators = CodePointSet([0x0A...0x0A, 0x0D...0x0D, 0x2028...0x2029]).complement
}
