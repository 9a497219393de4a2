import JSONCore
import Testing
import TypeInference

/// What is counted at each path, and how counts add up.
@Suite struct ProfileTests {
    @Test func `seen, null and absent are told apart`() throws {
        let profile = try profile(#"[{"a":1,"b":2},{"a":null,"b":3},{"a":4}]"#)
        #expect(profile["/*/a"]?.seen == 3)
        #expect(profile["/*/a"]?.count(.null) == 1)
        #expect(profile.absent("/*/a") == 0)
        #expect(profile["/*/b"]?.seen == 2)
        #expect(profile.absent("/*/b") == 1)
        #expect(profile.absent("/*") == 0)
    }

    @Test func `a name that begins with a mark is found by its path`() throws {
        let profile = try profile("{\"\u{301}a\":{\"\u{FF9F}b\":1}}")
        #expect(profile.statistics(of: "/\u{301}a/\u{FF9F}b")?.statistics.seen == 1)
    }

    @Test(arguments: [
        ("1", JSONKind.integer), ("1.0", .number), ("1e2", .number), ("9223372036854775808", .integer),
        ("123456789012345678901234567890", .integer), ("1e400", .number),
    ])
    func `a number's kind is that of its text`(text: String, kind: JSONKind) throws {
        let statistics = try #require(try profile("[\(text)]")["/*"])
        #expect(statistics.types == [kind: 1])
    }

    @Test func `integers past 64 bits are counted apart`() throws {
        let statistics = try #require(
            try profile("[1, 9223372036854775808, 18446744073709551616]")["/*"]
        )
        #expect(statistics.unsigned == 1)
        #expect(statistics.bigIntegers == 1)
        #expect(statistics.numbers == NumberTexts("1", "18446744073709551616"))
    }

    @Test func `a range spans integers, decimals and what is past 64 bits`() throws {
        #expect(try profile("[2, 1.5, -3]")["/*"]?.numbers == NumberTexts("-3", "2"))
        #expect(try profile("[2, 2.5]", "[-7]")["/*"]?.numbers == NumberTexts("-7", "2.5"))
        #expect(try profile("[1e400, 1]")["/*"]?.numbers == NumberTexts("1", "1e400"))
    }

    @Test func `the strings of a place are counted, and dropped when there are too many`() throws {
        #expect(try profile(#"["a","b","a"]"#)["/*"]?.values == ["a": 2, "b": 1])
        let many = (0...PathStatistics.maxDistinct).map { "\"\($0)\"" }
        #expect(try profile("[\(many.dropLast().joined(separator: ","))]")["/*"]?.values?.count == 64)
        #expect(try profile("[\(many.joined(separator: ","))]")["/*"]?.values == nil)
        #expect(try profile("[\"a\", \"\(String(repeating: "x", count: 65))\"]")["/*"]?.values == nil)
    }

    @Test func `lengths are in code points, and empty is counted`() throws {
        let profile = try profile(#"{"s":["é","","abc"],"l":[[],[1,2]],"o":[{}]}"#)
        #expect(profile["/s/*"]?.lengths == Extent(0, 3))
        #expect(profile["/l/*"]?.items == Extent(0, 2))
        #expect(["/s/*", "/l/*", "/o/*"].map { profile[$0]?.empty } == [1, 1, 1])
    }

    @Test func `names are escaped as in a pointer, and may be empty`() throws {
        let profile = try profile(#"{"a/b":{"~":1},"":{"":2},"\u0000":3}"#)
        #expect(["/a~1b/~0", "/", "//", "/\u{0}"].map { profile[$0]?.seen } == [1, 1, 1, 1])
    }

    @Test func `objects of a place that is split are counted by kind`() throws {
        let shape = try shape(
            of: [#"{"blocks":[{"kind":"a","x":1},{"kind":"a"},{"kind":"b/c","y":2},{"z":0},null]}"#],
            split: "/blocks/*",
            by: "kind"
        )
        let profile = Profile(shape)
        #expect(profile["/blocks/[kind=a]"]?.seen == 2)
        #expect(profile.absent("/blocks/[kind=a]/x") == 1)
        #expect(profile["/blocks/[kind=b~1c]/y"]?.seen == 1)
        #expect(profile["/blocks/*"]?.types == [.object: 1, .null: 1])
        #expect(profile["/blocks/*/z"]?.seen == 1)
    }

    @Test func `a finding's path is answered by the path that stands for it`() throws {
        let many = (0...Shape.maxMembers).map { "\"n\($0)\":{\"v\":1}" }.joined(separator: ",")
        let profile = try profile("{\"rates\":{\(many)},\"list\":[{\"id\":1}]}")
        #expect(profile.statistics(of: "/rates/USD")?.path == "/rates/*")
        #expect(profile.statistics(of: "/rates/USD/v")?.statistics.seen == Shape.maxMembers + 1)
        #expect(profile.statistics(of: "/list/[kind=a]/id")?.path == "/list/*/id")
        #expect(profile.statistics(of: "/list/*/name") == nil)
    }

    @Test func `more names than the limit are one place, whatever their values are`() throws {
        let many = (0...Shape.maxMembers).map { "\"n\($0)\":\($0 % 2 == 0 ? "1" : "\"x\"")" }
        let profile = try profile("{\(many.joined(separator: ","))}")
        #expect(profile.sortedPaths.map(\.path) == ["", "/*"])
        #expect(profile["/*"]?.types == [.integer: 513, .string: 512])
    }
}

/// Laws, on samples that are made up.
@Suite struct ProfileLawTests {
    @Test(arguments: 1...20)
    func `neither order nor grouping of samples can be told`(seed: UInt64) throws {
        var random = RandomSamples(seed: seed)
        let samples = random.samples(12)
        let whole = Profile(try shape(of: samples))
        #expect(Profile(try shape(of: samples.reversed())) == whole)
        let parts = try [samples[..<3], samples[3..<4], samples[4...]].map { try shape(of: Array($0)) }
        for order in [[0, 1, 2], [2, 1, 0], [1, 0, 2]] {
            var joined = Shape()
            for part in order { joined.join(parts[part]) }
            #expect(Profile(joined) == whole)
            var profile = Profile()
            for part in order { profile.join(Profile(parts[part])) }
            #expect(profile == whole)
        }
        var right = parts[1]
        right.join(parts[2])
        var grouped = parts[0]
        grouped.join(right)
        #expect(Profile(grouped) == whole)
    }

    @Test(arguments: 1...20)
    func `split places keep the laws`(seed: UInt64) throws {
        var random = RandomSamples(seed: seed)
        let samples = random.samples(12)
        let split = { (part: ArraySlice<String>) in try shape(of: Array(part), split: "/list/*", by: "type") }
        let whole = Profile(try split(samples[...]))
        var joined = try split(samples[7...])
        joined.join(try split(samples[..<7]))
        #expect(Profile(joined) == whole)
    }

    @Test func `the limit of names is the same for what came before it and after`() throws {
        let names = { (range: Range<Int>) in
            "{" + range.map { "\"n\($0)\":\($0)" }.joined(separator: ",") + "}"
        }
        let (few, others, all) = (names(0..<600), names(600..<1200), names(0..<1200))
        let whole = try profile(few, others)
        #expect(whole.sortedPaths.map(\.path) == ["", "/*"])
        var joined = try shape(few)
        joined.join(try shape(others))
        #expect(Profile(joined) == whole)
        var collapsed = try shape(all)
        collapsed.join(try shape(few))
        #expect(Profile(collapsed) == (try profile(few, all)))
    }

    @Test(arguments: 1...20)
    func `a profile is the same when it is read from its file`(seed: UInt64) throws {
        var random = RandomSamples(seed: seed)
        let profile = Profile(try shape(of: random.samples(8)))
        #expect(try profile.reread() == profile)
    }
}

/// Files that are no profiles.
@Suite struct ProfileFileTests {
    @Test(arguments: [
        ("[]", ""), (#"{"version":2}"#, "/version"), (#"{"version":1,"samples":-1}"#, "/samples"),
        (#"{"version":1,"samples":1,"paths":[]}"#, "/paths"),
        (#"{"version":1,"samples":1,"paths":{"":1}}"#, "/paths/"),
        (#"{"version":1,"samples":1,"paths":{"":{"types":{"float":1}}}}"#, "/paths//types/float"),
        (#"{"version":1,"samples":1,"paths":{"":{"types":{"string":0}}}}"#, "/paths//types/string"),
        (#"{"version":1,"samples":1,"paths":{"":{"lengths":[3,2]}}}"#, "/paths//lengths"),
        (#"{"version":1,"samples":1,"paths":{"":{"minimum":"x","maximum":"2"}}}"#, "/paths//minimum"),
    ])
    func `what is no profile is refused with its place`(text: String, pointer: String) throws {
        let root = try JSONDocument(text).root
        let error = #expect(throws: InferenceError.self) { try Profile(root) }
        #expect(error?.pointer.description == pointer)
    }
}
