import Testing

@testable import HTTPFetch

struct AddressPolicyTests {
    @Test(arguments: [
        "0.0.0.0", "10.0.0.1", "100.64.0.1", "100.127.255.255", "127.0.0.1", "127.255.255.254",
        "169.254.169.254",
        "172.16.0.1", "172.31.255.255", "192.0.0.1", "192.0.2.1", "192.168.1.1", "198.18.0.1", "198.51.100.1",
        "203.0.113.1", "224.0.0.1", "255.255.255.255", "::", "::1", "::127.0.0.1", "::ffff:127.0.0.1",
        "::ffff:8.8.8.8",
        "fc00::1", "fd12::1", "fe80::1", "fec0::1", "ff02::1", "2001:db8::1", "2002:7f00:1::", "2001::1",
        "64:ff9b::10.0.0.1", "64:ff9b:1::1", "3fff::1",
    ])
    func `an address that is not of the public internet is refused`(_ text: String) throws {
        let address = try #require(IPAddress(text))
        #expect(!AddressPolicy.publicOnly.allows(address, host: "h"))
        #expect(AddressPolicy.any.allows(address, host: "h"))
    }

    @Test(arguments: [
        "1.1.1.1", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255",
        "128.0.0.0",
        "172.15.255.255", "172.32.0.0", "223.255.255.255", "2606:4700:4700::1111", "2001:4860:4860::8888",
        "64:ff9b::8.8.8.8",
    ])
    func `an address of the public internet is allowed`(_ text: String) throws {
        #expect(AddressPolicy.publicOnly.allows(try #require(IPAddress(text)), host: "h"))
    }

    @Test(arguments: [
        ("127.0.0.0/8", "127.9.9.9", true), ("127.0.0.0/8", "128.0.0.1", true),
        ("10.1.0.0/16", "10.1.255.255", true),
        ("10.1.0.0/16", "10.2.0.0", false), ("10.1.2.3", "10.1.2.3", true), ("10.1.2.3", "10.1.2.4", false),
        ("fd00::/8", "fd99::1", true), ("fd00::/8", "fc00::1", false), ("0.0.0.0/0", "10.0.0.1", true),
        ("0.0.0.0/0", "::1", false), ("::/0", "::1", true), ("127.0.0.0/8", "::ffff:127.0.0.1", false),
        ("feeds.internal", "10.0.0.1", true), ("Feeds.Internal", "10.0.0.1", true),
        ("other.internal", "10.0.0.1", false),
    ])
    func `an exception allows what it covers`(
        _ exception: String,
        _ address: String,
        _ isAllowed: Bool
    ) throws {
        let policy = AddressPolicy.publicAnd([try #require(AddressException(exception))])
        #expect(policy.allows(try #require(IPAddress(address)), host: "feeds.internal") == isAllowed)
    }

    @Test(arguments: [
        "", "10.0.0.0/33", "::/129", "10.0.0.300", "10.1", "a b", "http://a", "10.0.0.0/", "a/8", "*",
    ])
    func `a mistyped exception is refused`(_ text: String) {
        #expect(AddressException(text) == nil)
    }

    @Test(arguments: ["127.0.0.1", "::1", "2001:db8::1", "255.255.255.255"])
    func `an address reads as it was written`(_ text: String) {
        #expect(IPAddress(text)?.description == text)
        #expect(IPAddress("[\(text)]") == IPAddress(text))
    }
}

struct HeaderTests {
    @Test(arguments: [
        ("Content-Type: text/html\r\n", "Content-Type", "text/html"), ("X:y", "X", "y"), ("X:\r\n", "X", ""),
        ("X: \t a b \t\r\n", "X", "a b"), ("X: a:b", "X", "a:b"),
    ])
    func `a field line is a name and a value`(_ line: String, _ name: String, _ value: String) {
        #expect(HTTPHeader(line: line.utf8) == HTTPHeader(name: name, value: value))
    }

    @Test(arguments: ["", "\r\n", ": x", "no colon", "a b: c", " folded: x"])
    func `a line without a name is no field`(_ line: String) {
        #expect(HTTPHeader(line: line.utf8) == nil)
    }

    @Test func `bytes that are not UTF-8 are replaced`() {
        #expect(HTTPHeader(line: [0x58, 0x3A, 0xFF])?.value == "\u{FFFD}")
    }

    @Test func `repeated fields are all kept`() {
        let headers: HTTPHeaders = ["Set-Cookie": "a", "X": "1", "set-cookie": "b"]
        #expect(headers.values(of: "SET-COOKIE") == ["a", "b"])
        #expect(headers["set-cookie"] == "a")
    }
}

struct RetryAfterTests {
    /// 1994-11-06T08:49:37Z.
    static let now = 784_111_777

    @Test(arguments: [
        ("120", 120), (" 7 ", 7), ("100000", 3600), ("99999999999999999999", 3600),
        ("Sun, 06 Nov 1994 08:50:37 GMT", 60), ("Sunday, 06-Nov-94 08:50:37 GMT", 60),
        ("Sun Nov  6 08:50:37 1994", 60),
        ("Sun, 06 Nov 2094 08:50:37 GMT", 3600),
    ])
    func `seconds and dates are waits, up to the cap`(_ value: String, _ seconds: Int) {
        #expect(RetryAfter.delay(from: value, now: Self.now, cap: .seconds(3600)) == .seconds(seconds))
    }

    @Test(arguments: [
        nil, "", "0", "-5", "1.5", "soon", "12 s", "Sun, 06 Nov 1994 08:49:37 GMT",
        "Sun, 06 Nov 1993 08:49:37 GMT",
        "Sun, 31 Feb 2094 08:49:37 GMT", "Sun, 06 Nov 2094 25:49:37 GMT", "Sun, 06 Nov 2094 08:49:37 CET",
        "06 Nov",
    ])
    func `garbage, zero and the past are no wait`(_ value: String?) {
        #expect(RetryAfter.delay(from: value, now: Self.now, cap: .seconds(3600)) == nil)
    }

    @Test(arguments: [
        ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777),
        ("Tue, 29 Feb 2000 12:00:00 GMT", 951_825_600), ("Wed, 31 Dec 1969 23:59:59 GMT", -1),
        ("Thu, 01 Mar 2096 00:00:00 GMT", 3_981_398_400),
    ])
    func `a date is the seconds since 1970`(_ text: String, _ seconds: Int) {
        #expect(HTTPDate(text)?.unixSeconds == seconds)
    }
}

struct ResponseAssemblyTests {
    private func assembly(_ lines: [String], maxBodyBytes: Int = 10) -> ResponseAssembly {
        var assembly = ResponseAssembly(maxBodyBytes: maxBodyBytes)
        for line in lines {
            let isTaken = assembly.receiveHeader(line: "\(line)\r\n".utf8)
            #expect(isTaken)
        }
        return assembly
    }

    @Test func `a response goes from status to fields to body`() {
        var assembly = assembly(["HTTP/1.1 200 OK"])
        #expect(assembly.phase == .readingFields)
        assembly = self.assembly(["HTTP/2 200", "A: b", ""])
        #expect(assembly.phase == .readingBody)
        #expect(assembly.status == 200)
        #expect(assembly.headers == ["A": "b"])
    }

    @Test func `an interim response leaves nothing behind`() {
        let assembly = assembly(["HTTP/1.1 103 Early Hints", "Link: x", "", "HTTP/1.1 404 No", "A: b", ""])
        #expect(assembly.status == 404)
        #expect(assembly.headers == ["A": "b"])
    }

    @Test func `a trailer changes no header`() {
        let assembly = assembly(["HTTP/1.1 200 OK", "", "Content-Type: evil"])
        #expect(assembly.headers == [:])
    }

    @Test func `the byte past the limit ends it, and nothing is taken after`() {
        var assembly = assembly(["HTTP/1.1 200 OK", ""])
        let taken = [
            assembly.receiveBody([UInt8](repeating: 0, count: 10)),
            assembly.receiveBody([0]),
            assembly.receiveBody([]),
            assembly.receiveHeader(line: "A: b".utf8),
        ]
        #expect(taken == [true, false, false, false])
        #expect(assembly.phase == .refused(.body(limitBytes: 10)))
        #expect(assembly.body.isEmpty)
    }
}
