import SchemaDiff

extension ReportRule {
    /// The rule of a kind of change.
    static func of(_ kind: SchemaChange.Kind) -> ReportRule {
        let (summary, help) = text(of: kind)
        return ReportRule(kind.rawValue, summary, help)
    }

    private static func text(of kind: SchemaChange.Kind) -> (summary: String, help: String) {
        switch kind {
        case .typeChanged: ("Other types are allowed than were.", wider)
        case .becameNullable: ("Null is allowed now.", "Readers whose model requires the value fail.")
        case .noLongerNullable: ("Null is not allowed any more.", narrower)
        case .valueAdded:
            ("A closed set has a value more.", "Readers that switch over the values need a branch for it.")
        case .valueRemoved: ("A closed set has a value less.", narrower)
        case .valuesOpened: ("A closed set of values became any values.", wider)
        case .valuesClosed: ("Any values became a closed set.", narrower)
        case .knownValueAdded, .knownValueRemoved:
            (
                "The known values of an open set changed.",
                "Readers are to be ready for values that they do not know."
            )
        case .minimumChanged, .maximumChanged, .multipleChanged:
            ("Other numbers are allowed than were.", either)
        case .minLengthChanged, .maxLengthChanged, .patternChanged, .formatChanged:
            ("Other strings are allowed than were.", either)
        case .minItemsChanged, .maxItemsChanged, .uniqueItemsChanged:
            ("Other arrays are allowed than were.", either)
        case .minMembersChanged, .maxMembersChanged:
            ("Objects may have more or fewer members than they might.", either)
        case .fieldAdded:
            ("A field is described that was not.", "Who sent something else under its name may collide.")
        case .fieldRemoved:
            (
                "A field is not described any more.",
                "Readers of it cannot rely on it; where it was required they fail."
            )
        case .fieldBecameRequired: ("A field must be there now.", narrower)
        case .fieldBecameOptional:
            ("A field may be absent now.", "Readers whose model requires the field fail.")
        case .contentOpened: ("Content is allowed that was not.", wider)
        case .contentClosed: ("Content is not allowed that was.", narrower)
        case .variantAdded, .kindAdded:
            (
                "There is a kind of object that there was not.",
                "Readers are to be ready for kinds that they do not know."
            )
        case .variantRemoved, .kindRemoved: ("A kind of object is gone.", narrower)
        case .constraintChanged: ("Something else is allowed or refused than was.", either)
        case .annotationChanged: ("Only what informs has changed.", "It breaks nobody.")
        case .endpointAdded: ("There is an endpoint that there was not.", "It breaks nobody.")
        case .endpointRemoved: ("An endpoint is gone.", "Who asks it fails.")
        }
    }

    private static let wider = "More is allowed: readers that rely on what the old schema says fail."
    private static let narrower = "Less is allowed: what was written by the old schema may not be accepted."
    private static let either = "Where more is allowed, readers may fail; where less is, writers."
}
