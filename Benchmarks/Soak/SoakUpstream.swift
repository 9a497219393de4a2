import Foundation
import HTTPServe
import Sandbox
import Synchronization

/// An upstream that changes what it says, and is slow or broken every now and then.
final class SoakUpstream: Sendable {
    static let feed = "profile"
    private static let path = "/profile"

    private let server: SampleUpstream
    private let sample: String
    private let edition = Mutex(0)

    init() throws {
        server = try SampleUpstream()
        let file = "Schemas/\(Self.feed)/samples/v1/\(Self.feed).json"
        sample = String(decoding: try Data(contentsOf: URL(filePath: file)), as: UTF8.self)
        serveNext()
    }

    /// The value of the feed's variable.
    var base: String { server.url("") }

    /// Another answer, or another trouble, or none.
    func change(_ tally: Tally) {
        switch Int.random(in: 0..<10) {
        case 0..<4: serveNext()
        case 4..<6: server.setFault(SampleUpstream.Fault(), at: Self.path)
        case let number:
            server.setFault(trouble(number), at: Self.path)
            tally.count("upstream_troubles")
        }
    }

    func mend() { server.setFault(SampleUpstream.Fault(), at: Self.path) }

    func stop() { server.stop() }

    /// The number of the edition stands in two sections: a page that shows two numbers mixes two answers.
    private func serveNext() {
        let number = edition.withLock { edition in
            edition += 1
            return edition
        }
        let text = sample.replacing("Port Alder", with: "edition \(number)").replacing(
            "Orla Fenn",
            with: "edition \(number)"
        )
        server.serve(Array(text.utf8), at: Self.path)
    }

    private func trouble(_ number: Int) -> SampleUpstream.Fault {
        var fault = SampleUpstream.Fault()
        switch number {
        case 6: fault.status = 503
        case 7: fault.rawBody = Array("<html>busy</html>".utf8)
        case 8: fault.rawBody = Array(sample.utf8.prefix(200))
        default: fault.delivery.delay = .seconds(2)
        }
        return fault
    }
}
