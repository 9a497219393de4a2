import Drift
import JSONCore
import SchemaDiff

/// A change of a schema, where it is in a contract.
struct ContractChange {
    let change: SchemaChange

    /// Empty where schemas are compared without a contract.
    let endpoint: String

    /// All places, as findings spell them.
    private(set) var paths: [String]

    /// The schema file that it is written in, and where.
    let place: SchemaPlace?

    init(
        endpoint: String,
        base: String,
        _ group: ChangeGroup,
        file: (JSONDocument) -> String?
    ) {
        change = group.change
        self.endpoint = endpoint
        paths = group.paths.map { base + $0 }
        place = group.change.schema.flatMap { schema in
            file(schema.document).map { SchemaPlace(file: $0, schema: schema) }
        }
    }

    var path: String { paths[0] }

    /// Stable over runs and wordings: made from endpoint, kind, path and, for a value, the value.
    var id: String {
        let value = change.kind.saysOneSide ? change.new ?? change.old : nil
        return Finding.stableID(of: [endpoint, change.kind.rawValue, path, value ?? ""])
    }

    /// Changes that are written in one place and do the same become one.
    static func grouped(_ changes: [ContractChange]) -> [ContractChange] {
        var groups: [ContractChange] = []
        var numbers: [[String]: Int] = [:]
        for change in changes {
            guard let key = change.key, let number = numbers[key] else {
                if let key = change.key { numbers[key] = groups.count }
                groups.append(change)
                continue
            }
            groups[number].paths += change.paths.filter { !groups[number].paths.contains($0) }
        }
        return groups
    }

    private var key: [String]? {
        place.map { place in
            [
                endpoint, change.kind.rawValue, change.old ?? "", change.new ?? "", effects, place.file,
                place.schema.pointer.description, path.split(separator: "/").last.map(String.init) ?? "",
            ]
        }
    }

    func severity(for direction: Direction) -> Severity {
        switch change.effect(on: direction) {
        case .none: .info
        case .notice, .unclear: .warning
        case .breaks: .breaking
        }
    }

    /// `string → string or null; breaks readers`.
    var message: String {
        let isOneSided = change.old == nil && change.new == nil || change.kind.saysOneSide
        let facts = [change.old, change.new].compactMap { $0 ?? (isOneSided ? nil : "none") }
        let difference = facts.joined(separator: " → ")
        return [difference, effects].filter { !$0.isEmpty }.joined(separator: "; ")
    }

    private var effects: String {
        let doubt = change.doubt.map { " (\($0))" } ?? ""
        switch (change.readers, change.writers) {
        case (.breaks, .breaks): return "breaks readers and writers"
        case (.breaks, _): return "breaks readers"
        case (_, .breaks): return "breaks writers"
        case (.unclear, .unclear): return "cannot tell whether it breaks readers or writers" + doubt
        case (.unclear, _): return "cannot tell whether it breaks readers" + doubt
        case (_, .unclear): return "cannot tell whether it breaks writers" + doubt
        case (.notice, .notice): return "readers and writers may notice"
        case (.notice, _): return "readers may notice"
        case (_, .notice): return "writers may notice"
        case (.none, .none): return "breaks nobody"
        }
    }
}
