/// A set of code points, as ranges that are sorted and apart.
struct CodePoints: Hashable {
    private(set) var ranges: [ClosedRange<UInt32>]

    static let all = CodePoints([0...0x10FFFF])
    static let digits = CodePoints([0x30...0x39])
    static let wordCharacters = CodePoints([0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])
    static let lineTerminators = CodePoints([0x0A...0x0A, 0x0D...0x0D, 0x2028...0x2029])

    /// White space and line terminators (ECMA-262 §12.2, §12.3).
    static let spaces = CodePoints([
        0x09...0x0D, 0x20...0x20, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x2028...0x2029,
        0x202F...0x202F, 0x205F...0x205F, 0x3000...0x3000, 0xFEFF...0xFEFF,
    ])

    init(_ ranges: [ClosedRange<UInt32>]) {
        self.ranges = ranges.sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { joined, range in
            guard let last = joined.last, range.lowerBound <= last.upperBound + 1 else {
                return joined.append(range)
            }
            joined[joined.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
        }
    }

    init(_ scalar: Unicode.Scalar) { self.init([scalar.value...scalar.value]) }

    var complement: CodePoints {
        var next: UInt32 = 0
        var others: [ClosedRange<UInt32>] = []
        for range in ranges {
            if range.lowerBound > next { others.append(next...(range.lowerBound - 1)) }
            next = range.upperBound + 1
        }
        return CodePoints(next <= 0x10FFFF ? others + [next...0x10FFFF] : others)
    }

    func union(_ other: CodePoints) -> CodePoints { CodePoints(ranges + other.ranges) }

    func contains(_ value: UInt32) -> Bool { ranges.contains { $0.contains(value) } }
}
