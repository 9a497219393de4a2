extension NameRules {
    /// TypeScript: members are spelled as in JSON, since nothing renames them.
    static let typeScript = NameRules(
        reservedTypes: [
            "Array", "ArrayBuffer", "BigInt", "Boolean", "DataView", "Date", "Error", "Event", "Exclude",
            "Extract",
            "Function", "Infinity", "JSON", "Map", "Math", "NaN", "Node", "NonNullable",
            "Number",
            "Object", "Omit", "Partial", "Pick", "Promise", "Proxy", "Readonly", "ReadonlyArray", "Record",
            "Reflect",
            "RegExp", "Required", "ReturnType", "Set", "String", "Symbol", "WeakMap", "WeakSet",
        ],
        supportTypes: ["JsonValue"],
        reservedMembers: [],
        reservedCases: [],
        acronyms: [],
        members: .key,
        cases: .key
    )
}
