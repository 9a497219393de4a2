import Foundation

/// The standard output of a shell command.
///
/// Goes through a file: a pipe would stay open in every process that another test starts at the same time.
func shell(_ command: String) async throws -> [UInt8] {
    let file = NSTemporaryDirectory() + "feedkeeper-output-\(UUID().uuidString)"
    try await outsideThePool {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", "{ \(command); } > \(file)"]
        try process.run()
        process.waitUntilExit()
    }
    let bytes = try Data(contentsOf: URL(fileURLWithPath: file))
    try FileManager.default.removeItem(atPath: file)
    return Array(bytes)
}

/// Does what waits for another process, while the tests beside it keep the threads of the cooperative pool.
func outsideThePool<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        DispatchQueue.global().async {
            continuation.resume(with: Result { try work() })
        }
    }
}
