import Drift
import JSONCore

extension Listing {
    /// The listing as SARIF 2.1.0: a result for each line, a rule for each kind among them.
    ///
    /// Paths of files are relative to `%SRCROOT%`, for which readers put the root of the checkout.
    func sarif(version: String) -> JSONOutput {
        let rules = Dictionary(lines.map { ($0.rule.id, $0.rule) }) { first, _ in first }
            .values.sorted { $0.id < $1.id }
        let driver: JSONOutput = .object([
            ("name", .text("contract-check")), ("semanticVersion", .text(version)),
            ("rules", .array(rules.map { $0.sarif(level: worstLevel(of: $0)) })),
        ])
        let numbers = Dictionary(uniqueKeysWithValues: rules.enumerated().map { ($1.id, $0) })
        let run: JSONOutput = .object([
            ("tool", .object([("driver", driver)])), ("invocations", .array([invocation])),
            // Columns of places in SARIF are never bytes.
            ("columnKind", .text("unicodeCodePoints")),
            ("results", .array(lines.map { $0.sarif(ruleNumber: numbers[$0.rule.id] ?? 0) })),
        ])
        return .object([
            ("$schema", .text("https://json.schemastore.org/sarif-2.1.0.json")), ("version", .text("2.1.0")),
            ("runs", .array([run])),
        ])
    }

    private func worstLevel(of rule: ReportRule) -> String {
        (lines.filter { $0.rule.id == rule.id }.map(\.severity).max() ?? .info).sarifLevel
    }

    /// How the tool ran; what could not be judged is told here too, for then the results are not all.
    private var invocation: JSONOutput {
        let notifications = unreadable.map { line in
            JSONOutput.object(
                [
                    ("level", .text("error")), ("message", .sarifMessage("\(line.title): \(line.message)")),
                    ("descriptor", .object([("id", .text(line.rule.id))])),
                ])
        }
        return .object(
            [
                ("executionSuccessful", .bool(status != .unreadable)),
                ("exitCode", .number(Int(status.rawValue))),
            ]
                + (notifications.isEmpty ? [] : [("toolExecutionNotifications", .array(notifications))])
        )
    }
}

extension ReportRule {
    fileprivate func sarif(level: String) -> JSONOutput {
        .object([
            ("id", .text(id)), ("shortDescription", .sarifMessage(summary)),
            ("fullDescription", .sarifMessage("\(summary) \(help)")),
            ("help", .sarifMessage("\(summary) \(help)")),
            ("defaultConfiguration", .object([("level", .text(level))])),
        ])
    }
}

extension ReportLine {
    fileprivate func sarif(ruleNumber: Int) -> JSONOutput {
        let text = ([path.isEmpty ? message : "\(path): \(message)"] + details).joined(separator: "\n")
        var members: [(String, JSONOutput)] = [
            ("ruleId", .text(rule.id)), ("ruleIndex", .number(ruleNumber)),
            ("level", .text(severity.sarifLevel)), ("message", .sarifMessage(text)),
        ]
        if let first = places.first {
            members.append(("locations", .array([first.sarif(path: path)])))
        }
        if places.count > 1 {
            let others = places.dropFirst().enumerated().map { $1.sarif(path: nil, id: $0 + 1) }
            members.append(("relatedLocations", .array(others)))
        }
        if let id {
            members.append(("partialFingerprints", .object([("contractCheckFinding/v1", .text(id))])))
        }
        members.append(("occurrenceCount", .number(max(count, 1))))
        return .object(members)
    }
}

extension ReportPlace {
    /// The place as a location, with the path pattern and the pointer as its logical ones.
    fileprivate func sarif(path: String?, id: Int? = nil) -> JSONOutput {
        let names = [path, pointer.singleLine == path ? nil : pointer.singleLine].compactMap(\.self)
            .filter { !$0.isEmpty }
        let logical = names.map { JSONOutput.object([("fullyQualifiedName", .text($0))]) }
        return .object(
            (id.map { [("id", .number($0))] } ?? [])
                + [("physicalLocation", .object([("artifactLocation", artifact)] + region))]
                + (logical.isEmpty ? [] : [("logicalLocations", .array(logical))])
        )
    }

    private var artifact: JSONOutput {
        switch source {
        case .file(let path) where path.hasPrefix("/"):
            .object([("uri", .text("file://" + path.percentEncodedPath))])
        case .file(let path):
            .object([("uri", .text(path.percentEncodedPath)), ("uriBaseId", .text("%SRCROOT%"))])
        case .url: .object([("uri", .text(source.name.percentEncodedURL))])
        // There is no scheme for it; the description says what it is.
        case .standardInput:
            .object([("uri", .text("stdin")), ("description", .sarifMessage("standard input"))])
        }
    }

    private var region: [(String, JSONOutput)] {
        guard let location else { return [] }
        let members: [(String, JSONOutput)] = [
            ("startLine", .number(location.line)), ("startColumn", .number(location.characterColumn)),
        ]
        return [("region", .object(members))]
    }
}

extension JSONOutput {
    /// A text, in which SARIF (§3.11.5) wants braces doubled, for single ones stand around numbers of arguments.
    fileprivate static func sarifMessage(_ text: String) -> JSONOutput {
        let escaped = text.replacing("{", with: "{{").replacing("}", with: "}}")
        return .object([("text", .text(escaped))])
    }
}

extension Severity {
    fileprivate var sarifLevel: String {
        switch self {
        case .breaking: "error"
        case .warning: "warning"
        case .info: "note"
        }
    }
}

extension String {
    /// A path of a file as that of a URI (RFC 3986 §3.3); a colon too, for before the first `/` it would end a scheme.
    fileprivate var percentEncodedPath: String {
        percentEncoded { $0.isUnreserved || "/!$&'()*+,;=@".utf8.contains($0) }
    }

    /// A URL with all in it that no URI may hold encoded; what is encoded already stays.
    fileprivate var percentEncodedURL: String {
        percentEncoded { $0.isUnreserved || "/!$&'()*+,;=@:?#[]%".utf8.contains($0) }
    }

    private func percentEncoded(unless isKept: (UInt8) -> Bool) -> String {
        utf8.reduce(into: "") { text, byte in
            if isKept(byte) {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                text += "%" + (digits.count < 2 ? "0" : "") + digits
            }
        }
    }
}

extension UInt8 {
    /// RFC 3986 §2.3.
    fileprivate var isUnreserved: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }
}
