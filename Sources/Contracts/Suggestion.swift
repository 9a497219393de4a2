/// The candidate that was most likely meant, or nil when none is near: one slip for each three letters.
func nearest(to text: String, in candidates: some Sequence<String>) -> String? {
    let allowed = max(1, text.count / 3)
    return candidates.map { (word: $0, slips: slips(from: text, to: $0)) }
        .filter { $0.slips <= allowed }
        .min { ($0.slips, $0.word) < ($1.slips, $1.word) }?.word
}

/// Letters to insert, delete, replace or swap with their neighbour (optimal string alignment).
///
/// - Complexity: O(n·m).
private func slips(from source: String, to target: String) -> Int {
    let (from, to) = (Array(source), Array(target))
    guard abs(from.count - to.count) <= max(1, from.count / 3) else { return .max }
    var rows = [Array(0...to.count)]
    for i in from.indices {
        var row = [i + 1]
        for j in to.indices {
            var best = min(rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (from[i] == to[j] ? 0 : 1))
            if i > 0, j > 0, from[i] == to[j - 1], from[i - 1] == to[j] {
                best = min(best, rows[i - 1][j - 1] + 1)
            }
            row.append(best)
        }
        rows.append(row)
    }
    return rows[from.count][to.count]
}
