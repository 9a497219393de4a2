import JSONCore

/// One mistake in a file that a team writes for the check.
struct FileMistake: Equatable {
    /// What is wrong, with the facts.
    enum Reason: Equatable {
        case notJSON(JSONError)
        case missing(String)
        case unknown(String, known: [String])
        /// What should stand there.
        case expected(String)
        /// An identity that stands in the file already.
        case repeated(first: JSONPointer)
    }

    let file: String
    let pointer: JSONPointer
    let location: SourceLocation
    let reason: Reason
}

extension FileMistake: CustomStringConvertible {
    /// One line: file, line, column, pointer, and what is wrong.
    var description: String {
        let pointer = pointer.tokens.isEmpty ? "" : "\(pointer): "
        return "\(file):\(location.line):\(location.column): \(pointer)\(reason)"
    }
}

extension FileMistake.Reason: CustomStringConvertible {
    var description: String {
        switch self {
        case .notJSON(let error): "not JSON: \(error)"
        case .missing(let name): "\"\(name)\" is missing"
        case .unknown(let name, let known):
            "unknown member \"\(name)\"; it has \(known.joined(separator: ", "))"
        case .expected(let what): "expected \(what)"
        case .repeated(let first): "this identity stands at \(first) already"
        }
    }
}

/// A JSON file that a team writes for the check, read with all its mistakes.
struct OwnFile {
    let path: String
    let root: JSONValue
    private(set) var mistakes: [FileMistake] = []

    /// - Throws: ``CheckError`` `unreadable` or `mistakes`.
    init(_ path: String) throws(CheckError) {
        self.path = path
        let bytes: [UInt8]
        do throws(InputFault) {
            bytes = try ByteStream(.file(path)).rest(limit: ParseLimits().maxBytes)
        } catch {
            throw CheckError(.unreadable(error.detail), path)
        }
        do throws(JSONError) {
            root = try JSONDocument(bytes).root
        } catch {
            let location = SourceLocation(of: error.offset, in: bytes)
            let mistake = FileMistake(
                file: path,
                pointer: JSONPointer(),
                location: location,
                reason: .notJSON(error)
            )
            throw CheckError(.mistakes([mistake]), path)
        }
    }

    mutating func note(_ reason: FileMistake.Reason, at value: JSONValue) {
        mistakes.append(
            FileMistake(file: path, pointer: value.pointer, location: value.location, reason: reason)
        )
    }

    /// A text, or nil, noted; `nil` of an absent value.
    mutating func text(_ value: JSONValue?, _ what: String, where isGood: (String) -> Bool) -> String? {
        guard let value else { return nil }
        if let text = value.string, isGood(text) { return text }
        note(.expected(what), at: value)
        return nil
    }

    /// - Throws: ``CheckError`` `mistakes`, when there were some.
    func check() throws(CheckError) {
        if !mistakes.isEmpty { throw CheckError(.mistakes(mistakes), path) }
    }
}
