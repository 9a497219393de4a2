import Glibc

/// The process's environment variables that the sandbox looks at.
///
/// A variable that is set to nothing counts as not set.
package struct Environment: Sendable {
    private let values: [String: String]

    /// An environment of the given variables.
    package init(_ values: [String: String]) {
        self.values = values.filter { !$0.value.isEmpty }
    }

    /// The variable's value; nil when it is not set or empty.
    package subscript(name: String) -> String? {
        values[name]
    }

    /// What this process was started with.
    package static var current: Environment {
        let names = ["PATH", "PG_BINDIR", "HOME", "XDG_STATE_HOME", "TEST_DATABASE_URL"]
        let pairs = names.compactMap { name in
            unsafe getenv(name).map { unsafe (name, String(cString: $0)) }
        }
        return Environment(Dictionary(uniqueKeysWithValues: pairs))
    }
}
