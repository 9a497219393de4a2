import Options
import SwiftModels

extension OptionSpec {
    /// A model to judge by, in place of a contract or a schema; ``ModelSource`` reads them.
    static let model: [OptionSpec] = [
        .value(
            "model",
            short: "m",
            "FILE",
            .path,
            repeats: true,
            help: "A file of Swift, or a folder of them, with the types that an app decodes responses into."
        ),
        .value("type", short: "t", "TYPE", help: "With --model, the type of a response: HomePage, '[Item]'."),
        .value(
            "date-strategy",
            "STRATEGY",
            .choice(DecodingStrategies.DateStrategy.allCases.map(\.rawValue)),
            default: .described(DecodingStrategies().dates.rawValue),
            help: "With --model, the dateDecodingStrategy of the app's JSONDecoder."
        ),
        .value(
            "key-strategy",
            "STRATEGY",
            .choice(DecodingStrategies.KeyStrategy.allCases.map(\.rawValue)),
            default: .described(DecodingStrategies().keys.rawValue),
            help: "With --model, the keyDecodingStrategy of the app's JSONDecoder."
        ),
    ]
}
