import JSONCore
import JSONSchema

/// What one file came to, as a document in one of the specification's formats.
struct OutputLine {
    let status: Ending

    /// The document with `"file"` as its first member; where there is no verdict, `"fault"` says why and stands alone.
    let json: JSONOutput

    init(name: String, _ record: EvaluationRecord, _ format: OutputFormat) {
        switch record.verdict {
        case .undecided(let limit):
            self.init(name: name, .unreadable, [("fault", .object([("message", .text("\(limit)"))]))])
        case .valid: self.init(name: name, .conforms, record.members(format))
        case .invalid: self.init(name: name, .drifted, record.members(format))
        }
    }

    init(name: String, _ fault: InputFault) {
        self.init(name: name, .unreadable, [("fault", fault.json)])
    }

    private init(name: String, _ status: Ending, _ members: [(String, JSONOutput)]) {
        self.status = status
        json = .object([("file", .text(name))] + members)
    }
}
