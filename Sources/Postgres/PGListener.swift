import Dispatch

/// What `NOTIFY` sent.
package struct PGNotification: Sendable, Hashable {
    /// The channel that it was sent on.
    package let channel: String
    /// What was sent, at most 7999 bytes; empty for a bare `NOTIFY`.
    package let payload: String
    /// The server process of the session that sent it.
    package let sender: Int32
}

/// What a listener reports.
package enum PGListenerEvent: Sendable, Equatable {
    /// All channels are listened to, for the first time: what is committed from now on is reported.
    case listening
    /// Somebody's transaction with a `NOTIFY` was committed.
    case notification(PGNotification)
    /// The connection ended, or could not be made; the next try follows after the given time.
    case disconnected(PGError, retryIn: Duration)
    /// All channels are listened to again; what was committed since ``disconnected(_:retryIn:)`` was not reported, so
    /// it is time to look at the tables.
    case reconnected
}

/// Listens for notifications on a connection of its own.
///
/// The connection's socket is read all the time, whatever the consumer does, so a slow consumer never makes the server
/// keep its notification queue. It needs a direct connection: pgbouncer in transaction mode can't LISTEN.
package struct PGListener: Sendable {
    private let configuration: PGConfiguration
    private let backoff: PGBackoff

    /// How many events wait for a slow consumer; with more, the oldest are dropped.
    package static let bufferedEvents = 1024

    /// Makes a listener; it connects when its notifications are asked for.
    package init(_ configuration: PGConfiguration, backoff: PGBackoff = PGBackoff()) {
        self.configuration = configuration
        self.backoff = backoff
    }

    /// Everything sent on `channels`, until the consumer stops; reconnects for ever.
    ///
    /// Treat a notification as "look at the tables", not as the news itself: a consumer that is more than
    /// ``bufferedEvents`` behind loses the oldest.
    package func notifications(on channels: [String]) -> AsyncStream<PGListenerEvent> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: PGListenerEvent.self,
            bufferingPolicy: .bufferingNewest(Self.bufferedEvents)
        )
        let stop = WakeSignal()
        continuation.onTermination = { _ in stop.raise() }
        DispatchQueue(label: "feedkeeper.postgres.listener").async { [configuration, backoff] in
            var loop = ListenLoop(
                configuration: configuration,
                channels: channels,
                backoff: backoff,
                stop: stop
            ) {
                continuation.yield($0)
            }
            loop.run()
        }
        return stream
    }
}

/// The listener's thread: connects, listens, reads, and connects again, until `stop` is raised.
private struct ListenLoop {
    let configuration: PGConfiguration
    let channels: [String]
    let backoff: PGBackoff
    let stop: WakeSignal
    let report: (PGListenerEvent) -> Void
    private var hasListened = false
    private var failures = 0

    init(
        configuration: PGConfiguration,
        channels: [String],
        backoff: PGBackoff,
        stop: WakeSignal,
        report: @escaping (PGListenerEvent) -> Void
    ) {
        self.configuration = configuration
        self.channels = channels
        self.backoff = backoff
        self.stop = stop
        self.report = report
    }

    mutating func run() {
        while true {
            do throws(PGError) {
                return try listen()
            } catch {
                failures += 1
                let delay = backoff.delay(afterFailures: failures, jitter: .random(in: 0...1))
                report(.disconnected(error, retryIn: delay))
                if SocketWait.sleep(delay, signal: stop) { return }
            }
        }
    }

    // Returns when `stop` was raised; all other ends are errors.
    private mutating func listen() throws(PGError) {
        let link = try PGLink.connect(configuration)
        for channel in channels { try link.listen(to: channel) }
        report(hasListened ? .reconnected : .listening)
        (hasListened, failures) = (true, 0)
        repeat {
            for notification in try link.notifications() { report(.notification(notification)) }
        } while SocketWait.wait(socket: link.socket, signal: stop) != .woken
    }
}

extension PGLink {
    // The server must answer within the time that a connection may take: there is nobody to cancel this.
    fileprivate func listen(to channel: String) throws(PGError) {
        let statement = SQLStatement(name: "listen", text: try "LISTEN \(quoted(identifier: channel))")
        var watch = PGInterrupt().watch(limit: .seconds(10))
        _ = try run(.bound(statement, []), until: &watch)
    }
}
