/// Rows of cells, drawn in columns of fixed width.
package struct TextTable: Sendable {
    /// One column.
    package struct Column: Hashable, Sendable {
        /// At which edge the cells stand.
        package enum Alignment: Hashable, Sendable {
            /// Text.
            case leading

            /// Numbers.
            case trailing
        }

        /// The heading.
        package let title: String

        /// At which edge the cells stand.
        package let alignment: Alignment

        /// The most cells it may take, `nil` for no limit; longer text is cut with `…`.
        package let maximumWidth: Int?

        /// Describes a column.
        package init(_ title: String, _ alignment: Alignment = .leading, maximumWidth: Int? = nil) {
            self.title = title
            self.alignment = alignment
            self.maximumWidth = maximumWidth
        }
    }

    private let columns: [Column]
    private var rows: [[StyledText]] = []

    /// Starts an empty table.
    package init(_ columns: [Column]) {
        self.columns = columns
    }

    /// Adds a row, which must have one cell per column.
    package mutating func append(_ row: [StyledText]) {
        precondition(row.count == columns.count, "\(row.count) cells for \(columns.count) columns")
        rows.append(row.map(\.onOneLine))
    }

    /// Draws the headings, a rule and the rows; every line ends in a newline and has no trailing blanks.
    ///
    /// When the table is wider than `totalWidth`, its widest columns are made narrower, down to four cells.
    package func rendered(_ style: TerminalStyle = .plain, totalWidth: Int? = nil) -> String {
        let widths = fitted(naturalWidths, to: totalWidth)
        let headings = columns.map { StyledText($0.title, .strong) }
        let rule = widths.map { StyledText(String(repeating: "─", count: $0), .faint) }
        return ([headings, rule] + rows).map { style.render(line($0, widths)) + "\n" }.joined()
    }

    private var naturalWidths: [Int] {
        columns.indices.map { index in
            let widest = rows.map { $0[index].displayWidth }.max() ?? 0
            let title = displayWidth(of: columns[index].title)
            return max(title, min(widest, columns[index].maximumWidth ?? .max))
        }
    }

    private func fitted(_ widths: [Int], to totalWidth: Int?) -> [Int] {
        guard let totalWidth else { return widths }
        var widths = widths
        let gaps = gap.count * (widths.count - 1)
        while widths.reduce(gaps, +) > totalWidth {
            guard let widest = widths.indices.max(by: { widths[$0] < widths[$1] }),
                widths[widest] > narrowestColumn
            else { break }
            widths[widest] -= 1
        }
        return widths
    }

    private func line(_ cells: [StyledText], _ widths: [Int]) -> StyledText {
        var line = StyledText("")
        var owed = 0
        for (index, cell) in cells.enumerated() {
            let cell = cell.truncated(toWidth: widths[index])
            let free = widths[index] - cell.displayWidth
            let before = columns[index].alignment == .trailing ? free : 0
            // Blanks are written only once something follows them, so that no line ends in blanks.
            if cell.displayWidth > 0 {
                line += StyledText(String(repeating: " ", count: owed + before)) + cell
                owed = 0
            } else {
                owed += before
            }
            owed += free - before + gap.count
        }
        return line
    }
}

private let gap = "  "
private let narrowestColumn = 4

extension StyledText {
    fileprivate var onOneLine: StyledText {
        spans.reduce(StyledText("")) { text, span in
            text + StyledText(String(span.text.map { $0.isNewline || $0 == "\t" ? " " : $0 }), span.style)
        }
    }
}
