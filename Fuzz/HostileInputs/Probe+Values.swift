internal import JSONSchema

extension Probe {
    /// Numbers of any size.
    static func numbers(_ size: Int) -> [Probe] {
        let long = String(repeating: "7", count: 1_000)
        let longer = String(repeating: "7", count: 20_000)
        let huge = "1e1000000000"
        return [
            Probe("a multiple of 1e-300", #"{"multipleOf": 1e-300}"#, "1e308", .verdict(.valid)),
            Probe(
                "an integer of 1,000 digits",
                #"{"type": "integer", "multipleOf": 7, "minimum": \#(long), "maximum": \#(long)}"#,
                long,
                .verdict(.valid)
            ),
            Probe(
                "a multiple of 1,000 digits",
                #"{"multipleOf": 3\#(long)}"#,
                long + long,
                .verdict(.invalid)
            ),
            Probe(
                "a multiple of 20,000 digits",
                #"{"multipleOf": 3\#(longer)}"#,
                longer + longer,
                .verdict(.undecided(.steps(10_000))),
                maxSteps: 10_000
            ),
            Probe(
                "an integer of very many digits",
                #"{"type": "integer", "multipleOf": 7}"#,
                String(repeating: "7", count: 10 * size),
                .verdict(.valid)
            ),
            Probe(
                "an exponent of 1,000,000,000",
                #"{"type": "integer", "multipleOf": 1e-1000000000, "minimum": \#(huge)}"#,
                huge,
                .verdict(.valid)
            ),
            Probe(
                "an exponent past 64 bits",
                #"{"type": "integer", "minimum": \#(huge)}"#,
                "1e99999999999999999999",
                .verdict(.valid)
            ),
        ]
    }

    private static var unique: String { #"{"uniqueItems": true}"# }

    /// Long arrays.
    static func arrays(_ size: Int) -> [Probe] {
        let integers = String.array(size) { String($0) }
        return [
            Probe("many unique integers", unique, integers, .verdict(.valid)),
            Probe("many unique objects", unique, .array(size) { #"{"id":\#($0)}"# }, .verdict(.valid)),
            Probe(
                "many unique strings with like ends",
                unique,
                .array(size) { "\"\(String.withLikeEnds($0))\"" },
                .verdict(.valid)
            ),
            Probe(
                "many unique numbers past Double",
                unique,
                .array(size / 3) { "1e\($0 + 400)" },
                .verdict(.valid)
            ),
            Probe(
                "many unique numbers of one Double",
                unique,
                .array(size / 3, nearOneTenth),
                .verdict(.valid)
            ),
            Probe(
                "unique items on 900 levels",
                ##"{"uniqueItems": true, "items": {"$ref": "#"}}"##,
                .nested(900, "[0,1,2,3,4,5,6,7,8,", integers, close: "]"),
                .verdict(.undecided(.steps(10_000))),
                maxSteps: 10_000
            ),
            Probe(
                "half of many items contained",
                #"{"contains": {"maximum": \#(size / 2)}, "minContains": \#(size / 2), "maxContains": \#(size / 2 + 1)}"#,
                integers,
                .verdict(.valid)
            ),
        ]
    }

    private static func nearOneTenth(_ number: Int) -> String {
        "0.1" + String(repeating: "0", count: 20) + "\(number)1"
    }

    /// Large enumerations.
    static func enumerations(_ size: Int) -> [Probe] {
        [
            enumeration("many strings", of: size) { "\"value \($0)\"" },
            enumeration("many strings with like ends", of: size) { "\"\(String.withLikeEnds($0))\"" },
            enumeration("many integers", of: size) { String($0) },
            enumeration("many objects", of: size) { #"{"id": \#($0)}"# },
            enumeration("many numbers past Double", of: size / 3) { "1e\($0 + 400)" },
            Probe(
                "a large enumeration that many items are not in",
                #"{"items": {"anyOf": [{"enum": \#(String.array(size) { String($0) })}, false]}}"#,
                .array(size / 100) { _ in "-1" },
                .verdict(.invalid)
            ),
            Probe(
                "an enumeration on 900 levels",
                ##"{"anyOf": [{"enum": [[0]]}, {"items": {"$ref": "#"}}]}"##,
                .nested(900, "[", .array(size) { String($0) }, close: "]"),
                .verdict(.undecided(.steps(10_000))),
                maxSteps: 10_000
            ),
        ]
    }

    /// Each value is one of an enumeration.
    private static func enumeration(_ name: String, of count: Int, _ value: (Int) -> String) -> Probe {
        let values = String.array(count, value)
        return Probe(
            "an enumeration of " + name,
            #"{"items": {"enum": \#(values)}}"#,
            values,
            .verdict(.valid)
        )
    }
}
