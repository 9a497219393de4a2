internal import JSONCore

/// The specification's own schemas of schemas, embedded.
enum MetaSchemas {
    /// With the URI each is found at.
    static let all: [(uri: String, text: [UInt8])] =
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

    static func parse(_ text: [UInt8]) -> JSONDocument {
        do throws(JSONError) {
            return try JSONDocument(text)
        } catch {
            preconditionFailure("a meta-schema of this package is not JSON: \(error)")
        }
    }
}
