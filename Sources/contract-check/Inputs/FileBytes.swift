import Glibc

/// What the system said when something could not be read.
struct SystemError: Error, Equatable, CustomStringConvertible {
    let number: Int32

    var description: String { unsafe String(cString: strerror(number)) }
}

/// The bytes of a file; reading stops soon after `limit` bytes, and more than these tell that the file is longer.
///
/// A folder is ``SystemError`` `EISDIR`.
func fileBytes(_ path: String, limit: Int) throws(SystemError) -> [UInt8] {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemError(number: errno) }
    defer { close(descriptor) }
    return try bytes(of: descriptor, limit: limit)
}

/// The bytes of standard input, with the same limit.
func standardInputBytes(limit: Int) throws(SystemError) -> [UInt8] {
    try bytes(of: STDIN_FILENO, limit: limit)
}

private func bytes(of descriptor: Int32, limit: Int) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    while bytes.count <= limit {
        let count = unsafe buffer.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
        if count < 0, errno == EINTR { continue }
        guard count >= 0 else { throw SystemError(number: errno) }
        if count == 0 { break }
        bytes += buffer[..<count]
    }
    return bytes
}
