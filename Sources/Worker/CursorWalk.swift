import Contracts
import JSONCore

/// Follows an endpoint's cursors until there are no more, one comes twice, or the contract's cap is reached.
struct CursorWalk {
    private let paging: Paging?
    private var seen: Set<String> = []
    private var pages = 0

    /// The cursor of the next request; nil for the first one, and when the walk has ended.
    private(set) var current: String?

    /// Whether the walk ended although the last response named a further page.
    private(set) var isCutOff = false

    init(_ paging: Paging?) { self.paging = paging }

    /// Reads the next cursor from a response; one that cannot be read ends the walk, and the check says why.
    mutating func advance(after body: [UInt8], limits: ParseLimits) {
        pages += 1
        current = nil
        guard let paging, let root = try? JSONDocument(body, limits: limits).root else { return }
        if let more = paging.more, root.value(at: more)?.bool == false { return }
        let found = root.value(at: paging.cursor)
        guard let cursor = found?.string ?? found?.numberText, !cursor.isEmpty else { return }
        guard pages < paging.maxPages, seen.insert(cursor).inserted else {
            isCutOff = true
            return
        }
        current = cursor
    }
}
