/// Gives a longest strictly increasing subsequence of distinct numbers.
///
/// - Complexity: O(n) when the numbers already increase, O(n log n) otherwise (patience sorting).
func longestIncreasingRun(_ numbers: [Int]) -> [Int] {
    guard zip(numbers, numbers.dropFirst()).contains(where: { $0 >= $1 }) else { return numbers }
    // `ends[k]` is where the best run of length k + 1 ends; `before[i]` is who precedes number i in its run.
    var ends: [Int] = []
    var before = [Int?](repeating: nil, count: numbers.count)
    for (index, number) in numbers.enumerated() {
        let length = ends.partitionPoint { numbers[$0] < number }
        if length > 0 { before[index] = ends[length - 1] }
        if length == ends.count { ends.append(index) } else { ends[length] = index }
    }
    return run(endingAt: ends.last, before: before).map { numbers[$0] }
}

private func run(endingAt last: Int?, before: [Int?]) -> [Int] {
    var run: [Int] = []
    var current = last
    while let index = current {
        run.append(index)
        current = before[index]
    }
    return run.reversed()
}

extension Array {
    /// The number of leading elements that satisfy `isBefore`, which must hold for a prefix and nothing after it.
    fileprivate func partitionPoint(_ isBefore: (Element) -> Bool) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
