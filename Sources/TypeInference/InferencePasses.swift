package import JSONCore

/// Finds the types of samples that are given again and again, so that they need not be in memory together.
///
/// Give every sample in each pass, in any order, until ``endPass()`` gives the inference.
package struct InferencePasses {
    private let options: Inference.Options
    private var shape = Shape()

    /// In a pass that does not count: what was counted, and who looks for members that tell objects apart.
    private var looking: (types: Types, search: DiscriminatorSearch)?

    /// How often objects were told apart.
    private var depth = 0

    /// Unions in unions deeper than this stay records.
    private static let greatestUnionDepth = 4

    package init(_ options: Inference.Options) {
        self.options = options
        for (path, pin) in options.pins.splits { shape.split(at: path, by: pin) }
    }

    /// Adds a sample to the pass.
    ///
    /// - Complexity: O(sample).
    package mutating func observe(_ sample: JSONDocument) {
        if looking == nil { shape.observe(sample.root) } else { looking?.search.observe(sample.root) }
    }

    /// Ends a pass over all samples.
    ///
    /// - Returns: nil where another one is needed.
    package mutating func endPass() -> Inference? {
        if let (types, search) = looking.take() {
            let members = types.members(search.membersByRoot)
            guard !members.isEmpty else { return Inference(types.found, types.pinned, options) }
            shape = shape.resplit(members)
            depth += 1
            return nil
        }
        let types = Types(shape, options.pins)
        let search = DiscriminatorSearch(types.found.places, maps: types.found.maps, except: types.decided)
        guard search.isWorthAPass, depth < Self.greatestUnionDepth else {
            return Inference(types.found, types.pinned, options)
        }
        looking = (types, search)
        return nil
    }

    /// Which places are of one type and which are maps, with objects told apart where a member does that.
    private struct Types {
        let found: MapSearch
        let pinned: PinnedPlaces

        init(_ shape: Shape, _ pins: Pins) {
            pinned = PinnedPlaces(pins, shape)
            let places = RecursionSearch(Places(shape)).places
            found = MapSearch(places, pinned: pinned.pins.compactMapValues(\.isMap))
        }

        /// The places where people decided which member tells objects apart.
        var decided: Set<Int> { Set(pinned.pins.filter { $0.value.discriminator != nil }.keys) }

        /// By place what is known by root.
        func members(_ membersByRoot: [Int: String]) -> [Int: String] {
            var members: [Int: String] = [:]
            for (root, member) in membersByRoot {
                for node in found.places.nodes(of: root) { members[node] = member }
            }
            return members
        }
    }
}
