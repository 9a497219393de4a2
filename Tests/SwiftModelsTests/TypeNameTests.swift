import Testing

@testable import SwiftModels

@Suite struct TypeNameTests {
    @Test(arguments: [
        ("$sSiD", "Int"), ("$sSay5Model4ItemVGSgD", "[Item]?"), ("$sSDySS5Model4ItemVGD", "[String: Item]"),
        ("$s5Model3EnvVySayAA4ItemVGGD", "Env<[Item]>"), ("$s5Model4PageV5InnerVSgD", "Page.Inner?"),
        ("$s20FoundationEssentials4DateVD", "Date"), ("$s5Model3EnvV2InVyx_GD", "Env<A>.In"),
        ("$s5Model5OtherV1P33_3C6AE44A42662879779A51D01D33834BLLVD", "Other.P"),
    ])
    func `a type is told as one writes it`(mangled: String, written: String) throws {
        #expect(try #require(TypeName(mangled: mangled)).description == written)
    }

    @Test func `a declaration is found by its name without arguments`() throws {
        let bound = try #require(TypeName(mangled: "$s5Model3EnvV2InVyx_GD"))
        #expect(bound.declaration == TypeName(usr: "s:5Model3EnvV2InV")?.declaration)
    }

    @Test func `generic parameters are replaced by level and position`() throws {
        let integers = try #require(TypeName(mangled: "$s5Model3EnvV2InVySi_GD"))
        let element = try #require(TypeName(mangled: "$sSayxGD"))
        #expect(element.replacing(integers.arguments)?.description == "[Int]")
        #expect(element.replacing([]) == nil)
    }

    @Test(arguments: ["$sSi_SStD", "$sytD", "not mangled", ""])
    func `what is no nominal type has no name`(mangled: String) {
        #expect(TypeName(mangled: mangled) == nil)
    }
}
