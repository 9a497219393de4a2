import JSONCore
import JSONSchema
import Options
import TypeInference

/// Where a decision of a file of pins is written.
struct PinPlace: Equatable {
    let file: String

    /// The place of samples that it is for.
    let path: JSONPointer
    let location: SourceLocation

    init(_ pin: Pins.PlacedPin, in file: String) {
        self.file = file
        path = pin.path
        location = pin.location
    }
}

extension PinPlace: CustomStringConvertible {
    /// `infer.json:4:7: /items/*/kind`.
    var description: String { "\(file):\(location.line):\(location.column): \(path)" }
}

extension Pins {
    /// - Throws: ``CheckError`` for what cannot be read, or is of another form.
    init(file: String) throws(CheckError) {
        let document = try SchemaFiles.document(file)
        do throws(InferenceError) {
            self = try Pins(document.root)
        } catch {
            throw CheckError(.badPins(error), file)
        }
    }
}

extension Console {
    /// Says which decisions no sample is touched by.
    func warn(of unused: [UnusedPin], in file: String) {
        for unused in unused {
            complain("contract-check: warning: \(PinPlace(unused.pin, in: file)): \(unused.reason.text)\n")
        }
    }
}

extension UnusedPin.Reason {
    fileprivate var text: String {
        switch self {
        case .path(let near): "no sample has this path" + Self.suggestion(near?.description)
        case .value(let decision, let kind):
            "\"\(decision)\" decides nothing: no sample has \(kind == .object ? "an object" : "a string") there"
        case .discriminator(let member, let near):
            "no object there has a string under \"\(member)\"" + Self.suggestion(near)
        }
    }

    private static func suggestion(_ near: String?) -> String { near.map { "\n  did you mean \($0)?" } ?? "" }
}

extension Pins {
    /// - Throws: ``CheckError`` `sampleRefused` when a pin is at odds with a sample, or the inference is wrong.
    func expect(_ sample: Sample, under schema: CompiledSchema, in file: String) throws(CheckError) {
        guard !schema.accepts(sample.document) else { return }
        guard let violation = schema.violations(in: sample.document.root).first else {
            throw CheckError(.sampleRefused(expected: "", pin: nil), sample.name)
        }
        let value = violation.value
        throw CheckError(
            .sampleRefused(
                expected: violation.kind.expected,
                pin: pin(around: value.pointer).map { PinPlace($0, in: file) }
            ),
            "\(sample.name):\(value.location.line):\(value.location.column): \(value.pointer)"
        )
    }
}
