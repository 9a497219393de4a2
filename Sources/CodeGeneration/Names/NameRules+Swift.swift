extension NameRules {
    /// Swift 6: `imageURL`, and no type that would hide one of the standard library, of Foundation, or of the generated code.
    static let swift = NameRules(
        reservedTypes: swiftTypes,
        supportTypes: Set(SwiftSupport.Template.allCases.map(\.rawValue)),
        reservedMembers: ["init", "self", "Self", "Type", "Protocol", "hashValue"],
        reservedCases: [
            "init", "self", "Self", "Type", "Protocol", "hashValue", "encode", "unknown", "rawValue",
            "allCases",
        ],
        acronyms: [
            "api", "css", "csv", "dns", "gif", "gps", "guid", "html", "http", "https", "id", "ip", "isbn",
            "json",
            "jwt", "mv", "pdf", "png", "rss", "sdk", "sha", "sku", "sms", "sql", "ssl", "svg", "tcp", "tls",
            "ui",
            "uri", "url", "utc", "uuid", "vip", "xml",
        ],
        members: .lowerCamel,
        cases: .lowerCamel
    )

    /// Words that Swift reads as members only in backticks.
    static let swiftKeywords: Set<String> = [
        "Any", "actor", "as", "associatedtype", "async", "await", "borrowing", "break", "case", "catch",
        "class",
        "consuming", "continue", "default", "defer", "deinit", "didSet", "do", "dynamic", "each", "else",
        "enum",
        "extension", "fallthrough", "false", "fileprivate", "for", "func", "get", "guard", "if", "import",
        "in",
        "indirect", "infix", "inout", "internal", "is", "isolated", "lazy", "let", "macro", "mutating", "nil",
        "nonisolated", "nonmutating", "open", "operator", "optional", "override", "package", "postfix",
        "precedencegroup", "prefix", "private", "protocol", "public", "repeat", "required", "rethrows",
        "return",
        "set", "some", "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try",
        "typealias", "unowned", "var", "weak", "where", "while", "willSet",
    ]

    private static let swiftTypes: Set<String> = [
        "Actor", "Any", "AnyClass", "AnyHashable", "AnyObject", "Array", "ArraySlice", "AsyncSequence",
        "AsyncStream", "AttributedString", "Bool", "Bundle", "CGFloat", "CGPoint", "CGRect", "CGSize",
        "Calendar", "CaseIterable", "Character", "CharacterSet", "ClosedRange", "Codable", "CodingKey",
        "CodingKeys", "CodingUserInfoKey", "Collection", "Comparable", "CustomStringConvertible", "Data",
        "Date", "DateComponents", "DateFormatter", "DateInterval", "Decimal", "Decodable",
        "Decoder", "DecodingError", "Dictionary", "Double", "Duration", "Encodable", "Encoder",
        "EncodingError", "Equatable", "Error", "ExpressibleByArrayLiteral", "FileHandle", "FileManager",
        "Float", "Float16", "Float80", "Formatter", "Foundation", "Hashable", "Hasher", "Host",
        "Identifiable",
        "IndexPath", "IndexSet", "InlineArray", "Int", "Int128", "Int16", "Int32", "Int64",
        "Int8", "IteratorProtocol", "JSONDecoder", "JSONEncoder", "JSONSerialization", "KeyPath",
        "KeyedDecodingContainer", "KeyedEncodingContainer", "Locale",
        "LocalizedError", "MainActor", "Measurement", "Mirror", "MutableCollection", "NSObject",
        "Never", "Notification", "NotificationCenter", "NumberFormatter", "ObjectIdentifier",
        "OperationQueue", "Operation", "OptionSet", "Optional", "OutputStream", "Port", "Process",
        "ProcessInfo", "Progress", "Protocol", "RandomAccessCollection", "Range", "RawRepresentable",
        "RawValue",
        "Regex", "Result", "Scanner", "Self", "Sendable", "Sequence", "Set", "SingleValueDecodingContainer",
        "Slice", "SortDescriptor", "Stream", "StaticString", "Strideable", "String", "Substring", "Swift",
        "Task",
        "Thread", "TimeInterval", "TimeZone", "Timer", "Type", "UInt", "UInt128", "UInt16", "UInt32",
        "UInt64",
        "UInt8", "URL", "URLComponents", "URLError", "URLQueryItem", "URLRequest", "URLResponse",
        "URLSession",
        "UUID", "Unicode", "UnkeyedDecodingContainer", "UserDefaults", "Void",
    ]
}
