import Dispatch
import Glibc
import Runtime
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1))) struct LogTests {
    private let lines = CollectedLines()

    @Test func `an event is one line with its fields in order`() {
        log(.text).with(["feed": "profile"]).warning(
            "refresh failed",
            ["attempt": 2, "held": true, "etag": .absent]
        )
        #expect(
            lines.all == [
                "2021-05-18T08:00:00.000000Z warning refresh failed feed=profile attempt=2 held=true etag=null\n"
            ]
        )
    }

    @Test func `the same event as JSON`() {
        log(.json).info(
            "stored",
            ["revision": 7, "kind": .absent, "fetch": .duration(.microseconds(12_345))]
        )
        #expect(
            lines.all == [
                #"{"time":"2021-05-18T08:00:00.000000Z","level":"info","message":"stored","revision":7,"kind":null,"fetch_ms":12.345}"#
                    + "\n"
            ]
        )
    }

    @Test func `the journal gets a priority and no time`() {
        log(.journal).error("lost the database")
        #expect(lines.all == ["<3>lost the database\n"])
    }

    @Test(arguments: LogFormat.allCases)
    func `a value from outside cannot forge a line`(format: LogFormat) throws {
        let hostile = "x\n<0>2021 error forged\r\u{85}\u{2028}\u{1B}[2J\u{202E}\0"
        log(format).info(hostile, ["title": "\(hostile)", "\(hostile)": 1])
        let line = try #require(lines.all.first)
        let controls = line.dropLast().unicodeScalars.filter { scalar in
            scalar.properties.generalCategory == .control || [0x2028, 0x202E].contains(scalar.value)
        }
        #expect(controls.isEmpty)
        #expect(lines.all.count == 1)
    }

    @Test(arguments: [
        ("plain", "plain"), ("", #""""#), ("a b", #""a b""#), ("a=b", #""a=b""#),
        (#"say "hi"\"#, #""say \"hi\"\\""#),
        ("推荐", "推荐"), ("a\tb", #""a\tb""#), ("\u{7F}", #""\u007f""#),
    ])
    func `a text value is quoted when it could be misread`(value: String, written: String) {
        log(.journal).info("m", ["v": .text(value)])
        #expect(lines.all == ["<6>m v=\(written)\n"])
    }

    @Test func `a field cannot pass for the level or hide another`() {
        log(.json).info("m", ["level": "error", "a": 1, "a": 2])
        #expect(
            lines.all.first?.contains(#""level":"info","message":"m","level_":"error","a":1,"a_":2}"#) == true
        )
    }

    @Test func `a very long value is cut`() throws {
        log(.journal).info("m", ["v": .text("e" + String(repeating: "\u{301}", count: 100_000))])
        let line = try #require(lines.all.first)
        #expect(line.hasSuffix("…\n"))
        #expect(line.unicodeScalars.count < 4200)
    }

    @Test func `events below the level are not written, nor their texts made`() {
        let log = Log(minimumLevel: .warning, sink: lines.sink)
        let made = Mutex(false)
        log.debug(
            made.withLock {
                $0 = true; return "m"
            }
        )
        log.info("m")
        #expect(lines.all == [])
        #expect(!made.withLock { $0 })
    }

    @Test func `lines of many threads stay whole, also when the reader is slower`() throws {
        var ends: [Int32] = [-1, -1]
        try #require(unsafe pipe(&ends) == 0)
        let (readEnd, writeEnd) = (ends[0], ends[1])
        _ = fcntl(writeEnd, F_SETFL, O_NONBLOCK)
        let log = Log(format: .journal, sink: LogSink(descriptor: writeEnd))
        let long = String(repeating: "x", count: 3000)
        // Threads of Dispatch, since blocked writers could take every thread of the cooperative pool from the reader.
        let received = Mutex("")
        let reading = DispatchGroup()
        DispatchQueue.global().async(group: reading) {
            let text = readAll(readEnd)
            received.withLock { $0 = text }
        }
        DispatchQueue.concurrentPerform(iterations: 8) { writer in
            for number in 0..<50 { log.info(long, ["writer": .count(writer), "number": .count(number)]) }
        }
        close(writeEnd)
        reading.wait()
        let lines = received.withLock { $0 }.split(separator: "\n").map(String.init)
        let expected = (0..<8).flatMap { w in (0..<50).map { "<6>\(long) writer=\(w) number=\($0)" } }
        #expect(lines.count == expected.count)
        #expect(Set(lines) == Set(expected))
    }

    @Test func `a log on a full disk does not end the program`() {
        let full = unsafe open("/dev/full", O_WRONLY)
        defer { close(full) }
        Log(sink: LogSink(descriptor: full)).error("nowhere to go")
    }

    private func log(_ format: LogFormat) -> Log {
        Log(format: format, sink: lines.sink) { WallTime(microsecondsSince1970: 1_621_324_800_000_000) }
    }

}

private func readAll(_ descriptor: Int32) -> String {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
        let count = unsafe read(descriptor, &buffer, buffer.count)
        guard count > 0 else { break }
        bytes += buffer[..<count]
    }
    close(descriptor)
    return String(decoding: bytes, as: UTF8.self)
}

/// Keeps what a log wrote.
final class CollectedLines: Sendable {
    private let lines = Mutex<[String]>([])

    var all: [String] { lines.withLock { $0 } }

    var sink: LogSink {
        LogSink { line in self.lines.withLock { $0.append(line) } }
    }
}
