import JSONCore

/// A place in a file of JSON, such as a schema.
struct SchemaPlace {
    let file: String
    let schema: JSONValue

    /// The place as reports have it.
    var place: ReportPlace {
        let location = schema.location
        return ReportPlace(
            source: .file(file),
            location: ReportPlace.Location(
                line: location.line,
                column: location.column,
                characterColumn: schema.document.characterColumn(ofByte: schema.byteOffset)
            ),
            pointer: schema.pointer.description
        )
    }
}
