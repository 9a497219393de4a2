import Drift
import Options

extension Report {
    /// The report for people.
    ///
    /// - Parameters:
    ///   - width: of the terminal in cells; lines that only inform are cut there, nil cuts nothing.
    ///   - isVerbose: whether infos are shown and not just counted, and of each finding all places that were kept; else
    ///     one place in each input.
    /// - Returns: lines, the last of which sums it up.
    func text(width: Int?, isVerbose: Bool) -> StyledText {
        let faults = inputs.compactMap { input in input.fault.map { $0.block(of: input, width: width) } }
        let shown = findingsInAnswers.filter { $0.severity > .info || isVerbose }
        let blocks = shown.map {
            $0.block(width: width, namesEndpoint: endpointCount > 1, isVerbose: isVerbose)
        }
        return (faults + blocks + [summary(hidesInfos: !isVerbose)]).joined(separator: "\n")
    }

    private var endpointCount: Int { Set(inputs.map(\.endpoint)).count }

    /// `3 breaking, 2 warnings, 5 infos in 4 inputs: drifted`.
    private func summary(hidesInfos: Bool) -> StyledText {
        let counts = [
            StyledText("\(count(.breaking)) breaking", count(.breaking) > 0 ? .bad : .plain),
            StyledText(counted(count(.warning), "warning"), count(.warning) > 0 ? .warning : .plain),
            StyledText(counted(count(.info), "info")),
        ]
        let line = counts.joined(separator: ", ") + StyledText(" in \(counted(inputs.count, "input")): ")
        let hint = hidesInfos && count(.info) > 0 ? StyledText(" (--verbose shows the infos)", .faint) : ""
        return line + StyledText(verdict, status == .conforms ? .good : .bad) + hint + "\n"
    }
}

/// `1 input`, `2 inputs`.
func counted(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

extension InputFault {
    /// The input with what is wrong with it, and how it begins.
    func block(of input: InputResult, width: Int?) -> StyledText {
        let place = location.map { "\(input.name):\($0.line):\($0.column)" } ?? input.name
        var text =
            StyledText(isUnreadable ? "unreadable" : "breaking", .bad) + " " + StyledText(word, .strong)
        text += StyledText("  \(place)\n", .accent)
        text += StyledText("  \(detail)\(http)\n")
        if !excerpt.isEmpty {
            text += StyledText("  it begins: \(excerpt.onOneLine)", .faint).fitting(width) + "\n"
        }
        return text
    }

    private var http: String {
        guard let status else { return "" }
        let isSaid = detail == "HTTP status \(status)"
        return "; " + (isSaid ? "" : "HTTP \(status), ") + (contentType ?? "no content type")
    }
}

extension Finding {
    /// Severity, kind and path; what was expected and found; where.
    fileprivate func block(width: Int?, namesEndpoint: Bool, isVerbose: Bool) -> StyledText {
        var text = headline(width: width, namesEndpoint: namesEndpoint) + StyledText("\n  \(message)\n")
        if let sample, sample != found {
            text += StyledText("  sample: \(sample)", .faint).fitting(width) + "\n"
        }
        if let hint { text += StyledText("  hint: \(hint)\n") }
        let shown = isVerbose ? places : placesOfDifferentInputs
        for place in shown { text += StyledText("  at \(place.text)", .faint).fitting(width) + "\n" }
        if count > shown.count, !shown.isEmpty {
            text += StyledText("  and at \(counted(count - shown.count, "more place"))", .faint) + "\n"
        }
        return text
    }

    /// Severity, kind and path; a path that does not fit beside them gets a line of its own and is never cut.
    private func headline(width: Int?, namesEndpoint: Bool) -> StyledText {
        var start = StyledText(severity.rawValue, severity.style) + " " + StyledText(kind.rawValue, .strong)
        if namesEndpoint { start += StyledText("  \(endpoint)", .faint) }
        let path = StyledText(path.isEmpty ? "the whole response" : path, .accent)
        let line = start + (namesEndpoint ? " " : "  ") + path
        guard let width, line.displayWidth > width else { return line }
        return start + "\n  " + path
    }

    private var placesOfDifferentInputs: [Place] {
        places.enumerated().filter { number, place in !places[..<number].contains { $0.input == place.input }
        }.map(\.element)
    }
}

extension Finding.Place {
    /// `blocks.json:3:14 /data/blocks/2/extInfo`.
    fileprivate var text: String { "\(input):\(line):\(column)" + (pointer.isEmpty ? "" : " \(pointer)") }
}

extension Severity {
    fileprivate var style: StyledText.Style {
        switch self {
        case .breaking: .bad
        case .warning: .warning
        case .info: .accent
        }
    }
}

extension String {
    /// The text with each run of blanks, tabs and line ends as one blank.
    var onOneLine: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}

extension StyledText {
    /// The text cut to a terminal's width, if there is one.
    func fitting(_ width: Int?) -> StyledText { width.map { truncated(toWidth: $0) } ?? self }
}

extension [StyledText] {
    func joined(separator: StyledText) -> StyledText {
        dropFirst().reduce(first ?? "") { $0 + separator + $1 }
    }
}
