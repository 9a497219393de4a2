import Contracts
import Drift
import JSONCore
import JSONSchema

/// The smallest change to schemas that some samples pass after.
struct Proposal {
    private(set) var files: WorkingFiles
    private let samples: [ProposalSample]

    /// The least severity of what is mended.
    private let severity: Severity

    /// What no change was found for, each in one line.
    private(set) var remaining: [String] = []

    /// What somebody should know who takes it, each in one line.
    private(set) var remarks: [String] = []

    /// More rounds than this would not end.
    private static let maxRounds = 40

    init(_ files: WorkingFiles, _ samples: [ProposalSample], severity: Severity) {
        self.files = files
        self.samples = samples
        self.severity = severity
    }

    /// Changes the files until all samples pass, or nothing more can be done.
    ///
    /// - Throws: ``CheckError`` for mistakes in the files.
    mutating func run() throws(CheckError) {
        if severity <= .warning { try addKinds() }
        for _ in 0..<Self.maxRounds {
            let compiled = try files.compiled()
            let mends = mends(by: compiled)
            guard !mends.targets.isEmpty else { return }
            let before = files.changed.map { files.contents[$0] }
            noteShared(mends, compiled)
            try apply(mends, compiled)
            guard files.changed.map({ files.contents[$0] }) != before else { return }
        }
    }

    // MARK: One round

    private mutating func mends(by compiled: CompiledFiles) -> SchemaMends {
        var mends = SchemaMends()
        remaining = []
        for sample in samples {
            let (violations, notes) = sample.explanation(by: compiled)
            for violation in violations where !mend(violation, compiled, &mends) {
                remaining.append(sample.text(of: violation, compiled))
            }
            for note in notes { mend(note, compiled, &mends) }
        }
        return mends
    }

    /// Whether something can be done.
    private func mend(_ violation: Violation, _ compiled: CompiledFiles, _ mends: inout SchemaMends) -> Bool {
        if !violation.causes.isEmpty, !violation.closest[0].isOtherKind {
            return violation.causes.reduce(true) { mend($1, compiled, &mends) && $0 }
        }
        guard let place = compiled.place(of: violation.schemaLocation),
            let keyword = place.pointer.tokens.last,
            let (name, mend) = SchemaMend.mending(violation, keyword: keyword)
        else { return false }
        let schema = JSONPointer(tokens: place.pointer.tokens.dropLast())
        mends.add(mend, at: MendTarget(file: place.file, pointer: schema.appending(name)))
        return true
    }

    private func mend(_ note: SchemaNote, _ compiled: CompiledFiles, _ mends: inout SchemaMends) {
        guard let place = compiled.place(of: note.schemaLocation) else { return }
        switch note.kind {
        case .unknownValue:
            guard severity <= .warning else { return }
            let target = MendTarget(file: place.file, pointer: place.pointer.appending("x-known-values"))
            mends.add(.list(values: [note.value]), at: target)
        case .unknownMember(let name):
            guard severity <= .info else { return }
            let target = MendTarget(file: place.file, pointer: place.pointer.appending("properties"))
            mends.add(.describe(members: [(name, [note.value])]), at: target)
        default:
            // How a value is written is no matter of the schema's.
            return
        }
    }

    /// Says of a definition that several places refer to that it changes for all of them.
    private mutating func noteShared(_ mends: SchemaMends, _ compiled: CompiledFiles) {
        for target in mends.targets {
            guard let shared = compiled.references.shared(around: target) else { continue }
            let remark =
                "\(target.file)#\(shared.pointer): \(shared.count) places refer to it; it changes for all of them"
            if !remarks.contains(remark) { remarks.append(remark) }
        }
    }

    private mutating func apply(_ mends: SchemaMends, _ compiled: CompiledFiles) throws(CheckError) {
        for target in mends.targets {
            guard let mend = mends.mends[target] else { continue }
            do throws(JSONError) {
                let root = try JSONDocument(files.contents[target.file] ?? []).root
                guard let schema = root.value(at: JSONPointer(tokens: target.pointer.tokens.dropLast()))
                else { continue }
                for operation in mend.operations(at: target.pointer, of: schema) {
                    try files.apply(operation, to: target.file)
                }
            } catch {
                throw CheckError(.notJSON(error, SourceLocation(of: error.offset, in: [])), target.file)
            }
        }
    }

    // MARK: New kinds

    /// Gives each kind of block that the contract does not know a schema of its own.
    private mutating func addKinds() throws(CheckError) {
        guard let loaded = try files.compiled().contract else { return }
        var unknown: [(section: Int, kind: JSONScalar, values: [JSONValue])] = []
        for sample in samples {
            for block in sample.unknownBlocks(by: loaded) {
                if let known = unknown.firstIndex(where: {
                    $0.section == block.section && $0.kind == block.kind
                }) {
                    unknown[known].values.append(block.value)
                } else {
                    unknown.append((block.section, block.kind, [block.value]))
                }
            }
        }
        for (section, kind, values) in unknown {
            try files.add(NewKind(kind, values, in: loaded.contract, section: section), section: section)
        }
    }
}

extension FailedBranch {
    /// Whether the branch is for objects of another kind than the value: what tells them apart is the only thing wrong.
    fileprivate var isOtherKind: Bool {
        violations.contains { violation in
            if case .constant = violation.kind { return violation.value.container != nil }
            return false
        }
    }
}

/// One sample, and the endpoint that it is a response of.
struct ProposalSample {
    let name: String
    let document: JSONDocument

    /// Nil where a schema alone judges.
    let endpoint: Endpoint?

    /// `v.json:1:6: expected a string, found null, by s.json#/not`.
    func text(of violation: Violation, _ compiled: CompiledFiles) -> String {
        let (location, pointer) = (violation.value.location, violation.value.pointer)
        let place =
            "\(name):\(location.line):\(location.column): \(pointer.tokens.isEmpty ? "" : "\(pointer): ")"
        let found = violation.kind.found ?? violation.value.shortText
        let schema = compiled.place(of: violation.schemaLocation).map { "\($0.file)#\($0.pointer)" }
        return
            "\(place)expected \(violation.kind.expected), found \(found), by \(schema ?? violation.schemaLocation.description)"
    }

    func explanation(by compiled: CompiledFiles) -> (violations: [Violation], notes: [SchemaNote]) {
        if let contract = compiled.contract, let endpoint {
            let explanation = contract.explanation(of: document, endpoint)
            return (explanation.violations, explanation.notes)
        }
        let explanation = compiled.schema?.explain(document.root)
        return (explanation?.violations ?? [], explanation?.notes ?? [])
    }

    func unknownBlocks(by contract: LoadedContract) -> [ResponseExplanation.UnknownBlock] {
        endpoint.map { contract.explanation(of: document, $0).unknownBlocks } ?? []
    }
}
