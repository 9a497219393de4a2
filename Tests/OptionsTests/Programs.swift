import Foundation

/// What a program writes to standard output, run in the package's root.
func output(_ words: [String]) throws -> String {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(filePath: words[0])
    process.arguments = Array(words.dropFirst())
    process.standardOutput = pipe
    process.currentDirectoryURL = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
    try process.run()
    let text = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: text, as: UTF8.self)
}

func isInstalled(_ path: String) -> Bool { FileManager.default.isExecutableFile(atPath: path) }
