import Foundation
import HostileInputs
import JSONCore

/// First inputs for a target, made of a folder's files.
///
/// Of tests in the form of the official JSON Schema suite, objects with `schema` and `tests`, each schema and each value is
/// taken; of anything else the file as it is.
struct Seeds {
    private let target: FuzzTarget
    private let folder: URL
    private var count = 0

    /// Longer inputs are mutated too slowly.
    private static let maxBytes = 20_000

    init(_ target: FuzzTarget, in folder: String) {
        self.target = target
        self.folder = URL(filePath: folder)
    }

    mutating func take(from path: String) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for file in FileManager.default.enumerator(atPath: path)?.compactMap({ $0 as? String }) ?? [] {
            // Folders have no contents.
            guard let data = FileManager.default.contents(atPath: "\(path)/\(file)") else { continue }
            try take([UInt8](data))
        }
        print("\(count) seeds")
    }

    private mutating func take(_ text: [UInt8]) throws {
        // What is no JSON is a seed, too.
        let groups = (try? JSONDocument(text))?.root.elements.filter { $0["tests"] != nil } ?? []
        guard !groups.isEmpty else { return try write(text) }
        for group in groups { try take(group) }
    }

    private mutating func take(_ group: JSONValue) throws {
        guard let schema = group["schema"].map(source) else { return }
        let values = group["tests"]?.elements.compactMap { $0["data"].map(source) } ?? []
        switch target {
        case .compile: try write(schema)
        case .validate: for value in values { try write(schema + [FuzzTarget.separator] + value) }
        case .parse, .pointer: for text in [schema] + values { try write(text) }
        }
    }

    private func source(_ value: JSONValue) -> [UInt8] {
        Array(value.document.bytes[value.document.sourceRange(at: value.index)])
    }

    private mutating func write(_ seed: [UInt8]) throws {
        guard seed.count <= Self.maxBytes else { return }
        try Data(seed).write(to: folder.appending(path: "seed-\(count)"))
        count += 1
    }
}
