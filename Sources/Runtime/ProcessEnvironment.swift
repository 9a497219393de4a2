// Glibc declares `environ` as a plain variable; the doc comment below says when reading it is right.
@unsafe @preconcurrency import Glibc

/// All variables of this process.
///
/// Read once at start and pass on: another thread calling `setenv` meanwhile would be a race.
package func processEnvironment() -> [String: String] {
    var variables: [String: String] = [:]
    var entry = unsafe environ
    while let text = unsafe entry.pointee {
        let parts = unsafe String(cString: text).split(
            separator: "=",
            maxSplits: 1,
            omittingEmptySubsequences: false
        )
        if parts.count == 2 { variables[String(parts[0])] = String(parts[1]) }
        unsafe entry += 1
    }
    return variables
}
