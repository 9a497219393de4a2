import Glibc

/// A program that is run to its end.
enum ChildProcess {
    /// Runs a program found in PATH, its output and complaints going to a file, and gives its status; 128 and the signal's number
    /// for one that a signal ended.
    ///
    /// - Throws: ``SystemError`` when there is no such program.
    static func run(_ words: [String], outputTo path: String) throws(SystemError) -> Int32 {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        unsafe posix_spawn_file_actions_addopen(
            &actions,
            STDOUT_FILENO,
            path,
            O_WRONLY | O_CREAT | O_TRUNC,
            0o600
        )
        unsafe posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO)
        var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
        defer {
            for place in unsafe arguments.indices { unsafe free(arguments[place]) }
        }
        var process = pid_t()
        let problem = unsafe posix_spawnp(&process, words[0], &actions, nil, &arguments, environ)
        guard problem == 0 else { throw SystemError(number: problem) }
        var status: Int32 = 0
        while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
        // As wait.h's macros take it apart, which Swift does not see.
        let signal = status & 0x7F
        return signal == 0 ? status >> 8 & 0xFF : 128 + signal
    }
}
