/// A variable that the program reads, for lists of all settings.
package struct EnvironmentKey: Hashable, Sendable {
    /// The variable's name.
    package let name: String

    /// What its value may be, in words.
    package let expected: String

    /// What holds when it is unset; `nil` for nothing.
    package let defaultText: String?

    /// A sentence about it; may be empty.
    package let help: String
}
