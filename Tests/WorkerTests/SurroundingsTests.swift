import Foundation
import Glibc
import Testing

/// What stands between a worker and its database.
@Suite(.timeLimit(.minutes(5))) struct SurroundingsTests {
    @Test func `a queue, a worker's writes and its polls go through pgbouncer in transaction mode`()
        async throws
    {
        try await Stage.withGate(isOpen: true) { stage, upstream in
            let bouncer = try await Bouncer(stage)
            try await stage.enqueueBatch(20)
            let worker = try await FeedkeeperProcess(
                on: stage,
                upstream.base,
                lease: 3,
                concurrency: 8,
                variables: ["DATABASE_URL": bouncer.url]
            )
            try await stage.untilRefreshed(20)
            try await stage.enqueue(variant: "polled")
            try await stage.untilRefreshed(21)
            #expect(await worker.terminate() == 0, "\(worker.log)")
            #expect(try await stage.number("SELECT count(*) FROM feedkeeper.jobs") == 0)
            bouncer.stop()
        }
    }
}

/// Debian's pgbouncer, in transaction mode, between a test and its database.
private struct Bouncer {
    let url: String
    private let process: Process
    private let folder: URL

    init(_ stage: Stage) async throws {
        let facts = try await stage.texts(
            """
            SELECT split_part(current_setting('unix_socket_directories'), ',', 1) UNION ALL SELECT current_user::text
            UNION ALL SELECT current_database()::text UNION ALL SELECT current_setting('port')
            """
        )
        let (socket, user, database, port) = (facts[0], facts[1], facts[2], facts[3])
        folder = FileManager.default.temporaryDirectory.appending(
            path: "bouncer-\(UUID().uuidString.prefix(8))"
        )
        // Root starts it as the server's user, whom the server's folders let in.
        let dropping =
            geteuid() == 0
            ? ["/usr/bin/setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] : []
        try FileManager.default.createDirectory(
            at: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o777]
        )
        try Data("\"\(user)\" \"\"\n".utf8).write(to: folder.appending(path: "users"))
        let settings = """
            [databases]
            * = host=\(socket) port=\(port)
            [pgbouncer]
            listen_addr =
            unix_socket_dir = \(folder.path)
            auth_type = trust
            auth_file = \(folder.path)/users
            pool_mode = transaction
            default_pool_size = 4
            ignore_startup_parameters = extra_float_digits,options
            """
        try Data(settings.utf8).write(to: folder.appending(path: "pgbouncer.ini"))
        url = "postgresql://\(user)@/\(database)?host=\(folder.path)&port=6432"
        let words = dropping + ["/usr/sbin/pgbouncer", "-q", "\(folder.path)/pgbouncer.ini"]
        process = Process()
        process.executableURL = URL(filePath: words[0])
        process.arguments = Array(words.dropFirst())
        process.standardError = FileHandle.nullDevice
        try process.run()
    }

    func stop() {
        // It inherits the signals that the tests block.
        kill(process.processIdentifier, SIGKILL)
        try? FileManager.default.removeItem(at: folder)  // A left-over folder harms nobody.
    }
}
