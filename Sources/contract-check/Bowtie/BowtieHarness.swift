import FoundationEssentials
import JSONCore
import JSONSchema
import Options

/// The answering side of Bowtie's harness protocol.
struct BowtieHarness {
    private let assertsFormats: Bool
    private var hasStarted = false
    private var dialect = Dialect.draft202012

    init(assertsFormats: Bool) { self.assertsFormats = assertsFormats }

    /// The line that answers a command; nil when it is to stop.
    mutating func answer(to line: [UInt8]) throws(BowtieFault) -> String? {
        switch try request(line) {
        case .start:
            hasStarted = true
            return JSONOutput.object([
                ("version", .number(1)), ("ready", .bool(true)), ("implementation", Self.implementation),
            ]).compact
        case .dialect(let uri):
            try demandStart("dialect")
            return JSONOutput.object([("ok", .bool(use(uri)))]).compact
        case .run(let seq, let testCase):
            try demandStart("run")
            return answerLine(seq, testCase.answer(dialect, assertsFormats: assertsFormats))
        case .stop: return nil
        }
    }

    /// With `seq` as it came in, to the byte: written anew, U+0000 and lone surrogates would be lost.
    private func answerLine(_ seq: JSONValue, _ answer: [(String, JSONOutput)]) -> String {
        let text = seq.document.excerpt(seq.document.sourceRange(at: seq.index))
        return "{\"seq\":\(text)," + JSONOutput.object(answer).compact.dropFirst()
    }

    private func request(_ line: [UInt8]) throws(BowtieFault) -> BowtieRequest {
        let document: JSONDocument
        do throws(JSONError) {
            document = try JSONDocument(line)
        } catch {
            throw .notJSON(error)
        }
        return try BowtieRequest(document.root)
    }

    private func demandStart(_ command: String) throws(BowtieFault) {
        guard hasStarted else { throw .beforeStart(command) }
    }

    /// Takes schemas without `$schema` for a dialect from now on; false for one that is not known.
    private mutating func use(_ uri: String) -> Bool {
        guard let dialect = Dialect(metaSchema: uri) else { return false }
        self.dialect = dialect
        return true
    }

    /// A placeholder: the protocol demands URIs, and the project has no place in the web yet (RFC 2606 §2, `.invalid`).
    private static let homepage = "https://feedkeeper.example.invalid/"

    private static var implementation: JSONOutput {
        .object([
            ("name", .text("feedkeeper")), ("language", .text("swift")),
            ("version", .text(CommandTable.contractCheck.version)), ("homepage", .text(homepage)),
            ("issues", .text(homepage + "issues")), ("source", .text(homepage + "source")),
            ("dialects", .array(Dialect.allCases.reversed().map { .text($0.uri) })),
            ("os", .text("linux")),
            ("os_version", .text(ProcessInfo.processInfo.operatingSystemVersionString)),
        ])
    }
}

extension Dialect {
    /// As schemas write it: with the empty fragment, up to draft 7.
    fileprivate var uri: String { metaSchema + (self < .draft201909 ? "#" : "") }
}
