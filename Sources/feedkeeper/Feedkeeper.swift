import Glibc
import Options
import Runtime

/// The daemon and its operators' commands.
@main
struct Feedkeeper {
    static func main() async {
        let environment = processEnvironment()
        let console = Console(environment: environment)
        do {
            try await run(Array(CommandLine.arguments.dropFirst()), environment, console)
        } catch let error as UsageError {
            console.complain(error.rendered(console.errorStyle))
            exit(2)
        } catch {
            console.complain("feedkeeper: \(error)\(advice(on: error))\n")
            exit(1)
        }
    }

    private static func run(
        _ words: [String],
        _ environment: [String: String],
        _ console: Console
    ) async throws {
        switch try CommandTable.feedkeeper.parse(words, environment: environment, style: console.style) {
        case .show(let text): console.print(text)
        case .run(let parsed):
            let name = parsed.command.name
            guard let command = Command(rawValue: name) else {
                preconditionFailure("no code for the command \(name)")
            }
            try await command.run(parsed, environment, console)
        }
    }
}

/// The commands of the table; the built-in ones are the table's own.
enum Command: String {
    case run, migrate, enqueue, status, jobs, page, findings, demo

    func run(_ parsed: ParsedCommand, _ environment: [String: String], _ console: Console) async throws {
        switch self {
        case .run: try await RunCommand(parsed, environment).run()
        case .migrate: try await MigrateCommand(parsed, environment, console).run()
        case .enqueue: try await EnqueueCommand(parsed, environment, console).run()
        case .status: try await StatusCommand(parsed, environment, console).run()
        case .jobs: try await JobsCommand(parsed, environment, console).run()
        case .page: try await PageCommand(parsed, environment, console).run()
        case .findings: try await FindingsCommand(parsed, environment, console).run()
        case .demo: try await DemoCommand(parsed, environment, console).run()
        }
    }
}
