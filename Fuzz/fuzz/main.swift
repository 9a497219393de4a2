import CLibFuzzer
import Foundation
import HostileInputs

let usage = """
    usage: fuzz TARGET [OPTIONS] FOLDER…   libFuzzer, with its options and folders of inputs; the first one grows
           fuzz seeds TARGET FROM FOLDER   fills a folder with inputs that are made of another folder's files

    Targets: \(FuzzTarget.allCases.map(\.rawValue).joined(separator: ", "))

    """

let arguments = CommandLine.arguments.dropFirst()
switch (arguments.first, arguments.count) {
case ("seeds", 4): exit(takeSeeds(Array(arguments.dropFirst())))
case (let name?, _) where FuzzTarget(rawValue: name) != nil: exit(fuzz())
default:
    FileHandle.standardError.write(Data(usage.utf8))
    exit(2)
}

func takeSeeds(_ arguments: [String]) -> Int32 {
    guard let target = FuzzTarget(rawValue: arguments[0]) else { return 2 }
    do {
        var seeds = Seeds(target, in: arguments[2])
        try seeds.take(from: arguments[1])
        return 0
    } catch {
        FileHandle.standardError.write(Data("\(arguments[1]): \(error)\n".utf8))
        return 1
    }
}

/// What runs is a C function, which can capture nothing.
enum Chosen {
    static let target = FuzzTarget(rawValue: CommandLine.arguments[1])
}

func fuzz() -> Int32 {
    // libFuzzer reads a program's name and then options.
    var count = CommandLine.argc - 1
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = unsafe CommandLine.unsafeArgv + 1
    return unsafe LLVMFuzzerRunDriver(&count, &arguments) { data, size in
        let bytes = unsafe Array(UnsafeBufferPointer(start: data, count: size))
        if let fault = Chosen.target?.fault(in: bytes) { fatalError(fault) }
        return 0
    }
}
