extension CodegenCase {
    /// What is expected of the public cases, in words of Swift.
    static let facts: [String: Facts] = [
        "c01": Facts(wanted: ["var doubleValue: Double", "var n: Double", "var k: Int"]),
        "c02": Facts(wanted: ["var a: Int\n", "var b: Int\n", "var c: UInt64", "var d: UInt64"]),
        "c04": Facts(options: ["Equatable", "Hashable", "Sendable"].flatMap { ["--conformance", $0] }),
        "c07": Facts(wanted: ["JSONValue?", "Sendable"], unwanted: ["class "]),
        "c08": Facts(
            wanted: [
                "enum JSONValue: Codable, Hashable, Sendable", "case null",
                "case object([String: JSONValue])",
            ],
            unwanted: ["class "]
        ),
        "c10": Facts(wanted: ["var d: DateTime"]),
        "c11": Facts(wanted: ["var d: DateTime"], unwanted: ["dateDecodingStrategy"]),
        "c14": Facts(wanted: ["var k: String"], unwanted: ["enum K"]),
        "c16": Facts(wanted: ["var a: Int?", "var b: Int?"]),
        "c19": Facts(wanted: ["struct Home", "struct Work", "var lat: Double\n", "var lng: Double\n"]),
        "c20": Facts(
            wanted: ["struct Movie:", "struct Cookie:", "struct Series:", "struct News:"],
            unwanted: ["struct Data:", "Cooky"]
        ),
        "c22": Facts(wanted: ["\"in_progress\"", "\"done-now\"", "case unknown(String)"]),
        "c23": Facts(wanted: [
            "var `default`: Int", "var initValue: Int", "var selfValue: Int", "var `class`: Int",
        ]),
        "c25": Facts(wanted: [
            "case hot(", "case banner(", "case mv(", "case unknown(code: String, JSONValue)",
        ]),
        "c26": Facts(wanted: ["switch code {", "case unknown(code: String, JSONValue)"]),
        "c28": Facts(
            wanted: ["case unknown(String)", "case unknownValue", "case empty", "\"UPPER\": self = .upper"],
            schema:
                #"{"type": "array", "items": {"type": "string", "x-known-values": ["UPPER", "lower", "", "unknown"]}}"#,
            instance: #"["UPPER", "lower", "", "unknown", "new"]"#
        ),
        "c29": Facts(
            options: ["--access-level", "public"],
            wanted: ["public init(a: Int)", "public enum CodingKeys", "public var a"]
        ),
        "c31": Facts(wanted: ["Indirect<"]),
        "c32": Facts(wanted: ["var insPhoneArea: String", "var insPhone: String", "var insPolicy: String"]),
    ]
}
