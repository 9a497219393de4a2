/// What a value on the command line may be: checked while parsing, offered by completion.
package enum ValueKind: Hashable, Sendable {
    /// Any text.
    case text

    /// The path of a file or folder, or `-`. Not checked; completion offers files.
    case path

    /// A decimal integer in a range.
    case integer(ClosedRange<Int>)

    /// One of these words, `=`, and the path of a file: `sarif=drift.sarif`.
    case keyedPath([String])

    /// One of these words.
    case choice([String])
}
