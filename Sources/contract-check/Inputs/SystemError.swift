import Glibc

/// What the system said when something could not be read or written.
struct SystemError: Error, Equatable, CustomStringConvertible {
    let number: Int32

    /// What the last call said.
    init() { number = errno }

    var description: String { unsafe String(cString: strerror(number)) }
}
