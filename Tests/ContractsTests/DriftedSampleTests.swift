import Contracts
import Testing

/// The recordings of other times, against the contract of 2021-05: what may be shown and what is held.
@Suite struct DriftedSampleTests {
    @Test(arguments: [
        ("2020-09", ["playlist-rcmd!", "style-rcmd!", "official-playlist!", "album-new-song!"]),
        ("2020-12", ["banner", "playlist-rcmd", "style-rcmd!", "music-calendar"]),
        ("2022-01", ["banner", "playlist-rcmd"]),
    ])
    func `of a page of another time the sections that broke are held, the others not`(
        time: String,
        keys: [String]
    ) throws {
        let page = try homePage("drifted/blocks.\(time).json", menus: nil)
        #expect(page.keys == keys)
        #expect(!page.holdsPage)
        let held = keys.filter { $0.hasSuffix("!") }.map { String($0.dropLast()) }
        #expect(page.quarantine.filter { $0.reason == .sectionHeld }.map(\.kind) == held)
    }

    @Test
    func `the page of 2020-09 has nulls where objects are wanted, in all items, and four unknown kinds`()
        throws
    {
        let page = try homePage("drifted/blocks.2020-09.json", menus: nil)
        let playlist = "/data/blocks/[blockCode=HOMEPAGE_BLOCK_PLAYLIST_RCMD]/creatives/*/resources/*"
        let album = "/data/blocks/[blockCode=HOMEPAGE_BLOCK_NEW_ALBUM_NEW_SONG]/creatives/*/resources/*"
        for line in [
            "null-introduced \(playlist)/uiElement 6/6", "null-introduced \(playlist)/action 6/6",
            "null-introduced \(album)/resourceId 1/12", "identity-missing \(album) 1/12",
            "field-missing \(album)/resourceExtInfo/songData/album/onSale 6/6",
        ] {
            #expect(page.lines.contains(line), "\(line)")
        }
        let unknown = page.quarantine.filter { $0.reason == .kindAdded }.map(\.kind)
        #expect(
            unknown == [
                "HOMEPAGE_BLOCK_MLOG", "HOMEPAGE_BLOCK_LISTEN_LIVE", "HOMEPAGE_BLOCK_PORTRAIT_RCMD",
                "HOMEPAGE_BLOCK_DJRADIO_RCMD",
            ]
        )
        #expect(page.findings.filter { $0.kind == .kindAdded }.count == 4)
    }

    @Test func `one creative that holds several items makes several items`() throws {
        let page = try homePage("drifted/blocks.2022-01.json", menus: nil)
        let items = page.sections.last?.section.items ?? []
        #expect(items.count == 8)
        #expect(Set(items.map(\.identity)).count == 8)
    }
}
