import Foundation
import HostileInputs
import Testing

/// What the fuzzer found once, and a few inputs of each kind.
struct RegressionTests {
    @Test(arguments: FuzzTarget.allCases)
    func `what was found once holds now`(_ target: FuzzTarget) throws {
        let folder = URL(filePath: #filePath).appending(path: "../../../Fuzz/regressions/\(target)")
            .standardized
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(!files.isEmpty)
        for file in files {
            let input = [UInt8](try Data(contentsOf: folder.appending(path: file)))
            #expect(target.fault(in: input) == nil, "\(target)/\(file)")
        }
    }

    @Test(arguments: FuzzTarget.allCases)
    func `the laws hold for what is no JSON, and for the least JSON`(_ target: FuzzTarget) {
        for text in ["", "\u{0}", "{", "{}", "{}\u{0}{}", "{}\u{0}", "true\u{0}[1]", "\u{FEFF}{}", "/a~1"] {
            #expect(target.fault(in: Array(text.utf8)) == nil, "\(text.debugDescription)")
        }
    }
}
