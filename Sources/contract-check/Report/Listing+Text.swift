import Drift
import Options

extension Listing {
    /// The listing for people.
    ///
    /// - Parameters:
    ///   - width: of the terminal in cells; lines that only inform are cut there, nil cuts nothing.
    ///   - isVerbose: whether infos are shown and not just counted, and of each line all places that were kept; else one
    ///     place in each input.
    /// - Returns: lines, the last of which sums it up.
    func text(width: Int?, isVerbose: Bool) -> StyledText {
        let shown = lines.filter { $0.severity > .info || isVerbose }
        let drawing = LineDrawing(width: width, isVerbose: isVerbose, namesScope: namesScope)
        let groups = LineGroup.groups(of: shown).map(drawing.block)
        return (groups + [summaryText(hidesInfos: !isVerbose)]).joined(separator: "\n")
    }

    private var namesScope: Bool { Set((lines.map(\.scope) + judged.map(\.scope))).count > 1 }

    /// `3 breaking, 2 warnings, 5 infos in 4 inputs: drifted`.
    private func summaryText(hidesInfos: Bool) -> StyledText {
        let (breaking, warnings, infos) = (lines(.breaking).count, lines(.warning).count, lines(.info).count)
        let counts =
            (unreadable.isEmpty ? [] : [StyledText("\(unreadable.count) unreadable", .bad)]) + [
                StyledText("\(breaking) breaking", breaking > 0 ? .bad : .plain),
                StyledText(counted(warnings, "warning"), warnings > 0 ? .warning : .plain),
                StyledText(counted(infos, "info")),
            ]
        let line = counts.joined(separator: ", ") + StyledText(" in \(extent): ")
        let hint = hidesInfos && infos > 0 ? StyledText(" (--verbose shows the infos)", .faint) : ""
        return line + StyledText(verdict, status == .conforms ? .good : .bad) + hint + "\n"
    }
}

/// Neighbouring lines of one severity that are about one block.
private struct LineGroup {
    private(set) var lines: [ReportLine]

    /// `/data/blocks/[blockCode=HOMEPAGE_BANNER]/`, which the paths of all have in common.
    let base: String

    static func groups(of lines: [ReportLine]) -> [LineGroup] {
        var groups: [LineGroup] = []
        for line in lines {
            let base = line.blockPath
            if let last = groups.last, !base.isEmpty, last.base == base, last.lines[0].isBeside(line) {
                groups[groups.count - 1].lines.append(line)
            } else {
                groups.append(LineGroup(lines: [line], base: base))
            }
        }
        return groups
    }
}

extension ReportLine {
    /// The path up to its last discriminator; empty where there is none.
    fileprivate var blockPath: String {
        guard let end = path.ranges(of: "]/").last?.upperBound else { return "" }
        return String(path[..<end])
    }

    fileprivate func isBeside(_ other: ReportLine) -> Bool {
        severity == other.severity && scope == other.scope && isUnreadable == other.isUnreadable
    }
}

/// How lines are drawn.
private struct LineDrawing {
    let width: Int?
    let isVerbose: Bool
    let namesScope: Bool

    /// A heading with the lines below it; a line that is alone is its own heading.
    func block(_ group: LineGroup) -> StyledText {
        let first = group.lines[0]
        guard group.lines.count > 1 else {
            return headline(first) + facts(of: first, indent: "  ")
        }
        let heading = start(of: first) + StyledText("  \(group.base.dropLast())\n", .accent)
        return group.lines.reduce(heading) { text, line in
            let path = StyledText(String(line.path.dropFirst(group.base.count)), .accent)
            let title = StyledText("  ") + StyledText(line.rule.id, .strong)
            return text + fitted(title, path, indent: "    ") + facts(of: line, indent: "    ")
        }
    }

    private func start(of line: ReportLine) -> StyledText {
        let word =
            line.isUnreadable
            ? StyledText("unreadable", .bad) : StyledText(line.severity.rawValue, line.severity.style)
        return namesScope && !line.scope.isEmpty ? word + StyledText("  \(line.scope)", .faint) : word
    }

    private func headline(_ line: ReportLine) -> StyledText {
        let title = start(of: line) + " " + StyledText(line.rule.id, .strong)
        return fitted(title, StyledText(line.title, .accent), indent: "  ")
    }

    /// What does not fit beside a title gets a line of its own and is never cut.
    private func fitted(_ title: StyledText, _ path: StyledText, indent: String) -> StyledText {
        let line = title + "  " + path
        guard let width, line.displayWidth > width else { return line + "\n" }
        return title + StyledText("\n\(indent)") + path + "\n"
    }

    private func facts(of line: ReportLine, indent: String) -> StyledText {
        var text = StyledText("\(indent)\(line.message)\n")
        for detail in line.details { text += faint(indent + detail) }
        // The place of what has no path is its title.
        guard !line.path.isEmpty || !line.isAboutPlace else { return text }
        let shown = isVerbose ? line.places : line.placesInDifferentInputs
        for (number, place) in shown.enumerated() {
            let left = number == shown.count - 1 ? line.count - shown.count : 0
            let more = left > 0 ? " and at \(counted(left, "more place"))" : ""
            text += faint("\(indent)at \(isVerbose ? place.fullText : place.text)\(more)")
        }
        return text
    }

    private func faint(_ line: String) -> StyledText { StyledText(line, .faint).fitting(width) + "\n" }
}

extension ReportLine {
    /// Whether it is about a single place as a whole, such as a file that cannot be read.
    fileprivate var isAboutPlace: Bool { path.isEmpty && count == 1 && places.count == 1 }

    /// What stands beside the rule: the path, or what it is about as a whole.
    var title: String {
        if !path.isEmpty { return path }
        return isAboutPlace ? places[0].text : "the whole response"
    }

    fileprivate var placesInDifferentInputs: [ReportPlace] {
        places.enumerated().filter { number, place in !places[..<number].contains { $0.name == place.name } }
            .map(\.element)
    }
}

extension ReportPlace {
    /// `blocks.json:3:14`; the pointer too where no line of a file says it.
    var text: String {
        guard location != nil, case .file = source else { return fullText }
        return position
    }

    /// `blocks.json:3:14 /data/blocks/2/extInfo`.
    var fullText: String {
        pointer.isEmpty ? position : "\(position) \(pointer.singleLine)"
    }

    private var position: String {
        location.map { "\(source.name.singleLine):\($0.line):\($0.column)" } ?? name
    }
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

/// `1 input`, `2 inputs`.
func counted(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
