import Glibc
import Postgres
import Sandbox
import Testing

private func sandboxError(_ body: () async throws -> Void) async throws -> SandboxError {
    var caught: (any Error)?
    do {
        try await body()
    } catch {
        caught = error
    }
    return try #require(caught as? SandboxError)
}

private func exists(_ path: String) -> Bool {
    unsafe access(path, F_OK) == 0
}

@Suite(.timeLimit(.minutes(2))) struct PrivateClusterTests {
    @Test func `a cluster takes connections, by its socket only, and leaves nothing behind`() async throws {
        let cluster = try await PrivateCluster.start(.init(isDurable: false))
        let connection = try await PGConnection.connect(try PGConfiguration(cluster.url))
        let row = try await connection.query(
            """
            SELECT current_setting('listen_addresses') AS addresses, current_setting('server_encoding') AS encoding,
                current_setting('data_directory') AS data, current_setting('fsync') AS fsync
            """
        )[0]
        #expect(try row.text("addresses") == "")
        #expect(try row.text("encoding") == "UTF8")
        #expect(try row.text("fsync") == "off")
        let data = try row.text("data")
        #expect(cluster.socketFolder.utf8.count < 60)
        await cluster.stop()
        await cluster.stop()
        #expect(!exists(data))
        #expect(!exists(cluster.socketFolder))
    }

    @Test func `the cluster dies with an owner that was killed`() async throws {
        let command = try PrivateCluster.Options(isDurable: false).command()
        // `sleep` holds the only other end of the supervisor's standard input: it is the owner.
        let pipeline = """
            sh -c 'echo $$; exec sleep 600' | { read -r owner; echo "$owner"; exec "$@"; }
            """
        let child = try Supervisor(
            ["/bin/sh", "-c", pipeline, "sh"] + command,
            environment: ["PATH=/usr/bin:/bin"]
        )
        let (first, second) = (child.readLine(), child.readLine())
        let owner = try #require(first.flatMap(pid_t.init))
        let ready = try #require(second)
        #expect(ready.hasPrefix("ready /tmp/feedkeeper."))
        kill(owner, SIGKILL)
        child.finish()
        #expect(!exists(String(ready.dropFirst("ready ".count))))
    }

    @Test func `a machine without a server is told what to install`() async throws {
        let environment = Environment(["PG_BINDIR": "/nowhere"])
        let error = try await sandboxError {
            _ = try await PrivateCluster.start(.init(environment: environment))
        }
        #expect(error.code == .serverNotInstalled)
        #expect(error.advice == "apt-get install postgresql")
    }

    @Test func `a socket folder that can't be made is named, and no folder is left`() async throws {
        let error = try await sandboxError {
            _ = try await PrivateCluster.start(.init(socketParent: "/nowhere"))
        }
        #expect(error.code == .clusterNotStarted)
        #expect(error.message == "the step socket-folder failed")
    }
}
