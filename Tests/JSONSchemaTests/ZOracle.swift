import Foundation
@testable import JSONCore
@testable import JSONSchema
import Testing

struct ZOracle {
    @Test func oracle() throws {
        guard let path = ProcessInfo.processInfo.environment["ORACLE"] else { return }
        let matcher = PatternMatcher(limits: EvaluationLimits())
        var counts: [String: Int] = [:]
        for line in try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n") {
            let doc = try JSONDocument(String(line))
            let source = doc.root["pattern"]!.string!
            let texts = doc.root["texts"]!.elements
            let exp = doc.root["exp"]!.elements
            let syntax: PatternSyntax
            do { syntax = try PatternParser.syntax(of: source) } catch { print("REFUSED \(source.debugDescription) \(error)"); continue }
            do { try PatternParser.check(source) } catch { print("STRICT \(source.debugDescription) \(error)") }
            var engines: [(String, PatternEngine)] = []
            if let s = SimplePattern(syntax) { engines.append(("simple", .simple(s))) }
            if let s = LinearExpression(syntax) { engines.append(("linear", .linear(s))) }
            do { engines.append(("backtracking", .backtracking(try BacktrackingExpression(syntax)))) } catch { print("PCRE2 \(source.debugDescription) \(error)") }
            for (name, engine) in engines {
                counts[name, default: 0] += 1
                for (t, e) in zip(texts, exp) {
                    let got = matcher.match(PatternHandle(engine), t.utf8!)
                    if got != (e.bool! ? .match : .mismatch) { print("DIFF \(name) \(source.debugDescription) on \(t.string!.debugDescription) got \(got) want \(e.bool!)") }
                }
                withExtendedLifetime(engine) {}
            }
        }
        print("COUNTS", counts)
    }
}
