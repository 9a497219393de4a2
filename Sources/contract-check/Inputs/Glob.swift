import FoundationEssentials
import Glibc

/// A file name pattern that the shell did not expand: `*`, `?` and `[…]` within a name, `**` for any number of folders.
struct Glob {
    private let parts: [String]
    private let start: String

    /// Nil for a word without a wildcard.
    init?(_ word: String) {
        guard word.contains(where: { "*?[".contains($0) }) else { return nil }
        parts = word.split(separator: "/").map(String.init)
        start = word.hasPrefix("/") ? "/" : ""
    }

    /// The paths that fit, sorted; names that begin with a dot fit only a pattern that does.
    var paths: [String] {
        Set(
            parts.reduce([start]) { folders, part in folders.flatMap { Self.children(of: $0, fitting: part) }
            }
        )
        .sorted()
    }

    private static func children(of folder: String, fitting part: String) -> [String] {
        if part == "**" { return [folder] + foldersBelow(folder) }
        guard part.contains(where: { "*?[".contains($0) }) else {
            let path = folder + part
            return FileManager.default.fileExists(atPath: path) ? [path + trailingSlash(path)] : []
        }
        return names(in: folder).filter { fits($0, part) }.map { folder + $0 + trailingSlash(folder + $0) }
    }

    private static func foldersBelow(_ folder: String) -> [String] {
        let folders = names(in: folder).filter { !$0.hasPrefix(".") }.map { folder + $0 }.filter(isFolder)
        return folders.flatMap { [$0 + "/"] + foldersBelow($0 + "/") }
    }

    private static func names(in folder: String) -> [String] {
        // A folder that cannot be read holds nothing that fits; no match at all is told.
        (try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)) ?? []
    }

    private static func trailingSlash(_ path: String) -> String { isFolder(path) ? "/" : "" }

    private static func fits(_ name: String, _ pattern: String) -> Bool {
        unsafe fnmatch(pattern, name, FNM_PERIOD) == 0
    }
}
