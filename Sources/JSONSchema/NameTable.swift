internal import JSONCore

/// A set of strings in the program's table of names, found by length and words.
///
/// Up to ``scanLimit`` names are scanned from behind the last hit, because documents repeat the order of members; more
/// are hashed.
struct NameTable: BitwiseCopyable, Sendable {
    /// A trial on ten real data sets found hashing better above this.
    static let scanLimit = 16

    let entries: TableSlice

    /// Slots in the table of slots, a power of two of them; none for a table that is scanned.
    let slots: TableSlice

    /// So many slots in a row may be taken before the seeded hash is used.
    static let maxRun = 128

    static let empty = NameTable(entries: .empty, slots: .empty)
}

/// One name.
struct NameEntry: BitwiseCopyable, Sendable {
    let key: NameKey

    /// Where the bytes stand in the program's text.
    let text: Int
}

/// What a schema says of the member that a name names: the entry at the name's place in the table of rules.
///
/// Apart from the names, so that finding one reads only what it compares.
struct MemberRule: BitwiseCopyable, Sendable {
    /// The types that the member's schema allows, from its node.
    var types: TypeMask = .all

    var node: NodeID = .anything

    /// Whether `properties` names it; a name can be required alone.
    var isDescribed = false

    /// Whether the node asks nothing but the types.
    var isLeaf = true

    var isRequired = false
}

/// Length, first eight and last eight bytes: what tells nearly all names apart in three comparisons.
struct NameKey: BitwiseCopyable, Sendable {
    let count: Int
    let head: UInt64
    let tail: UInt64

    @inline(__always) init(_ text: UTF8View) {
        count = text.count
        if text.count >= 8 {
            head = text.loadWord(at: 0)
            tail = text.loadWord(at: text.count &- 8)
        } else {
            head = text.loadWord(at: 0) & ~(UInt64.max &<< UInt64(8 &* text.count))
            tail = 0
        }
    }

    init(_ bytes: [UInt8]) {
        func word(_ bytes: some Collection<UInt8>) -> UInt64 {
            bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
        }
        count = bytes.count
        head = word(bytes.prefix(8))
        tail = bytes.count >= 8 ? word(bytes.suffix(8)) : 0
    }

    @inline(__always) func agrees(with other: NameKey) -> Bool {
        count == other.count && head == other.head && tail == other.tail
    }

    /// Nearly as good as any for names that nobody chose to collide.
    @inline(__always) var hash: Int {
        let mixed = (head ^ tail &* 0xD6E8_FEB8_6659_FD93 ^ UInt64(count)) &* 0x9E37_79B9_7F4A_7C15
        return Int(truncatingIfNeeded: mixed >> 32)
    }

    /// A hash of the whole name, which nobody can prepare who does not know the seed; `word` gives the eight bytes from an
    /// offset on.
    func hash(seed: UInt64, word: (Int) -> UInt64) -> Int {
        // No name ends in 0xFF, so no factor can be made zero.
        var hash = Self.mix(head ^ seed, tail &+ UInt64(count) ^ 0xFF51_AFD7_ED55_8CCD)
        var offset = 8
        while offset &+ 8 < count {
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
    /// A scan begins at `cursor`, which counts from the table's start and moves behind a hit.
    @inline(__always)
    func find(_ text: UTF8View, in table: NameTable, cursor: inout Int) -> Int? {
        let count = Int(table.entries.count)
        guard count > 0 else { return nil }
        let key = NameKey(text)
        return table.slots.isEmpty
            ? scan(for: key, text, in: table, count: count, cursor: &cursor) : look(up: key, text, in: table)
    }

    @inline(__always)
    private func scan(
        for key: NameKey,
        _ text: UTF8View,
        in table: NameTable,
        count: Int,
        cursor: inout Int
    ) -> Int? {
        let start = Int(table.entries.start)
        var at = cursor
        for _ in 0..<count {
            if at >= count { at = 0 }
            let place = start &+ at
            at &+= 1
            if matches(place, key, text) {
                cursor = at
                return place
            }
        }
        return nil
    }

    @inline(never)
    private func look(up key: NameKey, _ text: UTF8View, in table: NameTable) -> Int? {
        nameSeed == 0 ? look(up: key, text, in: table, hash: key.hash) : lookSeeded(up: key, text, in: table)
    }

    /// Apart, so that names that scatter well are found with less code.
    @inline(never)
    private func lookSeeded(up key: NameKey, _ text: UTF8View, in table: NameTable) -> Int? {
        look(up: key, text, in: table, hash: key.hash(seed: nameSeed, word: text.loadWord))
    }

    @inline(__always)
    private func look(up key: NameKey, _ text: UTF8View, in table: NameTable, hash: Int) -> Int? {
        let mask = Int(table.slots.count) &- 1
        var slot = hash & mask
        while true {
            let entry = Int(slots[Int(table.slots.start) &+ slot])
            guard entry > 0 else { return nil }
            let place = Int(table.entries.start) &+ entry &- 1
            if matches(place, key, text) { return place }
            slot = (slot &+ 1) & mask
        }
    }

    @inline(__always)
    func matches(_ place: Int, _ key: NameKey, _ text: UTF8View) -> Bool {
        let entry = names[place]
        guard entry.key.agrees(with: key) else { return false }
        return key.count <= 16 || sameMiddle(entry, text)
    }

    /// The bytes between the first and the last eight.
    private func sameMiddle(_ entry: NameEntry, _ text: UTF8View) -> Bool {
        for offset in 8..<entry.key.count &- 8 where self.text[entry.text &+ offset] != text[offset] {
            return false
        }
        return true
    }

    func nameText(_ place: Int) -> String {
        let entry = names[place]
        return String(
            decoding: (0..<entry.key.count).map { text[entry.text + $0] },
            as: UTF8.self
        )
    }
}
