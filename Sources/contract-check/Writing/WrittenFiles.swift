import Options

extension ParsedCommand {
    /// The options that name files to write.
    private static let written = ["output", "report"]

    /// Refuses to write over a file that the command reads.
    ///
    /// - Parameter options: those that name files to write, beside `--output` and `--report`.
    /// - Throws: ``CheckError`` `overwritesInput`.
    func refuseOverwriting(besides options: [String] = []) throws(CheckError) {
        let written = Self.written + options
        let targets = written.flatMap { option in
            pathValues(option).filter(isRegularFile).map { (option, $0, resolvedPath($0)) }
        }
        // Mostly they are not there yet, and then nothing has to be looked for.
        guard !targets.isEmpty else { return }
        var read: Set<String> = []
        for word in readPaths(without: written) { read.formUnion(try filesOf(word)) }
        for (option, path, target) in targets where target.map(read.contains) == true {
            throw CheckError(.overwritesInput("--\(option)"), path)
        }
    }

    /// What arguments and options of paths name, as typed.
    private func readPaths(without written: [String]) -> [String] {
        // A list that is brought up to date is read first.
        let options = command.options.filter {
            $0.kind == .path && !written.contains($0.name) && $0.name != "join"
        }
        let words = command.arguments.filter { $0.kind == .path }.flatMap { arguments($0.name) }
        return words + options.flatMap { pathValues($0.name) }
    }

    private func pathValues(_ option: String) -> [String] {
        guard let spec = command.options.first(where: { $0.name == option }) else { return [] }
        let values = spec.repeats ? self.values(option) : [value(option)].compactMap(\.self)
        guard case .keyedPath = spec.kind else { return values }
        return values.compactMap { $0.split(separator: "=", maxSplits: 1).last.map(String.init) }
    }

    /// The files that a word stands for, without links.
    private func filesOf(_ word: String) throws(CheckError) -> [String] {
        try Input.all([word], where: { _ in true }).compactMap { input in
            if case .file(let path) = input { resolvedPath(path) } else { nil }
        }
    }
}
