/// Arithmetic for counts, none of which is negative: more than the greatest number is the greatest number.
extension Int {
    func saturatingTimes(_ other: Int) -> Int {
        let (product, isTooMuch) = multipliedReportingOverflow(by: other)
        return isTooMuch ? .max : product
    }

    func saturatingPlus(_ other: Int) -> Int {
        let (sum, isTooMuch) = addingReportingOverflow(other)
        return isTooMuch ? .max : sum
    }
}
