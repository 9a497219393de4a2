import JSONCore

/// Some names of ``ChainedNames``, in the order in which they were added.
struct NameChain: BitwiseCopyable, Sendable {
    /// The places of the ends; 0 in an empty chain.
    fileprivate(set) var first = 0
    fileprivate var last = 0
    fileprivate(set) var count = 0
}

/// The names of a tree's children, all in one piece of memory: comparing one counts no references.
struct ChainedNames: Sendable {
    struct Entry: BitwiseCopyable, Sendable {
        fileprivate let start: Int
        fileprivate let count: Int
        let node: Int

        /// The place of the next in the chain; 0 at its end.
        fileprivate var next = 0
    }

    private var bytes: [UInt8] = []

    /// That of place 0 has a name that nothing has.
    private var all = [Entry(start: 0, count: -1, node: 0)]

    /// Whether the entry at a place has that name; none has at place 0.
    @inline(__always)
    func isNamed(_ place: Int, _ name: UTF8View) -> Bool {
        all[place].count == name.count && name.isEqual(to: bytes, from: all[place].start)
    }

    /// The node of the entry at a place; 0 at place 0.
    func node(at place: Int) -> Int { all[place].node }

    /// The place behind another in its chain; 0 at the end.
    func next(after place: Int) -> Int { all[place].next }

    /// The place of a name among the first of a chain; 0 when it is not there.
    ///
    /// - Complexity: O(`limit`).
    func place(of name: UTF8View, in chain: NameChain, searching limit: Int) -> Int {
        var place = chain.first
        for _ in 0..<min(limit, chain.count) {
            if isNamed(place, name) { return place }
            place = all[place].next
        }
        return 0
    }

    /// The node of a name in a chain; 0 when it is not there.
    ///
    /// - Complexity: O(chain).
    func node(of name: String, in chain: NameChain) -> Int {
        name.withUTF8View { all[place(of: $0, in: chain, searching: chain.count)].node }
    }

    /// The entries of a chain.
    func entries(of chain: NameChain) -> some Sequence<Entry> {
        sequence(first: chain.first) { all[$0].next }.prefix(chain.count).lazy.map { all[$0] }
    }

    func text(of entry: Entry) -> String {
        String(decoding: bytes[entry.start..<entry.start + entry.count], as: UTF8.self)
    }

    mutating func append(_ name: UTF8View, _ node: Int, to chain: inout NameChain) {
        let place = all.count
        all.append(Entry(start: bytes.count, count: name.count, node: node))
        bytes.append(contentsOf: name.bytes)
        if chain.count == 0 { chain.first = place } else { all[chain.last].next = place }
        chain.last = place
        chain.count += 1
    }
}
