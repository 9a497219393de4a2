import CSimdJSON
import Contracts
import Foundation
import JSONCore

/// `benchmarks page FILE [CONTRACT ENDPOINT]`: what one page costs, step by step, as one JSON object.
///
/// `simdjson_mb_s` is the raw loop: simdjson's parse alone, into memory that is kept.
///
/// - Returns: 0, or 2 when a file cannot be read or is no JSON.
func runPageBenchmark(_ arguments: [String]) -> Int32 {
    do {
        let benchmark = PageBenchmark(text: [UInt8](try Data(contentsOf: URL(filePath: arguments[0]))))
        let contract = try arguments.count > 1 ? ContractLoader.load(folder: arguments[1]) : nil
        print(try benchmark.run(contract, endpoint: arguments.last ?? ""))
        return 0
    } catch {
        print("\(arguments[0]): \(error)")
        return 2
    }
}

private struct PageBenchmark {
    let text: [UInt8]

    func run(_ contract: LoadedContract?, endpoint: String) throws -> String {
        let simdjson = megabytesPerSecond(rawParse())
        let parse = megabytesPerSecond(try Timing.seconds { _ = try JSONDocument(text) })
        let walk = megabytesPerSecond(
            try Timing.seconds { Timing.sink(TapeWalk.sum(over: try JSONDocument(text))) }
        )
        var line = "{\"bytes\": \(text.count), \"simdjson_mb_s\": \(simdjson), \"parse_mb_s\": \(parse), "
        line += "\"parse_walk_mb_s\": \(walk)"
        if let contract { line += try checkAndSplit(contract, endpoint) }
        return line + "}"
    }

    /// simdjson alone, the text in place, as fast as it goes.
    private func rawParse() -> Double {
        guard let json = unsafe fk_json_new(text.count) else { return .infinity }
        defer { unsafe fk_json_free(json) }
        unsafe fk_json_source(json).update(from: text, count: text.count)
        return Timing.seconds { unsafe Timing.sink(Int(fk_json_parse_only(json, 0, text.count, 1_000))) }
    }

    private func checkAndSplit(_ loaded: LoadedContract, _ name: String) throws -> String {
        guard let endpoint = loaded.contract.endpoint(named: name) else { return "" }
        let document = try JSONDocument(text)
        func check() -> PageCheck {
            var check = PageCheck(loaded)
            check.add(document, of: endpoint, input: "page")
            return check
        }
        let checked = check()
        let checkSeconds = Timing.seconds { _ = check() }
        let splitSeconds = Timing.seconds { Timing.sink(SectionExtractor(checked).page().sections.count) }
        return
            ", \"check_ms\": \(Timing.text(1000 * checkSeconds)), \"split_ms\": \(Timing.text(1000 * splitSeconds))"
    }

    private func megabytesPerSecond(_ seconds: Double) -> String {
        Timing.text(Double(text.count) / seconds / 1e6)
    }
}

/// Reads every value of a tape once.
private enum TapeWalk {
    static func sum(over document: JSONDocument) -> Int {
        defer { extendLifetime(document) }
        let tape = unsafe document.unownedTape
        var sum = 0
        var index = Tape.rootIndex
        while index < tape.endIndex {
            switch tape.tag(at: index) {
            case TapeTag.string: sum &+= tape.utf8(at: index).count
            case TapeTag.int, TapeTag.uint, TapeTag.double, TapeTag.big:
                sum &+= Int(truncatingIfNeeded: tape.word(at: index + 1))
                index += 1
            default: sum &+= 1
            }
            index += 1
        }
        return sum
    }
}
