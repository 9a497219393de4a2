import Glibc

/// Writes a file, which is made or overwritten.
///
/// - Throws: ``SystemError``; then part of it may be written.
func writeFile(_ path: String, _ bytes: [UInt8]) throws(SystemError) {
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
