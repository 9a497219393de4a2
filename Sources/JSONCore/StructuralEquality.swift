extension JSONDocument {
    /// Whether two values are equal in JSON's sense: strings by their bytes, numbers by exact value, members without order.
    ///
    /// - Complexity: O(size) for members in like order, else O(n log n) for each object; no stack for nesting. Numbers that
    ///   are written differently and round to one double need the text, see ``byteOffset(at:)``.
    package func value(at index: Int, equals other: JSONDocument, at otherIndex: Int) -> Bool {
        guard mayEqual(at: index, other, at: otherIndex) else { return false }
        guard tape.hasContents(at: index) else { return true }
        var comparison = StructuralComparison(self, other)
        return comparison.haveEqualContents(index, otherIndex)
    }

    /// Decides for scalars and for containers that are empty or differ in kind or count.
    fileprivate func mayEqual(at index: Int, _ other: JSONDocument, at otherIndex: Int) -> Bool {
        let tag = tape.tag(at: index)
        let otherTag = other.tape.tag(at: otherIndex)
        if Self.isNumber(tag) {
            return Self.isNumber(otherTag) && number(at: index, equals: other, at: otherIndex)
        }
        guard tag == otherTag else { return false }
        switch tag {
        case TapeTag.string: return tape.utf8(at: index) == other.tape.utf8(at: otherIndex)
        case TapeTag.array, TapeTag.object:
            return tape.count(of: index) == other.tape.count(of: otherIndex)
        default: return true
        }
    }

    private static func isNumber(_ tag: UInt8) -> Bool {
        switch tag {
        case TapeTag.int, TapeTag.uint, TapeTag.double, TapeTag.big: true
        default: false
        }
    }

    private func number(at index: Int, equals other: JSONDocument, at otherIndex: Int) -> Bool {
        let tag = tape.tag(at: index)
        if tag == other.tape.tag(at: otherIndex), tag == TapeTag.int || tag == TapeTag.uint {
            return tape.uint64(at: index) == other.tape.uint64(at: otherIndex)
        }
        // Rounding keeps order, so values with unequal nearest doubles are unequal.
        guard nearestDouble(at: index) == other.nearestDouble(at: otherIndex) else { return false }
        return decimal(at: index) == other.decimal(at: otherIndex)
    }

    /// The double nearest to a number; infinite past the range.
    package func nearestDouble(at index: Int) -> Double {
        switch tape.tag(at: index) {
        case TapeTag.int: Double(tape.int64(at: index))
        case TapeTag.uint: Double(tape.uint64(at: index))
        case TapeTag.double: tape.double(at: index)
        default: Double(numberText(at: index)) ?? .infinity
        }
    }

    /// The tape indices of keys from `start` to `end`, by name.
    fileprivate func sortedKeys(from start: Int, to end: Int) -> [Int] {
        var keys: [Int] = []
        var at = start
        while at < end {
            keys.append(at)
            at = tape.indexAfter(at + 1)
        }
        return keys.sorted { tape.utf8(at: $0).precedes(tape.utf8(at: $1)) }
    }
}

/// Compares a value of one document with one of another, container by container.
private struct StructuralComparison {
    private typealias Pair = (left: Int, right: Int)

    private let left: JSONDocument
    private let right: JSONDocument

    /// Containers of one kind and count whose contents are still to be compared.
    private var waiting: [Pair] = []

    init(_ left: JSONDocument, _ right: JSONDocument) {
        self.left = left
        self.right = right
    }

    mutating func haveEqualContents(_ leftIndex: Int, _ rightIndex: Int) -> Bool {
        var pair = (left: leftIndex, right: rightIndex)
        while true {
            let isObject = left.tape.tag(at: pair.left) == TapeTag.object
            guard isObject ? objectsMayBeEqual(pair) : arraysMayBeEqual(pair) else { return false }
            guard let next = waiting.popLast() else { return true }
            pair = next
        }
    }

    /// What is in containers waits.
    private mutating func mayBeEqual(_ leftIndex: Int, _ rightIndex: Int) -> Bool {
        guard left.mayEqual(at: leftIndex, right, at: rightIndex) else { return false }
        if left.tape.hasContents(at: leftIndex) { waiting.append((leftIndex, rightIndex)) }
        return true
    }

    private mutating func arraysMayBeEqual(_ arrays: Pair) -> Bool {
        let end = left.tape.closingIndex(of: arrays.left)
        var (at, otherAt) = (arrays.left + 1, arrays.right + 1)
        while at < end {
            guard mayBeEqual(at, otherAt) else { return false }
            (at, otherAt) = (left.tape.indexAfter(at), right.tape.indexAfter(otherAt))
        }
        return true
    }

    private mutating func objectsMayBeEqual(_ objects: Pair) -> Bool {
        let end = left.tape.closingIndex(of: objects.left)
        var (at, otherAt) = (objects.left + 1, objects.right + 1)
        while at < end {
            guard left.tape.utf8(at: at) == right.tape.utf8(at: otherAt) else {
                let otherEnd = right.tape.closingIndex(of: objects.right)
                return membersMayBeEqual(
                    left.sortedKeys(from: at, to: end),
                    right.sortedKeys(from: otherAt, to: otherEnd)
                )
            }
            guard mayBeEqual(at + 1, otherAt + 1) else { return false }
            (at, otherAt) = (left.tape.indexAfter(at + 1), right.tape.indexAfter(otherAt + 1))
        }
        return true
    }

    /// The members that remain where the order of the names parted.
    private mutating func membersMayBeEqual(_ keys: [Int], _ otherKeys: [Int]) -> Bool {
        for (key, otherKey) in zip(keys, otherKeys) {
            guard left.tape.utf8(at: key) == right.tape.utf8(at: otherKey), mayBeEqual(key + 1, otherKey + 1)
            else { return false }
        }
        return true
    }
}

extension Tape {
    /// Whether an array or object that is not empty stands there.
    fileprivate func hasContents(at index: Int) -> Bool {
        switch tag(at: index) {
        case TapeTag.array, TapeTag.object: closingIndex(of: index) > index + 1
        default: false
        }
    }
}

extension JSONValue {
    /// Structural equality, also across documents; see ``JSONDocument/value(at:equals:at:)``.
    package func equals(_ other: JSONValue) -> Bool {
        document.value(at: index, equals: other.document, at: other.index)
    }
}
