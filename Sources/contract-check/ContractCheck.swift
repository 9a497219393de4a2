import CMalloc
import Glibc
import Options
import Runtime

/// The tool for continuous integration: judges recorded and live responses by a contract or a schema.
@main
struct ContractCheck {
    static func main() async {
        keepFreedMemory()
        let environment = processEnvironment()
        let console = Console(environment: environment)
        do {
            let words = Array(CommandLine.arguments.dropFirst())
            exit(try await run(words, environment, console).rawValue)
        } catch let error as UsageError {
            console.complain(error.rendered(console.errorStyle))
            exit(Ending.usage.rawValue)
        } catch let error as CheckError {
            console.complain("contract-check: \(error)\n")
            exit(Ending.usage.rawValue)
        } catch {
            console.complain("contract-check: \(error)\n")
            exit(Ending.unreadable.rawValue)
        }
    }

    /// A page is read, parsed and let go thousands of times: given back each time, its memory would cost a fifth of the speed.
    private static func keepFreedMemory() {
        mallopt(M_MMAP_THRESHOLD, 16 << 20)
        mallopt(M_TRIM_THRESHOLD, 64 << 20)
    }

    private static func run(
        _ words: [String],
        _ environment: [String: String],
        _ console: Console
    ) async throws -> Ending {
        switch try CommandTable.contractCheck.parse(words, environment: environment, style: console.style) {
        case .show(let text):
            console.print(text)
            return .conforms
        case .run(let parsed):
            let name = parsed.command.name
            guard let command = Command(rawValue: name) else {
                preconditionFailure("no code for the command \(name)")
            }
            let color = parsed.value("color").flatMap(ColorChoice.init(rawValue:)) ?? .auto
            return try await command.run(parsed, environment, console.coloring(color))
        }
    }
}

/// The commands of the table; the built-in ones are the table's own.
enum Command: String {
    case check, validate, record, infer, diff, lint, generate, bowtie

    func run(
        _ parsed: ParsedCommand,
        _ environment: [String: String],
        _ console: Console
    ) async throws -> Ending {
        switch self {
        case .check: try await CheckCommand(parsed, environment, console).run()
        case .record: try await RecordCommand(parsed, environment, console).run()
        case .infer: try await InferCommand(parsed, environment, console).run()
        case .diff: try DiffCommand(parsed, console).run()
        case .generate: try GenerateCommand(parsed, console).run()
        case .lint: try LintCommand(parsed, console).run()
        case .validate: try ValidateCommand(parsed, console).run()
        case .bowtie: try BowtieCommand(parsed, console).run()
        }
    }
}

/// What the process ends with.
enum Ending: Int32 {
    /// Nothing at or above `--fail-on`; all files valid.
    case conforms = 0
    /// Findings at or above `--fail-on`; a file that is not valid.
    case drifted = 1
    /// The command line, the contract or the schema is wrong: nothing was judged.
    case usage = 2
    /// An input could not be read, fetched or parsed, whatever the others came to.
    case unreadable = 3
}

extension Ending: Comparable {
    static func < (left: Ending, right: Ending) -> Bool { left.rawValue < right.rawValue }
}
