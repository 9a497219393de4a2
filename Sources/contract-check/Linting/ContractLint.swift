import Contracts
import Drift
import FoundationEssentials
import JSONCore
import JSONSchema

/// Looks for everything that is wrong with one contract's folder.
struct ContractLint {
    /// As it was typed, with a slash at its end.
    let base: String
    let files: ContractFiles

    /// Nil where the contract cannot be used.
    let loaded: LoadedContract?

    private(set) var problems: [LintProblem] = []
    private(set) var released = ReleasedVersions()

    /// - Throws: ``CheckError`` for a folder that cannot be read or holds no contract.
    init(_ folder: String) throws(CheckError) {
        guard holdsContract(folder) else {
            throw CheckError(.noContract(contracts: subfolders(of: folder).filter(holdsContract)), folder)
        }
        base = folder.hasSuffix("/") ? folder : folder + "/"
        do throws(ContractError) {
            files = try ContractFiles(readingFolder: folder)
        } catch {
            throw CheckError(.contract(error), folder)
        }
        do throws(ContractError) {
            loaded = try ContractLoader.load(files)
        } catch {
            loaded = nil
            problems = error.problems.map(problem)
        }
    }

    mutating func run() {
        checkFeed()
        checkReleases()
        for version in files.versions { check(version) }
    }

    mutating func add(_ problem: LintProblem) { problems.append(problem) }

    /// A mistake that the contract's own reader found.
    private func problem(_ problem: ContractProblem) -> LintProblem {
        let path = String(problem.file.drop { $0 != "/" }.dropFirst())
        let place = ReportPlace(
            source: .file(base + path),
            location: problem.location.inBytes(files.contents[path] ?? []),
            pointer: problem.pointer.description
        )
        return LintProblem(.contractInvalid, "\(problem.code)", place)
    }

    // MARK: Versions

    private mutating func check(_ version: Int) {
        let schemas: ContractSchemas
        do throws(ContractError) {
            schemas = try files.schemas(version: version)
        } catch {
            // Those of the version in force are told already.
            if loaded?.contract.version != version, loaded != nil {
                problems += error.problems.map(problem)
            }
            return
        }
        checkSchemas(schemas, version)
        guard let loaded else { return }
        checkSamples(loaded.judging(by: schemas), version)
    }

    private mutating func checkReleases() {
        let path = base + ReleasedVersions.file
        guard let bytes = readFile(path) else { return noteUnreleased() }
        var problem: String?
        guard let released = ReleasedVersions(bytes, problem: &problem) else {
            return add(
                LintProblem(.contractInvalid, "not a list of released versions: \(problem ?? "")", in: path)
            )
        }
        self.released = released
        for (version, digests) in released.digests.sorted(by: { $0.key < $1.key }) {
            for (name, digest) in digests.sorted(by: { $0.key < $1.key }) {
                compare("v\(version)/\(name)", with: digest)
            }
        }
        if let version = loaded?.contract.version, released.digests[version] == nil { noteUnreleased() }
    }

    private mutating func noteUnreleased() {
        guard let loaded else { return }
        add(
            LintProblem(
                .notReleased,
                "v\(loaded.contract.version) is not recorded as released",
                in: base + "feed.json"
            )
        )
    }

    private mutating func compare(_ path: String, with digest: String) {
        guard let bytes = files.contents[path] else {
            return add(LintProblem(.releasedMissing, "it was released, and is not there", in: base + path))
        }
        // What is no JSON any more is told with its place.
        guard let document = try? JSONDocument(bytes), ReleasedVersions.digest(document) != digest else {
            return
        }
        add(LintProblem(.releasedChanged, "it is not as it was released", in: base + path))
    }

    // MARK: Samples

    private mutating func checkSamples(_ loaded: LoadedContract, _ version: Int) {
        let folder = "\(base)samples/v\(version)"
        // A folder that cannot be listed has no samples that anybody could see.
        let inputs = isFolder(folder) ? (try? Input.all([folder])) ?? [] : []
        let samples = inputs.compactMap { if case .file(let path) = $0, !isFolder(path) { $0 } else { nil } }
        guard !samples.isEmpty else {
            return add(LintProblem(.noSamples, "there is no sample for v\(version)", in: folder))
        }
        guard let choice = try? EndpointChoice(loaded.contract, named: nil) else { return }
        var check = RecordingCheck(loaded)
        for sample in samples {
            guard let endpoint = choice.knownEndpoint(of: sample) else {
                add(LintProblem(.sampleFails, "it is named after no endpoint", in: sample.name))
                continue
            }
            add(sample, of: endpoint, to: &check)
        }
        for finding in check.findings where finding.severity == .breaking {
            for place in finding.places { add(problem(finding, place)) }
        }
    }

    private mutating func add(_ sample: Input, of endpoint: Endpoint, to check: inout RecordingCheck) {
        let reading = ResponseReading(
            readFile(sample.name) ?? [],
            status: 200,
            contentType: nil,
            of: endpoint,
            limits: ParseLimits()
        )
        switch reading {
        case .answer(let document): check.add(document, of: endpoint, input: sample.name, contentType: nil)
        case .fault(let fault): add(LintProblem(.sampleFails, "\(fault)", in: sample.name))
        }
    }

    private func problem(_ finding: Finding, _ place: Finding.Place) -> LintProblem {
        LintProblem(
            .sampleFails,
            "\(finding.kind.rawValue): \(finding.message)",
            ReportPlace(
                source: .file(place.input),
                location: ReportPlace.Location(
                    line: place.line,
                    column: place.column,
                    characterColumn: place.characterColumn
                ),
                pointer: place.pointer
            )
        )
    }
}

/// The bytes of a file; nil where there is none that can be read.
func readFile(_ path: String) -> [UInt8]? {
    // Those who call it say what is wrong without it.
    try? Array(Data(contentsOf: URL(filePath: path)))
}

extension SourceLocation {
    /// The location in a text, with its column in characters, too.
    func inBytes(_ bytes: [UInt8]) -> ReportPlace.Location {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let before = lines.indices.contains(line - 1) ? lines[line - 1].prefix(column - 1) : []
        return ReportPlace.Location(
            line: line,
            column: column,
            characterColumn: 1 + before.count { $0 & 0xC0 != 0x80 }
        )
    }
}
