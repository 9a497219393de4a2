import Foundation
import JSONCore
import JSONSchema
import Testing

@testable import SchemaDiff

/// What is said of sets of values is held against single values, judged by the engine that validates.
@Suite struct SoundnessTests {
    /// Each seed makes one pair; `SCHEMA_DIFF_PAIRS` says how many, `SCHEMA_DIFF_SEED` where to begin.
    private static let seeds: Range<UInt64> = {
        let environment = ProcessInfo.processInfo.environment
        let first = environment["SCHEMA_DIFF_SEED"].flatMap { UInt64($0) } ?? 1
        let count = environment["SCHEMA_DIFF_PAIRS"].flatMap { UInt64($0) } ?? 300
        return first..<(first + count)
    }()

    @Test func `no value refutes what is said to be included or to break nobody`() throws {
        var tally = Tally()
        for seed in Self.seeds {
            guard let pair = try SchemaPair(seed: seed) else { continue }
            try pair.check(&tally)
        }
        // Otherwise the claims are so few that holding them means nothing.
        #expect(tally.included * 10 > tally.pairs, "\(tally)")
        #expect(tally.unclear * 3 < tally.pairs * 2, "\(tally)")
        #expect(tally.witnessed * 4 > tally.excluded, "\(tally)")
        if ProcessInfo.processInfo.environment["SCHEMA_DIFF_PAIRS"] != nil { print(tally) }
    }
}

/// What came of many pairs.
private struct Tally {
    var pairs = 0
    var included = 0
    var excluded = 0
    var unclear = 0

    /// Of those excluded, how many values of the pair show it.
    var witnessed = 0
}

/// Two schemas of a seed, with values.
private struct SchemaPair {
    let seed: UInt64
    let texts: [String]
    let sides: [SchemaSide]
    let schemas: [CompiledSchema]
    let looseSchemas: [CompiledSchema]
    let values: [JSONDocument]

    /// Nil where one of the schemas leads back to itself.
    init?(seed: UInt64) throws {
        self.seed = seed
        var generator = SchemaGenerator(seed: seed)
        let old = generator.schema()
        let new = generator.variation(of: old)
        texts = [old.compact, new.compact]
        let documents = try texts.map { try JSONDocument($0) }
        do {
            sides = try documents.map { document in
                var registry = SchemaRegistry()
                try registry.add(document, at: "s")
                return try SchemaSide(document.root, in: registry)
            }
            schemas = try documents.map { try CompiledSchema(compiling: $0, assertsFormats: true) }
            looseSchemas = try documents.map { try CompiledSchema(compiling: $0) }
        } catch let error as SchemaError {
            guard
                error.problems.contains(where: { if case .referenceCycle = $0.code { true } else { false } })
            else {
                throw error
            }
            return nil
        }
        values = try (0..<80).map { number in
            let value =
                number % 4 == 0
                ? generator.value(depth: 3)
                : generator.value(for: number % 2 == 0 ? old : new, in: number % 2 == 0 ? old : new)
            return try JSONDocument(value.compact)
        }
    }

    func check(_ tally: inout Tally) throws {
        let changes = SchemaComparison.changes(from: sides[0], to: sides[1]).map(\.change)
        for (inner, outer) in [(0, 1), (1, 0)] {
            var reasoner = Reasoner()
            let verdict = reasoner.isIncluded(sides[inner].conjunction, in: sides[outer].conjunction)
            let effects = changes.map { inner == 0 ? $0.writers : $0.readers }
            let isFine = effects.allSatisfy { $0 == .none } || changes.allSatisfy { !$0.kind.explainsSets }
            let witness = witness(inner, outer, schemas) ?? witness(inner, outer, looseSchemas)
            tally.count(verdict, isWitnessed: witness != nil)
            #expect(
                witness == nil || verdict != .included && !isFine,
                "seed \(seed): \(texts[inner]) is not in \(texts[outer]): \(witness ?? ""); \(verdict), \(changes)"
            )
            #expect(verdict != .included || effects.allSatisfy { $0 < .unclear }, "seed \(seed): \(changes)")
        }
    }

    /// A value that the one accepts and the other does not.
    private func witness(_ inner: Int, _ outer: Int, _ schemas: [CompiledSchema]) -> String? {
        let found = values.first {
            schemas[inner].verdict(of: $0.root) == .valid && schemas[outer].verdict(of: $0.root) == .invalid
        }
        return found.map { String(decoding: $0.bytes, as: UTF8.self) }
    }
}

extension Tally {
    fileprivate mutating func count(_ verdict: Inclusion, isWitnessed: Bool) {
        pairs += 1
        switch verdict {
        case .included: included += 1
        case .excluded:
            excluded += 1
            if isWitnessed { witnessed += 1 }
        case .unclear: unclear += 1
        }
    }
}
