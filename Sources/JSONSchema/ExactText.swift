/// Text that equals another only when both have the same code points, which is how JSON and URIs compare.
///
/// A `String` equals whatever looks alike: `é` in one code point and in two.
struct ExactText: Sendable {
    private let text: String

    init(_ text: String) { self.text = text }
}

extension ExactText: Hashable {
    static func == (left: ExactText, right: ExactText) -> Bool {
        left.text.utf8.count == right.text.utf8.count && left.text.utf8.elementsEqual(right.text.utf8)
    }

    func hash(into hasher: inout Hasher) {
        let isWhole: Void? = unsafe text.utf8.withContiguousStorageIfAvailable { bytes in
            unsafe hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
        }
        if isWhole == nil { for byte in text.utf8 { hasher.combine(byte) } }
        hasher.combine(0xFF as UInt8)
    }
}
