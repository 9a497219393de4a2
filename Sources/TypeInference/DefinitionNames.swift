import Spelling

/// The names of definitions: from the members that lead to them, the singular where that is a list.
struct DefinitionNames {
    private(set) var names: [Int: String] = [:]

    private let graph: TypeGraph

    /// By the order of the definitions; `pinned` are names that people gave.
    init(_ graph: TypeGraph, pinned: [Int: String]) {
        self.graph = graph
        var taken: Set<String> = []
        // Who pins one name to two types means the first.
        for root in graph.definitions {
            if let name = pinned[root], taken.insert(name).inserted { names[root] = name }
        }
        for root in graph.definitions where names[root] == nil {
            let name = candidates(for: root).first { !taken.contains($0) } ?? numbered(root, taken)
            taken.insert(name)
            names[root] = name
        }
    }

    private func numbered(_ root: Int, _ taken: Set<String>) -> String {
        let base = candidates(for: root)[0]
        var number = 2
        while taken.contains("\(base)\(number)") { number += 1 }
        return "\(base)\(number)"
    }

    /// The name that leads to it most often, then that with its owner's, then the others.
    private func candidates(for root: Int) -> [String] {
        let labels = graph.labels[root] ?? []
        let counts = Dictionary(grouping: labels) { Self.name(of: $0) }.mapValues(\.count)
        let names = counts.sorted { left, right in
            left.value == right.value
                ? left.key.utf8.lexicographicallyPrecedes(right.key.utf8) : left.value > right.value
        }.map(\.key).filter { !$0.isEmpty }
        let owners = labels.compactMap(\.owner).compactMap { graph.labels[$0]?.first }.map(Self.name)
        let owned = names.flatMap { name in Set(owners).sorted().map { $0 + name } }
        let all = names.prefix(1) + owned + names.dropFirst()
        return all.isEmpty ? ["Item"] : Array(all)
    }

    private static func name(of label: TypeGraph.Label) -> String {
        var words = words(of: label.text)
        if label.isPlural, let last = words.popLast() { words.append(EnglishPlural.singular(of: last)) }
        return words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }

    /// The words of `userProfiles`, `user_profiles` or `user-profiles`, in lower case.
    static func words(of name: String) -> [String] {
        var words: [String] = []
        var word = ""
        var previous: Character = " "
        for character in name {
            let isPart = character.isPartOfWord
            let isBoundary = character.isCapital && !previous.isCapital
            if isBoundary || !isPart, !word.isEmpty {
                words.append(word)
                word = ""
            }
            if isPart { word += character.lowercased() }
            previous = character
        }
        return word.isEmpty ? words : words + [word]
    }
}

// Nearly all names are ASCII, for which tables of Unicode are a long way.
extension Character {
    fileprivate var isCapital: Bool {
        asciiValue.map { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 } ?? isUppercase
    }

    fileprivate var isPartOfWord: Bool {
        guard let byte = asciiValue else { return isLetter || isNumber }
        return UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
            || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
    }
}
