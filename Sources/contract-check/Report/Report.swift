import Drift

/// What a check came to.
struct Report {
    /// The contract and its version, `netease-home/v1`; nil for a check by a schema alone.
    let contract: String?

    /// In the order in which they were given; one may stand for several recordings of a file.
    let inputs: [InputResult]

    /// All findings: the worst first, then by endpoint and path.
    private(set) var findings: [Finding]

    /// How many findings an earlier report tells already.
    private(set) var knownCount = 0

    /// What came of the list of accepted findings, and its file; nil without one.
    private(set) var acceptance: (file: String, outcome: AcceptedFindings.Outcome)?

    /// The least severity that fails the check.
    let failOn: Severity

    init(contract: String?, inputs: [InputResult], findings: [Finding], failOn: Severity) {
        self.contract = contract
        self.inputs = inputs
        self.failOn = failOn
        self.findings = (Self.findings(about: inputs) + findings).sorted(by: Self.isBefore)
    }

    /// How many recordings were looked at.
    var recordingCount: Int { inputs.reduce(0) { $0 + $1.recordings } }

    /// How many findings there are of a severity that nobody accepted, in what could be judged.
    func count(_ severity: Severity) -> Int { judged.count { $0.severity == severity } }

    /// How many inputs, or values in them, could not be judged.
    var unreadableCount: Int {
        unreadableInputs.count + undecided.count
    }

    /// The inputs that could not be judged.
    var unreadableInputs: [InputResult] { inputs.filter { $0.fault?.isUnreadable == true } }

    /// The findings in what could be judged that nobody accepted; what is wrong with other inputs stands at these.
    var judged: [Finding] { counting.filter { !$0.kind.isUnreadable } }

    /// What limits kept from being judged.
    var undecided: [Finding] { counting.filter { $0.kind == .undecided } }

    /// How many were accepted.
    var acceptedCount: Int { findings.count { $0.acceptance != nil } }

    /// The findings that nobody accepted.
    private var counting: [Finding] { findings.filter { $0.acceptance == nil } }

    /// What the process ends with: an input that could not be judged comes before findings, for then there may be more.
    var status: Ending {
        if isIncomplete { return .unreadable }
        return counting.contains { $0.severity >= failOn } ? .drifted : .conforms
    }

    /// Whether something could not be judged.
    var isIncomplete: Bool { unreadableCount > 0 }

    /// The exit status in one word.
    var verdict: String {
        switch status {
        case .conforms: "conforms"
        case .drifted: "drifted"
        case .unreadable, .usage: "unreadable"
        }
    }

    private static func isBefore(_ left: Finding, _ right: Finding) -> Bool {
        if left.severity != right.severity { return left.severity > right.severity }
        return (left.endpoint, left.path, left.kind.rawValue, left.found ?? "")
            < (right.endpoint, right.path, right.kind.rawValue, right.found ?? "")
    }

    /// One finding for each way in which the bodies of an endpoint were no answers.
    private static func findings(about inputs: [InputResult]) -> [Finding] {
        var findings: [Finding] = []
        for input in inputs {
            guard let fault = input.fault, case .body(let kind) = fault.result else { continue }
            let endpoint = input.endpoint ?? ""
            let known = findings.firstIndex { $0.kind == kind && $0.endpoint == endpoint }
            if known == nil {
                var finding = Finding(
                    kind: kind,
                    severity: .breaking,
                    path: "",
                    endpoint: endpoint,
                    expected: "an answer",
                    found: fault.finding
                )
                finding.of = inputs.filter { $0.endpoint == input.endpoint }.reduce(0) { $0 + $1.recordings }
                finding.sample = fault.excerpt.isEmpty ? nil : fault.excerpt
                findings.append(finding)
            }
            findings[known ?? findings.count - 1].add(fault, of: input)
        }
        return findings
    }
}

// What is left out of account.
extension Report {
    /// Drops the findings that are known already.
    mutating func leaveOut(_ isKnown: (Finding) -> Bool) {
        let count = findings.count
        findings.removeAll(where: isKnown)
        knownCount = count - findings.count
    }

    /// Marks the findings that a list accepts on a day.
    mutating func accept(by accepted: AcceptedFindings, of file: String, today: String) {
        acceptance = (file, accepted.apply(to: &findings, today: today))
    }

    /// What a list accepts that is made of this report: what fails the check, unless nothing could be judged.
    var acceptable: [Finding] {
        findings.filter { $0.severity >= failOn && !$0.kind.isUnreadable }
    }
}

extension Finding {
    /// As many as the collector keeps.
    private static let placesKept = 3

    fileprivate mutating func add(_ fault: InputFault, of input: InputResult) {
        count += input.recordings
        guard places.count < Self.placesKept else { return }
        places.append(
            Place(
                input: input.name,
                pointer: "",
                line: fault.location?.line ?? 1,
                column: fault.location?.column ?? 1,
                characterColumn: fault.characterColumn ?? 1
            )
        )
    }
}
