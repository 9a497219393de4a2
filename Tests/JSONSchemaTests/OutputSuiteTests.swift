import Foundation
import JSONSchema
import OfficialSuite
import Testing

/// The official suite's tests of annotations and output formats, when `JSON_SCHEMA_SUITE` names its folder.
struct OutputSuiteTests {
    private static let suite = ProcessInfo.processInfo.environment["JSON_SCHEMA_SUITE"].map {
        URL(filePath: $0)
    }

    private static let assertions: [(SuiteDialect, Int)] = [
        (.draft4, 17), (.draft6, 23), (.draft7, 31), (.draft201909, 62), (.draft202012, 84),
    ]

    @Test(
        .enabled(if: suite != nil, "set JSON_SCHEMA_SUITE to the folder of the official suite"),
        arguments: assertions
    )
    func `every assertion about annotations holds`(_ dialect: SuiteDialect, _ count: Int) throws {
        let totals = try AnnotationSuite.run(dialect, in: #require(Self.suite))
        #expect(totals.failures == [])
        #expect(totals.passed >= count)
    }

    @Test(
        .enabled(if: suite != nil, "set JSON_SCHEMA_SUITE to the folder of the official suite"),
        arguments: zip(OutputSuite.releases, [4, 4, 3])
    )
    func `every output document is as the suite's schema for it`(_ release: String, _ count: Int) throws {
        let totals = try OutputSuite.run(release, in: #require(Self.suite))
        #expect(totals.failures == [])
        #expect(totals.passed >= count)
    }
}
