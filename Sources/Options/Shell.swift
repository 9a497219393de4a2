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
