/// One row of a result; columns are read by name or by position, with the type the reader expects.
///
/// Rows of one result share its memory: keeping one row keeps the whole result.
package struct PGRow: Sendable {
    let result: PGResult
    let index: Int

    /// A column's name, or its position from 0.
    package enum Column: Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
        case name(String)
        case position(Int)

        /// The first column with the name.
        package init(stringLiteral name: String) {
            self = .name(name)
        }

        /// The column at the position.
        package init(integerLiteral position: Int) {
            self = .position(position)
        }
    }

    /// The columns' names, in order.
    package var columnNames: [String] {
        result.columns.map(\.name)
    }
}

extension PGRow {
    /// Whether the field is NULL.
    ///
    /// - Throws: ``PGError`` with `.decoding` when the row has no such column; so do all readers below, also when the
    ///   column is of another type, and the ones that don't say "optional" when the field is NULL.
    package func isNull(_ column: Column) throws(PGError) -> Bool {
        let position = try position(of: column)
        return result.withField(row: index, column: position) { $0 == nil }
    }

    /// A `smallint`, `integer` or `bigint`.
    package func int64(_ column: Column) throws(PGError) -> Int64 { try value(column, .int64) }

    /// As ``int64(_:)``; nil for NULL.
    package func optionalInt64(_ column: Column) throws(PGError) -> Int64? { try optional(column, .int64) }

    /// A `smallint`, `integer` or `bigint`.
    package func int(_ column: Column) throws(PGError) -> Int { try value(column, .int) }

    /// As ``int(_:)``; nil for NULL.
    package func optionalInt(_ column: Column) throws(PGError) -> Int? { try optional(column, .int) }

    /// A `real` or `double precision`.
    package func double(_ column: Column) throws(PGError) -> Double { try value(column, .double) }

    /// A `boolean`.
    package func bool(_ column: Column) throws(PGError) -> Bool { try value(column, .bool) }

    /// A character type, a `name` or an enum.
    package func text(_ column: Column) throws(PGError) -> String { try value(column, .text) }

    /// As ``text(_:)``; nil for NULL.
    package func optionalText(_ column: Column) throws(PGError) -> String? { try optional(column, .text) }

    /// The text of a `json` or `jsonb`.
    package func json(_ column: Column) throws(PGError) -> String { try value(column, .json) }

    /// A `bytea`, or the UTF-8 of a character type, `json` or `jsonb`.
    package func bytes(_ column: Column) throws(PGError) -> [UInt8] { try value(column, .bytes) }

    /// As ``bytes(_:)``; nil for NULL.
    package func optionalBytes(_ column: Column) throws(PGError) -> [UInt8]? { try optional(column, .bytes) }

    /// A finite `timestamptz`.
    package func timestamp(_ column: Column) throws(PGError) -> PGTimestamp { try value(column, .timestamp) }

    /// As ``timestamp(_:)``; nil for NULL.
    package func optionalTimestamp(_ column: Column) throws(PGError) -> PGTimestamp? {
        try optional(column, .timestamp)
    }

    /// An `interval` without months; a day counts 24 hours.
    package func duration(_ column: Column) throws(PGError) -> Duration { try value(column, .duration) }

    /// As ``duration(_:)``; nil for NULL.
    package func optionalDuration(_ column: Column) throws(PGError) -> Duration? {
        try optional(column, .duration)
    }

    /// A `uuid` in lower case with hyphens.
    package func uuid(_ column: Column) throws(PGError) -> String { try value(column, .uuid) }

    /// A one-dimensional array of a character type, without NULLs.
    package func texts(_ column: Column) throws(PGError) -> [String] { try value(column, .array(of: .text)) }

    /// A one-dimensional array of an integer type, without NULLs.
    package func bigints(_ column: Column) throws(PGError) -> [Int64] {
        try value(column, .array(of: .int64))
    }
}

extension PGRow {
    private func value<Value>(_ column: Column, _ decoder: PGDecoder<Value>) throws(PGError) -> Value {
        guard let value = try optional(column, decoder) else {
            throw failure("column \(column) is NULL, wanted \(decoder.wanted)")
        }
        return value
    }

    private func optional<Value>(_ column: Column, _ decoder: PGDecoder<Value>) throws(PGError) -> Value? {
        let position = try position(of: column)
        let type = result.columns[position].type
        let decoded: Decoded<Value> = result.withField(row: index, column: position) { field in
            guard let field else { return .null }
            return decoder.decode(type, field).map(Decoded.value) ?? .mismatch
        }
        switch decoded {
        case .null: return nil
        case .value(let value): return value
        case .mismatch: throw failure("column \(column) is \(type.name), wanted \(decoder.wanted)")
        }
    }

    private enum Decoded<Value> {
        case null
        case value(Value)
        case mismatch
    }

    private func position(of column: Column) throws(PGError) -> Int {
        switch column {
        case .position(let position) where result.columns.indices ~= position: return position
        case .name(let name):
            if let position = result.index(of: name) { return position }
        default: break
        }
        throw failure("there is no column \(column); there are \(columnNames.joined(separator: ", "))")
    }

    private func failure(_ message: String) -> PGError {
        PGError(code: .decoding, message: message, statement: result.statement)
    }
}

extension PGRow.Column: CustomStringConvertible {
    /// The name in quotes, or the position.
    package var description: String {
        switch self {
        case .name(let name): "\"\(name)\""
        case .position(let position): "\(position)"
        }
    }
}
