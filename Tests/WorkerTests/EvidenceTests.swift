import Contracts
import Sandbox
import Testing

/// What answers have shown is counted, where a worker is asked to.
@Suite(.timeLimit(.minutes(10))) struct EvidenceTests {
    private func serve(_ about: String, _ stage: Stage) {
        let body =
            #"{"error": 0, "data": {"id": 7, "fullName": "Orla", "pictureUrl": "p", "about": \#(about)}}"#
        stage.serve(body, at: Repository.profilePath)
    }

    private func counted(_ stage: Stage) async throws -> [String] {
        try await stage.texts(
            """
            SELECT concat_ws(' ', feed, 'v' || contract_version, endpoint, samples,
                profile->'paths'->'/data/about'->>'seen')
            FROM feedkeeper.profiles ORDER BY endpoint
            """
        )
    }

    @Test func `each new answer that keeps its contract is counted once`() async throws {
        try await Stage.with { stage in
            for about in [#""a""#, #""b""#, #""b""#] {
                serve(about, stage)
                try await stage.refresh(countsEvidence: true)
            }
            #expect(try await counted(stage) == ["profile v1 profile 2 2"])
            serve("7", stage)
            #expect(try await stage.refresh(countsEvidence: true).findings == ["type-changed"])
            #expect(
                try await counted(stage) == ["profile v1 profile 2 2"],
                "what breaks the contract is none"
            )
        }
    }

    @Test func `nothing is counted unless it is asked for`() async throws {
        try await Stage.with { stage in
            serve(#""a""#, stage)
            try await stage.refresh()
            #expect(try await counted(stage) == [])
        }
    }

    @Test func `two variants of a page add to one profile, and a profile of a later form begins anew`()
        async throws
    {
        try await Stage.with { stage in
            serve(#""a""#, stage)
            try await stage.refresh(countsEvidence: true)
            try await stage.refresh(variant: "guest", countsEvidence: true)
            #expect(try await counted(stage) == ["profile v1 profile 2 2"])
            try await stage.execute(#"UPDATE feedkeeper.profiles SET profile = '{"version": 99}'"#)
            serve(#""c""#, stage)
            try await stage.refresh(countsEvidence: true)
            #expect(try await counted(stage) == ["profile v1 profile 1 1"])
        }
    }

    @Test func `blocks are counted by their kind, as findings spell paths`() async throws {
        try await Stage.with { stage in
            try await stage.refresh("netease-home", countsEvidence: true)
            let banners = try await stage.texts(
                """
                SELECT profile->'paths'->'/data/blocks/[blockCode=HOMEPAGE_BANNER]/extInfo/banners/*/bannerId'->>'seen'
                FROM feedkeeper.profiles WHERE endpoint = 'blocks'
                """
            )
            #expect(banners.compactMap { Int($0) }.allSatisfy { $0 > 0 } && banners.count == 1)
        }
    }
}
