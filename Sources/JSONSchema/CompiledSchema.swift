package import JSONCore
internal import Synchronization

/// A schema compiled once, to judge many values.
package final class CompiledSchema: Sendable {
    let program: Program

    /// What stops an evaluation.
    package let limits: EvaluationLimits

    private let memories = BacktrackingMemoryPool()

    /// Found out when notes are asked for.
    private let notableNodes = Mutex<NotableNodes?>(nil)

    /// Compiles a schema and everything it refers to.
    ///
    /// The whole document is the schema, in the dialect of its `$schema`; without one in `dialect`, or if that is nil in the
    /// registry's default dialect. `uri` is where it was found, the base of its relative references. They may lead to the
    /// documents of `registry`; nothing else is ever looked at.
    ///
    /// With `assertsFormats`, strings must be of the ``Format`` that `format` names; otherwise only where the dialect's
    /// vocabularies say so. Other names are annotations.
    ///
    /// With `assertsContent`, strings must be base64 and JSON where a schema of draft 7 says so by `contentEncoding` and
    /// `contentMediaType`; other encodings and types are annotations, and so are all in the later dialects.
    ///
    /// - Throws: ``SchemaError`` with all problems that were found.
    /// - Complexity: O(schemas reached).
    package convenience init(
        compiling schema: JSONDocument,
        at uri: String = "",
        dialect: Dialect? = nil,
        registry: SchemaRegistry = SchemaRegistry(),
        schemaLimits: SchemaLimits = SchemaLimits(),
        limits: EvaluationLimits = EvaluationLimits(),
        assertsFormats: Bool = false,
        assertsContent: Bool = false
    ) throws(SchemaError) {
        var registry = registry
        let number = try registry.add(schema, retrievedFrom: uri, dialect: dialect)
        let root = SchemaLocation(document: number, index: Tape.rootIndex)
        try self.init(
            compiling: root,
            in: registry,
            schemaLimits: schemaLimits,
            limits: limits,
            assertsFormats: assertsFormats,
            assertsContent: assertsContent
        )
    }

    /// Compiles the schema that a URI names in a registry, with a fragment if need be.
    ///
    /// - Throws: ``SchemaError``; `unresolvableReference` when the URI names nothing.
    package convenience init(
        compiling uri: String,
        in registry: SchemaRegistry,
        schemaLimits: SchemaLimits = SchemaLimits(),
        limits: EvaluationLimits = EvaluationLimits(),
        assertsFormats: Bool = false,
        assertsContent: Bool = false
    ) throws(SchemaError) {
        let reference = URIReference(uri)
        guard let target = registry.resolve(reference) else {
            let known = registry.knownDocuments(for: reference)
            let problem = SchemaError.Problem(
                code: .unresolvableReference(uri, uri: uri, knownDocuments: known),
                document: uri,
                pointer: JSONPointer(),
                byteOffset: 0
            )
            throw SchemaError([problem])
        }
        try self.init(
            compiling: target.location,
            in: registry,
            schemaLimits: schemaLimits,
            limits: limits,
            assertsFormats: assertsFormats,
            assertsContent: assertsContent
        )
    }

    /// Compiles a schema that stands in a document of a registry.
    ///
    /// - Throws: ``SchemaError`` with all problems that were found.
    package convenience init(
        compiling schema: JSONValue,
        in registry: SchemaRegistry,
        assertsFormats: Bool = false
    ) throws(SchemaError) {
        guard let location = registry.location(of: schema) else {
            preconditionFailure("a schema of a document that the registry has not")
        }
        try self.init(
            compiling: location,
            in: registry,
            schemaLimits: SchemaLimits(),
            limits: EvaluationLimits(),
            assertsFormats: assertsFormats,
            assertsContent: false
        )
    }

    private init(
        compiling root: SchemaLocation,
        in registry: SchemaRegistry,
        schemaLimits: SchemaLimits,
        limits: EvaluationLimits,
        assertsFormats: Bool,
        assertsContent: Bool
    ) throws(SchemaError) {
        var compiler = SchemaCompiler(
            registry: registry,
            limits: schemaLimits,
            assertsFormats: assertsFormats,
            assertsContent: assertsContent
        )
        program = try compiler.compile(root)
        self.limits = limits
    }

    /// Whether a document's value conforms; false also when a limit stopped the evaluation, see ``verdict(of:)``.
    ///
    /// - Complexity: O(value) for most schemas. Nothing is allocated for a value, but for numbers that round to a limit and
    ///   for arrays of many items that must be unique.
    package func accepts(_ document: JSONDocument) -> Bool { verdict(document, Tape.rootIndex) == .valid }

    /// As for a document, of one value in it.
    package func accepts(_ value: JSONValue) -> Bool { verdict(of: value) == .valid }

    /// The verdict on a value, and whether there is one.
    package func verdict(of value: JSONValue) -> Verdict { verdict(value.document, value.index) }

    private func verdict(_ document: JSONDocument, _ index: Int) -> Verdict {
        withEvaluation(of: document) { evaluation in
            let isValid = evaluation.accepts(program.root, index)
            if let limit = evaluation.exceeded { return .undecided(limit) }
            return isValid ? .valid : .invalid
        }
    }

    /// The verdict on a text, which is parsed only where that is needed.
    ///
    /// - Complexity: O(text) for most schemas. A text that conforms is mostly judged without a parse, at up to twice the speed.
    /// - Throws: ``JSONError`` as ``JSONDocument`` does.
    package func verdict(
        ofText text: [UInt8],
        limits: ParseLimits = ParseLimits()
    ) throws(JSONError) -> Verdict {
        if certainlyAccepts(text, limits: limits) { return .valid }
        return verdict(of: try JSONDocument(text, limits: limits).root)
    }

    /// Whether a text is JSON within the limits and conforms, as far as that is known without a parse.
    package func certainlyAccepts(_ text: [UInt8], limits: ParseLimits = ParseLimits()) -> Bool {
        let (tables, root, evaluationLimits) = (program.tables, program.root, self.limits)
        return StructuralIndex.accepts(text, limits: limits) { index in
            IndexWalk.accepts(index, tables, root, evaluationLimits, maxDepth: limits.maxDepth)
        }
    }

    /// Which nodes of the program may have something to note.
    var notable: NotableNodes {
        notableNodes.withLock { known in
            let nodes = known ?? NotableNodes(program)
            known = nodes
            return nodes
        }
    }

    func withEvaluation<Result>(of document: JSONDocument, _ body: (Evaluation) -> Result) -> Result {
        let tape = unsafe document.unownedTape
        var context = EvaluationContext(program, document, tape, memories, limits)
        defer {
            context.end()
            extendLifetime(document)
        }
        return unsafe withUnsafeMutablePointer(to: &context) {
            unsafe body(Evaluation(tape, $0))
        }
    }
}

/// What an evaluation came to.
package enum Verdict: Equatable, Sendable {
    case valid
    case invalid
    /// A limit stopped it.
    case undecided(EvaluationLimit)
}
