import JSONCore

/// The elements of an array in a JSON text of any length, one at a time: only what is between them is read here.
struct ElementReader {
    private var window: ByteWindow
    private var state = State.outside

    private enum State {
        case outside, beforeFirst, behindElement, atEnd
    }

    /// Where the array is: the names of the members that lead to it.
    private let path: [String]

    /// The path is empty for a text that is the array.
    init(_ stream: ByteStream, path: [String]) {
        window = ByteWindow(stream)
        self.path = path
    }

    /// The next element as it stands; nil behind the last.
    ///
    /// Of an element longer than `limit` come a few bytes more than that, so that it is refused by its length.
    ///
    /// - Throws: ``InputFault``: a body that is not JSON, `notRecording` where there is no such array, `notRead`.
    mutating func next(limit: Int) throws(InputFault) -> [UInt8]? {
        switch state {
        case .outside: try enter()
        case .behindElement: try goOn()
        case .beforeFirst, .atEnd: break
        }
        guard state != .atEnd else { return nil }
        state = .behindElement
        var element: [UInt8] = []
        try passValue(limit: limit) { element.append(contentsOf: $0) }
        return element
    }

    private mutating func enter() throws(InputFault) {
        if window.offset == 0 { try passByteOrderMark() }
        for name in path { try enterMember(name) }
        guard try token() == UInt8(ascii: "[") else { throw noArray }
        window.at += 1
        state = try token() == UInt8(ascii: "]") ? .atEnd : .beforeFirst
    }

    /// Passes the comma before an element.
    private mutating func goOn() throws(InputFault) {
        switch try token() {
        case UInt8(ascii: ","): window.at += 1
        case UInt8(ascii: "]"): state = .atEnd
        case let byte: throw fault(.unexpectedByte(byte))
        }
    }

    /// Passes what stands before the value of a member of the object at hand.
    private mutating func enterMember(_ name: String) throws(InputFault) {
        guard try token() == UInt8(ascii: "{") else { throw noArray }
        repeat {
            window.at += 1
            guard try token() == UInt8(ascii: "\"") else { throw noArray }
            var key: [UInt8] = []
            try passValue(limit: 1024) { key.append(contentsOf: $0) }
            guard try token() == UInt8(ascii: ":") else { throw fault(.unexpectedByte(try token())) }
            window.at += 1
            if key.dropFirst().dropLast().elementsEqual(name.utf8) { return }
            try passValue(limit: 0) { _ in }
        } while try token() == UInt8(ascii: ",")
        throw noArray
    }

    private mutating func passByteOrderMark() throws(InputFault) {
        guard try window.fill() else { return }
        if window.bytes.starts(with: [0xEF, 0xBB, 0xBF]) { window.at += 3 }
    }

    /// The next byte that is not white space, which stays.
    private mutating func token() throws(InputFault) -> UInt8 {
        guard let byte = try window.peek() else { throw fault(.truncated) }
        return byte
    }

    /// Passes one value and hands on its bytes, or the first of them when there are more than `limit`.
    private mutating func passValue(
        limit: Int,
        _ keep: (ArraySlice<UInt8>) -> Void
    ) throws(InputFault) {
        _ = try token()
        var scan = ValueScan()
        var kept = 0
        repeat {
            guard try window.fill() else { throw fault(.truncated) }
            let start = window.at
            window.at = scan.end(in: window.bytes, from: start)
            let count = min(window.at - start, limit + 1 - kept)
            keep(window.bytes[start..<start + count])
            kept += count
        } while !scan.isComplete
    }

    private func fault(_ code: JSONError.Code) -> InputFault {
        InputFault(JSONError(code, at: window.offset), in: Recording(bytes: []))
    }

    private var noArray: InputFault {
        InputFault(
            .notRecording,
            path.isEmpty ? "this is no JSON array" : "there is no array \(path.joined(separator: ".")) in it"
        )
    }
}

/// Finds the end of a JSON value by its brackets and quotes; the value may come in pieces.
///
/// Whether it is valid is for a parser to say.
struct ValueScan {
    private var depth = 0
    private var isInString = false
    private var isEscaped = false

    /// Whether the value's last byte was passed.
    private(set) var isComplete = false

    /// The index behind what belongs to the value: its end, or that of the piece.
    ///
    /// - Complexity: O(bytes), about 1 GB/s.
    mutating func end(in bytes: [UInt8], from start: Int) -> Int {
        unsafe bytes.withUnsafeBufferPointer { bytes in
            var at = start
            while at < bytes.count, !isComplete {
                let isTaken = unsafe take(bytes[at])
                if isTaken { at += 1 }
            }
            return at
        }
    }

    /// False for a byte that ends a number or literal and does not belong to it.
    private mutating func take(_ byte: UInt8) -> Bool {
        if isInString {
            takeInString(byte)
            return true
        }
        switch byte {
        case UInt8(ascii: "\""): isInString = true
        case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
            guard depth > 0 else { return endOfScalar() }
            depth -= 1
            isComplete = depth == 0
        case UInt8(ascii: ","), UInt8(ascii: ":"), 0...0x20:
            if depth == 0 { return endOfScalar() }
        default: break
        }
        return true
    }

    private mutating func takeInString(_ byte: UInt8) {
        if isEscaped {
            isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
            isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
            isInString = false
            isComplete = depth == 0
        }
    }

    private mutating func endOfScalar() -> Bool {
        isComplete = true
        return false
    }
}
