internal import JSONCore

/// Which branches of `anyOf` or `oneOf` an object is meant for, by a member that the branches have different constants for.
enum BranchChoice {
    /// No member tells.
    case open
    /// The positions of the branches that the member's value fits.
    case branches([Int])
    /// No branch knows the value of the member, at that tape index; the text of the values they know.
    case unknown(member: Int, known: String)
}

/// What a branch allows a member to be.
private struct MemberConstants {
    let node: NodeID
    let keyword: Keyword
    let enumeration: Int
}

extension Explainer {
    /// - Complexity: O(members of the schemas and of the object).
    func choice(among nodes: TableSlice, of id: NodeID, _ index: Int) -> BranchChoice {
        guard tape.tag(at: index) == TapeTag.object else { return .open }
        let object = JSONValue(document: document, index: index)
        let branches = nodes.range.enumerated().compactMap { position, at in
            allows(tag: TapeTag.object, tables.children[at])
                ? (position: position, constants: memberConstants(of: tables.children[at])) : nil
        }
        let told = program.variants[id]?.discriminator
        let choosing = branches.filter { branch in
            told.map { branch.constants[$0] != nil } ?? !branch.constants.isEmpty
        }
        // One branch with a constant chooses only where the schema says that the member does.
        guard choosing.count > (told == nil ? 1 : 0), let first = choosing.first else { return .open }
        var unknown: BranchChoice?
        for name in told.map({ [$0] }) ?? first.constants.keys.sorted() {
            guard choosing.allSatisfy({ $0.constants[name] != nil }), let value = object[name] else {
                continue
            }
            let fitting = choosing.filter { $0.constants[name].map { fits(value.index, $0) } == true }
            guard fitting.isEmpty else {
                if told != nil || fitting.count < choosing.count { return .branches(fitting.map(\.position)) }
                continue
            }
            guard unknown == nil, choosing.count == branches.count else { continue }
            let known = text(of: choosing.compactMap { $0.constants[name] })
            unknown = .unknown(member: value.index, known: known)
        }
        return unknown ?? .open
    }

    private func fits(_ index: Int, _ constants: MemberConstants) -> Bool {
        evaluation.isMember(index, of: tables.enumerations[constants.enumeration])
    }

    /// Whether a branch is for values with that tag at all.
    func allows(tag: UInt8, _ branch: NodeID) -> Bool {
        program.conjunction(branch).allSatisfy { tables.nodes[Int($0.index)].types.allows(tag: tag) }
    }

    /// The constants of a branch's members, by name.
    private func memberConstants(of branch: NodeID) -> [String: MemberConstants] {
        var constants: [String: MemberConstants] = [:]
        for node in program.conjunction(branch) {
            for at in tables.nodes[Int(node.index)].objects.range {
                guard case .members(let plan) = tables.instructions[at] else { continue }
                for place in tables.members[plan].names.entries.range
                where tables.names[place].rule.isDescribed {
                    constants[tables.nameText(place)] = self.constants(of: tables.names[place].rule.node)
                }
            }
        }
        return constants
    }

    private func constants(of member: NodeID) -> MemberConstants? {
        for node in program.conjunction(member) {
            for at in tables.nodes[Int(node.index)].values.range {
                switch tables.instructions[at] {
                case .constant(let number):
                    return MemberConstants(node: node, keyword: .const, enumeration: number)
                case .enumeration(let number):
                    return MemberConstants(node: node, keyword: .enum, enumeration: number)
                default: break
                }
            }
        }
        return nil
    }

    /// The text of an array of all the values, each once, shortened for a message.
    private func text(of constants: [MemberConstants]) -> String {
        var values: [String] = []
        for constant in constants {
            guard let written = schema(constant.node)[constant.keyword.name] else { continue }
            for value in constant.keyword == .const ? [written] : Array(written.elements) {
                let text = JSONText(value, form: .received).string
                if !values.contains(text) { values.append(text) }
            }
        }
        return shortened("[\(values.joined(separator: ","))]")
    }
}
