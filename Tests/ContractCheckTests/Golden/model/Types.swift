// swift-format-ignore-file
import Foundation

// Types in every way in which the compiler writes their decoding.

struct Empty: Decodable {}

struct Constants: Decodable {
    let version = 1
}

struct NoKeys: Decodable {
    var a = 1

    enum CodingKeys: CodingKey {}
}

struct Record: Decodable {
    let a: Int
    let b: String?
    var c: Int = 5
    let fixed = 7
    static let shared = 1
    var computed: Int { a }
    lazy var later = 3
    var observed: Bool = false { didSet {} }

    enum CodingKeys: String, CodingKey {
        case a, b, fixed
        case c = "count"
    }
}

struct Plain: Decodable {
    var a: Int!
    let `default`: [Int]?
    let é: Int?
}

struct Borrowed: Decodable {
    let a: Int

    typealias CodingKeys = Names

    enum Names: String, CodingKey {
        case a = "A-1"
    }
}

struct ByNumber: Decodable {
    let first: Int

    enum CodingKeys: Int, CodingKey {
        case first = 3
    }
}

struct Snake: Decodable {
    let userName: String
    let imageURL: String?
    let _id: Int?
}

struct Outer {
    let inner: Inner
}

extension Outer: Decodable {
    struct Inner: Decodable {
        let n: Int
    }
}

private struct Hidden: Decodable {
    let n: Int
}

struct Shown: Decodable {
    private let hidden: Hidden?
}

struct Pair<First: Decodable, Second: Decodable>: Decodable {
    let first: First
    let second: Second?

    struct Both: Decodable {
        let all: [First]
        let by: [String: Second]
    }
}

final class Tree: Decodable {
    let value: Int
    let children: [Tree]?
}

class Base: Decodable {
    var a: Int
}

final class Derived: Base {
    var b = 1
}

class Unread {}

final class Reader: Unread, Decodable {
    var a: Int?
}

enum Word: String, Decodable {
    case a
    case b = "B-1"
    case é
}

enum Number: Int8, Decodable {
    case low = -3
    case zero = 0
    case one
    case hex = 0x10
    case big = 1_00
}

enum Large: UInt64, Decodable {
    case most = 18_446_744_073_709_551_615
}

enum Part: Double, Decodable {
    case tenth = 0.1
    case two = 2
    case less = -1.5
    case tiny = 1e-3
}

enum Small: Float, Decodable {
    case tenth = 0.1
}

enum Single: String, Decodable {
    case only
}

enum Key: String, Decodable, CodingKeyRepresentable {
    case a
    case one = "1"
}

enum NumberKey: Int, Decodable, CodingKeyRepresentable {
    case one = 1
}

struct Tag: RawRepresentable, Decodable, Hashable {
    let rawValue: Int
}

struct Options: OptionSet, Decodable {
    let rawValue: UInt8
}

enum Choice: Decodable {
    case one
    case two(a: Int, b: String?)
    case three(Int, Bool?)
    case four(a: Int = 4)

    enum CodingKeys: String, CodingKey {
        case one, two, four
        case three = "drei"
    }

    enum TwoCodingKeys: String, CodingKey {
        case a = "A"
        case b
    }
}

indirect enum Expression: Decodable {
    case number(Int)
    case sum([Expression])
    case not(Expression)
}

enum Sole: Decodable {
    case it(Record)
}

typealias Words = [String: [Word?]]
