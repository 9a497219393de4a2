import FoundationEssentials
import Glibc
import Testing

/// The commands and everything with them, as `make install` puts them below a folder.
final class Installation: Sendable {
    /// `PREFIX`: not the one that the files are written for, so that the change of it shows.
    static let prefix = "/usr"

    /// The folder of the checkout.
    static let checkout = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().path

    /// `DESTDIR`.
    let root: String

    /// What `install-files` said.
    let ended: Ended

    private init(root: String, ended: Ended) {
        self.root = root
        self.ended = ended
    }

    /// Gone with the test: an installation that nobody holds any more is removed.
    deinit {
        do {
            try FileManager.default.removeItem(atPath: root)
        } catch {
            Issue.record("\(root) was not removed: \(error)")
        }
    }

    /// Installs the commands that lie beside the test's own program.
    static func make() async throws -> Installation {
        let root = "/tmp/feedkeeper-install-\(getpid())-\(UInt32.random(in: .min ... .max))"
        let ended = try await install(into: root)
        try #require(ended.code == 0, "\(ended.text)")
        return Installation(root: root, ended: ended)
    }

    /// Runs `install-files`, over what is there already.
    static func install(into root: String, prefix: String = prefix) async throws -> Ended {
        let script = "\(checkout)/deploy/install-files"
        return try await run([script, root, prefix, buildFolder()], environment: ["PATH": "/usr/bin:/bin"])
    }

    /// Where the build put the commands and the tests.
    static func buildFolder() throws -> String {
        let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return URL(filePath: program).deletingLastPathComponent().path
    }

    var feedkeeper: String { "\(root)/usr/bin/feedkeeper" }
    var contracts: String { "\(root)/usr/share/feedkeeper/Schemas" }
    var unit: String { "\(root)/usr/lib/systemd/system/feedkeeper.service" }

    func text(_ path: String) throws -> String {
        try String(contentsOf: URL(filePath: root + path), encoding: .utf8)
    }

    func permissions(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: root + path)[.posixPermissions] as? Int
    }

    /// All files, without the contracts.
    func files() async throws -> [String] {
        let found = try await run(["/usr/bin/find", root, "-type", "f", "-printf", "/%P\\n"])
        return found.lines.filter { !$0.contains("/Schemas/") }
    }
}
