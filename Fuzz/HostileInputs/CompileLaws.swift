internal import JSONCore
internal import JSONSchema

/// What holds for every text as a schema.
enum CompileLaws {
    static func check(_ bytes: [UInt8]) throws(BrokenLaw) {
        // What is no JSON is not for the compiler.
        guard let document = try? JSONDocument(bytes) else { return }
        for assertsFormats in [false, true] {
            try check(document, assertsFormats: assertsFormats)
        }
    }

    private static func check(_ document: JSONDocument, assertsFormats: Bool) throws(BrokenLaw) {
        let schema: CompiledSchema
        do throws(SchemaError) {
            schema = try CompiledSchema(compiling: document, assertsFormats: assertsFormats)
        } catch {
            return try check(error, in: document)
        }
        try ValidateLaws.check(document.root, schema)
    }

    private static func check(_ error: SchemaError, in document: JSONDocument) throws(BrokenLaw) {
        try expect(!error.problems.isEmpty, "a schema that does not compile has a problem")
        for problem in error.problems {
            try expect(
                document.root.value(at: problem.pointer)?.byteOffset == problem.byteOffset,
                "\(problem) stands where its pointer leads"
            )
        }
        try expect(!error.description.isEmpty, "a problem says what it is")
    }
}
