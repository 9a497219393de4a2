package import Drift
internal import FoundationEssentials
internal import JSONCore

/// A contract with its schemas.
package struct LoadedContract: Sendable {
    /// What `feed.json` says.
    package let contract: Contract

    /// The schema files of the version in force.
    package let schemas: ContractSchemas

    /// What the samples of an endpoint showed, by the endpoint's name, where the version has a profile of them.
    package let samples: [String: SampleTree]

    /// The same contract with the schemas of another of its versions, of which no samples are known.
    package func judging(by schemas: ContractSchemas) -> LoadedContract {
        LoadedContract(contract: contract, schemas: schemas, samples: [:])
    }
}

/// Reads contract folders.
package enum ContractLoader {
    /// Reads every folder below `Schemas` that holds a `feed.json`, sorted by feed.
    ///
    /// - Throws: ``ContractError`` with the mistakes of all folders.
    package static func loadAll(in folder: String) throws(ContractError) -> [LoadedContract] {
        let folders = try feedFolders(in: folder)
        guard !folders.isEmpty else { throw ContractError(code: .noContracts, path: folder) }
        var contracts: [LoadedContract] = []
        var problems: [ContractProblem] = []
        for name in folders {
            let (contract, found) = check(try ContractFiles(readingFolder: folder + "/" + name))
            problems += found
            if let contract { contracts.append(contract) }
        }
        guard problems.isEmpty else { throw ContractError(code: .invalid(problems), path: folder) }
        return contracts
    }

    /// Reads one contract folder, `Schemas/<feed>`.
    ///
    /// - Throws: ``ContractError`` with all mistakes.
    package static func load(folder: String) throws(ContractError) -> LoadedContract {
        try load(ContractFiles(readingFolder: folder))
    }

    /// Checks the files of one contract folder.
    ///
    /// - Throws: ``ContractError`` with all mistakes.
    package static func load(_ files: ContractFiles) throws(ContractError) -> LoadedContract {
        let (contract, problems) = check(files)
        guard let contract, problems.isEmpty else {
            throw ContractError(code: .invalid(problems), path: files.folderName)
        }
        return contract
    }

    /// The contract, where it can be read, and every mistake by file and place.
    private static func check(_ files: ContractFiles) -> (LoadedContract?, [ContractProblem]) {
        let log = ProblemLog(file: files.folderName + "/" + ContractFiles.feedFile)
        guard let bytes = files.contents[ContractFiles.feedFile] else {
            log.note(.missingFile(ContractFiles.feedFile, suggestion: nil), at: 0, in: [])
            return (nil, log.problems)
        }
        guard let document = log.document(from: bytes) else { return (nil, log.problems) }
        let reader = FeedReader(document, files: files, log: log)
        let contract = reader.contract()
        var problems = log.problemsInPlace
        let schemas = ContractSchemas(of: files, version: reader.statedVersion ?? 0, problems: &problems)
        let samples = contract.map { Self.samples(of: $0, files, &problems) } ?? [:]
        return (contract.map { LoadedContract(contract: $0, schemas: schemas, samples: samples) }, problems)
    }

    private static func samples(
        of contract: Contract,
        _ files: ContractFiles,
        _ problems: inout [ContractProblem]
    ) -> [String: SampleTree] {
        var samples: [String: SampleTree] = [:]
        for (path, name) in files.profiles(version: contract.version) {
            let log = ProblemLog(file: files.folderName + "/" + path)
            let reader = ProfileReader(log: log, endpoints: contract.endpoints.map(\.name))
            if let (endpoint, tree) = reader.samples(files.contents[path] ?? [], of: name) {
                samples[endpoint] = tree
            }
            problems += log.problems
        }
        return samples
    }

    private static func feedFolders(in folder: String) throws(ContractError) -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder).sorted().filter {
                FileManager.default.fileExists(atPath: "\(folder)/\($0)/\(ContractFiles.feedFile)")
            }
        } catch {
            throw ContractError(code: .unreadable(error.reason), path: folder)
        }
    }
}
