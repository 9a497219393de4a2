import JSONCore
import Testing
import TypeInference

/// The shape of samples, each given as JSON.
func shape(_ samples: String...) throws -> Shape { try shape(of: samples) }

func shape(of samples: [String], split path: String? = nil, by member: String = "") throws -> Shape {
    var shape = Shape()
    if let path, let pointer = JSONPointer(path) { shape.split(at: pointer, by: member) }
    for sample in samples { shape.observe(try JSONDocument(sample).root) }
    return shape
}

func profile(_ samples: String...) throws -> Profile { Profile(try shape(of: samples)) }

extension Profile {
    /// Read again from its own text.
    func reread() throws -> Profile { try Profile(JSONDocument(json.rendered).root) }
}

/// A failed comparison of profiles shows their files.
extension Profile: CustomTestStringConvertible {
    /// Its file.
    public var testDescription: String { json.rendered }
}
