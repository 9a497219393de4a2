/// Finds the objects whose members' names are data: maps.
///
/// The evidence, besides a pin: names that look like data (numbers, identifiers, dates, codes); many members whose values
/// are alike; names that come and go from object to object. See `docs/inference.md`.
struct MapSearch {
    let places: Places

    /// The roots of types that are maps, when the search is over.
    private(set) var maps: Set<Int> = []

    /// The places that people decided.
    private let pinned: [Int: Bool]

    init(_ places: Places, pinned: [Int: Bool] = [:]) {
        self.places = places
        self.pinned = pinned
        // What is united below may belong to a type that was already looked at.
        while search() {}
        maps = Set(maps.map { self.places.root(of: $0) })
    }

    /// From the root down, since values that are united tell more of what is in them.
    private mutating func search() -> Bool {
        var isChanged = false
        var seen: Set<Int> = []
        var queue = [places.root(of: Shape.root)]
        var next = 0
        while next < queue.count {
            let root = places.root(of: queue[next])
            next += 1
            guard seen.insert(root).inserted else { continue }
            if unitesValues(of: root) { isChanged = true }
            queue += places.children(ofType: places.root(of: root))
        }
        return isChanged
    }

    private mutating func unitesValues(of root: Int) -> Bool {
        let members = places.members(of: root)
        let isKnown = maps.contains(root) || places.isCollapsed(root)
        guard isKnown || !members.isEmpty && decision(root, members) else { return false }
        maps.insert(root)
        guard let first = places.elements(of: root)?.root ?? members.first?.site.root else { return false }
        var isChanged = !isKnown
        for member in members where places.unite(first, member.site.root) { isChanged = true }
        return isChanged
    }

    private func decision(_ root: Int, _ members: [Places.Member]) -> Bool {
        for node in places.nodes(of: root) {
            if let decided = pinned[node] { return decided }
        }
        return MapEvidence(places, root, members).isMap
    }
}

extension Places {
    /// The roots of the types one step down, in an order that samples' order does not change.
    func children(ofType root: Int) -> [Int] {
        let branches = branches(of: root)?.branches.map(\.root) ?? []
        return members(of: root).map(\.site.root) + branches + (elements(of: root).map { [$0.root] } ?? [])
    }
}

/// What speaks for a map, and what for a class.
struct MapEvidence {
    private let places: Places
    private let objectCount: Int
    private let members: [Places.Member]

    init(_ places: Places, _ root: Int, _ members: [Places.Member]) {
        self.places = places
        self.members = members
        objectCount = places.counts(of: root).objects
    }

    /// Cheap questions first: nearly all objects are classes.
    var isMap: Bool {
        guard members.count > 1 else { return hasOneDataName }
        guard valuesAreAlike else { return members.count >= 4 && hasDataNamesAlone }
        let dataNames = dataNameCount
        if dataNames == members.count || members.count >= 3 && dataNames * 2 >= members.count { return true }
        return hasManyValuesAlike
    }

    private var hasOneDataName: Bool {
        DataName.isNumber(places.name(members[0].name))
    }

    private var hasDataNamesAlone: Bool {
        DataName.isData(places.name(members[0].name)) && dataNameCount == members.count
    }

    private var dataNameCount: Int { DataName.count(in: members.map { places.name($0.name) }) }

    /// The share of objects that have a member, over all members.
    private var presence: Double {
        Double(members.reduce(0) { $0 + $1.seen }) / Double(members.count * max(1, objectCount))
    }

    /// Words as names: it takes many, more where values are so plain that they are alike by chance.
    private var hasManyValuesAlike: Bool {
        let comesAndGoes = objectCount > 1 && presence <= 0.4
        return hasStructuredValues
            ? members.count >= (comesAndGoes ? 6 : objectCount == 1 ? 10 : 40)
            : members.count >= (comesAndGoes ? 15 : 100)
    }

    /// Whether values are objects, or lists of them.
    private var hasStructuredValues: Bool {
        let kinds = commonKinds
        return kinds.contains(.object) || kinds.contains(.array)
    }

    private var commonKinds: KindMask {
        members.reduce(KindMask(bits: 0)) {
            KindMask(bits: $0.bits | places.kinds(ofType: $1.site.root).essential.bits)
        }
    }

    /// Whether all values are of one kind, and objects mostly have the same members.
    private var valuesAreAlike: Bool {
        guard commonKinds.count == 1 else { return false }
        guard hasStructuredValues else { return true }
        let roots = members.map(\.site.root)
        return namesOverlap(roots) && namesOverlap(roots.compactMap { places.elements(of: $0)?.root })
    }

    /// Whether objects at some places have half of all their members' names in common, on average.
    private func namesOverlap(_ roots: [Int]) -> Bool {
        var counts: [Int: Int] = [:]
        var objects = 0
        for root in Set(roots) {
            let names = Set(places.nodes(of: root).flatMap { places.memberLinks(of: $0).map(\.name) })
            if names.isEmpty { continue }
            objects += 1
            for name in names { counts[name, default: 0] += 1 }
        }
        return counts.values.reduce(0, +) * 2 >= counts.count * objects
    }
}

extension Places {
    /// The kinds of values of a type, its branches' objects among them.
    func kinds(ofType root: Int) -> KindMask {
        KindMask(bits: nodes(of: root).reduce(0) { $0 | kinds(of: $1).bits })
    }
}

/// Names that are data: nobody names a field so.
enum DataName {
    /// How many of some names, which stand beside each other, look like data.
    static func count(in names: [String]) -> Int {
        areCodes(names) ? names.count : names.count(where: isData)
    }

    /// `2020`, `-1`.
    static func isNumber(_ name: String) -> Bool {
        let digits = name.utf8.first == UInt8(ascii: "-") ? name.utf8.dropFirst() : name.utf8[...]
        return !digits.isEmpty && digits.allSatisfy(isDigit)
    }

    /// `USD`, `EUR`, `GBP`: three or more, all in capitals and of the same two or three letters' length.
    private static func areCodes(_ names: [String]) -> Bool {
        guard names.count >= 3, let length = names.first?.utf8.count, (2...3).contains(length) else {
            return false
        }
        return names.allSatisfy { $0.utf8.count == length && $0.utf8.allSatisfy(isCapital) }
    }

    static func isData(_ name: String) -> Bool {
        isNumber(name) || isMostlyDigits(name) || isPath(name) || isHexadecimal(name) || isLanguage(name)
    }

    /// `2020-01-31`, `tt0111161`, `k0x9q`.
    private static func isMostlyDigits(_ name: String) -> Bool {
        let digits = name.utf8.count(where: isDigit)
        return digits >= 2 && digits * 5 >= name.utf8.count * 2 && name.utf8.count >= 4
    }

    /// `/a/b`, `me@a.example`, `https://a.example`.
    private static func isPath(_ name: String) -> Bool {
        let inner = name.utf8.dropFirst()
        return name.utf8.contains(UInt8(ascii: "/")) || inner.contains(UInt8(ascii: "@"))
    }

    private static func isHexadecimal(_ name: String) -> Bool {
        let isHex = { (byte: UInt8) in
            isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20)
        }
        return name.utf8.count >= 8 && name.utf8.contains(where: isDigit)
            && name.utf8.allSatisfy { isHex($0) || $0 == UInt8(ascii: "-") }
    }

    /// `en-US`.
    private static func isLanguage(_ name: String) -> Bool {
        guard (5...8).contains(name.utf8.count) else { return false }
        let parts = name.utf8.split(separator: UInt8(ascii: "-"))
        guard parts.count == 2, (2...3).contains(parts[0].count), (2...4).contains(parts[1].count) else {
            return false
        }
        return parts[0].allSatisfy { !isCapital($0) && isCapital($0 & 0xDF) }
            && parts[1].allSatisfy(isCapital)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private static func isCapital(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
    }
}
