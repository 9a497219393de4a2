package import JSONCore

/// The schema files of the contract's version, parsed.
///
/// This is the one place where schemas are to be compiled: all of a version's files together, since they refer to
/// each other by `$id`.
package struct ContractSchemas: Sendable {
    /// The files by path below `v<version>/`, the shared ones included.
    package let documents: [String: JSONDocument]

    /// Parses a version's files; what is not a schema is added to `problems`.
    init(of files: ContractFiles, version: Int, problems: inout [ContractProblem]) {
        var documents: [String: JSONDocument] = [:]
        for path in files.schemaPaths(version: version) {
            let log = ProblemLog(file: "\(files.folderName)/v\(version)/\(path)")
            let document = log.document(from: files.contents["v\(version)/\(path)"] ?? [])
            if let document, document.root.kind == .boolean || document.root.isA(.object, log) {
                documents[path] = document
            }
            problems += log.problems
        }
        self.documents = documents
    }
}
