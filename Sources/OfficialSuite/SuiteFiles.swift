package import Foundation
package import JSONCore

/// The `.json` files of one of the suite's folders, by name, in order.
package func suiteFiles(in folder: URL) throws -> [(name: String, document: JSONDocument)] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".json") }.sorted()
        .map { ($0, try suiteDocument(at: folder.appending(path: $0))) }
}

/// One of the suite's files.
package func suiteDocument(at file: URL) throws -> JSONDocument {
    try JSONDocument([UInt8](Data(contentsOf: file)))
}

extension JSONValue {
    /// The value as a document of its own.
    var alone: JSONDocument { get throws { try JSONDocument(document.sourceBytes(at: index)) } }
}
