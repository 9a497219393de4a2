/// Text whose parts have a meaning that a terminal may show as colour.
package struct StyledText: Hashable, Sendable, ExpressibleByStringLiteral {
    /// What a part of a text means to its reader.
    package enum Style: Hashable, Sendable {
        /// Nothing special.
        case plain

        /// A heading or a name.
        case strong

        /// Less important than what is around it.
        case faint

        /// Success.
        case good

        /// Something to look at.
        case warning

        /// A failure.
        case bad

        /// Something to tell from its neighbours, such as a path.
        case accent
    }

    /// A part in one style.
    package struct Span: Hashable, Sendable {
        /// The characters.
        package var text: String

        /// Their meaning.
        package var style: Style
    }

    /// The parts in order.
    package private(set) var spans: [Span]

    /// Text in one style.
    package init(_ text: String, _ style: Style = .plain) {
        spans = text.isEmpty ? [] : [Span(text: text, style: style)]
    }

    /// Plain text.
    package init(stringLiteral value: String) {
        self.init(value)
    }

    /// The characters alone.
    package var plain: String { spans.map(\.text).joined() }

    /// How many terminal cells the text takes; see ``displayWidth(of:)``.
    package var displayWidth: Int { spans.reduce(0) { $0 + Options.displayWidth(of: $1.text) } }

    /// The text cut to a number of cells, with `…` as its last cell when something was cut off.
    package func truncated(toWidth limit: Int) -> StyledText {
        guard displayWidth > limit else { return self }
        guard limit > 0 else { return "" }
        var kept = StyledText("")
        var free = limit - 1
        for span in spans {
            let part = prefix(of: span.text, width: free)
            free -= Options.displayWidth(of: part)
            kept += StyledText(part, span.style)
            if part.count < span.text.count {
                return kept + StyledText("…", span.style)
            }
        }
        return kept
    }

    /// Joins two texts.
    package static func + (left: StyledText, right: StyledText) -> StyledText {
        var joined = left
        joined.spans += right.spans
        return joined
    }

    /// Adds a text at the end.
    package static func += (left: inout StyledText, right: StyledText) {
        left.spans += right.spans
    }
}

private func prefix(of text: String, width: Int) -> String {
    var taken = ""
    var used = 0
    for character in text {
        used += displayWidth(of: character)
        if used > width { break }
        taken.append(character)
    }
    return taken
}
