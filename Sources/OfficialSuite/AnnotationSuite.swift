package import Foundation
import JSONCore
import JSONSchema

/// The suite's annotation tests: which annotations stand at which values.
package struct AnnotationSuite {
    private let dialect: SuiteDialect
    private var totals = SuiteTotals()

    private init(_ dialect: SuiteDialect) { self.dialect = dialect }

    /// Runs the tests that a dialect is compatible with; each assertion counts.
    ///
    /// `suite` is the suite's folder.
    ///
    /// - Throws: what reading the files throws.
    package static func run(_ dialect: SuiteDialect, in suite: URL) throws -> SuiteTotals {
        var run = AnnotationSuite(dialect)
        for (name, document) in try suiteFiles(in: suite.appending(path: "annotations/tests")) {
            for group in document.root["suite"].map({ Array($0.elements) }) ?? []
            where run.isCompatible(group) {
                try run.run(group, "\(name): \(group["description"]?.string ?? "")")
            }
        }
        return run.totals
    }

    /// `7`: from draft 7 on; `<=2019`: up to 2019-09; `=2020`: 2020-12 alone; all of several must hold.
    private func isCompatible(_ group: JSONValue) -> Bool {
        let bounds = group["compatibility"]?.string?.split(separator: ",") ?? []
        return bounds.allSatisfy { bound in
            let release = Int(bound.drop { !$0.isNumber }) ?? .max
            if bound.hasPrefix("<=") { return dialect.release <= release }
            return bound.hasPrefix("=") ? dialect.release == release : dialect.release >= release
        }
    }

    private mutating func run(_ group: JSONValue, _ name: String) throws {
        guard let schema = group["schema"], let tests = group["tests"] else { return }
        var registry = SchemaRegistry(defaultDialect: dialect.dialect)
        for (uri, external) in group["externalSchemas"]?.members ?? .none(group) {
            try registry.add(external.alone, at: uri.string)
        }
        let locations = SchemaLocations(root: schema, identifier: dialect == .draft4 ? "id" : "$id")
        let compiled = try CompiledSchema(
            compiling: schema.alone,
            at: SchemaLocations.base,
            registry: registry
        )
        for test in tests.elements {
            guard let instance = test["instance"], let assertions = test["assertions"] else { continue }
            let record = try compiled.record(instance.alone.root)
            for assertion in assertions.elements { check(assertion, record.root.all, locations, name) }
        }
    }

    private mutating func check(
        _ assertion: JSONValue,
        _ units: [OutputUnit],
        _ locations: SchemaLocations,
        _ name: String
    ) {
        let (place, keyword) = (assertion["location"]?.string, assertion["keyword"]?.string)
        var found: [String: JSONOutput] = [:]
        for unit in units where unit.instanceLocation.description == place {
            for annotation in unit.annotations where annotation.keyword == keyword {
                found[unit.schemaLocation.uriText] = annotation.value
            }
        }
        let expected = assertion["expected"]?.members.map { ($0.name.string, $0.value) } ?? []
        let isRight =
            found.count == expected.count
            && expected.allSatisfy { location, value in
                found[locations.canonical(location)].map { $0.isEqual(to: value) } == true
            }
        totals.expect(
            isRight,
            "\(name): \(place ?? "") \(keyword ?? ""): found \(found.mapValues(\.compact))"
        )
    }
}

extension JSONOutput {
    /// - Returns: false also when this is no JSON.
    fileprivate func isEqual(to value: JSONValue) -> Bool {
        do {
            return try JSONDocument(compact).root.equals(value)
        } catch {
            return false
        }
    }
}

/// Where schemas of one document are by the URI of the innermost resource around them.
private struct SchemaLocations {
    /// Of a schema without an identifier.
    static let base = "https://suite.example/schema"

    let root: JSONValue
    let identifier: String

    /// The URI of what a test names by a fragment in the whole document.
    func canonical(_ location: String) -> String {
        let reference = URIReference(location)
        guard location.hasPrefix("#"), let pointer = reference.decodedFragment.flatMap(JSONPointer.init)
        else {
            return location
        }
        var (value, tokens) = (root, [String]())
        var resource = uri(of: root, in: URIReference(Self.base)) ?? URIReference(Self.base)
        for token in pointer.tokens {
            guard let child = value.child(token) else { return location }
            value = child
            tokens.append(token)
            guard let inner = uri(of: value, in: resource) else { continue }
            (resource, tokens) = (inner, [])
        }
        return SchemaAddress(uri: resource.description, pointer: JSONPointer(tokens: tokens)).uriText
    }

    private func uri(of schema: JSONValue, in base: URIReference) -> URIReference? {
        schema[identifier]?.string.map { URIReference($0).resolved(against: base) }
    }
}
