import Contracts
import Foundation

/// The contracts and samples of this repository.
enum Repository {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    static let schemas = folder.appending(path: "Schemas").path

    /// The seed feeds; empty when they do not load, which every test then sees.
    static let contracts: [LoadedContract] = (try? ContractLoader.loadAll(in: schemas)) ?? []

    static let profilePath = "/profile"
    static let blocksPath = "/homepage/block/page"
    static let menusPath = "/homepage/dragon/ball"

    /// What is served where, by the sample's path below `Schemas`.
    static let routes = [
        profilePath: "profile/samples/v1/profile.json",
        blocksPath: "netease-home/samples/v1/blocks.json",
        menusPath: "netease-home/samples/v1/menus.json",
    ]

    static func sample(_ path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(filePath: "\(schemas)/\(path)")))
    }

    static func text(_ path: String) throws -> String { String(decoding: try sample(path), as: UTF8.self) }

    /// The blocks of a sample with changes made to them, as a body.
    static func blocks(
        _ path: String = "netease-home/samples/v1/blocks.json",
        _ change: (inout [[String: Any]]) -> Void
    ) throws -> [UInt8] {
        var page = try JSONSerialization.jsonObject(with: Data(sample(path))) as? [String: Any] ?? [:]
        var data = page["data"] as? [String: Any] ?? [:]
        var blocks = data["blocks"] as? [[String: Any]] ?? []
        change(&blocks)
        data["blocks"] = blocks
        page["data"] = data
        return Array(try JSONSerialization.data(withJSONObject: page))
    }
}
