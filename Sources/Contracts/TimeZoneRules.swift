/// How far the clocks of a place are from UTC, and since when: RFC 8536.
package struct TimeZoneRules: Equatable, Sendable {
    /// Seconds since 1970, rising, and the offset in seconds from then on.
    private let changes: [Change]
    private let first: Int

    fileprivate struct Change: Equatable {
        let moment: Int
        let offset: Int
    }

    /// Coordinated Universal Time.
    package static let utc = TimeZoneRules(changes: [], first: 0)

    private init(changes: [Change], first: Int) {
        self.changes = changes
        self.first = first
    }

    /// Reads a compiled file, such as `/usr/share/zoneinfo/Europe/Berlin`.
    ///
    /// Debian's files list each change until 2037. What comes after is taken from 28 years before, when the days of the
    /// week fell on the same dates.
    ///
    /// - Returns: nil for bytes that are no such file of version 2 or later, and for a file that leaves the changes of
    ///   coming years to a rule at its end.
    package init?(_ bytes: [UInt8]) {
        var reader = ZoneReader(bytes)
        // The first block has 32-bit times, for readers of long ago.
        guard let old = reader.header(), reader.skip(old.size(ofTime: 4)), let new = reader.header() else {
            return nil
        }
        guard let moments = reader.numbers(count: new.changes, width: 8),
            let kinds = reader.numbers(count: new.changes, width: 1),
            let types = reader.types(count: new.types),
            kinds.allSatisfy({ types.indices.contains($0) }), let standard = types.first
        else { return nil }
        changes = zip(moments, kinds).map { Change(moment: $0, offset: types[$1]) }
        first = standard
        // The footer, between two line ends; with a comma it holds a rule.
        let footer = reader.rest(after: new.size(ofTime: 8) - reader.read)
        guard footer.count >= 2, footer.first == lineEnd, footer.last == lineEnd else { return nil }
        let isListed = (changes.last?.moment ?? 0) >= lastYearOfFiles
        guard isListed || !footer.contains(UInt8(ascii: ",")) else { return nil }
    }

    /// Seconds to add to UTC at a moment, in seconds since 1970.
    package func offset(at moment: Int) -> Int {
        var moment = moment
        if let last = changes.last, last.moment >= lastYearOfFiles {
            while moment > last.moment { moment -= cycle }
        }
        let later = changes.partitioningIndex { $0.moment > moment }
        return later == 0 ? first : changes[later - 1].offset
    }

    /// The first moment after `now` at which clocks show `local`; a time that they leave out is as much later.
    ///
    /// - Parameters:
    ///   - local: seconds since 1970-01-01 00:00 on the wall.
    ///   - now: seconds since 1970.
    /// - Returns: nil when that is past.
    func moment(ofLocal local: Int, after now: Int) -> Int? {
        // No place is further than a day from UTC, and none changes its clocks twice in two days.
        let offsets = [offset(at: local - 86_400), offset(at: local + 86_400)]
        let shown = offsets.map { local - $0 }.filter { $0 + offset(at: $0) == local }.sorted()
        return (shown.isEmpty ? [local - offsets[0]] : shown).first { $0 > now }
    }
}

private let lineEnd = UInt8(ascii: "\n")
/// 2037-01-01.
private let lastYearOfFiles = 2_114_380_800
/// 28 Julian years, in seconds.
private let cycle = 883_612_800

extension [TimeZoneRules.Change] {
    fileprivate func partitioningIndex(_ isAfter: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isAfter(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

/// Section 3 of RFC 8536, with every count checked against the bytes that are left.
private struct ZoneReader {
    private let bytes: [UInt8]
    private var place = 0
    /// Bytes read since the last header.
    private(set) var read = 0

    struct Header {
        let isUT, isStandard, leaps, changes, types, characters: Int

        func size(ofTime width: Int) -> Int {
            changes * (width + 1) + types * 6 + characters + leaps * (width + 4) + isStandard + isUT
        }
    }

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func header() -> Header? {
        guard bytes[place...].starts(with: "TZif".utf8), bytes.count >= place + 44,
            bytes[place + 4] >= UInt8(ascii: "2")
        else { return nil }
        place += 20
        guard let counts = numbers(count: 6, width: 4), counts.allSatisfy({ 0...1_000_000 ~= $0 }) else {
            return nil
        }
        read = 0
        return Header(
            isUT: counts[0],
            isStandard: counts[1],
            leaps: counts[2],
            changes: counts[3],
            types: counts[4],
            characters: counts[5]
        )
    }

    mutating func skip(_ count: Int) -> Bool {
        guard count <= bytes.count - place else { return false }
        place += count
        return true
    }

    /// Big-endian numbers, with a sign unless they are single bytes.
    mutating func numbers(count: Int, width: Int) -> [Int]? {
        let start = place
        guard skip(count * width) else { return nil }
        read += count * width
        return (0..<count).map { number in
            let digits = bytes[(start + number * width)..<(start + (number + 1) * width)]
            let value = digits.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            return width == 4 ? Int(Int32(truncatingIfNeeded: value)) : Int(Int64(bitPattern: value))
        }
    }

    /// The offset of each type.
    mutating func types(count: Int) -> [Int]? {
        var offsets: [Int] = []
        for _ in 0..<count {
            guard let offset = numbers(count: 1, width: 4), numbers(count: 2, width: 1) != nil else {
                return nil
            }
            offsets += offset
        }
        return offsets
    }

    func rest(after count: Int) -> ArraySlice<UInt8> { bytes[min(place + max(count, 0), bytes.count)...] }
}
