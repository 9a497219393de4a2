import Drift
import JSONCore
import JSONSchema
import Options

/// What validating files came to.
struct ValidationReport {
    /// The schema's file.
    let schema: String

    /// In the order in which they were given.
    let outcomes: [ValidationOutcome]

    var status: Ending { outcomes.map(\.status).max() ?? .conforms }
}

/// What one file came to.
struct ValidationOutcome {
    enum Result {
        case valid
        case invalid(ViolationList)
        /// A limit ended the judging; which one.
        case undecided(String)
        case unreadable(InputFault)
    }

    let name: String
    let result: Result

    var status: Ending {
        switch result {
        case .valid: .conforms
        case .invalid: .drifted
        case .undecided, .unreadable: .unreadable
        }
    }

    /// The result's word in reports.
    var word: String {
        switch result {
        case .valid: "valid"
        case .invalid: "invalid"
        case .undecided: "undecided"
        case .unreadable(let fault): fault.word
        }
    }
}

extension ValidationReport {
    /// A line for each file, its violations below it; of several files, how many are valid.
    func text(width: Int?) -> StyledText {
        let files = outcomes.reduce(StyledText("")) { $0 + $1.text(width: width) }
        guard outcomes.count > 1 else { return files }
        let valid = outcomes.count { $0.status == .conforms }
        return files + StyledText("\n\(valid) of \(outcomes.count) files valid\n")
    }

    /// `{"version": 1, "verdict": …, "schema": …, "files": [{"name", "result", "violations", "truncated" | "fault"}]}`.
    var json: JSONOutput {
        .object([
            ("version", .number(1)), ("verdict", .text(verdict)), ("schema", .text(schema)),
            ("files", .array(outcomes.map(\.json))),
        ])
    }

    private var verdict: String {
        switch status {
        case .conforms: "valid"
        case .drifted: "invalid"
        case .unreadable, .usage: "unreadable"
        }
    }
}

extension ValidationOutcome {
    fileprivate func text(width: Int?) -> StyledText {
        var text = StyledText("\(name): ") + StyledText(word, status == .conforms ? .good : .bad) + "\n"
        switch result {
        case .valid: break
        case .invalid(let violations): text += violations.text(in: name, width: width)
        case .undecided(let limit): text += StyledText("  \(limit)\n")
        case .unreadable(let fault):
            let place = fault.location.map { " (line \($0.line), column \($0.column))" } ?? ""
            text += StyledText("  \(fault.detail)\(place)\n")
            if !fault.excerpt.isEmpty {
                text += StyledText("  it begins: \(fault.excerpt.onOneLine)", .faint).fitting(width) + "\n"
            }
        }
        return text
    }

    fileprivate var json: JSONOutput {
        let facts: [(String, JSONOutput)] = [("name", .text(name)), ("result", .text(word))]
        switch result {
        case .valid: return .object(facts)
        case .invalid(let violations): return .object(facts + violations.json)
        case .undecided(let limit): return .object(facts + [("fault", .object([("message", .text(limit))]))])
        case .unreadable(let fault): return .object(facts + [("fault", fault.json)])
        }
    }
}
