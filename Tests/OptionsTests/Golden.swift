import Foundation
import Testing

/// Texts kept in files under `Tests/Golden`, compared byte for byte.
enum Golden {
    /// Expects a text to equal a file; with `UPDATE_GOLDEN=1` in the environment it writes the file instead.
    static func expect(
        _ text: String,
        _ name: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(components: "Golden", "options", name)
        if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data(text.utf8).write(to: file, options: .atomic)
        }
        let kept = try String(contentsOf: file, encoding: .utf8)
        #expect(text == kept, "\(difference(from: kept, to: text))", sourceLocation: sourceLocation)
    }

    private static func difference(from old: String, to new: String) -> String {
        let changes = new.split(separator: "\n").difference(from: old.split(separator: "\n"))
        return changes.map { change in
            switch change {
            case .remove(let line, let text, _): "-\(line + 1) \(text)"
            case .insert(let line, let text, _): "+\(line + 1) \(text)"
            }
        }.joined(separator: "\n")
    }
}
