import JSONCore
import JSONSchema

/// Finds the types that describe the values of a schema.
///
/// Places with the same schemas have the same type, so that recursion ends. The types are found level by level: the ones
/// near the root come first, in the order of the schema.
struct DeclarationBuilder {
    let reader: SchemaReader
    private(set) var drafts: [Draft] = []

    /// The drafts that are still to be filled, the oldest first.
    private var waiting: [(draft: Int, place: Place)] = []
    private var known: [Place.Key: TypeReference] = [:]
    private var knownEnumerations: [EnumerationKey: TypeReference] = [:]

    /// Lists and maps that are being looked into: one that contains itself and nothing else has no type.
    private var open: Set<Place.Key> = []

    /// No program has more types.
    private static let maxTypes = 20_000

    private struct EnumerationKey: Hashable {
        let own: Words
        let texts: [String]
        let isOpen: Bool
    }

    init(_ registry: SchemaRegistry) { reader = SchemaReader(registry) }

    /// Fills all types that were found, and those found by that.
    mutating func finish() throws(GenerationError) {
        var next = 0
        while next < waiting.count {
            let (draft, place) = waiting[next]
            next += 1
            drafts[draft].body = try body(of: PlaceForm(place), discriminator: place.discriminator, draft)
        }
        waiting = []
    }

    /// Adds a type that is no schema's.
    mutating func add(_ draft: Draft) -> TypeReference {
        drafts.append(draft)
        return .named(drafts.count - 1)
    }

    /// Says what a type that was added is.
    mutating func fill(_ type: TypeReference, _ body: Draft.Body) {
        guard case .named(let draft) = type else { preconditionFailure("only types with names are filled") }
        drafts[draft].body = body
    }

    /// The type of what stands at a place, null aside.
    mutating func type(of whole: Place, _ naming: Naming) throws(GenerationError) -> TypeReference {
        let place = whole.withoutNull
        let form = PlaceForm(place.alternatives.isEmpty ? whole : place)
        if form.isAny { return .any }
        let key = place.key
        if let known = known[key] { return known }
        if let simple = try simpleType(form, key, naming) {
            known[key] = simple
            return simple
        }
        let type = try wait(place, naming)
        known[key] = type
        return type
    }

    /// A type without a name; nil when it takes one.
    private mutating func simpleType(
        _ form: PlaceForm,
        _ key: Place.Key,
        _ naming: Naming
    ) throws(GenerationError) -> TypeReference? {
        guard form.kindCount <= 1 else { return nil }
        if form.isBool { return .bool }
        if let number = form.number { return number }
        if !form.texts.isEmpty { return text(form.texts, naming) }
        if try isStructure(form.objects) { return nil }
        guard open.insert(key).inserted else { return .any }
        defer { open.remove(key) }
        if !form.lists.isEmpty { return .list(try element(of: form.lists, naming)) }
        if !form.objects.isEmpty { return .map(try value(of: form.objects, naming)) }
        return .any
    }

    private mutating func wait(
        _ place: Place,
        _ naming: Naming
    ) throws(GenerationError) -> TypeReference {
        guard drafts.count < Self.maxTypes else {
            throw reader.error(.tooManyTypes(limit: Self.maxTypes), at: place.alternatives[0].nodes[0].schema)
        }
        var naming = naming
        let form = place.alternatives.only
        if !naming.isProposed, let proposal = form?.proposedName {
            naming = Naming(own: proposal, isProposed: true, parent: naming.parent)
        }
        drafts.append(Draft(naming: naming, explanation: form?.explanation))
        waiting.append((drafts.count - 1, place))
        return .named(drafts.count - 1)
    }

    /// Whether any of the names in these objects is known.
    private func isStructure(_ objects: [Alternative]) throws(GenerationError) -> Bool {
        try !ObjectFacts(of: objects, reader).members.isEmpty
    }

    // MARK: Parts

    private mutating func element(
        of lists: [Alternative],
        _ naming: Naming
    ) throws(GenerationError) -> TypeReference {
        var places: [Place] = []
        for list in lists { if let place = try list.elements(reader) { places.append(place) } }
        return try part(.either(places), naming)
    }

    private mutating func value(
        of maps: [Alternative],
        _ naming: Naming
    ) throws(GenerationError) -> TypeReference {
        try part(try ObjectFacts(of: maps, reader).others ?? .nothing, naming)
    }

    /// What lists and maps are made of; where nothing is said of that, anything.
    private mutating func part(_ place: Place, _ naming: Naming) throws(GenerationError) -> TypeReference {
        guard !place.alternatives.isEmpty else { return .any }
        var naming = naming
        naming.isOneOfMany = true
        naming.isProposed = false
        let type = try type(of: place, naming)
        return type != .any && PlaceForm(place).isNullable ? .nullable(type) : type
    }

    private mutating func text(_ texts: [Alternative], _ naming: Naming) -> TypeReference {
        if texts.allSatisfy({ $0.text("format") == "date-time" }) { return .dateTime }
        let known = texts.map { $0.closedTexts ?? $0.knownTexts }
        let listed = known.compactMap(\.self).flatMap(\.self)
        let isOpen = texts.contains { $0.closedTexts == nil }
        // One plain text among them says that the words are just some of many, unless known words say the same.
        guard !listed.isEmpty, known.allSatisfy({ $0 != nil }), texts.only?.constant == nil else {
            return .string
        }
        return enumeration(listed, isOpen: isOpen, texts, naming)
    }

    private mutating func enumeration(
        _ listed: [String],
        isOpen: Bool,
        _ texts: [Alternative],
        _ naming: Naming
    ) -> TypeReference {
        var seen: Set<String> = []
        let distinct = listed.filter { seen.insert($0).inserted }
        var naming = naming
        if !naming.isProposed, let proposal = texts.only?.proposedName {
            naming = Naming(own: proposal, isProposed: true, parent: naming.parent)
        }
        let key = EnumerationKey(own: Words(naming.own), texts: distinct, isOpen: isOpen)
        if let known = knownEnumerations[key] { return known }
        let type = add(
            Draft(
                naming: naming,
                explanation: texts.only?.explanation,
                body: .enumeration(texts: distinct, isOpen: isOpen)
            )
        )
        knownEnumerations[key] = type
        return type
    }

    // MARK: Types with names

    private mutating func body(
        of form: PlaceForm,
        discriminator: String?,
        _ draft: Int
    ) throws(GenerationError) -> Draft.Body {
        guard form.kindCount == 1 else { return .mixture(try mixture(form, discriminator, draft)) }
        if form.objects.count > 1,
            let found = try Discrimination(form.objects, named: discriminator, reader)
        {
            return .union(try union(found, draft))
        }
        return .structure(try properties(of: form.objects, draft))
    }

    private mutating func properties(
        of objects: [Alternative],
        _ draft: Int
    ) throws(GenerationError) -> [DraftProperty] {
        var properties: [DraftProperty] = []
        for member in try ObjectFacts(of: objects, reader).members {
            let form = PlaceForm(member.place)
            let type = try type(of: member.place, Naming(own: member.key, parent: draft))
            properties.append(
                DraftProperty(
                    key: member.key,
                    type: type,
                    isRequired: member.isRequired,
                    isNullable: form.isNullable && !form.isAny,
                    constant: type == .string ? form.texts.only?.constant?.string : nil,
                    explanation: member.explanation
                )
            )
        }
        return properties
    }

    private mutating func union(_ found: Discrimination, _ draft: Int) throws(GenerationError) -> DraftUnion {
        var cases: [(String, [String], TypeReference)] = []
        let own = drafts[draft].naming.own
        for (alternative, codes) in found.branches {
            let naming = Naming(own: codes[0], parent: draft, suffix: own)
            cases.append((codes[0], codes, try type(of: Place(alternatives: [alternative]), naming)))
        }
        var unknown: TypeReference?
        if let other = found.other, try ObjectFacts(of: [other], reader).members.count > 1 {
            unknown = try type(
                of: Place(alternatives: [other]),
                Naming(own: "other", parent: draft, suffix: own)
            )
        }
        return DraftUnion(
            discriminator: found.key,
            isInteger: found.isInteger,
            cases: cases.map { (name: $0.0, codes: $0.1, payload: $0.2) },
            unknown: unknown
        )
    }

    /// The kinds of value in a fixed order, each with its type.
    private mutating func mixture(
        _ form: PlaceForm,
        _ discriminator: String?,
        _ draft: Int
    ) throws(GenerationError) -> [(MixedKind, TypeReference)] {
        let naming = Naming(own: drafts[draft].naming.own, parent: draft)
        var kinds: [(MixedKind, TypeReference)] = []
        if form.isBool { kinds.append((.scalar, .bool)) }
        if let number = form.number { kinds.append((.scalar, number)) }
        if !form.texts.isEmpty {
            let type = text(form.texts, naming)
            kinds.append((.scalar, type))
        }
        if !form.lists.isEmpty {
            let place = Place(alternatives: form.lists).narrowed(to: .array)
            kinds.append((.list, try type(of: place, naming)))
        }
        if !form.objects.isEmpty {
            let place = Place(alternatives: form.objects, discriminator: discriminator).narrowed(to: .object)
            let naming = Naming(own: naming.own, parent: draft, suffix: "object")
            kinds.append((.object, try type(of: place, naming)))
        }
        return kinds
    }
}

extension Array {
    /// Its element, where it has exactly one.
    var only: Element? { count == 1 ? self[0] : nil }
}
