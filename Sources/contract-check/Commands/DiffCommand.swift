import Contracts
import Drift
import Options
import SchemaDiff

/// `contract-check diff`: what changed between two schemas, and whom it breaks.
struct DiffCommand {
    private let comparison: Comparison
    private let direction: Direction
    private let failOn: Severity
    private let output: ReportOutput

    init(_ parsed: ParsedCommand, _ console: Console) throws(CheckError) {
        comparison = try Comparison(parsed)
        direction = parsed.value("direction").flatMap(Direction.init(rawValue:)) ?? .reader
        failOn = parsed.value("fail-on").flatMap(Severity.init(rawValue:)) ?? .breaking
        output = try ReportOutput(parsed, isVerbose: parsed.flag("verbose") || failOn == .info, console)
    }

    func run() throws(CheckError) -> Ending {
        let report = DiffReport(
            old: comparison.oldName,
            new: comparison.newName,
            changes: try comparison.changes(),
            direction: direction,
            failOn: failOn
        )
        try output.write(report.listing, json: report.json)
        return report.status
    }
}

/// What is compared with what.
private enum Comparison {
    case schemas(old: SchemaFiles, new: SchemaFiles, names: [String])
    case contracts(old: ContractSide, new: ContractSide)

    init(_ parsed: ParsedCommand) throws(CheckError) {
        let words = ["OLD", "NEW"].map { parsed.argument($0) ?? "" }
        let folders = parsed.values("schema-dir")
        if let folder = parsed.value("contract") {
            guard folders.isEmpty else { throw CheckError(.exclusive("--contract", "--schema-dir")) }
            let loaded = try LoadedContract(checkingBy: folder)
            self = .contracts(
                old: try ContractSide(loaded.contract, in: folder, version: words[0]),
                new: try ContractSide(loaded.contract, in: folder, version: words[1])
            )
        } else if words.allSatisfy(isFolder) {
            self = .contracts(old: try ContractSide(words[0]), new: try ContractSide(words[1]))
        } else {
            self = .schemas(
                old: try SchemaFiles(words[0], folders: folders),
                new: try SchemaFiles(words[1], folders: folders),
                names: words
            )
        }
    }

    var oldName: String {
        switch self {
        case .schemas(_, _, let names): names[0]
        case .contracts(let old, _): old.name
        }
    }

    var newName: String {
        switch self {
        case .schemas(_, _, let names): names[1]
        case .contracts(_, let new): new.name
        }
    }

    func changes() throws(CheckError) -> [ContractChange] {
        switch self {
        case .schemas(let old, let new, _):
            return try SchemaComparison.changes(from: old.side(), to: new.side()).map { group in
                ContractChange(endpoint: "", base: "", group) { new.path(of: $0) ?? old.path(of: $0) }
            }
        case .contracts(let old, let new): return try ContractSide.changes(from: old, to: new)
        }
    }
}
