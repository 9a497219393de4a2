import Drift
import JSONCore

extension Report {
    /// The report as `Schemas/report.schema.json` describes it.
    var json: JSONOutput {
        .object(
            [
                ("version", .number(1)),
                ("verdict", .text(verdict)),
                ("summary", summary),
                ("inputs", .array(inputs.map(\.json))),
                ("findings", .array(findings.map { $0.json(contract: contract) })),
            ] + acceptedMembers
        )
    }

    private var summary: JSONOutput {
        let severities = Severity.allCases.reversed().map { ($0.rawValue, count($0)) }
        let others = [("unreadable", unreadableCount), ("accepted", acceptedCount), ("known", knownCount)]
        return .object((severities + others).map { ($0.0, .number($0.1)) })
    }

    private var acceptedMembers: [(String, JSONOutput)] {
        guard let (file, outcome) = acceptance else { return [] }
        let members: [(String, JSONOutput)] = [
            ("file", .text(file)), ("unused", .array(outcome.unused.map(\.json))),
            ("expired", .array(outcome.expired.map(\.json))),
        ]
        return [("acceptance", .object(members))]
    }
}

extension InputResult {
    fileprivate var json: JSONOutput {
        let facts: [(String, JSONOutput)] = [
            ("name", .text(name)), ("endpoint", .optional(endpoint)), ("bytes", .number(bytes)),
            ("recordings", .number(recordings)), ("result", .text(word)),
        ]
        return .object(facts + (fault.map { [("fault", $0.json)] } ?? []))
    }
}

extension InputFault {
    /// The facts; what is not known is left out.
    var json: JSONOutput {
        let facts: [(String, JSONOutput)?] = [
            ("message", .text(detail)),
            offset.map { ("offset", .number($0)) },
            location.map { ("line", .number($0.line)) },
            location.map { ("column", .number($0.column)) },
            excerpt.isEmpty ? nil : ("excerpt", .text(excerpt)),
            status.map { ("status", .number($0)) },
            contentType.map { ("contentType", .text($0)) },
        ]
        return .object(facts.compactMap(\.self))
    }
}

extension Finding {
    fileprivate func json(contract: String?) -> JSONOutput {
        let facts: [(String, JSONOutput)] = [
            ("id", .text(id)), ("kind", .text(kind.rawValue)), ("severity", .text(severity.rawValue)),
            ("path", .text(path)),
            ("pointers", .array(places.map(\.json))), ("count", .number(count)), ("of", .number(of)),
            ("expected", .optional(expected)), ("found", .optional(found)), ("sample", .optional(sample)),
            ("message", .text(message)), ("hint", .optional(hint)), ("contract", .optional(contract)),
            ("endpoint", .optional(endpoint.isEmpty ? nil : endpoint)),
        ]
        let more = [
            sampleFacts.map { ("samples", $0.json) }, acceptance.map { ("accepted", $0.json) },
        ]
        return .object(facts + more.compactMap(\.self))
    }
}

extension SampleFacts {
    fileprivate var json: JSONOutput {
        .object([("seen", .number(seen)), ("null", .number(null)), ("absent", .number(absent))])
    }
}

extension Acceptance {
    fileprivate var json: JSONOutput {
        .object([("reason", .text(reason))] + (expires.map { [("expires", .text($0))] } ?? []))
    }
}

extension Finding.Place {
    fileprivate var json: JSONOutput {
        .object([
            ("input", .text(input)), ("pointer", .text(pointer)), ("line", .number(line)),
            ("column", .number(column)),
        ])
    }
}
