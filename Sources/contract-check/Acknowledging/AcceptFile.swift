import Drift
import JSONCore
import JSONSchema

/// The file of accepted findings, as `Schemas/accept.schema.json` describes it.
struct AcceptFile {
    private static let members = ["id", "kind", "path", "reason", "expires"]

    /// Reads a list.
    ///
    /// - Throws: ``CheckError`` `unreadable`, or `mistakes` with all of them.
    static func read(_ path: String) throws(CheckError) -> AcceptedFindings {
        var file = try OwnFile(path)
        var entries: [AcceptedFindings.Entry] = []
        var places: [String: JSONPointer] = [:]
        for value in list(&file) {
            guard let entry = entry(value, &file) else { continue }
            if let first = places[entry.id] { file.note(.repeated(first: first), at: value) }
            places[entry.id] = value.pointer
            entries.append(entry)
        }
        try file.check()
        return AcceptedFindings(entries)
    }

    private static func list(_ file: inout OwnFile) -> [JSONValue] {
        let root = file.root
        guard root.kind == .object, root["version"]?.int64 == 1 else {
            file.note(
                .expected("an object with \"version\": 1 and \"accepted\": [entries]"),
                at: root["version"] ?? root
            )
            return []
        }
        guard let list = root["accepted"], list.kind == .array else {
            file.note(.expected("\"accepted\": [entries]"), at: root["accepted"] ?? root)
            return []
        }
        return Array(list.elements)
    }

    private static func entry(_ value: JSONValue, _ file: inout OwnFile) -> AcceptedFindings.Entry? {
        guard value.kind == .object else {
            file.note(.expected("an object with \"id\" and \"reason\""), at: value)
            return nil
        }
        for (name, member) in value.members where !members.contains(name.string) {
            file.note(.unknown(name.string, known: members), at: member)
        }
        for name in ["id", "reason"] where value[name] == nil { file.note(.missing(name), at: value) }
        let id = file.text(value["id"], "the 12 hexadecimal digits of a finding's id", where: isID)
        let reason = file.text(value["reason"], "why it is accepted, in words") {
            !$0.allSatisfy(\.isWhitespace)
        }
        let expires = file.text(value["expires"], "a day such as 2027-01-31", where: isDay)
        let kind = file.text(value["kind"], "the kind of a finding") { FindingKind(rawValue: $0) != nil }
        let path = file.text(value["path"], "the path of a finding") { _ in true }
        guard let id, let reason else { return nil }
        return AcceptedFindings.Entry(
            id: id,
            kind: kind,
            path: path,
            acceptance: Acceptance(reason: reason, expires: expires)
        )
    }

    private static func isID(_ text: String) -> Bool {
        text.utf8.count == 12 && text.allSatisfy { $0.isHexDigit && !$0.isUppercase }
    }

    private static func isDay(_ text: String) -> Bool { text.withUTF8View { Format.date.accepts($0) } }

    /// Writes a list.
    ///
    /// - Throws: ``CheckError`` `notWritten`.
    static func write(_ accepted: AcceptedFindings, to path: String) throws(CheckError) {
        let json = JSONOutput.object([
            ("version", .number(1)), ("accepted", .array(accepted.entries.map(\.json))),
        ])
        try replaceFile(path, Array(json.rendered.utf8))
    }
}

extension AcceptedFindings.Entry {
    /// As in the file; what is not known is left out.
    var json: JSONOutput {
        let members: [(String, JSONOutput)?] = [
            ("id", .text(id)), kind.map { ("kind", .text($0)) }, path.map { ("path", .text($0)) },
            ("reason", .text(acceptance.reason)), acceptance.expires.map { ("expires", .text($0)) },
        ]
        return .object(members.compactMap(\.self))
    }

    /// `0123456789ab (null-introduced /items/*/id)`.
    var name: String {
        let facts = [kind, path].compactMap(\.self).joined(separator: " ")
        return facts.isEmpty ? id : "\(id) (\(facts))"
    }
}
