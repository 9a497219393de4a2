/// A password, a token, or an address that holds one.
///
/// Printing, describing, dumping and reflecting it give `•••`; only ``reveal()`` gives the text.
package struct Secret: Hashable, Sendable {
    private let text: String

    /// Keeps a text.
    package init(_ text: String) {
        self.text = text
    }

    /// The text itself, for handing to whoever needs it.
    package func reveal() -> String { text }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Three dots.
    package var description: String { "•••" }

    /// Three dots.
    package var debugDescription: String { "•••" }

    /// A mirror without children.
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
