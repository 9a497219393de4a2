import FoundationEssentials
import Glibc

/// Writes a file, which is made or overwritten.
///
/// - Throws: ``CheckError`` `notWritten`; then part of it may be written.
func writeFile(_ path: String, _ bytes: [UInt8]) throws(CheckError) {
    try writing(path) { () throws(SystemError) in try write(bytes, to: path) }
}

/// Writes a file that others rely on: there is the old text or the new one, whatever happens.
///
/// A link stays a link, and a file that is there keeps its permissions.
///
/// - Throws: ``CheckError`` `notWritten`; then nothing has changed.
func replaceFile(_ path: String, _ bytes: [UInt8]) throws(CheckError) {
    try writing(path) { () throws(SystemError) in
        let target = resolvedPath(path) ?? path
        let beside = "\(target).\(getpid()).partial"
        do throws(SystemError) {
            try write(bytes, to: beside)
            try copyPermissions(of: target, to: beside)
            try renameFile(beside, to: target)
        } catch {
            unsafe _ = unlink(beside)
            throw error
        }
    }
}

/// Gives a file or folder another name, in the place of a file that has it.
func renameFile(_ path: String, to other: String) throws(SystemError) {
    guard unsafe rename(path, other) == 0 else { throw SystemError() }
}

/// The path of a file that is there, without links; nil where there is none.
func resolvedPath(_ path: String) -> String? {
    guard let resolved = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
}

/// Whether a path leads to a file with content, and not to a folder, a terminal or a pipe.
func isRegularFile(_ path: String) -> Bool {
    var facts = stat()
    return unsafe stat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG
}

/// Tells of what the system refuses which file was meant.
private func writing(_ path: String, _ body: () throws(SystemError) -> Void) throws(CheckError) {
    do throws(SystemError) {
        try body()
    } catch {
        throw CheckError(.notWritten("\(error)"), path)
    }
}

private func write(_ bytes: [UInt8], to path: String) throws(SystemError) {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw SystemError() }
    defer { close(descriptor) }
    var rest = bytes[...]
    while !rest.isEmpty {
        let count = unsafe rest.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
        if count < 0, errno == EINTR { continue }
        guard count >= 0 else { throw SystemError() }
        rest = rest.dropFirst(count)
    }
}

private func copyPermissions(of file: String, to other: String) throws(SystemError) {
    var facts = stat()
    guard unsafe stat(file, &facts) == 0 else { return }
    guard unsafe chmod(other, facts.st_mode & 0o7777) == 0 else { throw SystemError() }
}

/// Makes a folder, and those it is in, where there is none.
///
/// - Throws: ``CheckError`` `notWritten`.
func makeFolder(_ path: String) throws(CheckError) {
    do {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
        throw CheckError(.notWritten("no folder can be made there"), path)
    }
}
