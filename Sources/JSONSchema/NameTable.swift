internal import JSONCore

/// A set of strings in the program's table of names.
///
/// The one that came after the last hit before is tried first, see ``MemberOrder``. Others are found by their hash.
struct NameTable: BitwiseCopyable, Sendable {
    /// So many slots in a row may be taken before the seeded hash is used.
    static let maxRun = 128

    /// Up to so many names are compared one by one, which takes less time than a hash.
    static let few = 8

    /// Behind them stands an entry that no name is, so that the place behind the last may be tried.
    let entries: TableSlice

    /// Slots in the table of slots, a power of two of them; none for an empty table.
    ///
    /// Each holds the place of an entry, from 1, or 0.
    let slots: TableSlice

    static let empty = NameTable(entries: .empty, slots: .empty)

    /// The place of the first entry.
    @inline(__always) var start: Int { Int(entries.start) }

    /// The place behind the last entry.
    @inline(__always) var end: Int { Int(entries.start) &+ Int(entries.count) }
}

/// One name, and what a schema says of the member that it names.
struct NameEntry: BitwiseCopyable, Sendable {
    let key: NameKey

    /// Where the bytes stand in the program's text.
    let text: UInt32

    var rule = MemberRule()

    /// No name.
    static let none = NameEntry(key: .none, text: 0)
}

/// What a schema says of the member that a name names.
struct MemberRule: BitwiseCopyable, Sendable {
    /// The types that the member's schema allows, from its node.
    var types: TypeMask = .all

    /// Those of them of which neither the node asks anything else, nor a pattern.
    var decided: TypeMask = .all

    var node: NodeID = .anything

    /// The plan that is all its node asks of objects.
    var plan = Place.none

    /// Whether `properties` names it; a name can be required alone.
    var isDescribed = false

    /// Whether patterns of the same plan must be asked, too.
    var mayMatchPattern = false

    var isRequired = false

    /// The number of its bit in ``MemberPlan/requirements``; 0 when it is not required.
    var requirement: UInt8 = 0
}

/// Length, first eight and last eight bytes: what tells nearly all names apart in three comparisons.
struct NameKey: BitwiseCopyable, Sendable {
    let head: UInt64
    let tail: UInt64

    /// The bits of both words that are the name's.
    let mask: UInt64

    // Last, so that an entry is 64 bytes long.
    let count: UInt32

    /// What no text has.
    static let none = NameKey(head: .max, tail: .max, mask: 0, count: .max)

    private init(head: UInt64, tail: UInt64, mask: UInt64, count: UInt32) {
        self.head = head
        self.tail = tail
        self.mask = mask
        self.count = count
    }

    @inline(__always) init(_ text: UTF8View) {
        count = UInt32(truncatingIfNeeded: text.count)
        mask = text.count < 8 ? ~(UInt64.max &<< UInt64(8 &* text.count)) : .max
        // Eight bytes behind the end may be read.
        head = text.loadWord(at: 0) & mask
        tail = text.loadWord(at: max(text.count &- 8, 0)) & mask
    }

    /// Whether another has this length and these ends.
    @inline(__always) func agrees(with other: NameKey) -> Bool {
        head == other.head && count == other.count && tail == other.tail
    }

    /// Whether a text has this length and these ends.
    @inline(__always) func agrees(with text: UTF8View) -> Bool {
        guard count == UInt32(truncatingIfNeeded: text.count), text.loadWord(at: 0) & mask == head else {
            return false
        }
        return count <= 8 || text.loadWord(at: text.count &- 8) == tail
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
    @inline(__always)
    func find(_ text: UTF8View, in table: NameTable) -> Int? {
        var next = table.start
        return find(text, in: table, next: &next)
    }

    /// The same; the entry at `next` is tried first, which then moves behind the one that was found.
    @inline(__always)
    func find(_ text: UTF8View, in table: NameTable, next: inout Int) -> Int? {
        if isName(next, text) {
            next &+= 1
            return next &- 1
        }
        let entry = look(up: text, in: table)
        guard entry > 0 else { return nil }
        next = entry
        return entry &- 1
    }

    /// The place of the entry in a plan's table, from 1, or 0; for a name that is not the next after `last`.
    @inline(never)
    func look(up name: UTF8View, inPlan plan: Int, after last: Int) -> Int {
        let entry = look(up: name, in: members[plan].names)
        if entry > 0 { order.learn(entry &- 1, after: last) }
        return entry
    }

    /// The same for any table.
    ///
    /// Calls nothing on the usual way, so that no register is saved for it.
    @inline(__always)
    private func look(up text: UTF8View, in table: NameTable) -> Int {
        guard !table.slots.isEmpty else { return 0 }
        guard nameSeed == 0, text.count <= 16 else { return lookThoroughly(up: text, in: table) }
        let key = NameKey(text)
        if table.entries.count <= NameTable.few { return scan(for: key, in: table) }
        var slot = key.hash
        while true {
            let entry = slotEntry(slot, in: table)
            if entry == 0 || names[entry &- 1].key.agrees(with: key) { return entry }
            slot &+= 1
        }
    }

    @inline(__always)
    private func scan(for key: NameKey, in table: NameTable) -> Int {
        for place in table.entries.range where names[place].key.agrees(with: key) { return place &+ 1 }
        return 0
    }

    /// The same for long names, and with the seeded hash.
    @inline(never)
    private func lookThoroughly(up text: UTF8View, in table: NameTable) -> Int {
        let key = NameKey(text)
        var slot = nameSeed == 0 ? key.hash : key.hash(seed: nameSeed, word: text.loadWord)
        while true {
            let entry = slotEntry(slot, in: table)
            if entry == 0 || isName(entry &- 1, text) { return entry }
            slot &+= 1
        }
    }

    @inline(__always) private func slotEntry(_ slot: Int, in table: NameTable) -> Int {
        Int(slots[Int(table.slots.start) &+ slot & (Int(table.slots.count) &- 1)])
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
