/// RFC 3339 appendix A: the durations of ISO 8601, in whole numbers.
extension Format {
    static func isDuration(_ text: ByteRun) -> Bool {
        var text = text
        guard text.take("P") else { return false }
        if text.last == "W" {
            let weeks = text.take { $0.isDigit }
            return !weeks.isEmpty && text.count == 1
        }
        guard text.first == "T" || takeComponents(&text, place: placeInDate) else { return false }
        if text.take("T") {
            guard takeComponents(&text, place: placeInTime) else { return false }
        }
        return text.isEmpty
    }

    private static func placeInDate(_ unit: Unicode.Scalar) -> Int? {
        switch unit {
        case "Y": 0
        case "M": 1
        case "D": 2
        default: nil
        }
    }

    private static func placeInTime(_ unit: Unicode.Scalar) -> Int? {
        switch unit {
        case "H": 0
        case "M": 1
        case "S": 2
        default: nil
        }
    }

    /// Takes one or more numbers with their units, where no unit between two may be left out.
    private static func takeComponents(_ text: inout ByteRun, place: (Unicode.Scalar) -> Int?) -> Bool {
        var previous: Int?
        repeat {
            guard !text.take(while: { $0.isDigit }).isEmpty, let next = text.take().flatMap(place) else {
                return false
            }
            if let previous, next != previous + 1 { return false }
            previous = next
        } while text.first?.isDigit == true
        return true
    }
}
