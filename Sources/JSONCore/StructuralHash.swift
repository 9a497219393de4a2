extension JSONDocument {
    /// The ``StructuralHash`` of one value.
    package func structuralHash(at index: Int) -> UInt64 {
        var hash = StructuralHash(self)
        return hash.value(at: index)
    }
}

/// A hash of the values of one document that equal values share, whatever the order of their members and the spelling of
/// their numbers.
///
/// It is seeded anew in each process and reads all of a value, so that nobody can prepare values that collide. Its memory is
/// kept from one value to the next.
package struct StructuralHash {
    private let document: JSONDocument

    /// The containers around the one at hand.
    private var outer: [Container] = []

    private struct Container {
        let isObject: Bool
        var hash: UInt64
        var next: Int
        let end: Int

        init(_ index: Int, in tape: Tape) {
            isObject = tape.tag(at: index) == TapeTag.object
            hash = isObject ? 2 : 1
            next = index + 1
            end = tape.closingIndex(of: index)
        }
    }

    package init(_ document: JSONDocument) { self.document = document }

    /// The hash of the value at a tape index.
    ///
    /// - Complexity: O(size); no stack for nesting. A number with fraction or exponent, or past 64 bits, needs the text, see
    ///   ``JSONDocument/byteOffset(at:)``.
    package mutating func value(at index: Int) -> UInt64 {
        let tape = document.tape
        guard tape.isContainer(at: index) else { return scalar(at: index, tape) }
        var container = Container(index, in: tape)
        while true {
            guard container.next < container.end else {
                let hash = Self.mix(container.hash, container.isObject ? 2 : 6)
                guard var parent = outer.popLast() else { return hash }
                add(hash, to: &parent, tape)
                container = parent
                continue
            }
            let child = container.isObject ? container.next + 1 : container.next
            if tape.isContainer(at: child) {
                outer.append(container)
                container = Container(child, in: tape)
            } else {
                add(scalar(at: child, tape), to: &container, tape)
            }
        }
    }

    /// Adds the hash of the next child and passes it.
    private func add(_ child: UInt64, to container: inout Container, _ tape: Tape) {
        guard container.isObject else {
            container.hash = Self.mix(container.hash, child)
            container.next = tape.indexAfter(container.next)
            return
        }
        container.hash &+= Self.mix(Self.string(tape.utf8(at: container.next)), child)
        container.next = tape.indexAfter(container.next + 1)
    }

    private func scalar(at index: Int, _ tape: Tape) -> UInt64 {
        switch tape.tag(at: index) {
        case TapeTag.string: Self.string(tape.utf8(at: index))
        case TapeTag.int: Self.integer(tape.int64(at: index))
        case TapeTag.uint, TapeTag.double, TapeTag.big: Self.decimal(document.decimal(at: index))
        case let tag: Self.mix(UInt64(tag), 4)
        }
    }

    private static func string(_ text: UTF8View) -> UInt64 {
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

    // MARK: Numbers, by sign, digits without zeros at either end, and exponent

    /// So many digits are hashed at a time, because they fit 64 bits.
    private static let digitsAtOnce = 18

    private static func integer(_ value: Int64) -> UInt64 {
        var digits = value.magnitude
        guard digits < 1_000_000_000_000_000_000 else { return decimal(ExactDecimal(value)) }
        var exponent = 0
        while digits > 0, digits % 10 == 0 {
            digits /= 10
            exponent += 1
        }
        return finish(mix(0, digits), exponent: exponent, isNegative: value < 0)
    }

    private static func decimal(_ value: ExactDecimal) -> UInt64 {
        var hash: UInt64 = 0
        var rest = value.digits[...]
        repeat {
            hash = mix(hash, rest.prefix(digitsAtOnce).reduce(0) { $0 * 10 + UInt64($1) })
            rest = rest.dropFirst(digitsAtOnce)
        } while !rest.isEmpty
        return finish(hash, exponent: value.exponent, isNegative: value.sign < 0)
    }

    private static func finish(_ hash: UInt64, exponent: Int, isNegative: Bool) -> UInt64 {
        mix(mix(hash, UInt64(bitPattern: Int64(exponent))), isNegative ? 7 : 3)
    }

    // MARK: Mixing by 128-bit products, in the manner of wyhash

    private static let seed = UInt64.random(in: .min ... .max)

    private static func mix(_ left: UInt64, _ right: UInt64) -> UInt64 {
        let product = (left ^ seed).multipliedFullWidth(by: right ^ 0x9E37_79B9_7F4A_7C15)
        return product.high ^ product.low
    }
}

extension Tape {
    fileprivate func isContainer(at index: Int) -> Bool {
        tag(at: index) == TapeTag.object || tag(at: index) == TapeTag.array
    }
}
