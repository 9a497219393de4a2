import HTTPServe

/// An upstream whose requests wait until the test lets them through; it serves the profile at every path.
final class GatedUpstream: Sendable {
    private let gate: Gate
    private let server: HTTPServer

    var base: String { "http://127.0.0.1:\(server.port)" }

    /// An open one lets every request through.
    init(isOpen: Bool = false) throws {
        let gate = Gate(isOpen: isOpen)
        self.gate = gate
        let body = try Repository.sample("profile/samples/v1/profile.json")
        server = try HTTPServer { request in
            await gate.pass(request.queryItem("tag") ?? "")
            return HTTPServeResponse(
                headers: [.init(name: "Content-Type", value: "application/json")],
                body: body
            )
        }
    }

    /// Requests that wait.
    var waiting: Int { get async { await gate.active } }

    /// The most that were here at once.
    var peak: Int { get async { await gate.peak } }

    /// The tags of all requests so far, in order.
    var tags: [String] { get async { await gate.tags } }

    /// Lets the longest waiting request through, or the next one that comes.
    func letOneThrough() async { await gate.letOneThrough() }

    /// Lets all through, those to come too.
    func open() async { await gate.open() }

    func stop() { server.stop() }

    private actor Gate {
        private var isOpen: Bool
        private var passes = 0
        private var held: [CheckedContinuation<Void, Never>] = []
        private(set) var active = 0
        private(set) var peak = 0
        private(set) var tags: [String] = []

        init(isOpen: Bool) { self.isOpen = isOpen }

        func pass(_ tag: String) async {
            active += 1
            peak = max(peak, active)
            tags.append(tag)
            if passes > 0 {
                passes -= 1
            } else if !isOpen {
                await withCheckedContinuation { held.append($0) }
            }
            active -= 1
        }

        func letOneThrough() {
            if held.isEmpty { passes += 1 } else { held.removeFirst().resume() }
        }

        func open() {
            isOpen = true
            for continuation in held { continuation.resume() }
            held = []
        }
    }
}

extension Stage {
    /// A stage whose feeds are behind a gate; it is opened and stopped in the end.
    static func withGate(
        isOpen: Bool = false,
        _ body: (Stage, GatedUpstream) async throws -> Void
    ) async throws {
        let upstream = try GatedUpstream(isOpen: isOpen)
        do {
            try await with(.init(base: upstream.base)) { try await body($0, upstream) }
        } catch {
            await upstream.open()
            upstream.stop()
            throw error
        }
        await upstream.open()
        upstream.stop()
    }
}
