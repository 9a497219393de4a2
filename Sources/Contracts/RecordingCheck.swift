package import Drift
package import JSONCore

/// Checks recordings by a contract, each on its own, and keeps only what is found.
///
/// Parts of a long list of recordings can be checked at the same time, and put together in the list's order.
package struct RecordingCheck: Sendable {
    private let checker: ResponseChecker
    private var collectors: [String: FindingCollector] = [:]

    /// Findings are as severe as they are for readers, or for writers, of what is checked.
    package init(_ loaded: LoadedContract, direction: Viewpoint = .reader) {
        checker = ResponseChecker(loaded, direction: direction)
    }

    /// Adds one response of an endpoint, as to a ``PageCheck``.
    package mutating func add(
        _ document: JSONDocument,
        of endpoint: Endpoint,
        input: String,
        contentType: String?
    ) {
        // Taken out while it is written to, so that it is never copied.
        var collector =
            collectors.removeValue(forKey: endpoint.name) ?? checker.makeCollector(endpoint: endpoint.name)
        let sections = checker.check(
            document,
            of: endpoint,
            input: input,
            contentType: contentType,
            &collector
        )
        for section in sections {
            guard case .known(let rule) = section.kind else { continue }
            for oddity in Oddity.all(in: rule.itemMatches(in: section.value), by: rule, section) {
                collector.add(oddity, of: section)
            }
        }
        collectors[endpoint.name] = collector
    }

    /// Lets the documents go; see ``FindingCollector/settle()``.
    package mutating func settle() {
        for name in collectors.keys { collectors[name]?.settle() }
    }

    /// Adds what was found in the recordings that come after this one's.
    package mutating func append(_ other: consuming RecordingCheck) {
        for (name, later) in other.collectors {
            var collector = collectors.removeValue(forKey: name) ?? checker.makeCollector(endpoint: name)
            collector.append(later)
            collectors[name] = collector
        }
    }

    /// By endpoint, the worst first.
    package var findings: [Finding] {
        checker.contract.endpoints.flatMap { collectors[$0.name]?.findings ?? [] }
    }
}
