package import JSONSchema

/// The official JSON Schema test suite's names of the dialects.
package enum SuiteDialect: String, CaseIterable, Sendable {
    case draft202012 = "draft2020-12"
    case draft201909 = "draft2019-09"
    case draft7, draft6, draft4

    /// The dialect itself.
    package var dialect: Dialect {
        switch self {
        case .draft202012: .draft202012
        case .draft201909: .draft201909
        case .draft7: .draft7
        case .draft6: .draft6
        case .draft4: .draft4
        }
    }

    /// The documents of other dialects that this one's tests refer to.
    package var foreignRemotes: [String] {
        switch self {
        case .draft202012: ["draft2019-09/ignore-prefixItems.json"]
        case .draft201909: ["draft2020-12/prefixItems.json", "draft7/ignore-dependentRequired.json"]
        case .draft7: ["draft2019-09/dependentRequired.json"]
        case .draft6, .draft4: []
        }
    }

    /// The number by which annotation tests say whom they are for.
    var release: Int {
        switch self {
        case .draft202012: 2020
        case .draft201909: 2019
        case .draft7: 7
        case .draft6: 6
        case .draft4: 4
        }
    }
}

/// What a part of the suite came to.
package struct SuiteTotals: Sendable {
    /// How many checks went as expected.
    package internal(set) var passed = 0

    /// The others, by file, case and what is wrong.
    package internal(set) var failures: [String] = []

    mutating func expect(_ isRight: Bool, _ failure: @autoclosure () -> String) {
        if isRight { passed += 1 } else { failures.append(failure()) }
    }
}
