internal import JSONCore

/// Texts of numbered owners, each kept once and found by its owner and its bytes.
///
/// The hash is seeded anew in each process, so that nobody can prepare texts that collide.
struct OwnedTexts: Sendable {
    private struct Entry: BitwiseCopyable {
        let owner: Int32
        let byteCount: Int32

        /// The first eight bytes, which tell most names apart.
        let head: UInt64

        /// Where the eight bytes behind those begin.
        let rest: Int
    }

    private var entries: ContiguousArray<Entry> = []
    private var words: ContiguousArray<UInt64> = []

    /// Open addressing: 0 is free, else an entry's number and one.
    private var slots = ContiguousArray<UInt32>(repeating: 0, count: 64)

    /// How many there are; the next one gets this number.
    var count: Int { entries.count }

    /// The number of a text; a new one's is ``count`` before the call.
    mutating func number(of text: UTF8View, ownedBy owner: Int) -> Int {
        let slot = slot(Self.hash(text, owner)) { Int(entries[$0].owner) == owner && isText($0, text) }
        if slots[slot] != 0 { return Int(slots[slot]) &- 1 }
        let rest = words.count
        for offset in stride(from: 8, to: text.count, by: 8) { words.append(Self.word(of: text, at: offset)) }
        let head = Self.word(of: text, at: 0)
        let count = Int32(text.count)
        return append(Entry(owner: Int32(owner), byteCount: count, head: head, rest: rest), at: slot)
    }

    /// The number of a text of another list.
    mutating func number(of text: Int, in other: OwnedTexts, ownedBy owner: Int) -> Int {
        var entry = other.entries[text]
        let rest = other.rest(of: entry)
        entry = Entry(owner: Int32(owner), byteCount: entry.byteCount, head: entry.head, rest: words.count)
        let slot = slot(Self.hash(entry, rest)) { isEntry($0, entry, rest) }
        if slots[slot] != 0 { return Int(slots[slot]) - 1 }
        words += rest
        return append(entry, at: slot)
    }

    /// The number of a text that is there.
    func known(_ text: UTF8View, ownedBy owner: Int) -> Int? {
        let slot = slot(Self.hash(text, owner)) { Int(entries[$0].owner) == owner && isText($0, text) }
        return slots[slot] == 0 ? nil : Int(slots[slot]) - 1
    }

    /// The order of two texts' bytes.
    func precedes(_ left: Int, _ right: Int) -> Bool {
        let (first, second) = (entries[left], entries[right])
        if first.head != second.head { return first.head.byteSwapped < second.head.byteSwapped }
        let (rest, other) = (rest(of: first), rest(of: second))
        for (word, another) in zip(rest, other) where word != another {
            return word.byteSwapped < another.byteSwapped
        }
        return first.byteCount < second.byteCount
    }

    /// The slot of the entry that is looked for, or the free one where it belongs.
    @inline(__always) private func slot(_ hash: UInt64, _ isMatch: (Int) -> Bool) -> Int {
        let mask = slots.count &- 1
        var slot = Int(truncatingIfNeeded: hash) & mask
        while slots[slot] != 0, !isMatch(Int(slots[slot]) &- 1) { slot = (slot &+ 1) & mask }
        return slot
    }

    private mutating func append(_ entry: Entry, at slot: Int) -> Int {
        entries.append(entry)
        slots[slot] = UInt32(entries.count)
        if entries.count * 2 > slots.count { grow() }
        return entries.count - 1
    }

    private func isEntry(_ number: Int, _ entry: Entry, _ rest: ArraySlice<UInt64>) -> Bool {
        let known = entries[number]
        return known.owner == entry.owner && known.byteCount == entry.byteCount && known.head == entry.head
            && self.rest(of: known).elementsEqual(rest)
    }

    private func rest(of entry: Entry) -> ArraySlice<UInt64> {
        words[entry.rest..<entry.rest + max(0, Int(entry.byteCount) - 1) / 8]
    }

    /// Whether an entry is that text.
    func isText(_ number: Int, _ text: UTF8View) -> Bool {
        let entry = entries[number]
        let isAlike = Int(entry.byteCount) == text.count && entry.head == Self.word(of: text, at: 0)
        guard isAlike else { return false }
        var offset = 8
        var word = entry.rest
        while offset < text.count {
            guard words[word] == Self.word(of: text, at: offset) else { return false }
            offset &+= 8
            word &+= 1
        }
        return true
    }

    /// A copy of a text.
    subscript(number: Int) -> String {
        let entry = entries[number]
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Int(entry.byteCount) + 7)
        var word = entry.head
        for offset in 0..<Int(entry.byteCount) {
            if offset > 0, offset % 8 == 0 { word = words[entry.rest + offset / 8 - 1] }
            bytes.append(UInt8(truncatingIfNeeded: word))
            word >>= 8
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private mutating func grow() {
        slots = ContiguousArray(repeating: 0, count: slots.count * 2)
        for (number, entry) in entries.enumerated() {
            slots[slot(Self.hash(entry, rest(of: entry))) { _ in false }] = UInt32(number + 1)
        }
    }

    // MARK: Hashing

    private static let seed = UInt64.random(in: .min ... .max)

    private static func hash(_ text: UTF8View, _ owner: Int) -> UInt64 {
        var hash = mix(word(of: text, at: 0), UInt64(owner) &<< 32 | UInt64(text.count))
        var offset = 8
        while offset < text.count {
            hash = mix(hash, word(of: text, at: offset))
            offset &+= 8
        }
        return hash
    }

    private static func hash(_ entry: Entry, _ rest: ArraySlice<UInt64>) -> UInt64 {
        rest.reduce(mix(entry.head, UInt64(entry.owner) << 32 | UInt64(entry.byteCount)), mix)
    }

    private static func mix(_ left: UInt64, _ right: UInt64) -> UInt64 {
        let product = (left ^ seed).multipliedFullWidth(by: right ^ 0x9E37_79B9_7F4A_7C15)
        return product.high ^ product.low
    }

    /// Eight bytes of a text, zero behind its end.
    @inline(__always) private static func word(of text: UTF8View, at offset: Int) -> UInt64 {
        let left = text.count &- offset
        if left >= 8 { return text.loadWord(at: offset) }
        return left <= 0 ? 0 : text.loadWord(at: offset) & ~(UInt64.max &<< UInt64(8 &* left))
    }
}
