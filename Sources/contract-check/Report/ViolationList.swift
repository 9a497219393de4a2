import Drift
import JSONCore
import JSONSchema
import Options

/// What is wrong with one file, free of the document it was found in.
struct ViolationList {
    private let lines: [ViolationLine]

    /// Whether there is more than a limit allowed to be found.
    private let isTruncated: Bool

    init(_ explanation: Explanation, _ files: SchemaFiles) {
        lines = explanation.violations.map { ViolationLine($0, files) }
        isTruncated = explanation.isTruncated
    }

    /// How many violations of one kind are shown.
    private static let shown = 3

    /// The first violations of each kind, and how many more there are.
    func text(in file: String, width: Int?) -> StyledText {
        let numbers = numbers
        var text = StyledText("")
        for (number, line) in lines.enumerated() where numbers[number] < Self.shown {
            text += line.text(in: file, width: width)
        }
        let left = lines.indices.filter { numbers[$0] >= Self.shown }
        let more = Dictionary(grouping: left) { lines[$0].schema }
        for (schema, left) in more.sorted(by: { $0.key < $1.key }) {
            text += StyledText("  \(left.count) more by \(schema)", .faint).fitting(width) + "\n"
        }
        return isTruncated ? text + "  There is more; the limit of what is explained was met.\n" : text
    }

    /// For each line, how many of its kind are before it.
    private var numbers: [Int] {
        var counts: [[String]: Int] = [:]
        return lines.map { line in
            defer { counts[line.reasonSchemas, default: 0] += 1 }
            return counts[line.reasonSchemas, default: 0]
        }
    }

    var json: [(String, JSONOutput)] {
        [("violations", .array(lines.map(\.json)))] + (isTruncated ? [("truncated", .bool(true))] : [])
    }
}

/// One violation with its places.
private struct ViolationLine {
    private let pointer: String
    private let location: SourceLocation
    private let expected: String
    private let found: String?

    /// The value itself, where the found kind alone says little.
    private let value: String?

    let schema: String

    /// What is wrong by each alternative that came closest.
    private let closest: [(position: Int, lines: [ViolationLine])]

    /// The name of the keyword that has them.
    private let keyword: String

    init(_ violation: Violation, _ files: SchemaFiles) {
        pointer = violation.value.pointer.description
        location = violation.value.location
        expected = violation.kind.expected
        found = violation.kind.found ?? violation.value.shortText
        value = violation.valueText
        schema = files.text(of: violation.schemaLocation)
        closest = violation.closest.map { branch in
            (branch.position, branch.violations.map { ViolationLine($0, files) })
        }
        keyword = violation.schemaLocation.pointer.tokens.last ?? ""
    }

    /// What stands at the end of a way through alternatives on which there is one that came closest.
    private var reasons: [ViolationLine] {
        closest.count == 1 ? closest[0].lines.flatMap(\.reasons) : [self]
    }

    /// What tells kinds of violations apart: the keywords that are violated.
    var reasonSchemas: [String] { [schema] + Set(reasons.map(\.schema)).sorted() }

    // MARK: Text

    func text(in file: String, width: Int?, indent: String = "  ") -> StyledText {
        var text = StyledText("\(indent)\(file):\(location.line):\(location.column) ", .faint)
        text += StyledText(pointer.isEmpty ? "the whole value" : pointer, .accent)
        text += StyledText("\n\(indent)  \(sentence)\n")
        text += StyledText("\(indent)  by \(schema)", .faint).fitting(width) + "\n"
        switch closest.count {
        case 0: return text
        case 1: return text + reasonsText(in: file, width: width, indent: indent + "  ")
        default: return text + alternativesText(width: width, indent: indent + "  ")
        }
    }

    private var sentence: String {
        "expected \(expected)" + ((value ?? found).map { ", found \($0)" } ?? "")
    }

    /// How many reasons are shown.
    private static let shown = 3

    private func reasonsText(in file: String, width: Int?, indent: String) -> StyledText {
        let which = keyword == "propertyNames" ? "" : "/\(closest[0].position) comes closest and"
        var text = StyledText("\(indent)\(keyword)\(which) fails because:\n")
        for line in reasons.prefix(Self.shown) {
            text += line.text(in: file, width: width, indent: indent + "  ")
        }
        let left = reasons.count - Self.shown
        return left > 0 ? text + StyledText("\(indent)  and for \(counted(left, "more reason"))\n") : text
    }

    private func alternativesText(width: Int?, indent: String) -> StyledText {
        closest.reduce(StyledText("\(indent)equally close:\n")) { text, branch in
            let reasons = branch.lines.flatMap(\.reasons)
            guard let first = reasons.first else { return text }
            let place = first.pointer == pointer ? "" : "\(first.pointer) "
            let more = reasons.count > 1 ? ", and for \(counted(reasons.count - 1, "more reason"))" : ""
            let line = "\(indent)  \(keyword)/\(branch.position): \(place)\(first.sentence)\(more)"
            return text + StyledText(line).fitting(width) + "\n"
        }
    }

    // MARK: JSON

    var json: JSONOutput {
        let facts: [(String, JSONOutput)] = [
            ("pointer", .text(pointer)), ("line", .number(location.line)),
            ("column", .number(location.column)),
            ("expected", .text(expected)), ("found", .optional(found)), ("schema", .text(schema)),
        ]
        switch closest.count {
        case 0: return .object(facts)
        case 1: return .object(facts + [("causes", .array(closest[0].lines.map(\.json)))])
        default:
            let alternatives = closest.map { branch in
                JSONOutput.object([
                    ("branch", .number(branch.position)), ("causes", .array(branch.lines.map(\.json))),
                ])
            }
            return .object(facts + [("alternatives", .array(alternatives))])
        }
    }
}

extension Violation {
    /// The value, where its kind or size alone would not tell what is wrong.
    fileprivate var valueText: String? {
        switch kind {
        case .type(_, let kind) where ![.null, .array, .object].contains(kind):
            "\(kind.rawValue) \(value.shortText)"
        case .constant, .enumeration, .unknownKind:
            value.count > 0 && value.document.sourceRange(at: value.index).count <= 60
                ? JSONText(value, form: .received).string : nil
        default: nil
        }
    }
}
