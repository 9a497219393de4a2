import Runtime
import Testing

@Suite struct WallTimeTests {
    @Test(
        arguments: [
            (0, "1970-01-01T00:00:00.000000Z"),
            (-1, "1969-12-31T23:59:59.999999Z"),
            (951_782_400_000_000, "2000-02-29T00:00:00.000000Z"),
            (1_709_251_199_123_456, "2024-02-29T23:59:59.123456Z"),
            (4_107_542_400_000_000, "2100-03-01T00:00:00.000000Z"),
            (-62_167_219_200_000_000, "0000-01-01T00:00:00.000000Z"),
        ] as [(Int64, String)]
    )
    func `a moment is written as RFC 3339`(micros: Int64, text: String) {
        #expect(WallTime(microsecondsSince1970: micros).description == text)
    }

    @Test func `now is after this was written`() {
        #expect(WallTime.now.microsecondsSince1970 > 1_700_000_000_000_000)
    }
}
