import Glibc

/// A child process whose life is bound to a socket that it has as its standard input, output and error.
///
/// The kernel closes our end when this process ends, however it ends; the child takes the end of its input as the
/// order to clean up and go.
@safe package struct Supervisor: ~Copyable {
    private let process: pid_t
    private let socket: Int32

    /// Starts `arguments[0]`, found in `PATH`, in a process group of its own.
    package init(_ arguments: [String], environment: [String]) throws(SandboxError) {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
            throw SandboxError(code: .supervisorNotStarted, message: "socketpair: \(errorText(errno))")
        }
        let (spawned, problem) = spawn(arguments, environment: environment, standardStreams: ends[1])
        close(ends[1])
        guard problem == 0 else {
            close(ends[0])
            throw SandboxError(code: .supervisorNotStarted, message: "\(arguments[0]): \(errorText(problem))")
        }
        (process, socket) = (spawned, ends[0])
    }

    deinit {
        close(socket)
    }

    /// The next line that the child writes, without its line break; nil at the end.
    ///
    /// Blocks.
    package func readLine() -> String? {
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while unsafe read(socket, &byte, 1) == 1 {
            if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
            line.append(byte)
        }
        return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
    }

    /// Writes a line to the child's input; one that is gone does not hear it, and ``readLine()`` gives nil then.
    package func writeLine(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        _ = unsafe send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    /// All lines until the child closes its output.
    ///
    /// Blocks.
    package func readLines() -> [String] {
        var lines: [String] = []
        while let line = readLine() { lines.append(line) }
        return lines
    }

    /// Ends the child's input and waits until it has cleaned up and is gone.
    ///
    /// Blocks.
    package consuming func finish() {
        shutdown(socket, Int32(SHUT_WR))
        _ = readLines()
        var status: Int32 = 0
        while unsafe waitpid(process, &status, 0) < 0 && errno == EINTR {}
    }
}

/// Descriptors from here on are passed on, where the system lets a process have so many: each that is not costs a call.
private let highestInherited: Int32 = 65_536

private func spawn(
    _ arguments: [String],
    environment: [String],
    standardStreams: Int32
) -> (process: pid_t, problem: Int32) {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
        unsafe posix_spawn_file_actions_adddup2(&actions, standardStreams, stream)
    }
    // The server lives as long as this process. What it inherited would stay open with it: whoever waits for the end of
    // another child's pipe would wait for the server's.
    for descriptor in (STDERR_FILENO + 1)..<min(getdtablesize(), highestInherited) {
        unsafe posix_spawn_file_actions_addclose(&actions, descriptor)
    }

    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    unsafe useFreshSignals(&attributes)

    var process: pid_t = 0
    let problem = unsafe withCStrings(arguments) { argv in
        unsafe withCStrings(environment) { envp in
            unsafe posix_spawnp(&process, arguments[0], &actions, &attributes, argv, envp)
        }
    }
    return (process, problem)
}

// A daemon blocks the signals that it reads by signalfd; the child must not inherit that. The group of its own keeps a
// terminal's Ctrl-C away from the server before its owner has finished with it.
private func useFreshSignals(_ attributes: UnsafeMutablePointer<posix_spawnattr_t>) {
    var (none, all) = (sigset_t(), sigset_t())
    unsafe sigemptyset(&none)
    unsafe sigfillset(&all)
    unsafe posix_spawnattr_setsigmask(attributes, &none)
    unsafe posix_spawnattr_setsigdefault(attributes, &all)
    unsafe posix_spawnattr_setpgroup(attributes, 0)
    let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP
    unsafe posix_spawnattr_setflags(attributes, Int16(flags))
}

private func withCStrings<Result>(
    _ strings: [String],
    _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
    var pointers: [UnsafeMutablePointer<CChar>?] = unsafe strings.map { unsafe strdup($0) } + [nil]
    defer { unsafe free(all: pointers) }
    return unsafe body(&pointers)
}

private func free(all pointers: [UnsafeMutablePointer<CChar>?]) {
    for index in unsafe pointers.indices { unsafe free(pointers[index]) }
}

private func errorText(_ number: Int32) -> String {
    unsafe String(cString: strerror(number))
}
