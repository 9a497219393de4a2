import Contracts
import Testing

/// The recordings of other times, against the contract of 2021-05: what may be shown and what is held.
@Suite struct DriftedSampleTests {
    @Test func `drifted`() throws {
        for sample in ["2020-09", "2020-12", "2022-01"] {
            let page = try homePage("drifted/blocks.\(sample).json", menus: nil)
            print(sample, page.keys, page.holdsPage, page.quarantine.map(\.kind))
            for line in page.lines.prefix(40) { print("   ", line) }
        }
    }
}
