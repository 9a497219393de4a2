internal import JSONCore

/// Whether items are distinct for certain: by hashes that equal values share.
extension IndexWalk {
    /// Whether no two items of an array that is JSON are equal, as far as hashes can tell.
    func hasDistinctItems(_ open: Token, _ end: Token) -> Bool {
        // A single item is distinct.
        guard pass(open.next).next != end else { return true }
        var mask = 15
        while mask < end.distance(from: open) { mask = mask << 1 | 1 }
        guard mask < Self.maxSlots else { return false }
        return unsafe withUnsafeTemporaryAllocation(of: UInt64.self, capacity: mask + 1) { slots in
            unsafe slots.initialize(repeating: 0)
            var before = open
            while text[before] != UInt8(ascii: "]"), text[before.next] != UInt8(ascii: "]") {
                let item = print(of: before.next)
                guard item.print != 0 else { return false }
                var slot = Int(truncatingIfNeeded: item.print >> 32) & mask
                while unsafe slots[slot] != 0 {
                    guard unsafe slots[slot] != item.print else { return false }
                    slot = (slot + 1) & mask
                }
                unsafe slots[slot] = item.print
                before = item.end
            }
            return true
        }
    }

    /// So large a table fits on the stack.
    private static let maxSlots = 1 << 14

    /// What was found of a value: a hash that equal values share, or 0 when there is none, and the token behind it.
    private struct Print {
        var print: UInt64
        var end: Token
    }

    private func print(of at: Token) -> Print {
        switch text[at] {
        case UInt8(ascii: "\""): Print(print: printOfString(at), end: at.next)
        case UInt8(ascii: "{"): printOfObject(at)
        case UInt8(ascii: "["): printOfArray(at)
        case TapeTag.true, TapeTag.false, TapeTag.null: Print(print: mix(UInt64(text[at]), 1), end: at.next)
        default: Print(print: integer(at).map { mix(UInt64(bitPattern: $0), 2) } ?? 0, end: at.next)
        }
    }

    private func printOfString(_ at: Token) -> UInt64 {
        guard let string = utf8(at) else { return 0 }
        return mix(UInt64(bitPattern: Int64(NameKey(string).hash(seed: Self.seed, word: string.loadWord))), 3)
    }

    private func printOfArray(_ open: Token) -> Print {
        var sum: UInt64 = 4
        var before = open
        while text[before] != UInt8(ascii: "]"), text[before.next] != UInt8(ascii: "]") {
            let item = print(of: before.next)
            guard item.print != 0 else { return item }
            sum = mix(sum ^ item.print, 5)
            before = item.end
        }
        return Print(print: sum, end: text[before] == UInt8(ascii: "]") ? before.next : before.next.next)
    }

    /// Members may stand in any order; a name that may stand there twice leaves no hash.
    private func printOfObject(_ open: Token) -> Print {
        var sum: UInt64 = 6
        var names: UInt64 = 0
        var before = open
        while text[before] != UInt8(ascii: "}"), text[before.next] != UInt8(ascii: "}") {
            let name = printOfString(before.next)
            let value = print(of: before.next.next.next)
            let bit: UInt64 = 1 << (name >> 58)
            guard name != 0, value.print != 0, names & bit == 0 || !isRepeated(before.next, in: open) else {
                return Print(print: 0, end: value.end)
            }
            names |= bit
            sum = sum &+ mix(name ^ value.print, 7)
            before = value.end
        }
        return Print(print: sum, end: text[before] == UInt8(ascii: "}") ? before.next : before.next.next)
    }

    /// Whether a key, or one that may be equal to it, stands earlier in its object.
    private func isRepeated(_ key: Token, in open: Token) -> Bool {
        guard let name = utf8(key) else { return true }
        var before = open
        while before.next != key {
            guard let earlier = utf8(before.next), earlier != name else { return true }
            before = pass(before.next.next.next)
        }
        return false
    }

    private static let seed = UInt64.random(in: 1 ... .max)

    private func mix(_ left: UInt64, _ right: UInt64) -> UInt64 {
        let product = (left ^ Self.seed).multipliedFullWidth(by: right &* 0x9E37_79B9_7F4A_7C15 | 1)
        return product.high ^ product.low | 1
    }
}
