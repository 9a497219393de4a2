import Glibc
package import Postgres

/// A Postgres cluster of our own: made for us, reachable by a unix socket only, gone with us.
///
/// Its data and its socket are in folders that only its user can enter; it takes no password and no TCP. When started
/// by root it runs as the user `postgres`, or `nobody` where there is no such user, because a server refuses to run as
/// root. A supervisor stops the server and removes the folders when ``stop()`` is called or when this process ends,
/// however it ends.
package final class PrivateCluster: Sendable {
    /// The superuser that the cluster is made with.
    package static let user = "feedkeeper"
    /// The empty database that the cluster is made with.
    package static let database = "feedkeeper"

    /// How to reach the database.
    package let configuration: PGConfiguration
    /// The folder of the server's socket.
    package let socketFolder: String
    private let owner: ClusterOwner

    private init(socketFolder: String, owner: ClusterOwner) {
        self.socketFolder = socketFolder
        self.owner = owner
        configuration = PGConfiguration(socketFolder: socketFolder, user: Self.user, database: Self.database)
    }

    /// The database as a URL, for `psql` and for `DATABASE_URL`.
    package var url: String {
        "postgresql://\(Self.user)@/\(Self.database)?host=\(socketFolder)"
    }

    /// How a cluster is made.
    package struct Options: Sendable {
        /// Whether commits survive a crash of the machine.
        ///
        /// Default true; tests turn it off, which makes their commits several times faster.
        package var isDurable: Bool
        /// Where the data folder is made; nil for the user's state folder.
        package var dataParent: String?
        /// Where the socket's folder is made.
        ///
        /// Default `/tmp`: a socket's path has at most 107 bytes.
        package var socketParent: String
        /// Where the server's programs and the state folder are looked for.
        ///
        /// Default: this process's.
        package var environment: Environment

        /// Options; each default is told at its property.
        package init(
            isDurable: Bool = true,
            dataParent: String? = nil,
            socketParent: String = "/tmp",
            environment: Environment = .current
        ) {
            self.isDurable = isDurable
            self.dataParent = dataParent
            self.socketParent = socketParent
            self.environment = environment
        }
    }

    /// Makes a cluster and starts it; takes about two seconds.
    package static func start(_ options: Options = Options()) async throws(SandboxError) -> PrivateCluster {
        let owner = ClusterOwner()
        let socketFolder = try await owner.start(options)
        return PrivateCluster(socketFolder: socketFolder, owner: owner)
    }

    /// Stops the server as a power cut would and starts it again.
    ///
    /// - Throws: ``SandboxError`` when it does not come back; the cluster is gone then.
    package func crash() async throws(SandboxError) {
        try await owner.crash()
    }

    /// Stops the server and removes its folders.
    ///
    /// Open connections are cut. Stopping twice does nothing.
    package func stop() async {
        await owner.stop()
    }
}

/// Owns the supervisor, whose pipe blocks, on an executor of its own.
private actor ClusterOwner {
    private let executor = BlockingExecutor(label: "feedkeeper.sandbox.cluster")
    private var supervisor: Supervisor?

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe executor.asUnownedSerialExecutor()
    }

    func start(_ options: PrivateCluster.Options) throws(SandboxError) -> String {
        let command = try options.command()
        supervisor = try Supervisor(command, environment: options.childEnvironment)
        return try untilReady()
    }

    func crash() throws(SandboxError) {
        supervisor?.writeLine("crash")
        _ = try untilReady()
    }

    /// The socket's folder, once the server takes connections.
    private func untilReady() throws(SandboxError) -> String {
        var log: [String] = []
        while let line = supervisor?.readLine() {
            if let socketFolder = line.droppingPrefix("ready ") { return socketFolder }
            log.append(line)
        }
        stop()
        throw SandboxError(clusterLog: log)
    }

    func stop() {
        supervisor.take()?.finish()
    }
}

extension SandboxError {
    // The supervisor names the step that failed, and then shows the end of the server's log.
    fileprivate init(clusterLog lines: [String]) {
        let step = lines.lazy.compactMap { $0.droppingPrefix("failed ") }.first
        self.init(
            code: .clusterNotStarted,
            message: "the step \(step ?? "supervisor") failed",
            log: lines.filter { !$0.hasPrefix("failed ") }
        )
    }
}

extension String {
    fileprivate func droppingPrefix(_ prefix: String) -> String? {
        hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
    }
}

extension PrivateCluster.Options {
    fileprivate var childEnvironment: [String] {
        let path = [environment["PATH"], "/usr/local/bin:/usr/bin:/bin"].compactMap { $0 }.joined(
            separator: ":"
        )
        return ["PATH=\(path)", "LC_ALL=C.UTF-8", "HOME=/"]
    }

    /// The supervisor's command line; the cluster lives until the command's standard input ends.
    package func command() throws(SandboxError) -> [String] {
        let binaries = try ServerBinaries.find(environment)
        let script = String(decoding: PackageResources.cluster_sh, as: UTF8.self)
        return privilegeDrop + [
            "/bin/sh", "-c", script, "cluster.sh", binaries, dataParent ?? stateFolder, socketParent,
            isDurable ? "yes" : "no", PrivateCluster.user, PrivateCluster.database,
        ]
    }

    // setpriv comes with util-linux, so it is on every Debian; su and sudo need not be.
    private var privilegeDrop: [String] {
        guard geteuid() == 0, let user = unprivilegedUser() else { return [] }
        return ["setpriv", "--reuid=\(user.id)", "--regid=\(user.group)", "--clear-groups"]
    }

    // Root's own folders are closed to the user that the server runs as.
    private var stateFolder: String {
        guard geteuid() != 0 else { return "/var/tmp" }
        let state = environment["XDG_STATE_HOME"] ?? environment["HOME"].map { "\($0)/.local/state" }
        return state.map { "\($0)/feedkeeper" } ?? "/var/tmp"
    }
}

private func unprivilegedUser() -> (id: uid_t, group: gid_t)? {
    for name in ["postgres", "nobody"] {
        if let entry = unsafe getpwnam(name) { return unsafe (entry.pointee.pw_uid, entry.pointee.pw_gid) }
    }
    return nil
}
