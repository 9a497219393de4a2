import Contracts
import Foundation
import JSONCore
import SectionModel

/// A page as the database function `feedkeeper.page()` returns it, made from answers of a feed's endpoints, each a file; what would
/// be held back is not on the page.
func pageJSON(_ feed: String, _ answers: [(endpoint: String, file: String)]) throws -> String {
    let loaded = try ContractLoader.load(folder: Place.contract(feed))
    var check = PageCheck(loaded)
    for answer in answers {
        guard let endpoint = loaded.contract.endpoint(named: answer.endpoint) else { continue }
        let body = try Data(contentsOf: URL(filePath: answer.file))
        check.add(try JSONDocument(Array(body)), of: endpoint, input: answer.file)
    }
    let sections = SectionExtractor(check).page().sections.filter { !$0.isHeld }.map(\.section)
    return try JSONOutput.object([
        ("feed", .text(feed)), ("variant", .text("")), ("revision", .number(1)),
        ("contractVersion", .number(1)),
        ("updatedAt", .text(moment)), ("checkedAt", .text(moment)), ("sections", .array(sections.map(json))),
    ]).rendered
}

/// As Postgres writes a time in jsonb.
private let moment = "2026-01-04T09:30:00.123456+00:00"

private func json(_ section: Section) throws -> JSONOutput {
    .object([
        ("key", .text(section.key)), ("kind", .text(section.kind)), ("title", .optional(section.title)),
        ("layout", .text(section.layout)), ("itemCount", .number(section.items.count)),
        ("revision", .number(1)),
        ("contractVersion", .number(1)), ("updatedAt", .text(moment)), ("heldSince", .null),
        ("heldReason", .null),
        ("items", .array(try section.items.map(json))),
    ])
}

private func json(_ item: Item) throws -> JSONOutput {
    .object([
        ("identity", .text(item.identity)), ("occurrence", .number(item.occurrence)),
        ("title", .optional(item.title)), ("image", .optional(item.image)),
        ("plays", .optional(item.plays.map { Int($0) })), ("action", .optional(item.action)),
        ("raw", .value(try JSONDocument(item.json).root)),
    ])
}
