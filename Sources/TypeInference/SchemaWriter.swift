internal import JSONCore
internal import JSONSchema

/// Writes types as a JSON Schema.
struct SchemaWriter {
    let places: Places
    let graph: TypeGraph
    let pins: PinnedPlaces
    let names: [Int: String]
    let dialect: Dialect

    typealias Members = [(String, JSONOutput)]

    /// The whole document.
    func document(title: String?) -> JSONOutput {
        let root = places.site([Shape.root]) ?? Places.Site(root: Shape.root, counts: ShapeNode())
        var members: Members = [("$schema", .text(dialect.metaSchema + (dialect < .draft201909 ? "#" : "")))]
        if let title { members.append(("title", .text(title))) }
        let schema = schema(of: root)
        // Up to draft 7 nothing counts beside a reference.
        let isWrapped = dialect < .draft201909 && schema.contains { $0.0 == "$ref" }
        members += isWrapped ? [("allOf", .array([.object(schema)]))] : schema
        let definitions = graph.definitions.sorted { left, right in
            (names[left] ?? "").utf8.lexicographicallyPrecedes((names[right] ?? "").utf8)
        }
        if !definitions.isEmpty {
            let all = definitions.map { (names[$0] ?? "", JSONOutput.object(definition($0))) }
            members.append((definitionsKey, .object(all)))
        }
        return .object(members)
    }

    private var definitionsKey: String { dialect < .draft201909 ? "definitions" : "$defs" }

    private func definition(_ root: Int) -> Members {
        let pinned = pins.pin(of: root, places)?.name
        return (pinned.map { [("title", .text($0))] } ?? []) + ownSchema(of: root)
    }

    /// What a definition holds: a record, a map, or a list that holds itself.
    private func ownSchema(of root: Int) -> Members {
        let counts = places.counts(of: root)
        let hasObjects = counts.objects > 0 || places.branches(of: root) != nil
        let kind = graph.kind(of: root)
        let object = kind.map { recordSchema(of: root, kind: $0) } ?? objectSchema(of: root)
        let objects = hasObjects ? [object] : []
        let lists = counts.arrays > 0 ? [listSchema(of: root, counts)] : []
        return Self.anyOf(objects + lists)
    }

    // MARK: Sites

    /// The schema of the values at a site.
    func schema(of site: Places.Site) -> Members {
        var alternatives = scalarSchemas(of: site)
        if let reference = reference(to: site.root) {
            if site.counts.objects + site.counts.arrays > 0 { alternatives.append(reference) }
        } else {
            if site.counts.arrays > 0 { alternatives.append(listSchema(of: site.root, site.counts)) }
            if site.counts.objects > 0 { alternatives.append(objectSchema(of: site.root)) }
        }
        return site.counts.nulls > 0 ? Self.nullable(alternatives) : Self.anyOf(alternatives)
    }

    /// Nil for a type that is written where it stands.
    func reference(to root: Int) -> Members? {
        names[root].map { name in
            [("$ref", .text("#/\(definitionsKey)/\(JSONPointer.escape(name).uriEscaped)"))]
        }
    }

    private static func anyOf(_ alternatives: [Members]) -> Members {
        alternatives.count == 1 ? alternatives[0] : [("anyOf", .array(alternatives.map(JSONOutput.object)))]
    }

    private static func nullable(_ alternatives: [Members]) -> Members {
        let null: Members = [("type", .text("null"))]
        guard let only = alternatives.first else { return null }
        if alternatives.count == 1, case ("type", .text(let type))? = only.first {
            return [("type", .array([.text(type), .text("null")]))] + only.dropFirst().map(withNull)
        }
        return anyOf(alternatives + [null])
    }

    /// A closed enumeration has to name null, too.
    private static func withNull(_ member: (String, JSONOutput)) -> (String, JSONOutput) {
        guard case ("enum", .array(let values)) = member else { return member }
        return ("enum", .array(values + [.null]))
    }

    // MARK: Scalars

    private func scalarSchemas(of site: Places.Site) -> [Members] {
        let counts = site.counts
        var schemas: [Members] = []
        if counts.booleans > 0 { schemas.append([("type", .text("boolean"))]) }
        if counts.decimals > 0 {
            schemas.append([("type", .text("number"))])
        } else if counts.integers > 0 {
            schemas.append(integerSchema(of: site))
        }
        if counts.strings > 0 { schemas.append(stringSchema(of: site.root)) }
        return schemas
    }

    private func integerSchema(of site: Places.Site) -> Members {
        let isNegative = places.nodes(of: site.root).contains { node in
            let slot = Int(places.shape.nodes[node].number)
            return slot >= 0 && (places.shape.numbers[slot].integers?.lowerBound ?? 0) < 0
        }
        let all = places.counts(of: site.root)
        let isBig = all.bigIntegers > 0 || all.unsigned > 0 && isNegative
        let format = isBig ? "x-big-integer" : all.unsigned > 0 ? "uint64" : nil
        return [("type", .text("integer"))] + (format.map { [("format", .text($0))] } ?? [])
    }

    private func stringSchema(of root: Int) -> Members {
        let pin = pins.pin(of: root, places)
        let evidence = TextEvidence(places, root)
        var members: Members = [("type", .text("string"))]
        if let format = pin?.format {
            if !format.isEmpty { members.append(("format", .text(format))) }
        } else if let form = evidence.form {
            members.append(form.contained.map { ("x-string-of", .text($0)) } ?? ("format", .text(form.name)))
        }
        if let closed = pin?.enumeration {
            let values = closed.isEmpty ? evidence.values?.map(\.text) ?? [] : closed
            if !values.isEmpty { members.append(("enum", .array(values.map(JSONOutput.text)))) }
        } else if let known = evidence.knownValues {
            members.append(("x-known-values", .array(known.map(JSONOutput.text))))
        }
        return members
    }

    // MARK: Arrays and objects

    private func listSchema(of root: Int, _ counts: ShapeNode) -> Members {
        let list: Members = [("type", .text("array"))]
        guard let elements = places.elements(of: root), elements.counts.seen > 0 else { return list }
        if let tuple = TupleEvidence(counts).kinds { return list + tupleSchema(tuple, elements) }
        return list + [("items", .object(schema(of: elements)))]
    }

    private func tupleSchema(_ kinds: [KindMask], _ elements: Places.Site) -> Members {
        let items = kinds.map { kind in
            var site = elements
            site.counts = elements.counts.restricted(to: kind)
            return JSONOutput.object(schema(of: site))
        }
        return dialect < .draft202012
            ? [("items", .array(items)), ("additionalItems", .bool(false))]
            : [("prefixItems", .array(items)), ("items", .bool(false))]
    }

    private func objectSchema(of root: Int) -> Members {
        if graph.maps.contains(root) {
            let object: Members = [("type", .text("object"))]
            guard let values = places.mapValues(of: root), values.counts.seen > 0 else { return object }
            return object + [("additionalProperties", .object(schema(of: values)))]
        }
        guard let (member, branches) = places.branches(of: root) else { return recordSchema(of: root) }
        return UnionWriter(self, root, member, branches).schema
    }

    /// A record of the objects just at the places of a type, without those of its branches.
    func recordSchema(of root: Int, kind: (member: String, values: [String])? = nil) -> Members {
        let count = places.counts(of: root).objects
        let members = places.members(of: root)
        let named = pins.pin(of: root, places)?.name.map { [("title", JSONOutput.text($0))] } ?? []
        var record: Members = names[root] != nil ? [] : named
        record.append(("type", .text("object")))
        guard !members.isEmpty else { return record }
        let properties: Members = members.map { field in
            let name = places.name(field.name)
            let isKind = kind?.member == name
            return (name, .object(isKind ? kindSchema(kind?.values ?? []) : schema(of: field.site)))
        }
        record.append(("properties", .object(properties)))
        let required = members.filter { $0.seen == count }.map { JSONOutput.text(places.name($0.name)) }
        // Draft 4 wants at least one name.
        return required.isEmpty ? record : record + [("required", .array(required))]
    }

    func kindSchema(_ values: [String]) -> Members {
        guard values.count == 1, dialect > .draft4 else {
            return [("enum", .array(values.map(JSONOutput.text)))]
        }
        return [("const", .text(values[0]))]
    }
}

extension ShapeNode {
    /// The counts of one kind alone.
    fileprivate func restricted(to kind: KindMask) -> ShapeNode {
        var node = self
        if !kind.contains(.null) { node.nulls = 0 }
        if !kind.contains(.boolean) { node.booleans = 0 }
        if !kind.contains(.number) { node.decimals = 0 }
        if !kind.contains(.integer) { node.integers = 0 }
        if !kind.contains(.string) { node.strings = 0 }
        if !kind.contains(.array) { node.arrays = 0 }
        if !kind.contains(.object) { node.objects = 0 }
        return node
    }
}

extension String {
    /// As it stands in the fragment of a URI.
    fileprivate var uriEscaped: String {
        utf8.map { byte in
            let isPlain = Unicode.Scalar(byte).properties.isAlphabetic && byte < 0x80
            let isKept = isPlain || (0x30...0x39).contains(byte) || "-._~!$&'()*+,;=:@/?".utf8.contains(byte)
            return isKept
                ? String(Unicode.Scalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
    }
}
