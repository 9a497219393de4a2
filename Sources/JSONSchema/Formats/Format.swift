package import JSONCore

/// The values of `format` that the engine can assert.
///
/// Each but `regex` and the internationalised ones is decided in one pass over the bytes without allocation.
package enum Format: UInt8, CaseIterable, BitwiseCopyable, Sendable {
    case dateTime, date, time, duration
    case email, idnEmail
    case hostname, idnHostname
    /// The host names of draft 4 and 6, which know nothing of A-labels.
    case plainHostname
    case ipv4, ipv6
    case uri, uriReference, iri, iriReference, uriTemplate
    case uuid
    case jsonPointer, relativeJSONPointer
    case regex

    /// The format of that name in a dialect, or nil: names that it does not define are annotations.
    package static func named(_ name: String, in dialect: Dialect) -> Format? {
        guard let format = byName[name], format.introduction <= dialect else { return nil }
        return format == .hostname && dialect < .draft7 ? .plainHostname : format
    }

    private static let byName = Dictionary(
        uniqueKeysWithValues: allCases.filter { $0 != .plainHostname }.map { ($0.name, $0) }
    )

    /// As a schema writes it.
    package var name: String {
        switch self {
        case .dateTime: "date-time"
        case .idnEmail: "idn-email"
        case .idnHostname: "idn-hostname"
        case .plainHostname: "hostname"
        case .uriReference: "uri-reference"
        case .iriReference: "iri-reference"
        case .uriTemplate: "uri-template"
        case .jsonPointer: "json-pointer"
        case .relativeJSONPointer: "relative-json-pointer"
        default: "\(self)"
        }
    }

    /// The dialect that brought it.
    private var introduction: Dialect {
        switch self {
        case .dateTime, .email, .hostname, .plainHostname, .ipv4, .ipv6, .uri: .draft4
        case .uriReference, .uriTemplate, .jsonPointer: .draft6
        case .duration, .uuid: .draft201909
        default: .draft7
        }
    }

    /// - Complexity: O(bytes).
    package func accepts(_ text: UTF8View) -> Bool {
        let text = ByteRun(text)
        switch self {
        case .dateTime: return Self.isDateTime(text)
        case .date: return Self.isDate(text)
        case .time: return Self.isTime(text)
        case .duration: return Self.isDuration(text)
        case .email, .idnEmail: return MailSyntax(isInternational: self == .idnEmail).accepts(text)
        case .hostname: return Self.isHostname(text)
        case .idnHostname: return Self.isInternationalHostname(text)
        case .plainHostname: return Self.isPlainHostname(text)
        case .ipv4: return Self.isIPv4(text)
        case .ipv6: return Self.isIPv6(text)
        case .uri, .iri: return ReferenceSyntax(isInternational: self == .iri).acceptsAbsolute(text)
        case .uriReference, .iriReference:
            return ReferenceSyntax(isInternational: self == .iriReference).accepts(text)
        case .uriTemplate: return Self.isURITemplate(text)
        case .uuid: return Self.isUUID(text)
        case .jsonPointer: return Self.isJSONPointer(text)
        case .relativeJSONPointer: return Self.isRelativeJSONPointer(text)
        case .regex: return Self.isRegularExpression(text)
        }
    }
}
