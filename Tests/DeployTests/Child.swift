import Glibc
import Postgres

/// A program that a test runs; its two outputs are read as one, line by line.
///
/// Its calls block, so it has an executor of its own. Nothing waits longer than ``patience``: a program that hangs fails
/// its test. One that still runs when the test ends is killed.
actor Child {
    /// What went wrong with a program, and what it had said until then.
    struct Trouble: Error, CustomStringConvertible {
        let description: String
    }

    /// How long a line or the end is waited for, in milliseconds.
    private static let patience: Int32 = 60_000

    private let executor = BlockingExecutor(label: "feedkeeper.deploy.child")
    private let process: pid_t
    private let output: Int32
    private var unread: [UInt8] = []
    private(set) var said: [String] = []
    private var exitCode: Int32?

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe executor.asUnownedSerialExecutor()
    }

    /// Starts `arguments[0]`, a path, in the folder `/`, with these variables only.
    init(_ arguments: [String], environment: [String: String] = [:]) throws {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
            throw Trouble(description: "errno \(errno)")
        }
        let variables = environment.map { "\($0.key)=\($0.value)" }
        // Where systemd starts a service: what works only inside the checkout must not pass.
        let (process, problem) = spawn(["/usr/bin/env", "-C", "/"] + arguments, variables, output: ends[1])
        close(ends[1])
        output = ends[0]
        self.process = process
        guard problem == 0 else { throw Trouble(description: "\(arguments[0]): errno \(problem)") }
    }

    deinit {
        close(output)
        guard exitCode == nil, process > 0 else { return }
        kill(process, SIGKILL)
        waitpid(process, nil, 0)
    }

    nonisolated func send(signal: Int32) {
        kill(process, signal)
    }

    /// Reads on until a line contains the text.
    func line(containing text: String) throws -> String {
        while let line = try nextLine() {
            if line.contains(text) { return line }
        }
        throw Trouble(description: "no line with \"\(text)\" in:\n" + said.joined(separator: "\n"))
    }

    /// Reads on until the program ends; its exit code, or 128 and the signal's number.
    func end() throws -> Int32 {
        while try nextLine() != nil {}
        var status: Int32 = 0
        // It has closed its outputs, so the end is near.
        while unsafe waitpid(process, &status, 0) < 0 && errno == EINTR {}
        let code = status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
        exitCode = code
        return code
    }

    private func nextLine() throws -> String? {
        while true {
            if let line = takeLine() { return line }
            var chunk = [UInt8](repeating: 0, count: 4096)
            try waitForOutput()
            let count = unsafe read(output, &chunk, chunk.count)
            if count <= 0 { return takeRest() }
            unread += chunk[..<count]
        }
    }

    private func waitForOutput() throws {
        var wanted = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
        guard unsafe poll(&wanted, 1, Self.patience) > 0 else {
            throw Trouble(description: "it hangs, after:\n" + said.joined(separator: "\n"))
        }
    }

    private func takeLine() -> String? {
        guard let end = unread.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
        let line = String(decoding: unread[..<end], as: UTF8.self)
        unread.removeSubrange(...end)
        said.append(line)
        return line
    }

    private func takeRest() -> String? {
        guard !unread.isEmpty else { return nil }
        unread.append(UInt8(ascii: "\n"))
        return takeLine()
    }
}

/// A program that has ended.
struct Ended {
    let code: Int32
    let lines: [String]

    var text: String { lines.joined(separator: "\n") }
}

/// Runs a program to its end.
func run(_ arguments: [String], environment: [String: String] = [:]) async throws -> Ended {
    let child = try Child(arguments, environment: environment)
    let code = try await child.end()
    return Ended(code: code, lines: await child.said)
}

private func spawn(_ arguments: [String], _ variables: [String], output: Int32) -> (pid_t, Int32) {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    unsafe posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    unsafe posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO)
    var process: pid_t = 0
    let problem = unsafe withCStrings(arguments) { argv in
        unsafe withCStrings(variables) { envp in
            unsafe posix_spawn(&process, arguments[0], &actions, nil, argv, envp)
        }
    }
    return (process, problem)
}

private func withCStrings<Result>(
    _ strings: [String],
    _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
    var pointers: [UnsafeMutablePointer<CChar>?] = unsafe strings.map { unsafe strdup($0) } + [nil]
    defer { for index in unsafe pointers.indices { unsafe free(pointers[index]) } }
    return unsafe body(&pointers)
}
