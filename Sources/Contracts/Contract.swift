package import JSONCore
package import JSONSchema

/// What one feed must look like: `Schemas/<feed>/feed.json` with its schemas compiled.
package struct Contract: Sendable {
    /// The feed's name, which is the folder's: lower-case letters, digits and hyphens.
    package var feed: String

    /// For people.
    package var title: String

    /// The version in force; its schemas are in `v<version>/`.
    package var version: Int

    /// `{base}` and the like in URLs, by name.
    package var variables: [String: Variable]

    /// In the order of `feed.json`.
    package var endpoints: [Endpoint]

    /// In the order of `feed.json`, which is the order of the page.
    package var sections: [SectionSource]

    package var refresh: RefreshPolicy
    package var policy: SeverityPolicy

    package struct Variable: Equatable, Sendable {
        /// Used where the environment does not set `FEEDKEEPER_<FEED>_<NAME>`.
        package var defaultValue: String?
    }

    package func endpoint(_ name: String) -> Endpoint? { endpoints.first { $0.name == name } }
}

/// One URL of a feed: its request, its success rule and its schema.
package struct Endpoint: Sendable {
    package var name: String
    package var method: Method
    /// With `{variable}` places.
    package var url: String
    package var query: [(name: String, value: String)]
    package var headers: [(name: String, value: HeaderValue)]
    /// The body of a POST, with `{variable}` places.
    package var body: String?
    /// The envelope; kinds of blocks have schemas of their own.
    package var schema: CompiledSchema?
    package var success: SuccessRule?
    package var paging: Paging?
    /// Whether the page is whole without it.
    package var isOptional: Bool

    package enum Method: String, Sendable {
        case get = "GET"
        case post = "POST"
    }

    package enum HeaderValue: Equatable, Sendable {
        case text(String)
        /// Taken from the environment under this name, so that it stands in no file.
        case secret(name: String, isOptional: Bool)
    }
}

/// When a body is an answer and when it is an error, whatever the HTTP status says.
package struct SuccessRule: Sendable {
    package var pointer: JSONPointer
    package var equals: JSONValue
    package var knownErrors: [KnownError]

    package struct KnownError: Sendable {
        package var equals: JSONValue
        package var means: ErrorMeaning
    }
}

/// What a known error code tells the worker.
package enum ErrorMeaning: String, CaseIterable, Sendable {
    /// The secret is missing or stale: no retry will help until somebody changes it.
    case authRequired = "auth-required"
    case rateLimited = "rate-limited"
    /// The upstream refuses this client.
    case blocked
    case upstreamError = "upstream-error"
}

/// Pages of one endpoint that follow each other by a cursor.
package struct Paging: Equatable, Sendable {
    /// Where the next cursor is; absent, null or empty ends the list.
    package var cursor: JSONPointer
    /// Where the response says whether there is more, if it does.
    package var more: JSONPointer?
    /// The query parameter that carries the cursor.
    package var parameter: String
    /// At most so many responses.
    package var maxPages: Int
}

/// Where sections of a page come from.
package struct SectionSource: Sendable {
    package var endpoint: String
    package var form: Form

    package enum Form: Sendable {
        /// One section for each block.
        case blocks(BlockRule)
        /// One section made from the endpoint's value at a pointer; absent when that value is absent or null.
        case whole(WholeRule)
    }
}

/// How one value of a response becomes one section.
package struct WholeRule: Sendable {
    package var at: JSONPointer
    /// The members of that value that belong to the section; all of them when nil.
    package var only: [String]?
    /// The position on the page, counted from 0; at the end when nil or past it.
    package var insertAt: Int?
    package var section: SectionRule
}

/// How a list of blocks becomes sections.
package struct BlockRule: Sendable {
    /// Where the blocks are, `/data/blocks/*`.
    package var each: ItemsPath
    /// Where a block says its kind, relative to the block.
    package var discriminator: JSONPointer
    package var unknownKind: UnknownKindAnswer
    /// By the discriminator's value.
    package var kinds: [String: SectionRule]
}

/// What becomes of a block whose kind the contract does not know.
package enum UnknownKindAnswer: String, CaseIterable, Sendable {
    /// Readers get it as it came.
    case keep
    case quarantine
    case drop
}

/// How one kind of section is read.
package struct SectionRule: Sendable {
    /// Our word for it, `banner`.
    package var kind: String
    /// How to draw it, `carousel`; the kind where the contract names none.
    package var layout: String
    /// For the block, or for the value the section is made from.
    package var schema: CompiledSchema?
    package var title: [FallbackPath]
    package var items: ItemsPath
    package var item: ItemRule
    /// Fewer items than this are no answer, and the last good content is held; 0 by default.
    package var minItems: Int
    /// What is not part of the stable content, relative to the block.
    package var volatile: PathPatterns
}

/// How an item of a section is read; each path is tried in order, and null, `""` and absent are passed over.
package struct ItemRule: Sendable {
    package var identity: [FallbackPath]
    package var title: [FallbackPath]
    package var image: [FallbackPath]
    package var plays: [FallbackPath]
    package var action: [FallbackPath]
}

/// When a feed is refreshed by itself.
package struct RefreshPolicy: Equatable, Sendable {
    package var interval: Duration
    /// The share of the interval by which it varies, 0…1.
    package var jitter: Double
    /// Where a response names the shortest interval it wants.
    package var floor: Floor?

    package struct Floor: Equatable, Sendable {
        package var endpoint: String
        package var pointer: JSONPointer
        package var unit: Unit

        package enum Unit: String, CaseIterable, Sendable {
            case milliseconds = "ms"
            case seconds = "s"
        }
    }
}

/// What each severity does to readers.
package struct SeverityPolicy: Equatable, Sendable {
    package var breaking: Answer
    package var warning: Answer
    package var info: Answer

    package enum Answer: String, CaseIterable, Sendable {
        case accept
        /// The section stays at its last good content.
        case holdSection = "hold-section"
        /// The whole page stays at its last good revision.
        case holdPage = "hold-page"
    }
}
