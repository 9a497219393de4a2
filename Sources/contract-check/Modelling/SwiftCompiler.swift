import JSONCore
import SwiftModels

/// The Swift compiler, asked what it understands of files: nobody else knows the language as well.
struct SwiftCompiler {
    private let program: String
    private let folder: ScratchFolder

    private static let maxLinesOfComplaints = 20

    /// What a tree of a large file may take.
    private static let limits = ParseLimits(maxBytes: .max, maxDepth: 10_000)

    /// Makes a folder of its own, which ``close()`` takes away.
    ///
    /// - Throws: ``CheckError`` `notWritten`.
    init(_ environment: [String: String]) throws(CheckError) {
        program = Self.program(environment)
        folder = try ScratchFolder(for: "model")
    }

    /// What it is called: the path in `SWIFT_EXEC`, which SwiftPM reads, too, or a name that is looked for in PATH.
    static func program(_ environment: [String: String]) -> String {
        environment["SWIFT_EXEC"].flatMap { $0.isEmpty ? nil : $0 } ?? "swiftc"
    }

    /// Removes the folder.
    func close() { folder.close() }

    /// What the compiler understands of files: a tree for each, and its complaints, which are empty where all is well.
    ///
    /// - Throws: ``CheckError`` `model`, when it does not run or writes something else than trees.
    func trees(of files: [SourceFile]) throws(CheckError) -> (trees: [SyntaxTree], complaints: [String]) {
        let outputs = files.indices.map { folder.path("tree\($0).json") }
        let log = folder.path("compiler.txt")
        let status: Int32
        do throws(SystemError) {
            status = try ChildProcess.run(words(files, outputs), outputTo: log)
        } catch {
            throw CheckError(.model(.noCompiler(program, "\(error)")))
        }
        let complaints = String(decoding: readFile(log) ?? [], as: UTF8.self)
        if status != 0 {
            return ([], complaints.split(separator: "\n").prefix(Self.maxLinesOfComplaints).map(String.init))
        }
        var trees: [SyntaxTree] = []
        for (file, output) in zip(files, outputs) { trees.append(try Self.tree(output, of: file)) }
        return (trees, [])
    }

    /// A file of the folder.
    func write(_ text: String, to name: String) throws(CheckError) -> SourceFile {
        let file = SourceFile(path: folder.path(name), text: Array(text.utf8))
        try writeFile(file.path, Array(text.utf8))
        return file
    }

    /// All files are primary ones of one process, so that each is understood once.
    private func words(_ files: [SourceFile], _ outputs: [String]) -> [String] {
        [program, "-frontend", "-dump-ast", "-dump-ast-format", "json", "-module-name", "CheckedModel"]
            + ["-suppress-warnings", "-module-cache-path", folder.path("modules")]
            + files.flatMap { ["-primary-file", $0.argument] } + outputs.flatMap { ["-o", $0] }
    }

    private static func tree(_ path: String, of file: SourceFile) throws(CheckError) -> SyntaxTree {
        guard let bytes = readFile(path) else {
            throw CheckError(.model(.notUnderstood("it wrote nothing about \(file.path)")))
        }
        do throws(JSONError) {
            return SyntaxTree(try JSONDocument(bytes, limits: limits), of: file)
        } catch {
            throw CheckError(.model(.notUnderstood("of \(file.path), \(error)")))
        }
    }
}

extension SourceFile {
    /// The path as a word that is neither an option nor a list of more words.
    fileprivate var argument: String { path.hasPrefix("-") || path.hasPrefix("@") ? "./" + path : path }
}
