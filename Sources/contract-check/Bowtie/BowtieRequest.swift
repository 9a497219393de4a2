import JSONCore
import Spelling

/// A command of Bowtie's harness protocol, version 1.
///
/// `{"cmd": "run", "seq": …, "case": {"description", "schema", "registry"?, "tests": [{"description", "instance"}]}}`.
enum BowtieRequest {
    case start
    /// The `$schema` that schemas without one are to be taken for.
    case dialect(String)
    /// `seq` is any value, and comes back with the answer.
    case run(seq: JSONValue, BowtieCase)
    case stop

    private static let commands = ["start", "dialect", "run", "stop"]

    init(_ request: JSONValue) throws(BowtieFault) {
        guard request.kind == .object else { throw .notACommand(request.kind) }
        switch try Self.member("cmd", of: request).string {
        case "start":
            let version = try Self.member("version", of: request)
            guard version.int64 == 1 else {
                throw .protocolVersion(JSONText(version, form: .received).string)
            }
            self = .start
        case "dialect":
            let dialect = try Self.member("dialect", of: request)
            guard let uri = dialect.string else { throw .wrongMember("dialect", expected: "a string") }
            self = .dialect(uri)
        case "run":
            self = .run(
                seq: try Self.member("seq", of: request),
                BowtieCase(
                    try Self.member("case", of: request),
                    wantsAnnotations: request["output"]?.string == "annotations"
                )
            )
        case "stop": self = .stop
        case let name:
            throw .unknownCommand(
                name,
                suggestion: name.flatMap { closestWord(to: $0, among: Self.commands) }
            )
        }
    }

    private static func member(_ name: String, of request: JSONValue) throws(BowtieFault) -> JSONValue {
        guard let member = request[name] else { throw .missingMember(name) }
        return member
    }
}

/// Why a line is no command that can be answered.
enum BowtieFault: Error, Equatable {
    case notJSON(JSONError)
    case notACommand(JSONKind)
    case missingMember(String)
    case wrongMember(String, expected: String)
    /// Nil where the name is no string.
    case unknownCommand(String?, suggestion: String?)
    /// As it is written.
    case protocolVersion(String)
    case beforeStart(String)
}

extension BowtieFault: CustomStringConvertible {
    var description: String {
        switch self {
        case .notJSON(let error): "this is not JSON: \(error)"
        case .notACommand(let kind): "a command is an object, not \(kind.rawValue)"
        case .missingMember(let name): "the command has no member \"\(name)\""
        case .wrongMember(let name, let expected): "the command's member \"\(name)\" must be \(expected)"
        case .unknownCommand(nil, _): "the command's member \"cmd\" must be a string"
        case .unknownCommand(let name?, let near):
            "there is no command \"\(name)\"" + (near.map { "\n  did you mean \($0)?" } ?? "")
        case .protocolVersion(let version):
            "version \(version) of the protocol is not spoken here, only version 1"
        case .beforeStart(let command): "\(command) came before start"
        }
    }
}
