/// What is fuzzed: a part of the package that must hold its laws for any bytes.
package enum FuzzTarget: String, CaseIterable, Sendable {
    /// Parsing, reading, writing and finding values, by both parsers.
    case parse
    /// JSON pointers and URI references.
    case pointer
    /// Compiling a schema.
    case compile
    /// Judging and explaining: a schema, a NUL byte, and a value.
    case validate

    /// In an input for ``validate``, where the schema ends and the value begins: no JSON text holds that byte.
    package static let separator: UInt8 = 0

    /// What does not hold for these bytes, or nil.
    ///
    /// What traps or hangs is found by whoever calls.
    package func fault(in bytes: [UInt8]) -> String? {
        do throws(BrokenLaw) {
            switch self {
            case .parse: try ParseLaws.check(bytes)
            case .pointer: try PointerLaws.check(bytes)
            case .compile: try CompileLaws.check(bytes)
            case .validate: try ValidateLaws.check(bytes)
            }
            return nil
        } catch {
            return error.law
        }
    }
}

/// A law that does not hold.
struct BrokenLaw: Error {
    let law: String
}

/// - Throws: ``BrokenLaw`` when it does not hold.
func expect(_ holds: Bool, _ law: @autoclosure () -> String) throws(BrokenLaw) {
    guard holds else { throw BrokenLaw(law: law()) }
}
