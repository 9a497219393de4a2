import Sandbox
import Testing

extension Stage {
    func items(of kind: String) async throws -> [String] {
        try await texts(
            "SELECT raw::text FROM feedkeeper.current_items WHERE kind = '\(kind)' ORDER BY item_position"
        )
    }

    func heldSince(_ key: String) async throws -> [String] {
        try await texts(
            "SELECT held_since::text FROM feedkeeper.current_sections WHERE section_key = '\(key)'"
        )
    }

    func breakMenus(_ failure: String) throws {
        guard failure != "404" else { return upstream.remove(path: Repository.menusPath) }
        try breakRoute(Repository.menusPath) { fault in
            switch failure {
            case "500": fault.status = 500
            case "html": fault.rawBody = Array("<html>".utf8)
            case "error": fault.rawBody = Array(#"{"code": 502}"#.utf8)
            default: fault.delivery.declaredBytes = 100_000
            }
        }
    }
}
