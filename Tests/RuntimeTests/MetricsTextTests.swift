import Runtime
import Testing

@Suite struct MetricsTextTests {
    @Test func `numbers stand under their name, with help, kind and labels`() {
        var text = MetricsText()
        text.add("jobs", .gauge, "Jobs.", [.init(3, ["feed": "a", "state": "ready"]), .init(0.5)])
        #expect(
            text.text == """
                # HELP jobs Jobs.
                # TYPE jobs gauge
                jobs{feed="a",state="ready"} 3
                jobs 0.5

                """
        )
    }

    @Test func `labels are escaped`() {
        var text = MetricsText()
        text.add("n", .counter, "N.", [.init(1, ["a": "quote \" slash \\ line \n end"])])
        #expect(text.text.hasSuffix(#"n{a="quote \" slash \\ line \n end"} 1"# + "\n"))
    }

    @Test func `the buckets of a histogram hold all below them`() {
        var histogram = Histogram()
        for milliseconds in [1, 3, 3, 90_000] { histogram.add(.milliseconds(milliseconds)) }
        var text = MetricsText()
        text.add("t", "T.", by: "step", [("fetch", histogram)])
        let lines = text.text.split(separator: "\n")
        #expect(lines.contains(#"t_bucket{step="fetch",le="0.001"} 1"#))
        #expect(lines.contains(#"t_bucket{step="fetch",le="0.005"} 3"#))
        #expect(lines.contains(#"t_bucket{step="fetch",le="60"} 3"#))
        #expect(lines.contains(#"t_bucket{step="fetch",le="+Inf"} 4"#))
        #expect(lines.contains(#"t_count{step="fetch"} 4"#))
        #expect(lines.contains(#"t_sum{step="fetch"} 90.007"#))
    }
}
