internal import JSONCore

/// A set of strings in the program's table of names.
///
/// The one behind the last hit is tried first, because documents repeat the order of members. If it is another, up to
/// ``scanLimit`` names are scanned, and more are hashed.
struct NameTable: BitwiseCopyable, Sendable {
    /// A trial on ten real data sets found hashing better above this.
    static let scanLimit = 16

    /// So many slots in a row may be taken before the seeded hash is used.
    static let maxRun = 128

    let entries: TableSlice

    /// Slots in the table of slots, a power of two of them; none for a table that is scanned.
    let slots: TableSlice

    static let empty = NameTable(entries: .empty, slots: .empty)
}

/// One name, and what a schema says of the member that it names.
struct NameEntry: BitwiseCopyable, Sendable {
    let key: NameKey

    /// Where the bytes stand in the program's text.
    let text: UInt32

    var rule = MemberRule()
}

/// What a schema says of the member that a name names.
struct MemberRule: BitwiseCopyable, Sendable {
    /// The types that the member's schema allows, from its node.
    var types: TypeMask = .all

    /// Those of which the node asks nothing else.
    var decided: TypeMask = .all

    var node: NodeID = .anything

    /// Whether `properties` names it; a name can be required alone.
    var isDescribed = false

    var isRequired = false
}

/// Length, first eight and last eight bytes: what tells nearly all names apart in three comparisons.
struct NameKey: BitwiseCopyable, Sendable {
    let count: UInt32
    let head: UInt64
    let tail: UInt64

    /// The bits of both words that are the name's.
    let mask: UInt64

    init(_ text: UTF8View) {
        count = UInt32(truncatingIfNeeded: text.count)
        mask = text.count < 8 ? ~(UInt64.max &<< UInt64(8 &* text.count)) : .max
        // Eight bytes behind the end may be read.
        head = text.loadWord(at: 0) & mask
        tail = text.loadWord(at: max(text.count &- 8, 0)) & mask
    }

    /// Whether a text has this length and these ends.
    @inline(__always) func agrees(with text: UTF8View) -> Bool {
        guard count == UInt32(truncatingIfNeeded: text.count), text.loadWord(at: 0) & mask == head else {
            return false
        }
        return count <= 8 || text.loadWord(at: text.count &- 8) == tail
    }

    /// Nearly as good as any for names that nobody chose to collide.
    var hash: Int {
        let mixed = (head ^ tail &* 0xD6E8_FEB8_6659_FD93 ^ UInt64(count)) &* 0x9E37_79B9_7F4A_7C15
        return Int(truncatingIfNeeded: mixed >> 32)
    }

    /// A hash of the whole name, which nobody can prepare who does not know the seed; `word` gives the eight bytes from an
    /// offset on.
    func hash(seed: UInt64, word: (Int) -> UInt64) -> Int {
        // No name ends in 0xFF, so no factor can be made zero.
        var hash = Self.mix(head ^ seed, tail &+ UInt64(count) ^ 0xFF51_AFD7_ED55_8CCD)
        var offset = 8
        while offset &+ 8 < Int(count) {
            hash = Self.mix(hash ^ word(offset), 0x9E37_79B9_7F4A_7C15)
            offset &+= 8
        }
        return Int(truncatingIfNeeded: hash)
    }

    private static func mix(_ left: UInt64, _ right: UInt64) -> UInt64 {
        let product = left.multipliedFullWidth(by: right)
        return product.high ^ product.low
    }
}

extension ProgramTables {
    /// The table entry of a name, or nil.
    ///
    /// `cursor` counts from the table's start and moves behind a hit.
    @inline(__always)
    func find(_ text: UTF8View, in table: NameTable, cursor: inout Int) -> Int? {
        let next = Int(table.entries.start) &+ cursor
        if cursor < Int(table.entries.count), isName(next, text) {
            cursor &+= 1
            return next
        }
        let found = table.entries.isEmpty ? -1 : findElsewhere(text, in: table, from: cursor)
        guard found >= 0 else { return nil }
        cursor = found &- Int(table.entries.start) &+ 1
        return found
    }

    /// The same, for a name that is not the next; negative for none.
    @inline(never)
    private func findElsewhere(_ text: UTF8View, in table: NameTable, from cursor: Int) -> Int {
        guard table.slots.isEmpty else { return look(up: text, in: table) }
        let (start, end) = (table.entries.range.lowerBound, table.entries.range.upperBound)
        for place in start &+ cursor..<max(end, start &+ cursor) where isName(place, text) { return place }
        for place in start..<min(start &+ cursor, end) where isName(place, text) { return place }
        return -1
    }

    private func look(up text: UTF8View, in table: NameTable) -> Int {
        let mask = Int(table.slots.count) &- 1
        let key = NameKey(text)
        let hash = nameSeed == 0 ? key.hash : key.hash(seed: nameSeed, word: text.loadWord)
        var slot = hash & mask
        while true {
            let entry = Int(slots[Int(table.slots.start) &+ slot])
            guard entry > 0 else { return -1 }
            let place = Int(table.entries.start) &+ entry &- 1
            if isName(place, text) { return place }
            slot = (slot &+ 1) & mask
        }
    }

    /// Whether the name at that place of the table is the text.
    @inline(__always)
    func isName(_ place: Int, _ text: UTF8View) -> Bool {
        names[place].key.agrees(with: text) && (text.count <= 16 || hasSameMiddle(place, text))
    }

    /// Compares the bytes between the first and the last eight.
    @inline(never)
    private func hasSameMiddle(_ place: Int, _ text: UTF8View) -> Bool {
        let start = Int(names[place].text)
        var offset = 8
        while offset < text.count &- 8 {
            guard self.text.loadWord(at: start &+ offset) == text.loadWord(at: offset) else { return false }
            offset &+= 8
        }
        return true
    }

    func nameText(_ place: Int) -> String {
        let entry = names[place]
        return String(
            decoding: (0..<Int(entry.key.count)).map { text[Int(entry.text) + $0] },
            as: UTF8.self
        )
    }
}
