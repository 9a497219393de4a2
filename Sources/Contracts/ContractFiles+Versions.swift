import JSONCore

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

extension KindRule {
    /// The paths of identities that the kind's volatile paths leave out, as the contract writes them.
    ///
    /// Those that lead out of the item are not looked at.
    package var volatileIdentities: [String] {
        item.identity.flatMap(\.pointers).filter { pointer in
            pointer.levels == 0 && isVolatile(items.steps.map(\.token) + pointer.pointer.tokens)
        }.map(\.description)
    }

    /// Whether a place or one above it is volatile.
    private func isVolatile(_ tokens: [String]) -> Bool {
        var place = volatile.start
        return tokens.contains { token in
            place = volatile.step(place, into: .name(token))
            return place.isMatch
        }
    }
}

extension ItemsPath.Step {
    fileprivate var token: String {
        switch self {
        case .token(let token): token
        // Patterns that name a position are about single items.
        case .every: "0"
        }
    }
}
