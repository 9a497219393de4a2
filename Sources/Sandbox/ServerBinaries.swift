import Glibc

/// Where a machine keeps the programs of a Postgres server.
///
/// Debian keeps them out of everybody's PATH, in one folder for each version.
enum ServerBinaries {
    static let advice = "apt-get install postgresql"
    private static let needed = ["initdb", "pg_ctl", "postgres", "createdb"]
    private static let oldestVersion = 15

    /// The folder with the server's programs.
    ///
    /// `PG_BINDIR`, when set, is the only folder tried; else those of `PATH`, then the newest of Debian's.
    static func find(_ environment: Environment) throws(SandboxError) -> String {
        let candidates = environment["PG_BINDIR"].map { [$0] } ?? searchPath(environment) + debianFolders()
        if let folder = candidates.first(where: { isComplete($0) }) { return folder }
        throw SandboxError(
            code: .serverNotInstalled,
            message: "no \(needed.joined(separator: ", ")) in \(candidates.joined(separator: ":"))",
            advice: advice
        )
    }

    private static func searchPath(_ environment: Environment) -> [String] {
        (environment["PATH"] ?? "").split(separator: ":").map(String.init)
    }

    private static func debianFolders() -> [String] {
        let parent = "/usr/lib/postgresql"
        return folderEntries(parent).compactMap(Int.init)
            .filter { $0 >= oldestVersion }
            .sorted(by: >)
            .map { "\(parent)/\($0)/bin" }
    }

    private static func isComplete(_ folder: String) -> Bool {
        needed.allSatisfy { unsafe access("\(folder)/\($0)", X_OK) == 0 }
    }
}

/// The names in a folder; none when it can't be read.
private func folderEntries(_ path: String) -> [String] {
    guard let folder = unsafe opendir(path) else { return [] }
    defer { unsafe closedir(folder) }
    var names: [String] = []
    while let entry = unsafe readdir(folder) {
        let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { unsafe Array($0.prefix { $0 != 0 }) }
        names.append(String(decoding: name, as: UTF8.self))
    }
    return names
}
