internal import JSONCore

/// What is wrong in one file, in the order it was noticed.
final class ProblemLog {
    private let file: String
    private(set) var problems: [ContractProblem] = []

    /// The problems in the order of the file.
    var problemsInPlace: [ContractProblem] {
        problems.sorted { ($0.location.line, $0.location.column) < ($1.location.line, $1.location.column) }
    }

    /// - Parameter file: the path below the folder of all contracts.
    init(file: String) { self.file = file }

    func note(_ code: ContractProblem.Code, at value: JSONValue) {
        let problem = ContractProblem(
            file: file,
            pointer: value.pointer,
            location: value.location,
            code: code
        )
        problems.append(problem)
    }

    func note(_ code: ContractProblem.Code, at offset: Int, in bytes: [UInt8]) {
        let location = SourceLocation(of: offset, in: bytes)
        problems.append(ContractProblem(file: file, pointer: JSONPointer(), location: location, code: code))
    }

    func note(_ code: ContractProblem.Code, at pointer: JSONPointer, _ location: SourceLocation) {
        problems.append(ContractProblem(file: file, pointer: pointer, location: location, code: code))
    }

    /// Parses the file; a text that is not JSON, or repeats a member, is noted.
    func document(from bytes: [UInt8]) -> JSONDocument? {
        do {
            let document = try JSONDocument(bytes)
            for case .duplicateKey(let offset) in document.notices {
                note(.duplicateMember, at: offset, in: bytes)
            }
            return document
        } catch {
            note(.notJSON(error), at: error.offset, in: bytes)
            return nil
        }
    }
}
