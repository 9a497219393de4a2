import Glibc

/// What the system said when something could not be read or written.
struct SystemError: Error, Equatable, CustomStringConvertible {
    let number: Int32

    /// What the last call said.
    init() { number = errno }

    /// What a call gave in place of a result.
    init(number: Int32) { self.number = number }

    var description: String { unsafe String(cString: strerror(number)) }
}
