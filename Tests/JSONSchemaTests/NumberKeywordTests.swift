import JSONCore
import JSONSchema
import Testing

struct NumberKeywordTests {
    @Test(
        arguments: [
            SchemaCase.accepts(#"{"minimum": 3}"#, "3", "3.0", "3.5", "4", "\"2\"", "1e400"),
            SchemaCase.refuses(#"{"minimum": 3}"#, "2", "2.999999999999999999999999", "-1e400", "-0"),
            SchemaCase.accepts(#"{"exclusiveMinimum": 3}"#, "3.0000000000000000000001", "4"),
            SchemaCase.refuses(#"{"exclusiveMinimum": 3}"#, "3", "3.0", "30e-1"),
            SchemaCase.accepts(#"{"maximum": 0.1}"#, "0.1", "0.1000", "-5"),
            SchemaCase.refuses(#"{"maximum": 0.1}"#, "0.10000000000000000001", "1"),
            SchemaCase.accepts(#"{"exclusiveMaximum": 18446744073709551616}"#, "18446744073709551615"),
            SchemaCase.refuses(#"{"exclusiveMaximum": 18446744073709551616}"#, "18446744073709551616"),
        ].flatMap(\.self)
    )
    func `limits compare exact values`(_ example: SchemaCase) throws { try example.check() }

    @Test(
        arguments: [
            SchemaCase.refuses(#"{"maximum": 9223372036854775806}"#, "9223372036854775807"),
            SchemaCase.accepts(#"{"maximum": 9007199254740993}"#, "9007199254740993", "9007199254740992.9"),
            SchemaCase.refuses(#"{"maximum": 9007199254740993}"#, "9007199254740994", "9007199254740993.5"),
        ].flatMap(\.self)
    )
    func `neighbours that share a double stay apart`(_ example: SchemaCase) throws { try example.check() }

    @Test(
        arguments: [
            SchemaCase.accepts(#"{"multipleOf": 0.01}"#, "4.02", "0", "19.99", "1e300", "-0.07"),
            SchemaCase.refuses(#"{"multipleOf": 0.01}"#, "4.025", "0.001", "1e-300"),
            SchemaCase.accepts(#"{"multipleOf": 7}"#, "49", "-14", "700000000000000000000000000000", "21.0"),
            SchemaCase.refuses(#"{"multipleOf": 7}"#, "48", "700000000000000000000000000001", "21.5"),
            SchemaCase.accepts(#"{"multipleOf": 1e-300}"#, "1", "123456789"),
        ].flatMap(\.self)
    )
    func `multiples are decided in decimal`(_ example: SchemaCase) throws { try example.check() }

    @Test(
        arguments: [
            SchemaCase.accepts(
                #"{"type": "integer"}"#,
                "1",
                "1.0",
                "1e3",
                "-7",
                "123456789012345678901234567890",
                "1e400"
            ),
            SchemaCase.refuses(
                #"{"type": "integer"}"#,
                "1.5",
                "1e-1",
                "1.00000000000000000000001",
                "9007199254740992.5",
                "true",
                "\"1\""
            ),
            SchemaCase.accepts(#"{"type": ["integer", "string"]}"#, "1", "\"a\""),
            SchemaCase.refuses(#"{"type": ["integer", "string"]}"#, "1.5", "null"),
            SchemaCase.accepts(#"{"type": ["integer", "number"]}"#, "1.5"),
        ].flatMap(\.self)
    )
    func `an integer is one in value, however it is written`(_ example: SchemaCase) throws {
        try example.check()
    }
}
