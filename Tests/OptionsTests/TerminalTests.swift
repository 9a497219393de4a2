import Options
import Testing

@Suite struct TerminalTests {
    @Test(arguments: [
        (["TERM": "xterm"], true, true),
        (["TERM": "xterm"], false, false),
        (["TERM": "dumb"], true, false),
        ([:], true, false),
        (["TERM": "xterm", "NO_COLOR": "1"], true, false),
        (["TERM": "xterm", "NO_COLOR": ""], true, true),
    ])
    func `colour needs a terminal that wants it`(
        environment: [String: String],
        isTerminal: Bool,
        coloured: Bool
    ) {
        #expect(TerminalStyle(environment: environment, isTerminal: isTerminal).isColoured == coloured)
    }

    @Test(arguments: [
        ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("云音乐", 6), ("カ", 2), ("한국", 4), ("！", 2), ("ｶ", 1),
        ("🎵", 2),
        ("👩‍👩‍👧", 2), ("❤️", 2), ("🇫🇷", 2), ("\u{200B}", 0), ("\u{7}", 1), ("…", 1),
    ])
    func `width counts cells and not characters`(text: String, cells: Int) {
        #expect(displayWidth(of: text) == cells, "\(text.debugDescription)")
    }

    @Test func `cutting never splits a wide character`() {
        #expect(StyledText("云音乐").truncated(toWidth: 6).plain == "云音乐")
        #expect(StyledText("云音乐").truncated(toWidth: 5).plain == "云音…")
        #expect(StyledText("云音乐").truncated(toWidth: 4).plain == "云…")
        #expect(StyledText("云音乐").truncated(toWidth: 1).plain == "…")
        #expect(StyledText("云音乐").truncated(toWidth: 0).plain == "")
    }

    @Test func `columns line up whatever the script`() {
        var table = TextTable([
            .init("#", .trailing), .init("title", maximumWidth: 12), .init("items", .trailing),
        ])
        table.append(["0", "推荐歌单", "6"])
        table.append(["10", "A very long title", "12"])
        table.append(["2", "", ""])
        #expect(
            table.rendered() == """
                 #  title         items
                ──  ────────────  ─────
                 0  推荐歌单          6
                10  A very long…     12
                 2

                """
        )
    }

    @Test func `a table fits into the width it is given`() {
        var table = TextTable([.init("key"), .init("title")])
        table.append(["HOMEPAGE_BLOCK_PLAYLIST_RCMD", "Recommended playlists"])
        let widest = table.rendered(totalWidth: 30).split(separator: "\n").map {
            displayWidth(of: String($0))
        }.max()
        #expect(widest == 30)
    }

    @Test func `a cell stays on its line`() {
        var table = TextTable([.init("title")])
        table.append(["two\nlines\u{1B}[31m\u{202E}"])
        #expect(table.rendered().split(separator: "\n").last == "two lines\u{FFFD}[31m\u{FFFD}")
    }
}
