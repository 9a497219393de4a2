import Drift

extension Listing {
    /// The listing as JUnit XML, in the form that Jenkins, GitLab and most others read.
    ///
    /// A suite for each scope; in it a passed case for each input that was judged, and a case for each line: an error where
    /// an input could not be judged, a failure where it fails the check, else skipped.
    var junit: String {
        let scopes = (judged.map(\.scope) + lines.map(\.scope)).uniqued
        let suites = scopes.map { JUnitSuite(name: suiteName($0), cases: cases(of: $0)) }
        let name = subject.isEmpty ? "contract-check \(command)" : "contract-check \(command) \(subject)"
        let total = JUnitSuite(name: name, cases: suites.flatMap(\.cases))
        return total.element("testsuites", children: suites.map { $0.element("testsuite") }).document
    }

    private func suiteName(_ scope: String) -> String {
        let parts = [subject, scope].filter { !$0.isEmpty }
        return parts.isEmpty ? command : parts.joined(separator: " ")
    }

    private func cases(of scope: String) -> [JUnitCase] {
        let suite = suiteName(scope)
        let passed = judged.filter { $0.scope == scope }.map { JUnitCase(passed: $0.name, in: suite) }
        let told = lines.filter { $0.scope == scope }
        return passed
            + told.map { line in
                let isAmbiguous = told.count { $0.caseName == line.caseName } > 1
                return JUnitCase(line, in: suite, fails: fails(line), isAmbiguous: isAmbiguous)
            }
    }
}

private struct JUnitSuite {
    let name: String
    let cases: [JUnitCase]

    func element(_ tag: String, children: [XMLElement]? = nil) -> XMLElement {
        let counts: [(String, JUnitCase.Outcome?)] = [
            ("tests", nil), ("failures", .failure), ("errors", .error), ("skipped", .skipped),
        ]
        let attributes = counts.map { key, outcome in
            (key, String(outcome.map { outcome in cases.count { $0.outcome == outcome } } ?? cases.count))
        }
        return XMLElement(
            name: tag,
            attributes: [("name", name)] + attributes,
            children: children ?? cases.map(\.element)
        )
    }
}

private struct JUnitCase {
    enum Outcome: String {
        case passed, failure, error, skipped
    }

    let outcome: Outcome
    let element: XMLElement

    init(passed name: String, in suite: String) {
        outcome = .passed
        element = XMLElement(name: "testcase", attributes: [("classname", suite), ("name", name)])
    }

    init(_ line: ReportLine, in suite: String, fails: Bool, isAmbiguous: Bool) {
        outcome = line.isUnreadable ? .error : fails ? .failure : .skipped
        let name = isAmbiguous ? "\(line.caseName) \(line.id ?? line.message)" : line.caseName
        var result = XMLElement(name: outcome.rawValue)
        if outcome != .skipped { result.attributes = [("type", line.rule.id)] }
        result.attributes.append(("message", line.message))
        // Of a skipped case the schemas of Jenkins and Ant allow no more than the message.
        if outcome != .skipped { result.text = line.caseText }
        element = XMLElement(
            name: "testcase",
            attributes: [("classname", suite), ("name", name)] + line.placeAttributes,
            children: [result]
        )
    }
}

extension ReportLine {
    /// What tells it from other lines of its scope, in the same words in every run.
    fileprivate var caseName: String { "\(rule.id) \(title)" }

    fileprivate var caseText: String {
        let more = count > places.count && !places.isEmpty ? ["and \(count - places.count) more"] : []
        let at = places.map { "at \($0.fullText)" }
        return (["\(severity.rawValue) \(rule.id) \(title)", message] + details + at + more)
            .joined(separator: "\n")
    }

    /// Not in any of the schemas, and read by GitLab and most others.
    fileprivate var placeAttributes: [(String, String)] {
        guard let place = places.first, case .file(let path) = place.source else { return [] }
        return [("file", path.singleLine)] + (place.location.map { [("line", String($0.line))] } ?? [])
    }
}

extension [String] {
    /// Each once, in the order in which they were met.
    fileprivate var uniqued: [String] {
        var seen: Set<String> = []
        return filter { seen.insert($0).inserted }
    }
}
