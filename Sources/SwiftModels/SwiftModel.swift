/// What a type of an app makes of JSON, as `JSONDecoder` would: the types it is made of, and which of them is the whole.
package struct SwiftModel: Sendable {
    /// The type of the whole.
    let root: ModelType

    /// What the type of the whole is called, as one writes it, with the place of its declaration.
    let rootName: String

    /// The declared types, each with its generic parameters filled in.
    let types: [DeclaredType]
}

extension SwiftModel {
    /// The text of a file that names the type of the whole, to be given to the compiler beside the model's own: generic arguments
    /// and brackets are understood by it and by nobody else, and so is whether the type can be decoded.
    package static func rootFile(naming type: String) -> String {
        """
        enum \(rootAlias)Decoded<Value: Decodable> {}
        typealias \(rootAlias) = \(rootAlias)Decoded<\(type)>

        """
    }

    private static let rootAlias = "ContractCheckRoot"

    /// The model in the trees of its files, one of which names the type of the whole.
    ///
    /// - Throws: ``ModelError``.
    package init(_ trees: [SyntaxTree]) throws(ModelError) {
        let declarations = Declarations(trees)
        guard let name = declarations.alias(Self.rootAlias)?.parts.last?.arguments.first else {
            throw ModelError.rootNotUnderstood
        }
        var builder = ModelBuilder(declarations)
        root = builder.type(name)
        types = builder.types
        if case .declared(let number) = root {
            rootName = types[number].label
        } else {
            rootName = "\(name)"
        }
    }

    /// The names of the types that files declare, for who mistyped one.
    package static func names(in trees: [SyntaxTree]) -> [String] { Declarations(trees).names }
}

/// Why a model could not be read although it compiles.
package enum ModelError: Error, Equatable, CustomStringConvertible {
    /// The type of the whole is a tuple, or the compiler writes another form than those known.
    case rootNotUnderstood

    package var description: String {
        "what the compiler says of the type is not understood: it must be a structure, an enumeration, a class or a collection"
    }
}
