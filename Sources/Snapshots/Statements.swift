import Postgres

// One file in SQL/ each; the name is what errors show.
extension SQLStatement {
    static let loadPage = SQLStatement(name: "load-page", utf8: PackageResources.load_page_sql)
    static let loadValidators = SQLStatement(
        name: "load-validators",
        utf8: PackageResources.load_validators_sql
    )
    static let loadSections = SQLStatement(name: "load-sections", utf8: PackageResources.load_sections_sql)
    static let openPages = SQLStatement(name: "open-pages", utf8: PackageResources.open_pages_sql)
    static let storeContents = SQLStatement(name: "store-contents", utf8: PackageResources.store_contents_sql)
    static let storeSections = SQLStatement(name: "store-sections", utf8: PackageResources.store_sections_sql)
    static let advancePages = SQLStatement(name: "advance-pages", utf8: PackageResources.advance_pages_sql)
    static let recordRefreshes = SQLStatement(
        name: "record-refreshes",
        utf8: PackageResources.record_refreshes_sql
    )
    static let recordFindings = SQLStatement(
        name: "record-findings",
        utf8: PackageResources.record_findings_sql
    )
    static let quarantine = SQLStatement(name: "quarantine", utf8: PackageResources.quarantine_sql)
    static let lockProfile = SQLStatement(name: "lock-profile", utf8: PackageResources.lock_profile_sql)
    static let storeProfile = SQLStatement(name: "store-profile", utf8: PackageResources.store_profile_sql)
    static let pruneRefreshes = SQLStatement(
        name: "prune-refreshes",
        utf8: PackageResources.prune_refreshes_sql
    )
    static let pruneFindings = SQLStatement(name: "prune-findings", utf8: PackageResources.prune_findings_sql)
    static let pruneQuarantine = SQLStatement(
        name: "prune-quarantine",
        utf8: PackageResources.prune_quarantine_sql
    )
    static let collectContents = SQLStatement(
        name: "collect-contents",
        utf8: PackageResources.collect_contents_sql
    )
}
