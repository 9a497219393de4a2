/// The types that generated Swift brings along, of which a file holds those it uses.
struct SwiftSupport {
    private let printer: SwiftPrinter

    init(_ printer: SwiftPrinter) { self.printer = printer }

    /// What is used, by name, in the order of the alphabet.
    var all: [(name: String, code: CodeLines)] {
        let types = used
        return Template.allCases.filter { types.contains($0) }.map { template in
            (printer.support(template.rawValue), code(template))
        }
    }

    enum Template: String, CaseIterable {
        case dateTime = "DateTime"
        case indirect = "Indirect"
        case jsonValue = "JSONValue"
        case lenientList = "LenientList"
        case nullable = "Nullable"
    }

    private var used: Set<Template> {
        var used: Set<Template> = []
        for declaration in printer.declarations.list {
            for type in declaration.mentioned { used.formUnion(templates(of: type)) }
            switch declaration.body {
            case .structure(let properties): used.formUnion(properties.flatMap(templates))
            case .union(let union) where union.unknown == nil: used.insert(.jsonValue)
            default: break
            }
        }
        return used
    }

    private func templates(of type: TypeReference) -> [Template] {
        switch type {
        case .any: [.jsonValue]
        case .dateTime: [.dateTime]
        case .list(let element) where element != .any && printer.options.hasLenientLists:
            [.lenientList, .jsonValue]
        default: []
        }
    }

    private func templates(of property: Property) -> [Template] {
        let mayBeEither = property.isNullable && !property.isRequired && printer.options.preservesNulls
        return (property.isIndirect ? [.indirect] : []) + (mayBeEither ? [.nullable] : [])
    }

    /// The text with the access and the names that the options ask for.
    private func code(_ template: Template) -> CodeLines {
        var text = Self.text(of: template).replacing("public ", with: printer.access)
        if !printer.options.prefix.isEmpty {
            for name in Template.allCases.map(\.rawValue) {
                text = text.replacing(name, with: printer.options.prefix + name)
            }
        }
        return CodeLines(text: text)
    }

    private static func text(of template: Template) -> String {
        switch template {
        case .dateTime: dateTime
        case .indirect: indirect
        case .jsonValue: jsonValue
        case .lenientList: lenientList
        case .nullable: nullable
        }
    }
}
