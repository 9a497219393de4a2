extension [PGRow] {
    /// The row of a statement that always gives exactly one, such as `INSERT … RETURNING` of one row.
    ///
    /// - Throws: ``PGError`` with `.decoding` when there are none or several.
    package var only: PGRow {
        get throws(PGError) {
            guard count == 1, let row = first else {
                throw PGError(
                    code: .decoding,
                    message: "\(count) rows, wanted one",
                    statement: first?.result.statement
                )
            }
            return row
        }
    }
}
