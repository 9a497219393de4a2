package import JSONCore
package import JSONSchema

/// What samples say about those to come: their types, as a schema, and the evidence, as a profile.
package struct Inference: Sendable {
    /// What is asked for.
    package struct Options: Sendable {
        /// The dialect of the schema.
        package var dialect = Dialect.draft202012

        /// The schema's title.
        package var title: String?

        /// What people decided.
        package var pins = Pins()

        package init() {}
    }

    /// The schema; each sample is valid under it.
    package let schema: JSONOutput

    private let shape: Shape

    /// The places of objects that are maps.
    private let maps: Set<Int>

    /// What people decided.
    package let pins: Pins

    /// Pins that no sample is touched by.
    package let unusedPins: [UnusedPin]

    /// Infers from samples, whose order makes no difference.
    ///
    /// - Complexity: O(samples), in one pass over each; two more where objects are told apart by a member.
    package init(_ samples: [JSONDocument], _ options: Options = Options()) {
        var passes = InferencePasses(options)
        while true {
            for sample in samples { passes.observe(sample) }
            if let inference = passes.endPass() {
                self = inference
                return
            }
        }
    }

    init(_ found: MapSearch, _ pinned: PinnedPlaces, _ options: Options) {
        shape = found.places.shape
        let sharing = TypeSharing(found.places, maps: found.maps)
        let places = sharing.places
        let named = pinned.pins.compactMapValues(\.name)
        let maps = Set(found.maps.map { places.root(of: $0) })
        let graph = TypeGraph(places, maps: maps, pinned: Set(named.keys))
        let names = DefinitionNames(graph, pinned: Self.namesByRoot(named, places)).names
        schema = SchemaWriter(
            places: places,
            graph: graph,
            pins: pinned,
            names: names,
            dialect: options.dialect
        )
        .document(title: options.title)
        self.maps = Set(maps.flatMap(places.nodes))
        self.pins = options.pins
        unusedPins = shape.unusedPins(options.pins)
    }

    /// What was counted.
    package var profile: Profile { Profile(shape, maps: maps) }

    /// Of two names for places of one type, the first in the order of their bytes.
    private static func namesByRoot(_ named: [Int: String], _ places: Places) -> [Int: String] {
        var names: [Int: String] = [:]
        for (node, name) in named {
            let root = places.root(of: node)
            names[root] = min(names[root] ?? name, name)
        }
        return names
    }

    /// The schema, for trying samples on it: one that it refuses is a fault of the inference, or a pin says otherwise.
    ///
    /// - Throws: ``SchemaError`` when the schema does not even compile, which is a fault, too.
    package func compiled() throws -> CompiledSchema {
        try CompiledSchema(compiling: JSONDocument(schema.rendered), assertsFormats: true)
    }
}
