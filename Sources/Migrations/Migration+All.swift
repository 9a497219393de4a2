extension Migration {
    /// Every migration of this binary, in order.
    ///
    /// A released file is never changed: a new step gets the next number and a line here.
    package static let all: [Migration] = []
}
