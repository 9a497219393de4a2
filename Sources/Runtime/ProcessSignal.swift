import Glibc

/// A signal that asks a program for something.
package enum ProcessSignal: Hashable, CaseIterable, Sendable {
    /// `SIGTERM`: stop in good order.
    case terminate

    /// `SIGINT`: somebody pressed Ctrl-C.
    case interrupt

    /// `SIGHUP`: read the settings again, or the terminal went away.
    case hangUp

    /// The signal's number.
    package var number: Int32 {
        switch self {
        case .terminate: SIGTERM
        case .interrupt: SIGINT
        case .hangUp: SIGHUP
        }
    }

    /// The signals of this process from now on, instead of what they would do by default.
    ///
    /// Every stream sees every signal it asked for, in order. When the last stream for a signal ends or is cancelled,
    /// the signal does again what it did by default, so that a second Ctrl-C can end a program that no longer listens.
    ///
    /// Child processes are not affected: handlers, other than ignored signals, do not survive `exec`.
    ///
    /// - Throws: ``RuntimeError/systemCall(name:errno:)`` when the system has no descriptor left.
    package static func stream(
        of signals: Set<ProcessSignal>
    ) throws(RuntimeError) -> AsyncStream<ProcessSignal> {
        try SignalHub.shared.get().stream(of: signals)
    }
}
