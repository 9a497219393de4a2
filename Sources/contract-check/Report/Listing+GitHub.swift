import Drift

extension Listing {
    /// The listing as workflow commands of GitHub Actions, which it shows beside the files; infos where `isVerbose`.
    ///
    /// The last line sums it up.
    func annotations(isVerbose: Bool) -> String {
        let shown = lines.filter { $0.severity > .info || isVerbose }
        return (shown.map(\.annotation) + [summary]).map { $0 + "\n" }.joined()
    }
}

extension ReportLine {
    fileprivate var annotation: String {
        let facts = [path.isEmpty ? message : "\(path): \(message)"] + details
        let more = count > 1 ? ["at \(counted(count, "place"))"] : []
        let properties = placeProperties + [("title", rule.id)]
        let list = properties.map { "\($0)=\($1.commandPropertyEscaped)" }.joined(separator: ",")
        return "::\(severity.annotationLevel) \(list)::"
            + (facts + more).joined(separator: "\n").commandDataEscaped
    }

    /// Of the first place in a file, for others cannot be shown.
    private var placeProperties: [(String, String)] {
        for place in places {
            guard case .file(let path) = place.source else { continue }
            let location = place.location.map {
                [("line", String($0.line)), ("col", String($0.characterColumn))]
            }
            return [("file", path)] + (location ?? [])
        }
        return []
    }
}

extension Severity {
    fileprivate var annotationLevel: String {
        switch self {
        case .breaking: "error"
        case .warning: "warning"
        case .info: "notice"
        }
    }
}

extension String {
    /// The text as the data of a workflow command.
    fileprivate var commandDataEscaped: String {
        replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
    }

    /// The text as a property of a workflow command, where `:` and `,` end something.
    fileprivate var commandPropertyEscaped: String {
        commandDataEscaped.replacing(":", with: "%3A").replacing(",", with: "%2C")
    }
}
