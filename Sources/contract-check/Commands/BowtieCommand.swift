import JSONCore
import Options

/// `contract-check bowtie`: a harness for Bowtie, which compares validators.
struct BowtieCommand {
    private let assertsFormats: Bool
    private let console: Console

    init(_ parsed: ParsedCommand, _ console: Console) {
        assertsFormats = parsed.flag("assert-formats")
        self.console = console
    }

    /// Answers each line before the next is read.
    func run() throws(CheckError) -> Ending {
        var harness = BowtieHarness(assertsFormats: assertsFormats)
        var lines = try unreadable { () throws(InputFault) in LineReader(try ByteStream(.standardInput)) }
        while let (number, line) = try unreadable({ () throws(InputFault) in
            try lines.next(limit: ParseLimits().maxBytes)
        }) {
            do throws(BowtieFault) {
                guard let answer = try harness.answer(to: line) else { return .conforms }
                console.line(answer)
            } catch {
                throw CheckError(.bowtie(error), "standard input:\(number)")
            }
        }
        return .conforms
    }

    private func unreadable<Value>(_ read: () throws(InputFault) -> Value) throws(CheckError) -> Value {
        do throws(InputFault) {
            return try read()
        } catch {
            throw CheckError(.unreadable(error.detail), "standard input")
        }
    }
}
