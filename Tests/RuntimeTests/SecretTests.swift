import Runtime
import Testing

@Suite struct SecretTests {
    private struct Settings {
        let password = Secret("hunter2")
    }

    @Test func `a secret shows itself nowhere but on request`() {
        let settings = Settings()
        var dumped = ""
        dump(settings, to: &dumped)
        let texts = ["\(settings.password)", "\(settings)", String(reflecting: settings), dumped]
        #expect(texts.allSatisfy { $0.contains("•••") && !$0.contains("hunter2") }, "\(texts)")
        #expect(settings.password.reveal() == "hunter2")
    }
}
