/// An entry of an array that names the one that follows in its list; -1 ends the list.
protocol Linked {
    var next: Int32 { get }
}

/// The numbers of the entries of one list, of many that share an array.
struct LinkedNumbers<Link: Linked>: Sequence, IteratorProtocol {
    private let links: ContiguousArray<Link>
    private var upcoming: Int32

    init(_ links: ContiguousArray<Link>, first: Int32) {
        self.links = links
        upcoming = first
    }

    mutating func next() -> Int? {
        guard upcoming >= 0 else { return nil }
        let number = Int(upcoming)
        upcoming = links[number].next
        return number
    }
}
