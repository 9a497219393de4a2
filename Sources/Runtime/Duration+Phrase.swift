// Longest first, as ``Duration/phrase`` writes them.
private let units: [(suffix: String, milliseconds: Int)] = [
    ("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1000), ("ms", 1),
]

extension Duration {
    /// Reads whole numbers with units, such as `250ms`, `30s`, `5m`, `1h30m` or `7d`; `0` needs no unit.
    ///
    /// Gives `nil` for anything else and for more than 100 years.
    package init?(phrase: String) {
        guard phrase != "0" else {
            self = .zero
            return
        }
        var milliseconds = 0
        var rest = phrase[...]
        repeat {
            guard let (number, _) = wholeNumberAndUnit(String(rest)) else { return nil }
            rest = rest.drop { $0.isASCII && $0.isNumber }
            let unit = rest.prefix { $0.isLetter }
            rest = rest.dropFirst(unit.count)
            guard let factor = units.first(where: { $0.suffix == unit })?.milliseconds,
                number <= longestMilliseconds / factor
            else { return nil }
            milliseconds += number * factor
            guard milliseconds <= longestMilliseconds else { return nil }
        } while !rest.isEmpty
        self = .milliseconds(milliseconds)
    }

    /// The same form as ``init(phrase:)`` reads, to the millisecond: `1h30m`, `250ms`, `0`.
    package var phrase: String {
        let (seconds, attoseconds) = components
        var left = Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000)
        guard left != 0 else { return "0" }
        var text = left < 0 ? "-" : ""
        for (suffix, size) in units where abs(left) >= size {
            text += "\(abs(left) / size)\(suffix)"
            left %= size
        }
        return text
    }
}

// 100 years: far from overflow, even as the sum of two parts.
private let longestMilliseconds = 100 * 365 * 86_400_000
