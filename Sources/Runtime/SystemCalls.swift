import Glibc

/// The system's sentence for an error number, with the number.
func errorText(_ number: Int32) -> String {
    var buffer = [CChar](repeating: 0, count: 256)
    // POSIX variant. The result says whether the number is known; the buffer holds a sentence either way.
    _ = unsafe strerror_r(number, &buffer, buffer.count)
    let text = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return "\(text) (errno \(number))"
}

/// Calls until the call was not interrupted by a signal; a negative result becomes an error.
@discardableResult
func retrying<Result: SignedInteger>(
    _ name: String,
    _ call: () -> Result
) throws(RuntimeError) -> Result {
    while true {
        let result = call()
        if result >= 0 { return result }
        if errno != EINTR { throw .systemCall(name: name, errno: errno) }
    }
}

/// A file descriptor that is closed with its owner.
struct OwnedDescriptor: ~Copyable {
    let number: Int32

    init(_ number: Int32) {
        self.number = number
    }

    deinit {
        // On Linux the descriptor is gone whatever close says, and nothing here was buffered.
        _ = close(number)
    }
}
