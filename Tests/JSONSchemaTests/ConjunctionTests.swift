import JSONCore
import JSONSchema
import Testing

/// Schemas that must hold together, which the evaluator reads as one.
struct ConjunctionTests {
    @Test(
        arguments: SchemaCase.accepts(
            #"{"allOf": [{"properties": {"a": {"type": "number"}}}, {"properties": {"a": {"minimum": 1}, "b": {"type": "null"}}, "required": ["b"]}]}"#,
            #"{"a": 1, "b": null}"#,
            #"{"b": null, "c": 0}"#,
            "1"
        )
            + SchemaCase.refuses(
                #"{"allOf": [{"properties": {"a": {"type": "number"}}}, {"properties": {"a": {"minimum": 1}, "b": {"type": "null"}}, "required": ["b"]}]}"#,
                #"{"a": 0, "b": null}"#,
                #"{"a": "x", "b": null}"#,
                #"{"a": 1}"#,
                #"{"b": 1}"#
            )
            + SchemaCase.accepts(
                #"{"allOf": [{"properties": {"a": true}, "additionalProperties": {"type": "string"}}, {"properties": {"b": {"minLength": 2}}, "required": ["c"], "additionalProperties": {"maxLength": 3}}]}"#,
                #"{"a": "x", "b": "xxxx", "c": "xxx"}"#
            )
            + SchemaCase.refuses(
                #"{"allOf": [{"properties": {"a": true}, "additionalProperties": {"type": "string"}}, {"properties": {"b": {"minLength": 2}}, "required": ["c"], "additionalProperties": {"maxLength": 3}}]}"#,
                #"{"c": "xxxx"}"#,
                #"{"c": 1}"#,
                #"{"c": "", "b": "x"}"#,
                #"{"c": "", "b": 1}"#,
                #"{"c": "", "a": "xxxx"}"#,
                #"{"c": "", "d": "xxxx"}"#,
                #"{"c": "", "d": 1}"#,
                #"{"a": 1}"#
            )
            + SchemaCase.accepts(
                #"{"allOf": [{"type": ["integer", "string"]}, {"type": ["number", "null"]}]}"#,
                "1",
                "1.0"
            )
            + SchemaCase.refuses(
                #"{"allOf": [{"type": ["integer", "string"]}, {"type": ["number", "null"]}]}"#,
                "1.5",
                "null",
                #""a""#
            )
            + SchemaCase.accepts(
                #"{"items": {"type": "integer"}, "allOf": [{"items": {"minimum": 2}}, {"prefixItems": [{"maximum": 3}]}], "maxItems": 2}"#,
                "[3, 4]",
                "[]"
            )
            + SchemaCase.refuses(
                #"{"items": {"type": "integer"}, "allOf": [{"items": {"minimum": 2}}, {"prefixItems": [{"maximum": 3}]}], "maxItems": 2}"#,
                "[4]",
                "[2, 1]",
                "[2.5]",
                "[2, 2, 2]"
            )
    )
    func `conditions add up`(_ example: SchemaCase) throws { try example.check() }

    @Test(
        arguments: SchemaCase.accepts(
            ##"{"$ref": "#/$defs/a", "properties": {"x": true}, "unevaluatedProperties": false, "$defs": {"a": {"properties": {"y": true}, "required": ["z"], "patternProperties": {"^z": true}}}}"##,
            #"{"x": 1, "y": 2, "z": 3}"#
        )
            + SchemaCase.refuses(
                ##"{"$ref": "#/$defs/a", "properties": {"x": true}, "unevaluatedProperties": false, "$defs": {"a": {"properties": {"y": true}, "required": ["z"]}}}"##,
                #"{"x": 1, "y": 2, "z": 3}"#,
                #"{"x": 1}"#
            )
            + SchemaCase.refuses(
                ##"{"allOf": [{"properties": {"x": true}}, {"properties": {"y": true}, "unevaluatedProperties": false}]}"##,
                #"{"x": 1, "y": 2}"#
            )
            + SchemaCase.accepts(
                ##"{"allOf": [{"properties": {"x": true}}, {"properties": {"y": true}, "unevaluatedProperties": false}]}"##,
                #"{"y": 2}"#
            )
    )
    func `what is evaluated is counted as if each stood alone`(_ example: SchemaCase) throws {
        try example.check()
    }

    @Test(
        arguments: SchemaCase.accepts(
            ##"{"allOf": [{"$ref": "#/$defs/a"}, {"$ref": "#/$defs/b"}], "$defs": {"a": {"items": {"$ref": "#/$defs/a"}, "minItems": 1}, "b": {"items": {"$ref": "#/$defs/c"}}, "c": {"items": {"$ref": "#/$defs/b"}, "type": "array"}}}"##,
            "[[0]]",
            "[[[[1]]]]",
            "0"
        )
            + SchemaCase.refuses(
                ##"{"allOf": [{"$ref": "#/$defs/a"}, {"$ref": "#/$defs/b"}], "$defs": {"a": {"items": {"$ref": "#/$defs/a"}, "minItems": 1}, "b": {"items": {"$ref": "#/$defs/c"}}, "c": {"items": {"$ref": "#/$defs/b"}, "type": "array"}}}"##,
                "[]",
                "[0]",
                "[[[0]]]",
                "[[[]]]"
            )
    )
    func `recursive schemas that hold together come to an end`(_ example: SchemaCase) throws {
        try example.check()
    }
}
