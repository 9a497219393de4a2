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

    /// What was counted.
    package let profile: Profile

    /// Pins whose path is in no sample.
    package let unusedPins: [JSONPointer]

    /// Infers from samples, whose order makes no difference.
    ///
    /// - Complexity: O(samples), in one pass over each; two where objects are told apart by a member.
    package init(_ samples: [JSONDocument], _ options: Options = Options()) {
        var shape = Shape()
        for sample in samples { shape.observe(sample.root) }
        self.init(shape, options)
    }

    /// The samples that the schema refuses, which none may be: a fault of the inference, or a pin that says otherwise.
    ///
    /// - Complexity: O(samples).
    /// - Throws: ``SchemaError`` when the schema does not even compile, which is a fault, too.
    package func refused(_ samples: [JSONDocument]) throws -> [(sample: Int, violations: [Violation])] {
        let compiled = try CompiledSchema(compiling: JSONDocument(schema.rendered), assertsFormats: true)
        return samples.enumerated().compactMap { number, sample in
            compiled.accepts(sample) ? nil : (number, compiled.violations(in: sample.root))
        }
    }

    private init(_ shape: Shape, _ options: Options) {
        let pins = PinnedPlaces(options.pins, shape)
        let recursion = RecursionSearch(Places(shape))
        let search = MapSearch(recursion.places, pinned: pins.pins.compactMapValues(\.isMap))
        let sharing = TypeSharing(search.places, maps: search.maps)
        let places = sharing.places
        let maps = Set(search.maps.map { places.root(of: $0) })
        let named = pins.pins.compactMapValues(\.name)
        let graph = TypeGraph(places, maps: maps, pinned: Set(named.keys))
        var pinnedNames: [Int: String] = [:]
        for (node, name) in named.sorted(by: { $0.key > $1.key }) { pinnedNames[places.root(of: node)] = name }
        let names = DefinitionNames(graph, pinned: pinnedNames)
        schema = SchemaWriter(
            places: places, graph: graph, pins: pins, names: names.names, dialect: options.dialect
        ).document(title: options.title)
        profile = Profile(shape)
        unusedPins = pins.unused
    }
}
