/// Longer words get no suggestion, so that outside text cannot make the comparison expensive.
private let longestComparedWord = 64

/// Gives the known word that was most likely meant, or `nil` when none is near: the "did you mean" of all messages.
///
/// Case does not count. A third of the word may be wrong, at least one character and at most three. Of equally near
/// words the first one wins. A word that is itself known gives itself.
///
/// - Complexity: O(n²) in the word's length per candidate; `nil` at once for words above 64 characters.
package func closestWord(to word: String, among known: some Sequence<String>) -> String? {
    guard (1...longestComparedWord).contains(word.count) else { return nil }
    let typed = word.lowercased()
    let limit = min(max(typed.count / 3, 1), 3)
    var best: (word: String, distance: Int)?
    for candidate in known where abs(candidate.count - typed.count) <= limit {
        let distance = editDistance(typed, candidate.lowercased())
        if distance <= limit && distance < best?.distance ?? .max {
            best = (candidate, distance)
        }
    }
    return best?.word
}
