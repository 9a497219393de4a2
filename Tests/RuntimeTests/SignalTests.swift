import Glibc
import Runtime
import Testing

/// One after the other, because signals belong to the whole process.
///
/// Sent with `kill` as from outside: `raise` goes to the calling thread, and threads of Dispatch block signals.
@Suite(.serialized, .timeLimit(.minutes(1))) struct SignalTests {
    @Test func `a signal arrives instead of ending the process`() async throws {
        let signals = try ProcessSignal.stream(of: [.terminate, .hangUp])
        kill(getpid(), SIGHUP)
        #expect(await signals.first { _ in true } == .hangUp)
    }

    @Test func `the second Ctrl-C is seen as well`() async throws {
        var signals = try ProcessSignal.stream(of: [.interrupt]).makeAsyncIterator()
        kill(getpid(), SIGINT)
        #expect(await signals.next() == .interrupt)
        kill(getpid(), SIGINT)
        #expect(await signals.next() == .interrupt)
    }

    @Test func `every stream gets the signals it asked for`() async throws {
        let first = try ProcessSignal.stream(of: [.hangUp, .terminate])
        let second = try ProcessSignal.stream(of: [.terminate])
        kill(getpid(), SIGHUP)
        #expect(await first.first { _ in true } == .hangUp)
        kill(getpid(), SIGTERM)
        #expect(await second.first { _ in true } == .terminate)
    }

    @Test func `without listeners a signal does its default again`() async throws {
        let listening = Task {
            let signals = try ProcessSignal.stream(of: [.interrupt])
            kill(getpid(), SIGINT)
            for await _ in signals { break }
        }
        try await listening.value
        #expect(hasDefault(SIGINT))
    }

    @Test func `a stream that ends leaves the others listening`() async throws {
        let kept = try ProcessSignal.stream(of: [.interrupt])
        do {
            let short = try ProcessSignal.stream(of: [.interrupt, .hangUp])
            kill(getpid(), SIGHUP)
            #expect(await short.first { _ in true } == .hangUp)
        }
        #expect(hasDefault(SIGHUP))
        kill(getpid(), SIGINT)
        #expect(await kept.first { _ in true } == .interrupt)
    }

    private func hasDefault(_ signal: Int32) -> Bool {
        var action = sigaction()
        _ = unsafe sigaction(signal, nil, &action)
        return unsafe action.__sigaction_handler.sa_handler == nil
    }
}
