/// A string or a member's name in place.
///
/// It keeps its document alive, so it may be stored. Equality is that of the bytes.
package struct JSONString: Sendable {
    private let document: JSONDocument
    private let index: Int

    init(document: JSONDocument, index: Int) {
        self.document = document
        self.index = index
    }

    private var view: UTF8View { document.tape.utf8(at: index) }

    /// In bytes.
    package var count: Int { view.count }

    /// The text; a copy.
    package var string: String { view.string }

    /// A copy of the bytes.
    package var bytes: [UInt8] { view.bytes }

    /// Gives the bytes in place to `body`, through whose end the document lives; they must not be kept longer.
    package func withUTF8<Result>(_ body: (UTF8View) -> Result) -> Result {
        defer { extendLifetime(document) }
        return body(view)
    }

    /// Byte for byte.
    package static func == (left: JSONString, right: [UInt8]) -> Bool { left.view == right }

    /// Byte for byte with the string's UTF-8.
    package static func == (left: JSONString, right: String) -> Bool { left.view == right }

    /// The order of the bytes, which is the order of the code points.
    package func precedes(_ other: JSONString) -> Bool { view.precedes(other.view) }
}
