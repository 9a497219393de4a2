import Foundation

let arguments = Array(CommandLine.arguments.dropFirst())
switch arguments.first {
case "conformance": exit(runConformance(arguments: Array(arguments.dropFirst())))
case "schema" where arguments.count == 3:
    exit(runSchemaBenchmark(schemaPath: arguments[1], instancesPath: arguments[2]))
default: print("not yet")
}
