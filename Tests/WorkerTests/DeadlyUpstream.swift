import Glibc
import HTTPServe
import Synchronization

/// An upstream of the profile that kills the worker which asks with one tag, as a page that makes it crash would.
final class DeadlyUpstream: Sendable {
    fileprivate struct State {
        var victim: Int32?
        var kills = 0
    }

    private let state: Aim
    private let server: HTTPServer

    private final class Aim: Sendable {
        let state = Mutex(State())
    }

    var base: String { "http://127.0.0.1:\(server.port)" }

    /// How many were killed.
    var kills: Int { state.state.withLock { $0.kills } }

    init(poison: String) throws {
        let aim = Aim()
        state = aim
        let body = try Repository.sample("profile/samples/v1/profile.json")
        server = try HTTPServer { request in
            if request.queryItem("tag") == poison { aim.state.withLock { $0.kill() } }
            return HTTPServeResponse(
                headers: [.init(name: "Content-Type", value: "application/json")],
                body: body
            )
        }
    }

    /// Names the worker to be killed.
    func aim(at process: Int32) { state.state.withLock { $0.victim = process } }

    func stop() { server.stop() }
}

extension DeadlyUpstream.State {
    fileprivate mutating func kill() {
        guard let victim else { return }
        _ = Glibc.kill(victim, SIGKILL)
        self.victim = nil
        kills += 1
    }
}
