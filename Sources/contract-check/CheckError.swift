import CodeGeneration
import Contracts
import JSONCore
import JSONSchema
import TypeInference

/// Why nothing could be judged; the process ends with ``Ending/usage``.
struct CheckError: Error, Equatable {
    /// What is wrong, with the facts.
    enum Code: Equatable {
        /// A check needs something to judge by.
        case neitherContractNorSchema
        /// Options that exclude each other, as typed.
        case exclusive(String, String)
        case standardInputTwice
        case contract(ContractError)
        /// A folder without `feed.json`; the folders in it that have one.
        case noContract(contracts: [String])
        /// The contract has no endpoint of that name.
        case unknownEndpoint(String, known: [String], suggestion: String?)
        /// A file that is to be written, in the system's words.
        case notWritten(String)
        /// A file that is to be written is one that is read; the option that says so.
        case overwritesInput(String)
        /// The file of `--accept` is not there yet.
        case noAcceptFile
        /// A JSON file that is no schema: none of its members is a keyword. Some of them.
        case notASchema(members: [String])
        /// The contract has schemas of that version already.
        case versionExists(Int)
        /// The contract has no schemas of that version.
        case unknownVersion(String, known: [Int])
        /// The contract has several endpoints, and `--endpoint` is missing.
        case endpointNotNamed(known: [String])
        /// `--base` sets a variable that the contract has not.
        case noBaseVariable(known: [String])
        /// Neither the input's name nor its path tells its endpoint.
        case endpointUnclear(known: [String], suggestion: String?)
        /// A schema or a folder of schemas that cannot be read, in the system's words.
        case unreadable(String)
        case notJSON(JSONError, SourceLocation)
        case schema([SchemaProblem])
        /// One of several headers, counted from 1, is not of the form; its text may be a secret.
        case malformedHeader(option: String, number: Int, form: String)
        /// An environment variable that an option names.
        case variableNotSet(String)
        /// A file of accepted findings, a baseline or a profile that is not of its form; all mistakes.
        case mistakes([FileMistake])
        /// A reason without a word in it, as an unset variable gives.
        case noReason
        /// An option that is nothing without another one, as typed.
        case needs(String, String)
        /// `record` needs to know what to fetch.
        case nothingToRecord
        case notURL
        /// No JSON Pointer, or too many of them.
        case badRedaction
        /// `validate` fetches nothing.
        case urlToValidate
        /// Two reports would go to one place.
        case reportTwice
        /// `generate` needs a schema or a contract.
        case nothingToGenerateFrom
        /// `--samples` and `--verify` need inputs.
        case noSamples
        /// Inputs are for `--samples` and `--verify`.
        case samplesWithoutUse
        /// What types of a contract are tried on is a page, and this is none.
        case notAPage
        /// Several files need a folder.
        case splitToStandardOutput
        /// What the Swift compiler says about generated types, or why it did not run.
        case notCompiled(String)
        /// A schema that no types can be made from.
        case ungeneratable(GenerationError)
        /// The schema that was inferred refuses a sample.
        case sampleRefused(expected: String, pin: PinPlace?)
        /// A file of decisions for `infer` that is not of its form.
        case badPins(InferenceError)
        /// The model of an app that cannot be read.
        case model(ModelFault)
        /// A line that is no command of Bowtie's.
        case bowtie(BowtieFault)
    }

    let code: Code

    /// The file, folder or input it is about; empty for the command line.
    let subject: String

    init(_ code: Code, _ subject: String = "") {
        self.code = code
        self.subject = subject
    }
}

/// One mistake in a schema, with its place for people.
struct SchemaProblem: Equatable {
    let file: String
    let location: SourceLocation
    let pointer: JSONPointer
    let code: SchemaError.Code
}

extension CheckError: CustomStringConvertible {
    var description: String {
        let place = subject.isEmpty ? "" : "\(subject): "
        return switch code {
        case .neitherContractNorSchema:
            "--contract, --schema or --model is needed: what are the inputs to be judged by?"
        case .exclusive(let one, let other): "\(one) and \(other) exclude each other"
        case .standardInputTwice: "standard input can be read only once, but - is given twice"
        case .contract(let error): Self.text(of: error, in: subject)
        case .noContract(let contracts):
            "\(place)there is no contract in this folder: no feed.json"
                + Self.suggestion(contracts.isEmpty ? nil : contracts.joined(separator: " or "))
        case .unknownEndpoint(let name, let known, let near):
            "\(place)there is no endpoint '\(name)'" + Self.suggestion(near) + Self.list(known)
        case .notWritten(let reason): "\(place)it cannot be written: \(reason)"
        case .overwritesInput(let option):
            "\(place)\(option) would overwrite a file of what is read; give it another name"
        case .noAcceptFile: "\(place)there is no such file; --update-accept makes it"
        case .notASchema(let members):
            "\(place)this is no schema: \(members.joined(separator: ", ")) \(members.count == 1 ? "is no keyword" : "are no keywords")"
                + " of JSON Schema\n  Is it a response? contract-check infer makes a schema of those."
        case .versionExists(let version):
            "\(place)v\(version) is there already; put it into force, or take it away"
        case .unknownVersion(let word, let known):
            "\(place)there is no version '\(word)'"
                + "\n  versions: \(known.map { "v\($0)" }.joined(separator: ", "))"
        case .endpointNotNamed(let known):
            "\(place)which endpoint? --endpoint NAME says it" + Self.list(known)
        case .noBaseVariable(let known):
            "\(place)--base sets the variable 'base', which this contract has not"
                + "\n  variables: \(known.isEmpty ? "none" : known.joined(separator: ", "))"
        case .endpointUnclear(let known, let near):
            "\(place)which endpoint is this a response of?" + Self.suggestion(near) + Self.list(known)
                + "\n  Name the file after its endpoint (\(known.first ?? "name").json), or give --endpoint NAME."
        case .unreadable(let reason): place + reason
        case .notJSON(let error, let location):
            "\(subject):\(location.line):\(location.column): the schema is not JSON: \(error)"
        case .schema(let problems): problems.map(\.description).joined(separator: "\n  ")
        case .malformedHeader(let option, let number, let form):
            "\(option) number \(number) is not of the form \(form)"
        case .variableNotSet(let name): "\(place)the environment variable \(name) is not set"
        case .mistakes(let mistakes): mistakes.map(\.description).joined(separator: "\n  ")
        case .noReason: "--reason is empty: say in words why the findings are accepted"
        case .needs(let option, let other): "\(option) needs \(other)"
        case .nothingToRecord: "what is to be recorded? Give a URL, or --contract and --endpoint"
        case .nothingToGenerateFrom: "what are types to be made from? Give --schema, --contract or --samples"
        case .noSamples: "which samples? Give files, folders, URLs or -"
        case .samplesWithoutUse:
            "what are the inputs for? --samples makes types of them, --verify tries types on them"
        case .notAPage:
            "\(place)this is no page: with --contract, --verify takes what feedkeeper.page() returned"
                + " (feedkeeper page FEED --json), and no responses"
        case .splitToStandardOutput: "--split writes several files: -o FOLDER says where"
        case .notCompiled(let text): "the generated types do not compile:\n  \(text)"
        case .ungeneratable(let error): "\(subject): \(error)"
        case .notURL: "\(place)this is no http or https URL"
        case .badRedaction:
            "\(place)--redact takes a JSON Pointer, with * for any one token and ** for any number of them, such as"
                + " /data/user/*/name; \(PathPatterns.maxNodes) tokens together"
        case .reportTwice:
            "two reports would go to \(subject == "-" ? "standard output" : subject); each needs a place of its own"
        case .sampleRefused(let expected, let pin?):
            "\(pin): this pin is at odds with a sample: at \(subject) the schema would want \(expected)"
        case .sampleRefused(let expected, nil):
            "\(place)internal error: the inferred schema refuses this sample, where it wants \(expected)"
        case .badPins(let error): "\(subject):\(error)"
        case .model(let fault): "\(place)\(fault)"
        case .bowtie(let fault): "\(place)\(fault)"
        case .urlToValidate: "\(place)validate fetches nothing; use check --schema, or pipe it in as -"
        }
    }

    /// With paths that can be opened from where the tool was started, and not from the folder of all contracts.
    private static func text(of error: ContractError, in folder: String) -> String {
        guard case .invalid(let problems) = error.code else { return error.description }
        let base = folder.hasSuffix("/") ? folder : folder + "/"
        let lines = problems.map { "\n  \(base)" + $0.description.drop { $0 != "/" }.dropFirst() }
        return "\(folder): \(counted(problems.count, "mistake")) in the contract" + lines.joined()
    }

    private static func suggestion(_ near: String?) -> String { near.map { "\n  did you mean \($0)?" } ?? "" }

    private static func list(_ known: [String]) -> String {
        "\n  endpoints: \(known.joined(separator: ", "))"
    }
}

extension SchemaProblem: CustomStringConvertible {
    /// One line: file, line, column, pointer, and what is wrong.
    var description: String {
        let pointer = pointer.tokens.isEmpty ? "" : "\(pointer): "
        return "\(file):\(location.line):\(location.column): \(pointer)\(code)\(mend)"
    }

    private var mend: String {
        guard case .unresolvableReference = code, !code.isInKnownDocument else { return "" }
        return "; --schema-dir DIR adds a folder of schemas"
    }
}
