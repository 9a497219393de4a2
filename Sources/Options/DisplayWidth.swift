/// How many cells of a terminal a text takes.
///
/// Control characters count as one cell, since they are written as U+FFFD.
package func displayWidth(of text: String) -> Int {
    text.reduce(0) { $0 + displayWidth(of: $1) }
}

/// How many cells of a terminal a character takes: 0 for a lone combining mark, 2 for East Asian wide characters
/// and emoji, else 1.
package func displayWidth(of character: Character) -> Int {
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return 0 }
    if first.value < 0x300 { return 1 }
    if scalars.contains(where: { $0.value == 0xFE0F }) { return 2 }
    if first.properties.isEmojiPresentation || first.isEastAsianWide { return 2 }
    return first.isInvisible ? 0 : 1
}

extension Unicode.Scalar {
    // The blocks of UAX #11 whose characters are W or F; emoji are told by their own property.
    fileprivate var isEastAsianWide: Bool {
        switch value {
        case 0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF,
            0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F,
            0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x20000...0x3FFFD:
            true
        default:
            false
        }
    }

    fileprivate var isInvisible: Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: true
        default: false
        }
    }
}

extension String {
    /// The same text with U+FFFD in place of every control character but newline and tab, and of the marks that
    /// turn the direction of writing.
    package var withoutControls: String {
        guard unicodeScalars.contains(where: \.steersTerminal) else { return self }
        var safe = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            safe.append(scalar.steersTerminal ? "\u{FFFD}" : scalar)
        }
        return String(safe)
    }
}

extension Unicode.Scalar {
    fileprivate var steersTerminal: Bool {
        switch value {
        case 0x09, 0x0A: false
        case 0x00...0x1F, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
