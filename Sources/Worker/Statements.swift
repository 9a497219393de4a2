import Postgres

// One file in SQL/ each; the name is what errors show.
extension SQLStatement {
    static let tryContent = SQLStatement(name: "try-content", utf8: PackageResources.try_content_sql)
}
