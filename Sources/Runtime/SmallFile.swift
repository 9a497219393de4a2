import Glibc

/// Secrets and settings are far smaller than this; anything bigger is the wrong file.
private let largestSmallFile = 65_536

/// The text of a small file, such as a mounted secret.
///
/// - Throws: ``RuntimeError/systemCall(name:errno:)``; `EFBIG` above 64 KiB, `EILSEQ` when it is not UTF-8.
package func smallFile(_ path: String) throws(RuntimeError) -> String {
    guard let text = String(validating: try smallFileBytes(path), as: UTF8.self) else {
        throw .systemCall(name: "read", errno: EILSEQ)
    }
    return text
}

/// The bytes of a small file, such as the rules of a time zone.
///
/// - Throws: ``RuntimeError/systemCall(name:errno:)``; `EFBIG` above 64 KiB.
package func smallFileBytes(_ path: String) throws(RuntimeError) -> [UInt8] {
    let file = OwnedDescriptor(try retrying("open") { unsafe open(path, O_RDONLY | O_CLOEXEC) })
    var bytes = [UInt8](repeating: 0, count: largestSmallFile + 1)
    var filled = 0
    while filled < bytes.count {
        let count = try retrying("read") {
            unsafe bytes.withUnsafeMutableBytes { buffer in
                let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
                return unsafe read(file.number, rest.baseAddress, rest.count)
            }
        }
        if count == 0 { break }
        filled += count
    }
    guard filled <= largestSmallFile else { throw .systemCall(name: "read", errno: EFBIG) }
    return Array(bytes[..<filled])
}
