import Foundation
import Testing

/// Texts kept in files beside these tests, compared byte for byte.
enum Golden {
    /// Expects a text to equal a file below `Golden`; with `UPDATE_GOLDEN=1` in the environment it writes the file instead.
    static func expect(
        _ text: String,
        _ name: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let file = Place.tests.appending(components: "Golden", name)
        if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data(text.utf8).write(to: file, options: .atomic)
        }
        let kept = try String(contentsOf: file, encoding: .utf8)
        #expect(
            text == kept,
            "\(name)\n\(unifiedDifference(from: kept, to: text))",
            sourceLocation: sourceLocation
        )
    }

    /// The lines that differ, as `diff -U0` shows them.
    static func unifiedDifference(from old: String, to new: String) -> String {
        let oldLines = old.split(separator: "\n", omittingEmptySubsequences: false)
        let newLines = new.split(separator: "\n", omittingEmptySubsequences: false)
        let difference = newLines.difference(from: oldLines)
        let changes =
            difference.removals.map { ($0.line, "-\($0.text)") }
            + difference.insertions.map { ($0.line, "+\($0.text)") }
        return changes.sorted { $0.0 < $1.0 }.map { "@@ \($0.0 + 1) @@ \($0.1)" }.joined(separator: "\n")
    }
}

extension CollectionDifference.Change {
    fileprivate var line: Int {
        switch self {
        case .insert(let offset, _, _), .remove(let offset, _, _): offset
        }
    }

    fileprivate var text: ChangeElement {
        switch self {
        case .insert(_, let element, _), .remove(_, let element, _): element
        }
    }
}
