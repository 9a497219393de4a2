import JSONCore
import JSONSchema

/// A test case of Bowtie: one schema, and values to judge by it.
struct BowtieCase {
    private let value: JSONValue
    private let wantsAnnotations: Bool

    init(_ value: JSONValue, wantsAnnotations: Bool) {
        self.value = value
        self.wantsAnnotations = wantsAnnotations
    }

    /// What is answered to the case but its `seq`: `results` for each test in order, or `errored` for all of them.
    func answer(_ dialect: Dialect, assertsFormats: Bool) -> [(String, JSONOutput)] {
        guard let schema = value["schema"], let tests = value["tests"], tests.kind == .array else {
            return Self.errored("a case needs a schema and an array of tests")
        }
        var compiler = BowtieCompiler(value["registry"], dialect: dialect, assertsFormats: assertsFormats)
        do {
            let compiled = try compiler.compile(schema)
            return [("results", .array(tests.elements.map { .object(result(of: $0, compiled)) }))]
        } catch {
            return Self.errored("\(error)")
        }
    }

    private func result(of test: JSONValue, _ schema: CompiledSchema) -> [(String, JSONOutput)] {
        guard let instance = test["instance"] else { return Self.errored("a test needs an instance") }
        switch schema.verdict(of: instance) {
        case .undecided(let limit): return Self.errored("\(limit)")
        case .invalid: return [("valid", .bool(false))]
        case .valid: return [("valid", .bool(true))] + annotations(of: instance, schema)
        }
    }

    private func annotations(of instance: JSONValue, _ schema: CompiledSchema) -> [(String, JSONOutput)] {
        guard wantsAnnotations else { return [] }
        let units = schema.record(instance, for: .list).root.all
        return [("annotations", .array(units.flatMap(Self.annotations)))]
    }

    private static func annotations(of unit: OutputUnit) -> [JSONOutput] {
        unit.annotations.map { annotation in
            let keyword = SchemaAddress(
                uri: unit.schemaLocation.uri,
                pointer: JSONPointer(tokens: unit.schemaLocation.pointer.tokens + [annotation.keyword])
            )
            return .object([
                ("keyword", .text(annotation.keyword)),
                ("instanceLocation", .text(unit.instanceLocation.description)),
                ("keywordLocation", .text(keyword.uriText)), ("annotation", annotation.value),
            ])
        }
    }

    private static func errored(_ message: String) -> [(String, JSONOutput)] {
        [("errored", .bool(true)), ("context", .object([("message", .text(message))]))]
    }
}

/// Compiles a case's schema with those documents of the case's registry that it refers to.
///
/// A document is looked at when something refers to it, as one that is fetched would be: a registry may hold documents of
/// other dialects, and several that claim one `$id`.
private struct BowtieCompiler {
    private let registered: [String: JSONValue]
    private let dialect: Dialect
    private let assertsFormats: Bool

    /// Those that somebody refers to; a meta-schema stands before the documents that it is for.
    private var needed: [(uri: String, document: JSONDocument)] = []

    init(_ registry: JSONValue?, dialect: Dialect, assertsFormats: Bool) {
        var registered: [String: JSONValue] = [:]
        if let registry {
            for (uri, document) in registry.members {
                registered[Self.withoutFragment(uri.string)] = document
            }
        }
        self.registered = registered
        self.dialect = dialect
        self.assertsFormats = assertsFormats
    }

    mutating func compile(_ schema: JSONValue) throws -> CompiledSchema {
        let schema = try JSONDocument(schema.document.sourceBytes(at: schema.index))
        while true {
            do throws(SchemaError) {
                return try compileWithNeeded(schema)
            } catch {
                guard let uri = error.problems.compactMap(missingDocument).first, let value = registered[uri]
                else { throw error }
                needed.insert((uri, try JSONDocument(value.document.sourceBytes(at: value.index))), at: 0)
            }
        }
    }

    private func compileWithNeeded(_ schema: JSONDocument) throws(SchemaError) -> CompiledSchema {
        var registry = SchemaRegistry(defaultDialect: dialect)
        for (uri, document) in needed { try registry.add(document, at: uri) }
        return try CompiledSchema(compiling: schema, registry: registry, assertsFormats: assertsFormats)
    }

    /// The URI of the document that is missing, if the registry has it and it was not there yet.
    private func missingDocument(_ problem: SchemaError.Problem) -> String? {
        let uri: String
        switch problem.code {
        case .unresolvableReference(_, let target, _): uri = Self.withoutFragment(target)
        case .unknownDialect(let metaSchema): uri = Self.withoutFragment(metaSchema)
        default: return nil
        }
        return registered[uri] == nil || needed.contains { $0.uri == uri } ? nil : uri
    }

    private static func withoutFragment(_ uri: String) -> String { String(uri.prefix { $0 != "#" }) }
}
