import FoundationEssentials

/// A folder of this process alone, for what a compiler reads and writes: it may hold what responses and models hold.
struct ScratchFolder {
    private let url: URL

    /// Makes one, which ``close()`` takes away.
    ///
    /// - Throws: ``CheckError`` `notWritten`.
    init(for purpose: String) throws(CheckError) {
        url = FileManager.default.temporaryDirectory.appending(component: "\(purpose)-\(UUID().uuidString)")
        do {
            try FileManager.default.createDirectory(
                at: url,
                withIntermediateDirectories: false,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw CheckError(.notWritten("no folder can be made there"), url.path)
        }
    }

    func path(_ name: String) -> String { url.appending(component: name).path }

    /// Removes it.
    func close() {
        // What stays behind is the system's to clean up.
        try? FileManager.default.removeItem(at: url)
    }
}
