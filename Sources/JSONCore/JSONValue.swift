/// What kind of value stands somewhere.
package enum JSONKind: String, Sendable {
    case null, boolean, integer, number, string, array, object
}

/// One value of a document: a document and an index on its tape.
///
/// It keeps the document alive, so it may be stored. `null`, absent, `""`, `{}` and `[]` are five different answers.
package struct JSONValue: Sendable {
    /// Owns what the value is read from.
    package let document: JSONDocument

    /// The index on the document's ``Tape``.
    package let index: Int

    /// The index behind it: of its next sibling, or its container's end.
    package var endIndex: Int { document.tape.indexAfter(index) }

    package init(document: JSONDocument, index: Int) {
        self.document = document
        self.index = index
    }

    private var tag: UInt8 { document.tape.tag(at: index) }

    /// The kind; a number is an `integer` when it is written without fraction and exponent.
    package var kind: JSONKind {
        switch tag {
        case TapeTag.null: .null
        case TapeTag.true, TapeTag.false: .boolean
        case TapeTag.string: .string
        case TapeTag.array: .array
        case TapeTag.object: .object
        case TapeTag.int, TapeTag.uint: .integer
        case TapeTag.big: numberText?.allSatisfy { $0.isNumber || $0 == "-" } == true ? .integer : .number
        default: .number
        }
    }

    /// Whether it is `null`.
    package var isNull: Bool { tag == TapeTag.null }

    /// nil for anything but `true` and `false`.
    package var bool: Bool? { tag == TapeTag.true ? true : tag == TapeTag.false ? false : nil }

    /// The unescaped text; nil for anything but a string.
    package var string: String? { utf8?.string }

    /// The string in place; nil for anything else.
    package var utf8: JSONString? {
        tag == TapeTag.string ? JSONString(document: document, index: index) : nil
    }

    /// The integer, where it is written as one and fits.
    package var int64: Int64? { tag == TapeTag.int ? document.tape.int64(at: index) : nil }

    /// The integer, where it is written as one, is not negative and fits.
    package var uint64: UInt64? {
        tag == TapeTag.uint ? document.tape.uint64(at: index) : int64.flatMap(UInt64.init(exactly:))
    }

    /// The number's exact value, whatever its size.
    package var decimal: ExactDecimal? { isNumber ? document.decimal(at: index) : nil }

    /// The number as it came in, `1.50` not `1.5`.
    package var numberText: String? {
        switch tag {
        case TapeTag.int: String(document.tape.int64(at: index))
        case TapeTag.uint: String(document.tape.uint64(at: index))
        default: isNumber ? document.numberText(at: index) : nil
        }
    }

    private var isNumber: Bool {
        switch tag {
        case TapeTag.int, TapeTag.uint, TapeTag.double, TapeTag.big: true
        default: false
        }
    }

    /// Elements or members; 0 for a scalar.
    package var count: Int {
        switch tag {
        case TapeTag.array, TapeTag.object: document.tape.count(of: index)
        default: 0
        }
    }

    /// The members in the text's order; none unless this is an object.
    package var members: JSONMembers { JSONMembers(self, isObject: tag == TapeTag.object) }

    /// The elements; none unless this is an array.
    package var elements: JSONElements { JSONElements(self, isArray: tag == TapeTag.array) }

    /// The member of that name, or nil if absent or this is no object.
    ///
    /// - Complexity: O(members).
    package subscript(name: String) -> JSONValue? {
        guard tag == TapeTag.object, let member = document.tape.member(name, of: index) else { return nil }
        return JSONValue(document: document, index: member)
    }

    /// The element at that position, or nil.
    ///
    /// - Complexity: O(position).
    package subscript(position: Int) -> JSONValue? {
        elements.dropFirst(position).first { _ in true }
    }

    /// Where the value begins in the text, in bytes.
    ///
    /// - Complexity: that of ``JSONDocument/byteOffset(at:)``.
    package var byteOffset: Int { document.byteOffset(at: index) }
}

/// The members of an object, in the text's order.
package struct JSONMembers: Sequence, IteratorProtocol {
    private let document: JSONDocument
    private var at: Int
    private let end: Int

    init(_ object: JSONValue, isObject: Bool) {
        document = object.document
        at = object.index + 1
        end = isObject ? document.tape.closingIndex(of: object.index) : at
    }

    /// No members.
    package static func none(_ value: JSONValue) -> JSONMembers { JSONMembers(value, isObject: false) }

    package mutating func next() -> (name: JSONString, value: JSONValue)? {
        guard at < end else { return nil }
        let key = at
        at = document.tape.indexAfter(key + 1)
        return (
            JSONString(document: document, index: key), JSONValue(document: document, index: key + 1)
        )
    }
}

/// The elements of an array.
package struct JSONElements: Sequence, IteratorProtocol {
    private let document: JSONDocument
    private var at: Int
    private let end: Int

    init(_ array: JSONValue, isArray: Bool) {
        document = array.document
        at = array.index + 1
        end = isArray ? document.tape.closingIndex(of: array.index) : at
    }

    package mutating func next() -> JSONValue? {
        guard at < end else { return nil }
        let element = at
        at = document.tape.indexAfter(element)
        return JSONValue(document: document, index: element)
    }
}
