extension ContractFiles {
    /// The versions that have schemas, ascending.
    package var versions: [Int] {
        let folders = contents.keys.compactMap { $0.split(separator: "/").first }
        return Set(folders.compactMap { $0.first == "v" ? Int($0.dropFirst()) : nil })
            .filter { !schemaPaths(version: $0).isEmpty }.sorted()
    }

    /// The schemas of any version, also one that is not in force.
    ///
    /// - Throws: ``ContractError`` with all mistakes.
    package func schemas(version: Int) throws(ContractError) -> ContractSchemas {
        var problems: [ContractProblem] = []
        let schemas = ContractSchemas(of: self, version: version, problems: &problems)
        guard problems.isEmpty else { throw ContractError(code: .invalid(problems), path: folderName) }
        return schemas
    }
}
