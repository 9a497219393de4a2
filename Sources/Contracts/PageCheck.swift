import Drift
package import JSONCore
import JSONSchema

/// Checks the responses of a feed against its contract, section by section.
///
/// What breaks the contract marks its own section and costs the page nothing else. Only a response in which the blocks
/// cannot be found at all, or a contract that says so, holds the page. ``SectionExtractor`` makes the sections of it.
package struct PageCheck: Sendable {
    private let checker: ResponseChecker
    var collectors: [String: FindingCollector] = [:]
    private(set) var sections: [CheckedSection] = []

    /// Answers in which the list of blocks is not where the contract says.
    private(set) var withoutBlocks: [(endpoint: String, root: JSONValue)] = []

    var contract: Contract { checker.contract }

    package init(_ loaded: LoadedContract) {
        checker = ResponseChecker(loaded)
    }

    /// Adds one response of an endpoint; pages of one endpoint come in their order.
    ///
    /// - Parameters:
    ///   - document: an answer by the endpoint's success rule, see ``ResponseReading``.
    ///   - endpoint: one of the contract's.
    ///   - input: what the response is called in findings: a file, a URL.
    ///   - contentType: as the server wrote it; nil where it is not known.
    package mutating func add(
        _ document: JSONDocument,
        of endpoint: Endpoint,
        input: String,
        contentType: String? = nil
    ) {
        var collector = takeCollector(of: endpoint)
        sections += checker.check(
            document,
            of: endpoint,
            input: input,
            contentType: contentType,
            &collector
        )
        collectors[endpoint.name] = collector
        if !endpoint.isOptional, !checker.hasBlocks(document, of: endpoint) {
            withoutBlocks.append((endpoint.name, document.root))
        }
    }

    /// Notes that a response of an endpoint with pages, or of an optional one, was no answer.
    package mutating func leaveOut(_ fault: ResponseFault?, of endpoint: Endpoint) {
        guard let fault else { return }
        note(fault.kind, of: endpoint, expected: "an answer", found: fault.detail ?? fault.kind.rawValue)
    }

    /// Notes that a cursor came twice or that the pages had no end, so that the list may be incomplete.
    package mutating func cutOff(_ endpoint: Endpoint) {
        let found = "a further cursor, which came before or is past the last allowed page"
        note(.cursorLoop, of: endpoint, expected: "a last page", found: found)
    }

    private mutating func note(_ kind: FindingKind, of endpoint: Endpoint, expected: String, found: String) {
        var collector = takeCollector(of: endpoint)
        collector.add(kind, .warning, expected: expected, found: found)
        collectors[endpoint.name] = collector
    }

    /// Takes a collector out while it is written to, so that it is never copied.
    private mutating func takeCollector(of endpoint: Endpoint) -> FindingCollector {
        collectors.removeValue(forKey: endpoint.name) ?? checker.makeCollector(endpoint: endpoint.name)
    }
}

extension Contract {
    /// Where a kind of section comes from, as findings spell it.
    package func source(ofKind kind: String) -> (endpoint: String, path: String)? {
        for rule in sections {
            switch rule {
            case .blocks(let blocks):
                guard let known = blocks.kinds.first(where: { $0.rule.kind == kind }) else { continue }
                return (blocks.endpoint, blocks.pathPattern(kind: known.value.description))
            case .whole(let whole):
                if whole.rule.kind == kind { return (whole.endpoint, whole.part.description) }
            }
        }
        return nil
    }
}
