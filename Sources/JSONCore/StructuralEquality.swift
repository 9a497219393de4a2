extension JSONDocument {
    /// Whether two values are equal in JSON's sense: strings by their bytes, numbers by exact value, members without order.
    ///
    /// - Complexity: O(size) for members in like order, else O(n log n) for each object; stack by nesting. Numbers that are
    ///   written differently and round to one double need the text, see ``byteOffset(at:)``.
    package func value(at index: Int, equals other: JSONDocument, at otherIndex: Int) -> Bool {
        let tag = tape.tag(at: index)
        let otherTag = other.tape.tag(at: otherIndex)
        if Self.isNumber(tag) { return number(at: index, tag, equals: other, at: otherIndex, otherTag) }
        guard tag == otherTag else { return false }
        switch tag {
        case TapeTag.string: return tape.utf8(at: index) == other.tape.utf8(at: otherIndex)
        case TapeTag.array: return array(at: index, equals: other, at: otherIndex)
        case TapeTag.object: return object(at: index, equals: other, at: otherIndex)
        default: return true
        }
    }

    private static func isNumber(_ tag: UInt8) -> Bool {
        switch tag {
        case TapeTag.int, TapeTag.uint, TapeTag.double, TapeTag.big: true
        default: false
        }
    }

    private func number(
        at index: Int,
        _ tag: UInt8,
        equals other: JSONDocument,
        at otherIndex: Int,
        _ otherTag: UInt8
    ) -> Bool {
        guard Self.isNumber(otherTag) else { return false }
        if tag == otherTag, tag == TapeTag.int || tag == TapeTag.uint {
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

    private func array(at index: Int, equals other: JSONDocument, at otherIndex: Int) -> Bool {
        guard tape.count(of: index) == other.tape.count(of: otherIndex) else { return false }
        let end = tape.closingIndex(of: index)
        var (at, otherAt) = (index + 1, otherIndex + 1)
        while at < end {
            guard value(at: at, equals: other, at: otherAt) else { return false }
            (at, otherAt) = (tape.indexAfter(at), other.tape.indexAfter(otherAt))
        }
        return true
    }

    private func object(at index: Int, equals other: JSONDocument, at otherIndex: Int) -> Bool {
        guard tape.count(of: index) == other.tape.count(of: otherIndex) else { return false }
        let end = tape.closingIndex(of: index)
        var (at, otherAt) = (index + 1, otherIndex + 1)
        while at < end {
            guard tape.utf8(at: at) == other.tape.utf8(at: otherAt) else {
                return members(
                    from: at,
                    to: end,
                    equal: other,
                    from: otherAt,
                    to: other.tape.closingIndex(of: otherIndex)
                )
            }
            guard value(at: at + 1, equals: other, at: otherAt + 1) else { return false }
            (at, otherAt) = (tape.indexAfter(at + 1), other.tape.indexAfter(otherAt + 1))
        }
        return true
    }

    /// The members that remain where the order of the names parted, sorted by name.
    private func members(
        from at: Int,
        to end: Int,
        equal other: JSONDocument,
        from otherAt: Int,
        to otherEnd: Int
    ) -> Bool {
        let keys = sortedKeys(from: at, to: end)
        let otherKeys = other.sortedKeys(from: otherAt, to: otherEnd)
        return keys.count == otherKeys.count
            && zip(keys, otherKeys).allSatisfy { key, otherKey in
                tape.utf8(at: key) == other.tape.utf8(at: otherKey)
                    && value(at: key + 1, equals: other, at: otherKey + 1)
            }
    }

    private func sortedKeys(from start: Int, to end: Int) -> [Int] {
        var keys: [Int] = []
        var at = start
        while at < end {
            keys.append(at)
            at = tape.indexAfter(at + 1)
        }
        return keys.sorted { tape.utf8(at: $0).precedes(tape.utf8(at: $1)) }
    }

    /// A hash that equal values share, whatever the order of their members and the spelling of their numbers.
    ///
    /// It is seeded anew in each process, so that nobody can prepare values that collide.
    ///
    /// - Complexity: O(size); stack by nesting.
    package func structuralHash(at index: Int) -> UInt64 {
        switch tape.tag(at: index) {
        case TapeTag.string: return StructuralHash.string(tape.utf8(at: index))
        case TapeTag.array: return arrayHash(at: index)
        case TapeTag.object: return objectHash(at: index)
        case let tag where Self.isNumber(tag):
            // Adding zero makes one of both zeros.
            return StructuralHash.mix((nearestDouble(at: index) + 0).bitPattern, 3)
        case let tag: return StructuralHash.mix(UInt64(tag), 4)
        }
    }

    private func arrayHash(at index: Int) -> UInt64 {
        let end = tape.closingIndex(of: index)
        var hash: UInt64 = 1
        var at = index + 1
        while at < end {
            hash = StructuralHash.mix(hash, structuralHash(at: at))
            at = tape.indexAfter(at)
        }
        return hash
    }

    private func objectHash(at index: Int) -> UInt64 {
        let end = tape.closingIndex(of: index)
        var sum: UInt64 = 2
        var at = index + 1
        while at < end {
            sum &+= StructuralHash.mix(StructuralHash.string(tape.utf8(at: at)), structuralHash(at: at + 1))
            at = tape.indexAfter(at + 1)
        }
        return StructuralHash.mix(sum, 2)
    }
}

/// Mixing by 128-bit products, in the manner of wyhash.
private enum StructuralHash {
    private static let seed = UInt64.random(in: .min ... .max)

    static func mix(_ left: UInt64, _ right: UInt64) -> UInt64 {
        let product = (left ^ seed).multipliedFullWidth(by: right ^ 0x9E37_79B9_7F4A_7C15)
        return product.high ^ product.low
    }

    static func string(_ text: UTF8View) -> UInt64 {
        var hash = UInt64(text.count)
        var offset = 0
        while offset + 8 <= text.count {
            hash = mix(hash, text.loadWord(at: offset))
            offset += 8
        }
        guard offset < text.count else { return mix(hash, 5) }
        let rest = text.loadWord(at: offset) & ~(UInt64.max << UInt64(8 * (text.count - offset)))
        return mix(mix(hash, rest), 5)
    }
}
