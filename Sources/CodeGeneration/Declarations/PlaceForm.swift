import JSONCore

/// The alternatives of a place, sorted by the kind of value.
struct PlaceForm {
    /// Whether anything may stand there.
    private(set) var isAny = false
    private(set) var isNullable = false
    private(set) var isBool = false

    /// The type of numbers; nil when none may stand there.
    private(set) var number: TypeReference?

    private(set) var texts: [Alternative] = []
    private(set) var lists: [Alternative] = []
    private(set) var objects: [Alternative] = []

    init(_ place: Place) {
        for alternative in place.alternatives { add(alternative) }
        if kindCount == 0, !isNullable { isAny = true }
    }

    private mutating func add(_ alternative: Alternative) {
        guard let kinds = alternative.kinds else {
            isAny = true
            return
        }
        if kinds.contains(.null) { isNullable = true }
        if kinds.contains(.boolean) { isBool = true }
        if kinds.contains(.string) { texts.append(alternative) }
        if kinds.contains(.array) { lists.append(alternative) }
        if kinds.contains(.object) { objects.append(alternative) }
        if kinds.contains(.number) {
            number = .number
        } else if kinds.contains(.integer) {
            number = Self.wider(number, alternative.integerType)
        }
    }

    /// The one that holds both.
    private static func wider(_ left: TypeReference?, _ right: TypeReference) -> TypeReference {
        guard let left, left != right else { return right }
        return left == .number ? .number : .bigInteger
    }

    /// How many kinds of value may stand there, null aside.
    var kindCount: Int {
        [isBool, number != nil, !texts.isEmpty, !lists.isEmpty, !objects.isEmpty].count { $0 }
    }
}

extension Alternative {
    /// By the convention of `format`, or by the range.
    fileprivate var integerType: TypeReference {
        switch text("format") {
        case "uint64": return .unsignedInteger
        case "x-big-integer": return .bigInteger
        default: break
        }
        let limits = nodes.compactMap { $0.schema["maximum"]?.decimal }
        let least = nodes.compactMap { $0.schema["minimum"]?.decimal }
        let beyondInt = limits.contains { ExactDecimal(Int64.max) < $0 }
        if beyondInt, limits.contains(where: { !(ExactDecimal(UInt64.max) < $0) }),
            least.contains(where: { !($0 < ExactDecimal(0 as Int64)) })
        {
            return .unsignedInteger
        }
        return .integer
    }
}
