import CLibPQ

/// Where a database is and how to connect to it.
///
/// What is not said comes from libpq's environment (`PGHOST`, `PGUSER`, `PGPASSFILE` …) and its defaults.
package struct PGConfiguration: Sendable, Hashable {
    /// What `pg_stat_activity` shows for the connections.
    ///
    /// Default: what the connection string says, else `feedkeeper`.
    package var applicationName: String
    /// How long one connection attempt may take, in whole seconds, at least two (libpq's rule).
    ///
    /// Default 5 s.
    package var connectTimeout: Duration
    /// How long one statement may take before it is cancelled, counted on our side.
    ///
    /// Default: no limit. It is not sent to the server, so it works through pgbouncer in transaction mode.
    package var statementTimeout: Duration?
    /// libpq's keywords and values, as the connection string said them.
    private var parameters: [String: String]

    /// Reads a URL (`postgresql://user@host/database`) or a conninfo string (`host=/run/postgresql dbname=feeds`).
    ///
    /// - Throws: ``PGError`` with `.invalidConfiguration`; its message never quotes the string.
    package init(_ text: String) throws(PGError) {
        try self.init(parameters: Self.parse(text))
    }

    /// Describes a server that listens on a unix socket.
    ///
    /// - Parameters:
    ///   - socketFolder: The absolute path of the folder that holds `.s.PGSQL.5432`.
    ///   - user: Who connects, without a password.
    ///   - database: The database's name.
    package init(socketFolder: String, user: String, database: String) {
        self.init(parameters: ["host": socketFolder, "port": "5432", "user": user, "dbname": database])
    }

    private init(parameters: [String: String]) {
        applicationName = parameters["application_name"] ?? "feedkeeper"
        connectTimeout = .seconds(parameters["connect_timeout"].flatMap(Int.init) ?? 5)
        self.parameters = parameters
    }

    /// The same server and user, another database.
    package func with(database: String) -> PGConfiguration {
        var copy = self
        copy.parameters["dbname"] = database
        return copy
    }

    /// The database's name as the connection string says it; nil when libpq's default decides.
    package var database: String? {
        parameters["dbname"]
    }

    /// Everything that libpq is given for a connection, sorted by keyword.
    var keywordsAndValues: [(keyword: String, value: String)] {
        // A peer that vanished without a word must not hold a worker for the kernel's two hours.
        let defaults = [
            "keepalives_idle": "30", "keepalives_interval": "10", "keepalives_count": "3",
            "tcp_user_timeout": "60000",
        ]
        let fixed = [
            "application_name": applicationName,
            "connect_timeout": "\(max(2, connectTimeout.components.seconds))",
            "client_encoding": "UTF8",
        ]
        return defaults.merging(parameters) { $1 }.merging(fixed) { $1 }
            .sorted { $0.key < $1.key }
            .map { ($0.key, $0.value) }
    }
}

extension PGConfiguration: CustomStringConvertible, CustomReflectable {
    /// The connection in conninfo form, without the password and without anything that may hold one.
    package var description: String {
        ["user", "host", "hostaddr", "port", "dbname"]
            .compactMap { keyword in parameters[keyword].map { "\(keyword)=\($0)" } }
            .joined(separator: " ")
    }

    /// What `dump` and debuggers see: no password either.
    package var customMirror: Mirror {
        Mirror(self, children: ["connection": description])
    }
}

extension PGConfiguration {
    private static func parse(_ text: String) throws(PGError) -> [String: String] {
        var problem: UnsafeMutablePointer<CChar>?
        guard let options = unsafe PQconninfoParse(text, &problem) else {
            throw unsafe invalid(problem)
        }
        defer { unsafe PQconninfoFree(options) }
        var parameters: [String: String] = [:]
        var option = unsafe options
        while let keyword = unsafe option.pointee.keyword {
            if let value = unsafe option.pointee.val {
                unsafe parameters[String(cString: keyword)] = String(cString: value)
            }
            unsafe option += 1
        }
        return parameters
    }

    private static func invalid(_ problem: UnsafeMutablePointer<CChar>?) -> PGError {
        guard let problem = unsafe problem else {
            return PGError(code: .invalidConfiguration, message: "out of memory")
        }
        defer { unsafe PQfreemem(problem) }
        let message = unsafe String(cString: problem)
        return PGError(code: .invalidConfiguration, message: withoutQuotations(message))
    }

    // libpq quotes the piece it stumbled over, and that piece may hold the password.
    private static func withoutQuotations(_ message: String) -> String {
        let pieces = message.split(separator: "\"", omittingEmptySubsequences: false)
        let kept = pieces.enumerated().map {
            $0.offset.isMultiple(of: 2) || $0.element.count <= 1 ? $0.element : "…"
        }
        return kept.joined(separator: "\"").trimmingNewlines
    }
}

extension String {
    /// The text without line breaks and blanks at its end; libpq ends its messages with one.
    var trimmingNewlines: String {
        guard let last = lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(self[...last])
    }
}
