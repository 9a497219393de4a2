internal import FoundationEssentials

/// The files of one contract folder, in memory.
package struct ContractFiles: Sendable {
    static let feedFile = "feed.json"
    static let schemaSuffix = ".schema.json"
    static let profileSuffix = ".profile.json"

    /// The name of the folder, which is to be the feed's.
    package let folderName: String

    /// The bytes by path below the folder: `feed.json`, `v1/blocks/banner.schema.json`.
    package let contents: [String: [UInt8]]

    /// Takes files as they are; tests and tools make folders in memory.
    package init(folderName: String, contents: [String: [UInt8]]) {
        self.folderName = folderName
        self.contents = contents
    }

    /// Reads `feed.json`, and the schema files and profiles of every version; samples are not read.
    ///
    /// - Throws: ``ContractError`` `.unreadable`; a missing file is no error here.
    package init(readingFolder path: String) throws(ContractError) {
        var contents: [String: [UInt8]] = [:]
        for name in try Self.paths(below: path)
        where name == Self.feedFile || Self.isSchema(name) || Self.isProfile(name) {
            contents[name] = try Self.bytes(of: path + "/" + name)
        }
        self.init(folderName: Self.lastComponent(of: path), contents: contents)
    }

    /// The schema files of a version as paths below its folder, sorted.
    func schemaPaths(version: Int) -> [String] {
        let folder = "v\(version)/"
        return contents.keys.filter { $0.hasPrefix(folder) && Self.isSchema($0) }
            .map { String($0.dropFirst(folder.count)) }.sorted()
    }

    /// The profiles of a version, with the endpoint of each, sorted; nil for `profile.json`, that of the only endpoint.
    func profiles(version: Int) -> [(path: String, endpoint: String?)] {
        let folder = "v\(version)/"
        return contents.keys.filter { $0.hasPrefix(folder) && Self.isProfile($0) }.sorted().map { path in
            let file = path.dropFirst(folder.count)
            return (path, file == "profile.json" ? nil : String(file.dropLast(Self.profileSuffix.count)))
        }
    }

    private static func isSchema(_ path: String) -> Bool {
        isInVersion(path) && path.hasSuffix(schemaSuffix)
    }

    private static func isProfile(_ path: String) -> Bool {
        let parts = path.split(separator: "/")
        return isInVersion(path) && parts.count == 2
            && (parts[1] == "profile.json" || parts[1].hasSuffix(profileSuffix))
    }

    private static func isInVersion(_ path: String) -> Bool {
        path.hasPrefix("v") && path.dropFirst().first?.isNumber == true
    }

    /// All files below a folder; links are not followed.
    private static func paths(below folder: String) throws(ContractError) -> [String] {
        do {
            return try FileManager.default.subpathsOfDirectory(atPath: folder)
        } catch {
            throw ContractError(code: .unreadable(error.reason), path: folder)
        }
    }

    private static func bytes(of path: String) throws(ContractError) -> [UInt8] {
        do {
            return Array(try Data(contentsOf: URL(filePath: path)))
        } catch {
            throw ContractError(code: .unreadable(error.reason), path: path)
        }
    }

    /// `netease-home` for `Schemas/netease-home/`; the real folder's name for `.`.
    private static func lastComponent(of path: String) -> String {
        URL(filePath: path).standardizedFileURL.lastPathComponent
    }
}

extension Error {
    /// What went wrong with a file or folder, in a few words; Foundation's own text is a dump of its fields.
    var reason: String {
        switch (self as? CocoaError)?.code {
        case .fileReadNoSuchFile, .fileNoSuchFile: "there is no such file or folder"
        case .fileReadNoPermission: "it may not be read"
        default: "\(self)"
        }
    }
}
