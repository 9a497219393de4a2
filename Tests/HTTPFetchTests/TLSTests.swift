import Foundation
import HTTPFetch
import Testing

/// A TLS server in a process of its own, with a self-signed certificate for localhost.
private final class TLSServer: Sendable {
    let port: Int
    let certificateFile: String
    private let folder: String
    private let processID: Int32

    /// Starts a command that finds `$KEY` and `$CERT`, and tells its port as `port=1234` or `ACCEPT host:1234`.
    init(_ command: String) async throws {
        let folder = NSTemporaryDirectory() + "feedkeeper-tls-\(UUID().uuidString)"
        self.folder = folder
        certificateFile = "\(folder)/cert.pem"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        _ = try await shell(
            """
            openssl req -x509 -newkey rsa:2048 -nodes -keyout \(folder)/key.pem -out \(folder)/cert.pem -days 2 \
            -subj /CN=localhost -addext subjectAltName=DNS:localhost 2>/dev/null
            """
        )
        (processID, port) = try await outsideThePool {
            try Self.start("KEY=\(folder)/key.pem CERT=\(folder)/cert.pem exec " + command)
        }
    }

    deinit {
        // Not SIGTERM: a child of a thread of the pool, or of a dispatch queue, is born with that blocked.
        kill(processID, SIGKILL)
        // In the system's folder for temporary files, which is cleared anyway.
        try? FileManager.default.removeItem(atPath: folder)
    }

    private static func start(_ command: String) throws -> (processID: Int32, port: Int) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", command]
        let output = Pipe()
        process.standardOutput = output
        // `s_server` ends when its input does.
        process.standardInput = Pipe()
        try process.run()
        var text = ""
        while true {
            let more = output.fileHandleForReading.availableData
            guard !more.isEmpty else { throw CocoaError(.fileReadUnknown) }
            text += String(decoding: more, as: UTF8.self)
            if let match = text.firstMatch(of: /(?:port=|ACCEPT .*:)(\d+)\s/), let port = Int(match.1) {
                return (process.processIdentifier, port)
            }
        }
    }
}

private func isInstalled(_ programs: String...) -> Bool {
    programs.allSatisfy { FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)") }
}

@Suite(.timeLimit(.minutes(1)))
struct TLSTests {
    private static let plainServer =
        #"/bin/sh -c 'exec openssl s_server -accept 127.0.0.1:0 -key "$KEY" -cert "$CERT" -www'"#
    private static let http2Server = #"""
        node -e '
        const fs = require("fs"), sessions = new Set();
        const server = require("http2").createSecureServer(
          {key: fs.readFileSync(process.env.KEY), cert: fs.readFileSync(process.env.CERT)});
        server.on("session", s => sessions.add(s));
        server.on("stream", s => { s.respond({":status": 200}); s.end(String(sessions.size)); });
        server.listen(0, "127.0.0.1", () => console.log("port=" + server.address().port));
        '
        """#

    private func request(_ server: TLSServer) -> FetchRequest {
        .loopback("https://localhost:\(server.port)/") {
            $0.limits.allowedAddresses = .publicAnd([AddressException("localhost")].compactMap(\.self))
        }
    }

    private func trustingFetcher(_ server: TLSServer) throws -> Fetcher {
        var configuration = FetcherConfiguration()
        configuration.certificateAuthorityFile = server.certificateFile
        return try Fetcher(configuration: configuration)
    }

    @Test(.enabled(if: isInstalled("openssl")))
    func `a certificate that nobody vouches for is refused`() async throws {
        let server = try await TLSServer(Self.plainServer)
        let error = try #require(await failure(of: Fetcher(), request(server)))
        #expect(error.code == .certificateRefused)
        #expect(!error.isTransient)
    }

    @Test(.enabled(if: isInstalled("openssl")))
    func `a certificate of the operator's own authority is taken, for its own name only`() async throws {
        let server = try await TLSServer(Self.plainServer)
        let fetcher = try trustingFetcher(server)
        #expect(try await fetcher.fetch(request(server)).status == 200)
        let byAddress = FetchRequest.loopback("https://127.0.0.1:\(server.port)/")
        #expect(await failure(of: fetcher, byAddress)?.code == .certificateRefused)
    }

    @Test(.enabled(if: isInstalled("openssl", "node")))
    func `over HTTP 2 all transfers to a host share one connection`() async throws {
        let server = try await TLSServer(Self.http2Server)
        let fetcher = try trustingFetcher(server)
        let request = request(server)
        try await withThrowingTaskGroup(of: FetchResponse.self) { group in
            for _ in 0..<32 { group.addTask { try await fetcher.fetch(request) } }
            for try await response in group {
                #expect(response.httpVersion == .http2)
                #expect(response.body == Array("1".utf8))
            }
        }
    }
}
