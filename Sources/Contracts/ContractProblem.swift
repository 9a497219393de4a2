package import JSONCore

/// One mistake in a contract folder.
package struct ContractProblem: Equatable, Sendable {
    /// What is wrong, with the facts.
    package enum Code: Equatable, Sendable {
        case notJSON(JSONError)
        /// A member stands twice in an object.
        case duplicateMember
        case missingMember(String)
        case unknownMember(String, suggestion: String?)
        case wrongType(expected: [JSONKind], found: JSONKind)
        case notOneOf([String], found: String, suggestion: String?)
        /// A number outside its bounds, or with a fraction where none may be; the bounds as text.
        case outOfBounds(String)
        /// A text or list that must not be empty.
        case empty
        case badName(String, rule: NameRule)
        case badPointer(String)
        /// A relative pointer that goes up further than the value is deep.
        case tooManyLevels(Int, depth: Int)
        case badURL(String)
        /// A path that is not a schema file below the version's folder.
        case badSchemaPath(String)
        case missingFile(String, suggestion: String?)
        case missingFolder(String)
        case unknownEndpoint(String, suggestion: String?)
        case undefinedVariable(String, suggestion: String?)
        case feedNameDiffers(String, folder: String)
        /// The kind's name stands at another place of the file too.
        case duplicateKind(String, first: JSONPointer)
        /// The discriminator's value stands in another entry too.
        case duplicateValue(String, first: JSONPointer)
        /// A form without POST.
        case formWithoutPost
        /// A member that means something beside this one only.
        case onlyBeside(String)
        /// A member that contradicts this one.
        case notBeside(String)
        /// A text that is no cron expression, or one that never comes.
        case notCron(String)
        /// A schema that does not compile; what is wrong with it.
        case badSchema(String)
        /// A profile that is not of its form.
        case badProfile(expected: String)
        /// A `profile.json` beside several endpoints.
        case profileOfNobody(known: [String])
        /// A text that is no media type.
        case badMediaType(String)
    }

    /// The file as a path below the folder of all contracts: `netease-home/feed.json`.
    package let file: String

    /// The value it is about; the root for a file that is not JSON.
    package let pointer: JSONPointer

    /// Where that value begins.
    package let location: SourceLocation
    /// What kind of mistake it is, with its facts.
    package let code: Code
}

extension ContractProblem: CustomStringConvertible {
    /// One line: file, line, column, pointer and what is wrong.
    package var description: String {
        let place = "\(file):\(location.line):\(location.column): "
        return place + (pointer.tokens.isEmpty ? "" : "\(pointer): ") + code.description
    }
}

extension ContractProblem.Code: CustomStringConvertible {
    package var description: String {
        switch self {
        case .notJSON(let error): "not JSON: \(error)"
        case .duplicateMember: "this member stands here twice"
        case .missingMember(let name): "\"\(name)\" is missing"
        case .unknownMember(let name, let near): "unknown member \"\(name)\"" + Self.hint(near)
        case .wrongType(let expected, let found):
            "expected \(expected.map(\.rawValue).joined(separator: " or ")), found \(found.rawValue)"
        case .notOneOf(let words, let found, let near):
            "\"\(found)\" is none of \(words.joined(separator: ", "))" + Self.hint(near)
        case .outOfBounds(let bounds): "must be \(bounds)"
        case .empty: "must not be empty"
        case .badName(let name, let rule): "\"\(name)\" must be \(rule)"
        case .badPointer(let text): "\"\(text)\" is no JSON pointer"
        case .tooManyLevels(let levels, let depth): "goes up \(levels) levels, but the value is \(depth) deep"
        case .badURL(let text): "\"\(text)\" begins neither with http:// or https:// nor with a variable"
        case .badSchemaPath(let text):
            "\"\(text)\" is no path of a .schema.json file inside the version's folder"
        case .missingFile(let path, let near): "there is no file \(path)" + Self.hint(near)
        case .onlyBeside(let name): "means nothing without \"\(name)\""
        case .notBeside(let name): "cannot stand beside \"\(name)\""
        case .notCron(let text):
            "\"\(text)\" is no cron expression that ever comes; five fields, such as \"*/10 6-22 * * mon-fri\""
        case .missingFolder(let path): "there is no folder \(path) with schemas in it"
        case .unknownEndpoint(let name, let near): "there is no endpoint \"\(name)\"" + Self.hint(near)
        case .undefinedVariable(let name, let near): "the variable {\(name)} is not defined" + Self.hint(near)
        case .feedNameDiffers(let name, let folder): "the feed is \"\(name)\", its folder is \"\(folder)\""
        case .duplicateKind(let kind, let first): "the kind \"\(kind)\" is defined at \(first) already"
        case .duplicateValue(let value, let first): "\"\(value)\" has its kind at \(first) already"
        case .formWithoutPost: "a form needs the method POST"
        case .badSchema(let reason): reason
        case .badProfile(let expected): "expected \(expected)"
        case .profileOfNobody(let known):
            "there are several endpoints; a profile is named after its own, such as"
                + " \(known.first ?? "name")\(ContractFiles.profileSuffix)"
        case .badMediaType(let text):
            "\"\(text)\" is no media type such as text/plain, without parameters"
        }
    }

    private static func hint(_ near: String?) -> String {
        near.map { "; did you mean \"\($0)\"?" } ?? ""
    }
}
