import Runtime
import Testing

@Suite struct PhraseTests {
    @Test(
        arguments: [
            ("0", .zero), ("250ms", .milliseconds(250)), ("30s", .seconds(30)), ("5m", .seconds(300)),
            ("1h30m", .seconds(5400)), ("7d", .seconds(604_800)), ("0s", .zero),
            ("36500d", .seconds(3_153_600_000)),
        ] as [(String, Duration)]
    )
    func `a duration is read with its units`(phrase: String, duration: Duration) {
        #expect(Duration(phrase: phrase) == duration)
    }

    @Test(arguments: [
        "", "30", "s", "-1s", "1.5s", "30 s", "30sec", "1h30", "36501d", "99999999999999999999s",
        "9223372036854775807d",
        "٣s",
    ])
    func `anything else is no duration`(phrase: String) {
        #expect(Duration(phrase: phrase) == nil)
    }

    @Test(
        arguments: [
            (.zero, "0"), (.milliseconds(250), "250ms"), (.seconds(5400), "1h30m"),
            (.seconds(90_061), "1d1h1m1s"),
        ] as [(Duration, String)]
    )
    func `a duration is written as it is read`(duration: Duration, phrase: String) {
        #expect(duration.phrase == phrase)
        #expect(Duration(phrase: phrase) == duration)
    }

    @Test(arguments: [
        ("0", 0), ("4096", 4096), ("12B", 12), ("64KiB", 65_536), ("8MiB", 8_388_608),
        ("1GiB", 1_073_741_824),
        ("64kB", 64_000), ("8MB", 8_000_000), ("1GB", 1_000_000_000),
    ])
    func `a size is read with its unit`(phrase: String, bytes: Int) {
        #expect(ByteCount(phrase: phrase)?.bytes == bytes)
    }

    @Test(arguments: ["", "MiB", "-1", "1.5MiB", "8M", "8 MiB", "8mib", "9223372036854775807KiB"])
    func `anything else is no size`(phrase: String) {
        #expect(ByteCount(phrase: phrase) == nil)
    }

    @Test(arguments: [(0, "0B"), (1000, "1000B"), (65_536, "64KiB"), (8_388_608, "8MiB"), (1 << 30, "1GiB")])
    func `a size is written in its largest exact unit`(bytes: Int, phrase: String) {
        #expect(ByteCount(bytes: bytes).phrase == phrase)
        #expect(ByteCount(phrase: phrase)?.bytes == bytes)
    }
}
