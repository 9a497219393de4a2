import Foundation
import HTTPFetch
import HTTPServe
import Sandbox
import Synchronization
import Testing

extension FetchLimits {
    /// The defaults, with loopback allowed as an operator would allow it.
    static var loopback: FetchLimits {
        var limits = FetchLimits()
        limits.allowedAddresses = .publicAnd([AddressException("127.0.0.0/8")].compactMap(\.self))
        return limits
    }
}

extension FetchRequest {
    static func loopback(_ url: String, _ change: (inout FetchRequest) -> Void = { _ in }) -> FetchRequest {
        var request = FetchRequest(url: url, limits: .loopback)
        change(&request)
        return request
    }
}

/// The error that a fetch ends with, nil for a response.
func failure(of fetcher: Fetcher, _ request: FetchRequest) async -> FetchError? {
    do throws(FetchError) {
        _ = try await fetcher.fetch(request)
        return nil
    } catch {
        return error
    }
}

/// A number that grows, for handlers.
final class Counter: Sendable {
    private let count = Atomic<Int>(0)

    var value: Int { count.load(ordering: .sequentiallyConsistent) }

    @discardableResult
    func increment() -> Int {
        count.wrappingAdd(1, ordering: .sequentiallyConsistent).newValue
    }
}

/// A gate that many tasks wait at until somebody opens it.
actor Gate {
    private var isOpen = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func wait() async {
        if isOpen { return }
        await withCheckedContinuation { waiting.append($0) }
    }

    func open() {
        isOpen = true
        for continuation in waiting { continuation.resume() }
        waiting = []
    }
}

/// The numbered entries of a folder of /proc/self, such as the open files.
func entryCount(_ folder: String) throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/\(folder)").count
}

/// The peak of this process's memory so far, in KiB.
func peakMemoryKiB() -> Int {
    var usage = rusage()
    _ = unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return usage.ru_maxrss
}
