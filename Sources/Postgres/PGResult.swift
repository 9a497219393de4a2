import CLibPQ

/// The owner of one `PGresult`.
///
/// `@unchecked Sendable` because libpq never changes a result after handing it out, and allows several threads to read
/// one at once (libpq documentation, "Behavior in Threaded Programs").
@safe final class PGResult: @unchecked Sendable {
    private let handle: OpaquePointer
    /// The statement's name, for errors.
    let statement: String
    let rowCount: Int
    let columns: [PGColumn]
    /// The first column with each name.
    private let indexByName: [String: Int]

    /// Takes over `handle`, which is freed with this object.
    init(owning handle: OpaquePointer, statement: String) {
        unsafe self.handle = handle
        self.statement = statement
        rowCount = unsafe Int(PQntuples(handle))
        columns = unsafe Self.columns(of: handle)
        indexByName = Dictionary(columns.enumerated().map { ($1.name, $0) }) { first, _ in first }
    }

    deinit {
        unsafe PQclear(handle)
    }

    private static func columns(of handle: OpaquePointer) -> [PGColumn] {
        unsafe (0..<PQnfields(handle)).map { index in
            let name = unsafe PQfname(handle, index).map { unsafe String(cString: $0) }
            return PGColumn(name: name ?? "", type: unsafe PGType(oid: PQftype(handle, index)))
        }
    }

    func index(of name: String) -> Int? {
        indexByName[name]
    }

    /// Lets `body` read a field's bytes in place; nil for NULL.
    ///
    /// - Precondition: `row` and `column` exist.
    func withField<Value>(row: Int, column: Int, _ body: (Span<UInt8>?) -> Value) -> Value {
        precondition(0..<rowCount ~= row && columns.indices ~= column)
        let (row, column) = (Int32(row), Int32(column))
        guard unsafe PQgetisnull(handle, row, column) == 0, let start = unsafe PQgetvalue(handle, row, column)
        else {
            return body(nil)
        }
        let count = unsafe Int(PQgetlength(handle, row, column))
        return unsafe start.withMemoryRebound(to: UInt8.self, capacity: count) { bytes in
            unsafe body(Span(_unsafeStart: UnsafePointer(bytes), count: count))
        }
    }
}

/// A column of a result.
struct PGColumn: Sendable, Hashable {
    let name: String
    let type: PGType
}

extension PGResult {
    /// What the server says it did: `INSERT 0 3`, `COMMIT`, `ROLLBACK`.
    var commandTag: String {
        unsafe PQcmdStatus(handle).map { unsafe String(cString: $0) } ?? ""
    }

    /// Rows inserted, updated, deleted or returned; 0 for a statement that has no such number.
    var affectedRows: Int {
        let text = unsafe PQcmdTuples(handle).map { unsafe String(cString: $0) } ?? ""
        return Int(text) ?? 0
    }

    /// Whether the server waits for a COPY stream, which this package does not speak.
    var isCopy: Bool {
        let status = unsafe PQresultStatus(handle)
        return [PGRES_COPY_IN, PGRES_COPY_OUT, PGRES_COPY_BOTH].contains(status)
    }

    /// The server's complaint; nil when the statement worked.
    var error: PGError? {
        let status = unsafe PQresultStatus(handle)
        guard [PGRES_FATAL_ERROR, PGRES_BAD_RESPONSE, PGRES_NONFATAL_ERROR].contains(status) else {
            return nil
        }
        let sqlState = errorField(.sqlState)
        return PGError(
            code: sqlState.map(PGError.Code.init(sqlState:)) ?? .other,
            sqlState: sqlState,
            message: errorField(.message) ?? wholeErrorMessage,
            detail: errorField(.detail),
            hint: errorField(.hint),
            constraint: errorField(.constraint),
            statement: statement
        )
    }

    private var wholeErrorMessage: String {
        unsafe PQresultErrorMessage(handle).map { unsafe String(cString: $0).trimmingNewlines } ?? ""
    }

    // The PG_DIAG_… macros of postgres_ext.h; Swift does not import character macros.
    private enum ErrorField: Character {
        case sqlState = "C"
        case message = "M"
        case detail = "D"
        case hint = "H"
        case constraint = "n"
    }

    private func errorField(_ field: ErrorField) -> String? {
        guard let code = field.rawValue.asciiValue else { return nil }
        return unsafe PQresultErrorField(handle, Int32(code)).map { unsafe String(cString: $0) }
    }
}
