internal import JSONCore

/// The specification's own schemas of schemas, embedded.
enum MetaSchemas {
    /// The URI of the dialect that is assumed where no `$schema` says otherwise.
    static let draft202012 = "https://json-schema.org/draft/2020-12/schema"

    /// By their path under `https://json-schema.org/draft/2020-12/`.
    static let all: [(String, [UInt8])] = [
        ("schema", PackageResources.schema_json),
        ("meta/core", PackageResources.core_json),
        ("meta/applicator", PackageResources.applicator_json),
        ("meta/unevaluated", PackageResources.unevaluated_json),
        ("meta/validation", PackageResources.validation_json),
        ("meta/meta-data", PackageResources.meta_data_json),
        ("meta/format-annotation", PackageResources.format_annotation_json),
        ("meta/format-assertion", PackageResources.format_assertion_json),
        ("meta/content", PackageResources.content_json),
    ]

    static func parse(_ text: [UInt8]) -> JSONDocument {
        do throws(JSONError) {
            return try JSONDocument(text)
        } catch {
            preconditionFailure("a meta-schema of this package is not JSON: \(error)")
        }
    }
}
