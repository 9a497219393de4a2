/// A shell for which a completion script can be written.
package enum Shell: String, CaseIterable, Sendable {
    /// GNU bash 4 or later.
    case bash

    /// Z shell with its completion system.
    case zsh

    /// The friendly interactive shell.
    case fish
}

extension CommandTable {
    /// A script that teaches a shell the commands, options, choices and where files belong.
    ///
    /// Load it with `source <(NAME completion bash)`, save it as `_NAME` in zsh's `fpath`, or as `NAME.fish` in
    /// fish's `completions` folder.
    package func completionScript(for shell: Shell) -> String {
        switch shell {
        case .bash: bashCompletion
        case .zsh: zshCompletion
        case .fish: fishCompletion
        }
    }

    /// The program's name as a part of a function name.
    var shellFunctionName: String {
        "_" + name.map { $0.isLetter || $0.isNumber ? String($0) : "_" }.joined()
    }
}

/// A text in single quotes, which every POSIX shell takes as it is.
func shellQuoted(_ text: String) -> String {
    "'" + text.map { $0 == "'" ? "'\\''" : String($0) }.joined() + "'"
}

/// A text as one word of a command line, on one line: in quotes where something in it means something to shells.
package func shellWord(_ text: String) -> String {
    let plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789%+,-./:=@_"
    if !text.isEmpty, text.utf8.allSatisfy({ $0 >= 0x80 || plain.utf8.contains($0) }) { return text }
    guard text.unicodeScalars.contains(where: \.endsLine) else { return shellQuoted(text) }
    // Dollar quotes (POSIX 2024) are all that can hold what ends a line.
    let escaped = text.unicodeScalars.map { scalar in
        if scalar == "'" || scalar == "\\" { return "\\\(scalar)" }
        guard scalar.endsLine else { return "\(scalar)" }
        return String(scalar).utf8.map { "\\x" + String(UInt($0) | 0x100, radix: 16).suffix(2) }.joined()
    }
    return "$'" + escaped.joined() + "'"
}

extension Unicode.Scalar {
    /// Whether it may end a line, or is another control character.
    fileprivate var endsLine: Bool {
        value < 0x20 || (0x7F...0x9F).contains(value) || (0x2028...0x2029).contains(value)
    }
}
