/// Finds records that are equal wherever they stand, and makes them one type.
///
/// Equal are those with the same members of the same types, as often required and null. With fewer than three members, they
/// must also have the same name: little is equal by chance.
struct TypeSharing {
    let places: Places
    private let maps: Set<Int>

    /// A number for each description of a type.
    private var numbers: [[Int]: Int] = [:]
    private var known: [Int: Int] = [:]

    /// The records of each description, and the names of the members that lead to them.
    private var records: [Int: [Record]] = [:]

    private struct Record {
        let root: Int
        let memberCount: Int
        let label: Int
    }

    init(_ places: Places, maps: Set<Int>) {
        self.places = places
        self.maps = maps
        _ = number(of: places.root(of: Shape.root), label: -1)
        for (_, group) in records.sorted(by: { $0.key < $1.key }) { unite(group) }
    }

    private mutating func unite(_ group: [Record]) {
        guard group.count > 1 else { return }
        guard group[0].memberCount < 3 else {
            for record in group.dropFirst() { places.unite(group[0].root, record.root) }
            return
        }
        for same in Dictionary(grouping: group, by: \.label).values {
            for record in same.dropFirst() { places.unite(same[0].root, record.root) }
        }
    }

    /// The number of what a type is, without how often it is null.
    private mutating func number(of root: Int, label: Int) -> Int {
        if let number = known[root] { return number }
        let counts = places.counts(of: root)
        guard counts.objects + counts.arrays > 0 || places.branches(of: root) != nil else {
            return scalarNumber(root, counts)
        }
        // A type that holds itself is like no other.
        known[root] = Self.uniqueNumber(root)
        let members = maps.contains(root) ? [] : places.members(of: root)
        let description = description(of: root, counts, members, label: label)
        let number = numbers[description] ?? numbers.count
        numbers[description] = number
        known[root] = number
        if !members.isEmpty, places.branches(of: root) == nil {
            records[number, default: []].append(Record(root: root, memberCount: members.count, label: label))
        }
        return number
    }

    /// Numbers that no description has: most types are scalars, and need none.
    private func scalarNumber(_ root: Int, _ counts: ShapeNode) -> Int {
        let form = counts.strings > 0 ? TextEvidence(places, root).form : nil
        let formNumber = form.map { $0.rawValue + 1 } ?? 0
        return .min + (formNumber << 2 | (counts.unsigned > 0 ? 2 : 0) | (counts.bigIntegers > 0 ? 1 : 0))
    }

    private mutating func description(
        of root: Int,
        _ counts: ShapeNode,
        _ members: [Places.Member],
        label: Int
    ) -> [Int] {
        var description = [maps.contains(root) ? 1 : 0, scalarNumber(root, counts)]
        description.reserveCapacity(members.count * 4 + 8)
        for member in members.indices.sorted(by: { members[$0].name < members[$1].name }) {
            let member = members[member]
            description.append(member.name)
            description.append(member.seen < counts.objects ? 1 : 0)
            describe(member.site, label: member.name, in: &description)
        }
        description.append(-1)
        for (_, branch) in places.branches(of: root)?.branches ?? [] {
            // What is in branches may be equal to something; a union is like no other.
            _ = number(of: branch, label: -1)
            description.append(Self.uniqueNumber(root))
        }
        let values = maps.contains(root) ? places.mapValues(of: root) : places.elements(of: root)
        if let values { describe(values, label: label, in: &description) }
        return description
    }

    private mutating func describe(_ site: Places.Site, label: Int, in description: inout [Int]) {
        description.append(Int(KindMask(site.counts).bits))
        description.append(number(of: site.root, label: label))
    }

    private static func uniqueNumber(_ root: Int) -> Int { -root - 1 }
}
