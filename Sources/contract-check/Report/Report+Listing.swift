import Drift

extension Report {
    /// The report as lines: the inputs that could not be judged one by one, then the findings in the others.
    var listing: Listing {
        let places = PlaceNames(inputs)
        let faults = unreadableInputs.compactMap { input in input.fault.map { ReportLine($0, of: input) } }
        let findings = (undecided + judged).map { ReportLine($0, places) }
        return Listing(
            command: "check",
            subject: contract ?? "",
            extent: counted(recordingCount, "input") + leftOut,
            lines: (faults + findings).worstFirst,
            judged: inputs.filter { $0.fault == nil }
                .map { Listing.JudgedName(scope: $0.endpoint ?? "", name: $0.name.singleLine) },
            failOn: failOn,
            verdict: verdict,
            status: status
        )
    }
}

extension Report {
    /// ` (2 accepted, 3 known)`; empty where nothing was left out of account.
    private var leftOut: String {
        let counts = [(acceptedCount, "accepted"), (knownCount, "known")].filter { $0.0 > 0 }
        return counts.isEmpty ? "" : " (" + counts.map { "\($0) \($1)" }.joined(separator: ", ") + ")"
    }

    /// What is to be said of the list of accepted findings, a line each.
    var acceptanceRemarks: [String] {
        guard let (file, outcome) = acceptance else { return [] }
        let expired = outcome.expired.map { entry in
            "\(file): \(entry.name) was accepted until \(entry.acceptance.expires ?? ""), and counts again"
        }
        return expired
            + outcome.unused.map { "\(file): \($0.name) was not found; the entry is not needed any more" }
    }
}

extension [ReportLine] {
    /// What could not be judged first, then by severity; else as they were.
    fileprivate var worstFirst: [ReportLine] {
        filter(\.isUnreadable)
            + Severity.allCases.reversed().flatMap { severity in
                filter { !$0.isUnreadable && $0.severity == severity }
            }
    }
}

extension ReportLine {
    /// An input that could not be judged.
    fileprivate init(_ fault: InputFault, of input: InputResult) {
        let more = input.recordings > 1 ? ["so are \(input.recordings - 1) more of its recordings"] : []
        self.init(
            id: nil,
            .breaking,
            .of(kind: fault.word),
            scope: input.endpoint ?? "",
            path: "",
            message: fault.detail + fault.http,
            details: (fault.excerpt.isEmpty ? [] : ["it begins: \(fault.excerpt.onOneLine)"]) + more,
            places: [ReportPlace(fault, of: input)],
            isUnreadable: true
        )
    }

    fileprivate init(_ finding: Finding, _ places: PlaceNames) {
        let sample = finding.sample.flatMap { sample in
            // The beginning of a body may have several lines.
            sample == finding.found ? nil : "sample: \(finding.path.isEmpty ? sample.onOneLine : sample)"
        }
        let hint = finding.hint.map { "hint: \($0)" }
        let samples = finding.sampleFacts.map { "samples: \($0)" }
        self.init(
            id: finding.id,
            finding.severity,
            .of(kind: finding.kind.rawValue),
            scope: finding.endpoint,
            path: finding.path,
            message: finding.message,
            details: [sample, samples, hint].compactMap(\.self),
            places: finding.places.map(places.place),
            count: finding.count,
            isUnreadable: finding.kind.isUnreadable
        )
    }
}

extension InputFault {
    /// `; HTTP 502, text/html`, for what came over HTTP.
    fileprivate var http: String {
        guard let status else { return "" }
        let isSaid = detail == "HTTP status \(status)"
        return "; " + (isSaid ? "" : "HTTP \(status), ") + (contentType ?? "no content type")
    }
}

extension ReportPlace {
    fileprivate init(_ fault: InputFault, of input: InputResult) {
        self.init(source: input.input, part: String(input.name.dropFirst(input.input.name.count)))
        guard let place = fault.location else { return }
        location = Location(
            line: place.line,
            column: place.column,
            characterColumn: fault.characterColumn ?? place.column
        ).inFile(input.layout, part: part)
    }
}

extension ReportPlace.Location {
    /// The location in the file, of which a text is all, or one line; nil where it is neither.
    fileprivate func inFile(_ layout: InputResult.Layout, part: String) -> ReportPlace.Location? {
        switch layout {
        case .input: self
        case .line:
            Int(part.dropFirst()).map {
                ReportPlace.Location(line: $0 + line - 1, column: column, characterColumn: characterColumn)
            }
        case .body: nil
        }
    }
}

/// Tells which input the name of a finding's place is of.
private struct PlaceNames {
    private let inputs: [String: InputResult]

    init(_ results: [InputResult]) {
        // Of a file that holds both bodies and recordings it is not known which a place is in: the lines of none are told.
        inputs = Dictionary(results.map { ($0.input.name, $0) }) { $0.layout == .body ? $0 : $1 }
    }

    func place(_ place: Finding.Place) -> ReportPlace {
        guard let (input, part) = input(of: place.input) else {
            preconditionFailure("a finding in \(place.input), which is none of the inputs")
        }
        let location = ReportPlace.Location(
            line: place.line,
            column: place.column,
            characterColumn: place.characterColumn
        )
        return ReportPlace(
            source: input.input,
            part: part,
            location: location.inFile(input.layout, part: part),
            pointer: place.pointer
        )
    }

    /// The input of a name, and what stands behind its own.
    private func input(of name: String) -> (InputResult, String)? {
        if let input = inputs[name] { return (input, "") }
        guard let mark = name.lastIndex(where: { $0 == ":" || $0 == "[" }) else { return nil }
        return inputs[String(name[..<mark])].map { ($0, String(name[mark...])) }
    }
}
