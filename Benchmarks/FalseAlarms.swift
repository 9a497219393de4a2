import Foundation
import JSONCore
import JSONSchema
import TypeInference

/// How often a schema that was inferred from the first elements of lists calls the next ones broken.
///
/// The lists are those of at least 60 objects, each element a sample of its own. By the schema alone, each violation is a
/// break; with the profile, only what its evidence calls a change.
struct FalseAlarms {
    private let lists: [[JSONDocument]]

    private static let leastElements = 60
    private static let checkedElements = 200

    init(_ documents: [JSONDocument]) throws {
        lists = try documents.flatMap { document in
            try Self.lists(in: document.root).map { list in
                try list.elements.map { try JSONDocument($0.sourceBytes) }
            }
        }
    }

    private static func lists(in value: JSONValue) -> [JSONValue] {
        let children = value.kind == .object ? value.members.map(\.value) : Array(value.elements)
        let isList = children.count { $0.kind == .object } >= leastElements && value.kind == .array
        return (isList ? [value] : []) + children.flatMap(lists)
    }

    /// A row for each number of samples; then how many of the changes that are made to elements are caught.
    var table: String {
        get throws {
            var lines = [
                "\(lists.count) lists of at least \(Self.leastElements) objects: inferred from the first N, checked on the next"
                    + " \(Self.checkedElements). Items with a finding that calls them broken; and, of each required member"
                    + " that was there N of N times, taken away, set to null or given another type in the next items, how"
                    + " often that is called broken, in all of them and in one alone.\n",
                "| N | items | by the schema alone | with the profile | lost, null, other type: in all | in one |",
                "| ---: | ---: | ---: | ---: | ---: | ---: |",
            ]
            for count in [1, 3, 10, 30] { lines.append(try row(count)) }
            return lines.joined(separator: "\n")
        }
    }

    private func row(_ count: Int) throws -> String {
        var total = AlarmCounts()
        for list in lists {
            let trial = try AlarmTrial(
                samples: list.prefix(count),
                items: list.dropFirst(count).prefix(Self.checkedElements)
            )
            total.add(trial.counts)
        }
        let cells = [
            total.share(total.violating), total.share(total.broken),
            total.share(total.caughtInAll, of: total.changes),
            total.share(total.caughtInOne, of: total.changes),
        ]
        return "| \(count) | \(total.items) | \(cells.joined(separator: " | ")) |"
    }
}

/// What came of the trials.
private struct AlarmCounts {
    var items = 0
    var violating = 0
    var broken = 0
    var changes = 0
    var caughtInAll = 0
    var caughtInOne = 0

    mutating func add(_ other: AlarmCounts) {
        items += other.items
        violating += other.violating
        broken += other.broken
        changes += other.changes
        caughtInAll += other.caughtInAll
        caughtInOne += other.caughtInOne
    }

    func share(_ count: Int, of total: Int? = nil) -> String {
        String(format: "%.2f %%", 100 * Double(count) / Double(total ?? items))
    }
}

/// One list, inferred from its beginning and checked on what follows.
private struct AlarmTrial {
    private let profile: Profile
    private let items: [JSONDocument]
    private(set) var counts = AlarmCounts()

    /// What a finding is about, in every item.
    private struct Fact: Hashable {
        let path: String
        let surprise: Surprise?
    }

    init(samples: ArraySlice<JSONDocument>, items: ArraySlice<JSONDocument>) throws {
        let inference = Inference(Array(samples))
        let schema = try CompiledSchema(compiling: JSONDocument(inference.schema.rendered))
        profile = inference.profile
        self.items = Array(items)
        let facts = items.map { item in
            Set(schema.violations(in: item.root).flatMap { Self.leaves($0) }.map(fact))
        }
        counts.items = items.count
        counts.violating = facts.count { !$0.isEmpty }
        let broken = brokenFacts(facts)
        counts.broken = facts.count { !$0.isDisjoint(with: broken) }
        addChanges(sampleCount: samples.count)
    }

    private static func leaves(_ violation: Violation) -> [Violation] {
        violation.causes.isEmpty ? [violation] : violation.causes.flatMap(leaves)
    }

    private func fact(_ violation: Violation) -> Fact {
        let path = profile.path(of: violation.value)
        switch violation.kind {
        case .required(let name): return Fact(path: "\(path)/\(JSONPointer.escape(name))", surprise: .missing)
        case .type, .anyOf:
            let kind = violation.value.kind
            return Fact(path: path, surprise: kind == .null ? .null : .type(kind))
        default: return Fact(path: path, surprise: nil)
        }
    }

    /// The facts that the profile calls changes; what it has no word for is one.
    private func brokenFacts(_ facts: [Set<Fact>]) -> Set<Fact> {
        var shape = Shape()
        for item in items { shape.observe(item.root) }
        let now = Profile(shape)
        let occurrences = Dictionary(grouping: facts.joined()) { $0 }.mapValues(\.count)
        return Set(
            occurrences.compactMap { fact, count in
                guard let surprise = fact.surprise else { return fact }
                let total = Self.candidates(for: fact, in: now)
                let evidence = profile.evidence(for: surprise, at: fact.path, count: count, of: total)
                return evidence.weight == .change ? fact : nil
            }
        )
    }

    private static func candidates(for fact: Fact, in now: Profile) -> Int {
        let path = fact.path.split(separator: "/", omittingEmptySubsequences: false)
        let holder = fact.surprise == .missing ? path.dropLast().joined(separator: "/") : fact.path
        return now.statistics(of: holder)?.statistics.seen ?? 1
    }

    /// Members of the list's objects that were always there with one type are changed, and the profile is asked.
    private mutating func addChanges(sampleCount: Int) {
        for (path, statistics) in profile.sortedPaths where path.split(separator: "/").count == 1 {
            guard statistics.types.count == 1, statistics.seen == sampleCount, statistics.count(.null) == 0
            else {
                continue
            }
            let other: JSONKind = statistics.count(.string) > 0 ? .integer : .string
            for surprise in [Surprise.missing, .null, .type(other)] {
                counts.changes += 1
                let inAll = profile.evidence(for: surprise, at: path, count: items.count, of: items.count)
                let inOne = profile.evidence(for: surprise, at: path, count: 1, of: 1)
                counts.caughtInAll += inAll.weight == .change ? 1 : 0
                counts.caughtInOne += inOne.weight == .change ? 1 : 0
            }
        }
    }
}

extension JSONValue {
    /// The bytes as they came.
    fileprivate var sourceBytes: [UInt8] { document.sourceBytes(at: index) }
}
