import Contracts
import Sandbox
import Testing

/// What is accepted although it is doubtful: readers get a defined value, the operator a finding.
@Suite(.timeLimit(.minutes(10))) struct DoubtfulInputTests {
    @Test(arguments: [
        ("a byte order mark", [0xEF, 0xBB, 0xBF] + profile(), "byte-order-mark", "About"),
        ("a key twice", profile(#""about": "first", "about": "last""#), "duplicate-key", "last"),
        ("U+0000", profile(#""about": "a\u0000b""#), "replaced-character", "a\u{FFFD}b"),
        ("half a surrogate pair", profile(#""about": "a\ud800b""#), "replaced-character", "a\u{FFFD}b"),
        ("a whole surrogate pair", profile(#""about": "\ud83d\udc1d""#), nil, "🐝"),
    ])
    func `what may pass reaches readers as text, with a finding`(
        name: String,
        body: [UInt8],
        finding: String?,
        title: String
    ) async throws {
        try await Stage.with { stage in
            stage.upstream.serve(body, at: Repository.profilePath)
            let row = try await stage.refresh()
            #expect(row.status == "changed", "\(name): \(row.error ?? "")")
            #expect(row.findings == [finding].compactMap(\.self))
            let read = try await stage.texts(
                "SELECT title FROM feedkeeper.current_items WHERE section_key = 'about' AND raw = to_jsonb(title)"
            )
            #expect(read == [title])
        }
    }

    @Test func `friends of one name are told apart by their occurrence`() async throws {
        try await Stage.with { stage in
            let friend = #"{"name": "Mira", "pictureUrl": "p"}"#
            stage.upstream.serve(
                profile(#""friends": [\#(friend), \#(friend), \#(friend)]"#),
                at: Repository.profilePath
            )
            #expect(try await stage.refresh().findings == ["duplicate-id"])
            let items = try await stage.texts(
                "SELECT identity || occurrence FROM feedkeeper.current_items WHERE kind = 'friends' ORDER BY item_position"
            )
            #expect(items == ["Mira1", "Mira2", "Mira3"])
        }
    }

    @Test func `an item without identity is known by its content`() async throws {
        try await Stage.with(.init(contracts: [try Shelf.contract()])) { stage in
            stage.serve(
                #"{"ok": true, "books": [{"id": "a"}, {"name": "nameless"}, {"id": null}, {"id": ""}]}"#,
                at: "/shelf"
            )
            let row = try await stage.refresh("shelf")
            #expect(row.findings == ["identity-missing"])
            let identities = try await stage.texts(
                "SELECT identity FROM feedkeeper.current_items ORDER BY item_position"
            )
            #expect(identities.first == "a" && identities.count == 4 && Set(identities).count == 4)
            #expect(identities.dropFirst().allSatisfy { $0.hasPrefix("h:") })
            #expect(
                try await stage.texts("SELECT count || ' of ' || of FROM feedkeeper.findings") == ["3 of 4"]
            )
        }
    }

    @Test(arguments: [
        "1e1000", "-1E-1000", "123456789012345678901234567890", "0.1000000000000000055511151231257827",
    ])
    func `a number past a double is kept digit by digit`(number: String) async throws {
        try await Stage.with(.init(contracts: [try Shelf.contract()])) { stage in
            stage.serve(#"{"ok": true, "books": [{"id": "a", "n": \#(number)}]}"#, at: "/shelf")
            let row = try await stage.refresh("shelf")
            #expect(row.status == "changed")
            let isExact = "SELECT (raw ->> 'n')::numeric = '\(number)'::numeric FROM feedkeeper.current_items"
            #expect(try await stage.texts("SELECT (\(isExact))::text") == ["true"])
        }
    }

    @Test func `a section that Postgres cannot hold costs only itself`() async throws {
        try await Stage.with(.init(contracts: [try Shelf.contract()])) { stage in
            stage.serve(#"{"ok": true, "books": [{"id": "a"}], "teas": [{"id": "t"}]}"#, at: "/shelf")
            try await stage.refresh("shelf")
            // jsonb's numbers end at 10^131072.
            stage.serve(
                #"{"ok": true, "books": [{"id": "a", "n": 1e200000}], "teas": [{"id": "u"}]}"#,
                at: "/shelf"
            )
            let row = try await stage.refresh("shelf")
            #expect(row.status == "changed", "\(row.error ?? "")")
            #expect(try await stage.page("shelf") == ["books@1!not-storable", "teas@2"])
            #expect(row.findings == ["constraint-violated"])
            #expect(try await stage.quarantine() == ["block|books|not-storable|1"])
        }
    }
}

/// A profile whose `data` has a name, a picture and more.
private func profile(_ members: String = #""about": "About""#) -> [UInt8] {
    Array(#"{"error": 0, "data": {"id": 7, "fullName": "Orla", "pictureUrl": "p", \#(members)}}"#.utf8)
}
