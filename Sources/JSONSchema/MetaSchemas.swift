internal import JSONCore
internal import Synchronization

/// The specification's own schemas of schemas, embedded.
///
/// They are the first documents of every registry. Each is one resource, and parsed when something refers to it.
enum MetaSchemas {
    static let count = all.count

    /// The number of the one at that URI.
    static func number(at uri: ExactText) -> Int? { numbers[uri] }

    static func document(_ number: Int) -> SchemaDocument { parsed[number].value.document }

    static func resource(_ number: Int) -> SchemaResource { parsed[number].value.resource }

    /// The dynamic anchors that they ask for.
    static let dynamicNames: Set<ExactText> = [ExactText("meta"), SchemaResource.recursiveAnchor]

    private static let numbers = Dictionary(
        uniqueKeysWithValues: all.enumerated().map { (ExactText($1.uri), $0) }
    )

    private static let parsed = all.indices.map(MetaSchema.init)

    /// With the URI each is found at.
    fileprivate static let all: [(uri: String, text: [UInt8])] =
        [
            (Dialect.draft4.metaSchema, PackageResources.draft4_json),
            (Dialect.draft6.metaSchema, PackageResources.draft6_json),
            (Dialect.draft7.metaSchema, PackageResources.draft7_json),
            (Dialect.draft201909.metaSchema, PackageResources.schema_2019_09_json),
            (Dialect.draft202012.metaSchema, PackageResources.schema_json),
        ]
        + vocabularies201909.map { ("https://json-schema.org/draft/2019-09/meta/" + $0, $1) }
        + vocabularies202012.map { ("https://json-schema.org/draft/2020-12/meta/" + $0, $1) }

    private static let vocabularies201909: [(String, [UInt8])] = [
        ("core", PackageResources.core_2019_09_json),
        ("applicator", PackageResources.applicator_2019_09_json),
        ("validation", PackageResources.validation_2019_09_json),
        ("meta-data", PackageResources.meta_data_2019_09_json),
        ("format", PackageResources.format_2019_09_json),
        ("content", PackageResources.content_2019_09_json),
    ]

    private static let vocabularies202012: [(String, [UInt8])] = [
        ("core", PackageResources.core_json),
        ("applicator", PackageResources.applicator_json),
        ("unevaluated", PackageResources.unevaluated_json),
        ("validation", PackageResources.validation_json),
        ("meta-data", PackageResources.meta_data_json),
        ("format-annotation", PackageResources.format_annotation_json),
        ("format-assertion", PackageResources.format_assertion_json),
        ("content", PackageResources.content_json),
    ]

}

/// One of them, parsed when it is needed first.
private final class MetaSchema: Sendable {
    private let number: Int
    private let known = Mutex<(document: SchemaDocument, resource: SchemaResource)?>(nil)

    init(_ number: Int) { self.number = number }

    var value: (document: SchemaDocument, resource: SchemaResource) {
        known.withLock { known in
            let value = known ?? parse()
            known = value
            return value
        }
    }

    private func parse() -> (document: SchemaDocument, resource: SchemaResource) {
        let (uri, text) = MetaSchemas.all[number]
        do throws(JSONError) {
            let root = try JSONDocument(text).root
            let metaSchema = root[Keyword.schema.name]?.string
            let document = SchemaDocument(
                document: root.document,
                uri: uri,
                firstResource: number,
                dialect: metaSchema.flatMap(Dialect.init(metaSchema:)) ?? .draft202012
            )
            var index = SchemaIndex(document, number: number)
            index.run()
            return (document, index.resources[0])
        } catch {
            preconditionFailure("the meta-schema \(uri) of this package is not JSON: \(error)")
        }
    }
}
