extension NameRules {
    /// Kotlin: `imageUrl`, constants in capitals, and no type that would hide one of its library's.
    static let kotlin = NameRules(
        reservedTypes: [
            "Any", "Array", "Boolean", "Byte", "Char", "CharSequence", "Collection", "Comparable",
            "Double", "Enum", "Error", "Exception", "Float", "Function", "Instant", "Int", "Iterable",
            "JsonArray",
            "JsonContentPolymorphicSerializer", "JsonElement", "JsonNull", "JsonObject", "JsonPrimitive",
            "JvmInline", "KSerializer", "List", "Long", "Map", "MutableList", "MutableMap", "Nothing",
            "Number",
            "Pair", "Result", "SerialName", "Serializable", "Serializer", "Set", "Short", "String",
            "Throwable",
            "Triple", "UByte", "UInt", "ULong", "UShort", "Unit",
        ],
        supportTypes: ["DateTime"],
        reservedMembers: ["copy", "equals", "hashCode", "toString"],
        reservedCases: ["entries", "name", "ordinal"],
        acronyms: [],
        members: .lowerCamel,
        cases: .upperSnake
    )
}
