import FoundationEssentials

/// The samples of the contracts, as the demo's upstream serves them.
struct DemoSamples {
    let schemas: String

    /// The body an endpoint sends under a version of the contract: `samples/v1/blocks.json`.
    func body(feed: String, version: Int, endpoint: String) throws -> [UInt8] {
        try contents("\(schemas)/\(feed)/samples/v\(version)/\(endpoint).json")
    }

    /// The first body that an endpoint sent before or after the contract, `samples/drifted/blocks.2020-09.json`; nil when
    /// there is none.
    func drifted(feed: String, endpoint: String) throws -> (file: String, body: [UInt8])? {
        let folder = "\(schemas)/\(feed)/samples/drifted"
        guard FileManager.default.fileExists(atPath: folder) else { return nil }
        let files = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        guard let file = files.first(where: { $0.hasPrefix(endpoint + ".") }) else { return nil }
        return (file, try contents("\(folder)/\(file)"))
    }

    private func contents(_ path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(filePath: path)))
    }
}
