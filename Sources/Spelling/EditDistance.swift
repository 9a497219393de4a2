/// The number of single-character slips that turn one word into the other: a character left out, added, replaced,
/// or two neighbours swapped.
///
/// This is the restricted Damerau–Levenshtein distance ("optimal string alignment"): no character takes part in
/// two slips, which is how people mistype.
///
/// - Complexity: O(n · m) time, O(m) space.
package func editDistance(_ left: String, _ right: String) -> Int {
    let left = Array(left)
    let right = Array(right)
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for row in left.indices {
        var current = [row + 1]
        for column in right.indices {
            let replaced = last[column] + (left[row] == right[column] ? 0 : 1)
            var best = min(replaced, last[column + 1] + 1, current[column] + 1)
            if isSwap(left, row, right, column) {
                best = min(best, beforeLast[column - 1] + 1)
            }
            current.append(best)
        }
        beforeLast = last
        last = current
    }
    return last[right.count]
}

private func isSwap(_ left: [Character], _ row: Int, _ right: [Character], _ column: Int) -> Bool {
    row > 0 && column > 0 && left[row] == right[column - 1] && left[row - 1] == right[column]
}
