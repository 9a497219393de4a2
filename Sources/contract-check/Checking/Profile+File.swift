import JSONCore
import TypeInference

extension Profile {
    /// What `infer --profile` wrote.
    ///
    /// - Throws: ``CheckError`` `unreadable` or `mistakes`.
    init(file path: String) throws(CheckError) {
        let file = try OwnFile(path)
        do throws(InferenceError) {
            try self.init(file.root)
        } catch {
            throw CheckError(.unreadable("\(error)"), path)
        }
    }
}
