extension ReportRule {
    /// The rule of a kind of finding, or of an input that could not be read, by its word in reports.
    static func of(kind word: String) -> ReportRule {
        kinds[word] ?? ReportRule(word, "The response is not as its contract says.", "")
    }

    /// Made when a report first needs one.
    private static let kinds = Dictionary(
        uniqueKeysWithValues: (values + members + blocks + bodies + inputs).map { ($0.id, $0) }
    )

    private static let values = [
        ReportRule(
            "type-changed",
            "A value has another type than the contract says.",
            "Readers that decode this value into its old type fail. Let them take both, or ask for the next version."
        ),
        ReportRule(
            "shape-changed",
            "An object or an array stands where the contract has something else, or the other way round.",
            "Readers fail here whatever they do with the parts. Look at the response before the contract is changed."
        ),
        ReportRule(
            "null-introduced",
            "Null stands where the contract has a value.",
            "Readers whose model requires the value fail. Make it optional there, then let the contract allow null."
        ),
        ReportRule(
            "value-added",
            "A text or number is none of the values that the contract knows.",
            "Readers that switch over the known values need a branch for others. Add the value when it is understood."
        ),
        ReportRule(
            "format-changed",
            "A text is not written in the format it used to have.",
            "Readers that parse it, as a date or an address, fail or read something else."
        ),
        ReportRule(
            "constraint-violated",
            "A value is outside the bounds that the contract sets.",
            "Check whether the bound was a fact about the feed or a guess, and widen it if it was a guess."
        ),
        ReportRule(
            "integer-out-of-range",
            "An integer does not fit the width that readers use for it.",
            "Readers trap, wrap around or refuse the document. Use a wider type, or read it as text."
        ),
        ReportRule(
            "lexical-change",
            "A value is the same as before and written in another way.",
            "Most readers see no difference; those that compare or parse texts do."
        ),
        ReportRule(
            "precision-lost",
            "A number has more digits than readers that use floating point can keep.",
            "An identifier may turn into another one. Read it as an integer or as text."
        ),
        ReportRule(
            "replaced-character",
            "A text has U+0000 or half of a surrogate pair, which databases and many readers refuse.",
            "Readers get U+FFFD in its place."
        ),
    ]

    private static let members = [
        ReportRule(
            "field-missing",
            "A member that the contract requires is not there.",
            "Readers whose model requires it fail. Make it optional there, then drop it from the contract's required ones."
        ),
        ReportRule(
            "field-added",
            "There is a member that the contract does not name.",
            "Readers ignore it. Add it to the contract when somebody wants to use it."
        ),
        ReportRule(
            "field-moved",
            "A member that is missing seems to stand somewhere else now.",
            "A hint beside what is missing and what was added: compare the two before both are accepted."
        ),
        ReportRule(
            "field-renamed",
            "A member that is missing seems to have another name now.",
            "A hint beside what is missing and what was added: compare the two before both are accepted."
        ),
        ReportRule(
            "value-wrapped",
            "A value seems to stand inside an object or an array now, or to have come out of one.",
            "A hint beside the changed shape: the value itself may be as before, one step further down or up."
        ),
        ReportRule(
            "presence-dropped",
            "A member that nearly always was there has become rare.",
            "The contract allows that. Find out whether the feed is dropping it before readers notice."
        ),
        ReportRule(
            "never-absent",
            "A field that the model has as optional was there each time.",
            "It may be luck. Require it when whoever sends it promises it, and not before."
        ),
        ReportRule(
            "not-followed",
            "A value is read by code of the model that only runs in the app.",
            "What that code refuses is not known here. Test it with this response, in the app's own tests."
        ),
        ReportRule(
            "duplicate-key",
            "An object has one name twice; the last one counts.",
            "Readers disagree on which of them they take."
        ),
        ReportRule(
            "first-seen",
            "An array that was empty in all samples has an item for the first time.",
            "The contract says nothing of such items yet. Infer it again with this response among the samples."
        ),
    ]

    private static let blocks = [
        ReportRule(
            "kind-added",
            "There is a block of a kind that the contract does not know.",
            "What happens to it is the contract's choice. Give it a schema when readers are to show it."
        ),
        ReportRule(
            "kind-missing",
            "A kind of block that used to be there is gone.",
            "Readers keep the last good one for a while. Find out whether it is coming back."
        ),
        ReportRule(
            "empty-section",
            "A section has no items, or fewer than the contract asks for.",
            "Readers would show an empty shelf. It may be a failure behind the feed."
        ),
        ReportRule(
            "duplicate-id",
            "Two items of a section have one identity.",
            "Readers that use it as a key mix them up; here they are told apart by a number."
        ),
        ReportRule(
            "identity-missing",
            "An item has nothing at any of the paths that the contract takes its identity from.",
            "It is known by its content instead, so that each change makes it a new item."
        ),
    ]

    private static let bodies = [
        ReportRule(
            "error-body",
            "The response is an error, whatever its HTTP status says.",
            "Nothing else in it was judged. Its code, if the contract knows it, says what went wrong upstream."
        ),
        ReportRule("null-body", "The response is null.", "Nothing could be judged in it."),
        ReportRule("empty-body", "The response has no body.", "Nothing could be judged in it."),
        ReportRule("not-json", "The response is not JSON.", "Its beginning often says what it is instead."),
        ReportRule(
            "truncated",
            "The response ends too early.",
            "It was cut off by the server, on the way, or when it was recorded. Fetch it again."
        ),
        ReportRule(
            "trailing-bytes",
            "Something follows the JSON of the response.",
            "Two answers may have been put into one. Many readers ignore it, others refuse all of it."
        ),
        ReportRule(
            "invalid-utf8",
            "The response is not UTF-8.",
            "JSON is to be sent in UTF-8 (RFC 8259 §8.1)."
        ),
        ReportRule(
            "non-finite-number",
            "NaN or Infinity stands in the response, which JSON does not have.",
            "It comes from a server that prints its numbers without looking at them."
        ),
        ReportRule("too-deep", "The response is nested too deeply.", "The limit is named in the message."),
        ReportRule("too-large", "The response is too large.", "The limit is named in the message."),
        ReportRule(
            "undecided",
            "A limit ended the judging of a response before there was a verdict.",
            "What was found until then is told. The limit is named in the message; simplify the schema there."
        ),
        ReportRule(
            "byte-order-mark",
            "The response begins with a byte order mark.",
            "It was left out here; other readers may refuse it (RFC 8259 §8.1)."
        ),
        ReportRule(
            "status-changed",
            "The HTTP status is none of success.",
            "The body of such a response is not judged."
        ),
        ReportRule(
            "content-type-changed",
            "The content type is not the one that the contract names, or not one of JSON.",
            "Clients that look at it before they parse refuse the response."
        ),
        ReportRule(
            "cursor-loop",
            "A page names a cursor that was there before.",
            "Paging stopped there, so that pages may be missing."
        ),
    ]

    private static let inputs = [
        ReportRule("not-read", "An input could not be read.", "Its findings, if it has any, are missing."),
        ReportRule("not-fetched", "A URL could not be fetched.", "Its findings, if it has any, are missing."),
        ReportRule(
            "not-a-recording",
            "A file is not the recording that it was said to be.",
            "Its findings, if it has any, are missing. --input-format says what files are."
        ),
        ReportRule(
            "no-body",
            "A recording does not hold the response's body.",
            "Record it again with bodies; browsers leave them out of a HAR unless asked to keep them."
        ),
        ReportRule(
            "no-recordings",
            "There is nothing to judge in an input.",
            "A check of nothing must not pass: look at the paths, and at the endpoints' URLs."
        ),
    ]
}
