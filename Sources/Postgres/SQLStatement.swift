/// One SQL statement with the name that errors and logs show for it.
///
/// SQL lives in `.sql` files that SwiftPM embeds, so a statement's name is its file's name:
/// `SQLStatement(name: "lease-jobs", utf8: PackageResources.lease_jobs_sql)`.
package struct SQLStatement: Sendable, Hashable {
    /// What errors and logs call the statement; never contains values.
    package let name: String
    /// The SQL, with `$1`, `$2` … where values are bound.
    package let text: String

    /// Makes a statement of its text; errors and logs show `name` only.
    package init(name: String, text: String) {
        self.name = name
        self.text = text
    }

    /// Makes a statement from an embedded file's bytes.
    ///
    /// - Parameters:
    ///   - name: What errors and logs call it.
    ///   - utf8: The file; bytes that are not UTF-8 become U+FFFD.
    package init(name: String, utf8: [UInt8]) {
        self.init(name: name, text: String(decoding: utf8, as: UTF8.self))
    }
}
