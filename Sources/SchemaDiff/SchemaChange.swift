package import JSONCore

/// One difference between two schemas, and whom it breaks.
package struct SchemaChange: Sendable {
    /// What kind of change it is.
    package let kind: Kind

    /// What the old schema says, in a few words; nil where that is nothing.
    package let old: String?

    /// What the new schema says, in a few words; nil where that is nothing.
    package let new: String?

    /// What becomes of those who read by the old schema what the new one allows.
    package var readers: Effect

    /// What becomes of those who write by the old schema what the new one must allow.
    package var writers: Effect

    /// Why an effect is ``Effect/unclear``.
    package var doubt: Doubt?

    /// A schema that it is written in: of the new ones, or where that allows nothing, of the old ones.
    package var schema: JSONValue?

    /// From the root on.
    var steps: [ChangeStep] = []

    /// What it was found at: the same in changes of one schema that several places refer to.
    var origin = 0

    package init(
        _ kind: Kind,
        old: String? = nil,
        new: String? = nil,
        readers: Effect = .none,
        writers: Effect = .none,
        doubt: Doubt? = nil,
        schema: JSONValue? = nil
    ) {
        self.kind = kind
        self.old = old
        self.new = new
        self.readers = readers
        self.writers = writers
        self.doubt = doubt
        self.schema = schema
    }

    /// Where it is, as findings spell it: `/data/blocks/[blockCode=HOMEPAGE_BANNER]/extInfo/banners/*/bannerId`.
    package var path: String {
        steps.reduce(into: "") { path, step in
            switch step {
            case .name(let name): path += "/" + JSONPointer.escape(name)
            case .each: path += "/*"
            case .variant(let name, let value):
                if path.hasSuffix("/*") { path.removeLast(2) }
                path += "/" + JSONPointer.escape("[\(name)=\(value)]")
            }
        }
    }

    /// The effect in one view.
    package func effect(on direction: Direction) -> Effect {
        switch direction {
        case .reader: readers
        case .writer: writers
        case .both: max(readers, writers)
        }
    }

    func below(_ step: ChangeStep) -> SchemaChange {
        var copy = self
        copy.steps.insert(step, at: 0)
        return copy
    }
}

/// One step of a change's path.
enum ChangeStep: Hashable, Sendable {
    case name(String)
    /// Any item, or any member that no schema names.
    case each
    /// One of several shapes of an object, by the member that tells them apart.
    case variant(name: String, value: String)
}

/// Whose view counts.
package enum Direction: String, CaseIterable, Sendable {
    case reader, writer, both
}

/// What a change does to somebody who has not heard of it.
package enum Effect: Int, Comparable, Sendable {
    /// Nothing: what they do is fine.
    case none
    /// Hardly anything; those who rely on what was not promised may notice.
    case notice
    /// Nobody can tell.
    case unclear
    case breaks

    package static func < (left: Effect, right: Effect) -> Bool { left.rawValue < right.rawValue }

    init(_ inclusion: Inclusion) {
        switch inclusion {
        case .included: self = .none
        case .excluded: self = .breaks
        case .unclear: self = .unclear
        }
    }
}

extension SchemaChange {
    /// The kinds of change; the names of reports.
    package enum Kind: String, CaseIterable, Sendable {
        case typeChanged = "type-changed"
        case becameNullable = "became-nullable"
        case noLongerNullable = "no-longer-nullable"
        /// Of a closed set.
        case valueAdded = "value-added"
        case valueRemoved = "value-removed"
        /// A set of values became any values.
        case valuesOpened = "values-opened"
        case valuesClosed = "values-closed"
        /// Of an open set, `x-known-values`.
        case knownValueAdded = "known-value-added"
        case knownValueRemoved = "known-value-removed"
        case minimumChanged = "minimum-changed"
        case maximumChanged = "maximum-changed"
        case multipleChanged = "multiple-changed"
        case minLengthChanged = "min-length-changed"
        case maxLengthChanged = "max-length-changed"
        case patternChanged = "pattern-changed"
        case formatChanged = "format-changed"
        case minItemsChanged = "min-items-changed"
        case maxItemsChanged = "max-items-changed"
        case uniqueItemsChanged = "unique-items-changed"
        case minMembersChanged = "min-members-changed"
        case maxMembersChanged = "max-members-changed"
        /// A field that was not described is.
        case fieldAdded = "field-added"
        case fieldRemoved = "field-removed"
        case fieldBecameRequired = "field-became-required"
        case fieldBecameOptional = "field-became-optional"
        /// Further members, items or variants are allowed.
        case contentOpened = "content-opened"
        case contentClosed = "content-closed"
        case variantAdded = "variant-added"
        case variantRemoved = "variant-removed"
        /// Something else is allowed or refused than was.
        case constraintChanged = "constraint-changed"
        /// Only what informs: descriptions and the like.
        case annotationChanged = "annotation-changed"
        /// A kind of block or section of a contract.
        case kindAdded = "kind-added"
        case kindRemoved = "kind-removed"
        case endpointAdded = "endpoint-added"
        case endpointRemoved = "endpoint-removed"

        /// Whether what it says is either what the old schema says or what the new one does.
        package var saysOneSide: Bool {
            switch self {
            case .valueAdded, .valueRemoved, .knownValueAdded, .knownValueRemoved, .fieldAdded, .fieldRemoved,
                .annotationChanged:
                true
            default: false
            }
        }

        /// Whether it can tell why one schema allows what the other does not.
        var explainsSets: Bool {
            switch self {
            case .knownValueAdded, .knownValueRemoved, .annotationChanged: false
            default: true
            }
        }
    }
}

/// The version number that changes ask for.
package enum VersionBump: String, Comparable, Sendable {
    case none, patch, minor, major

    package static func < (left: VersionBump, right: VersionBump) -> Bool { left.rank < right.rank }

    private var rank: Int {
        switch self {
        case .none: 0
        case .patch: 1
        case .minor: 2
        case .major: 3
        }
    }
}

extension SchemaChange {
    /// The bump that it asks for in one view: what breaks, or may break, is major; what only informs is a patch.
    package func bump(for direction: Direction) -> VersionBump {
        if effect(on: direction) >= .unclear { return .major }
        return kind == .annotationChanged ? .patch : .minor
    }
}
