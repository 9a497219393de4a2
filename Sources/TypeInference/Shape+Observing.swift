package import JSONCore

extension Shape {
    /// Adds a sample.
    ///
    /// - Complexity: O(value); one pass over the tape.
    package mutating func observe(_ value: JSONValue) {
        sampleCount += 1
        // The tape is the document's memory.
        defer { extendLifetime(value.document) }
        let source = unsafe Source(tape: value.document.unownedTape, document: value.document)
        observe(value.index, source, at: Self.root)
    }

    /// Where values are read.
    struct Source {
        let tape: Tape
        let document: JSONDocument
    }

    private mutating func observe(_ index: Int, _ source: borrowing Source, at node: Int) {
        switch source.tape.tag(at: index) {
        case TapeTag.string: observeString(source.tape.utf8(at: index), at: node)
        case TapeTag.object: observeObject(index, source, at: node)
        case TapeTag.array: observeArray(index, source, at: node)
        case TapeTag.null: nodes[node].nulls &+= 1
        case TapeTag.true, TapeTag.false: nodes[node].booleans &+= 1
        case TapeTag.int:
            nodes[node].integers &+= 1
            numbers[numberNumber(of: node)].add(source.tape.int64(at: index))
        case TapeTag.double:
            nodes[node].decimals &+= 1
            numbers[numberNumber(of: node)].add(source.tape.double(at: index))
        case TapeTag.uint:
            nodes[node].integers += 1
            nodes[node].unsigned += 1
            numbers[numberNumber(of: node)].add(source.tape.uint64(at: index))
        default: observeBigNumber(JSONValue(document: source.document, index: index), at: node)
        }
    }

    private mutating func observeBigNumber(_ value: JSONValue, at node: Int) {
        if value.kind == .integer {
            nodes[node].integers += 1
            nodes[node].bigIntegers += 1
        } else {
            nodes[node].decimals += 1
        }
        guard let text = value.numberText else { return }
        let slot = Int32(numberNumber(of: node))
        bigNumbers[slot] = NumberTexts.joined(bigNumbers[slot], NumberTexts(text, text))
    }

    // MARK: Strings

    private mutating func observeString(_ text: UTF8View, at node: Int) {
        nodes[node].strings &+= 1
        if text.count == 0 { nodes[node].empty &+= 1 }
        let slot = textNumber(of: node)
        texts[slot].lengths.add(text.codePointCount)
        if let form = StringForm(text) {
            votes[slot &* StringForm.count &+ form.rawValue] &+= 1
            if form.isTime, text.hasFraction { texts[slot].fractions &+= 1 }
        }
        if !texts[slot].isOpenEnded { observeValue(text, at: slot) }
    }

    private mutating func observeValue(_ text: UTF8View, at slot: Int) {
        guard text.count <= TextTally.maxValueBytes else { return texts[slot].isOpenEnded = true }
        let number = valueTexts.number(of: text, ownedBy: slot)
        if number == values.count { appendValue(to: slot) }
        values[number].count &+= 1
    }

    /// Appends the value whose text was just added.
    mutating func appendValue(to slot: Int) {
        values.append(ValueTally(next: texts[slot].firstValue))
        texts[slot].firstValue = Int32(values.count - 1)
        texts[slot].distinct += 1
        if texts[slot].distinct > TextTally.maxDistinct { texts[slot].isOpenEnded = true }
    }

    // MARK: Arrays and objects

    private mutating func observeArray(_ array: Int, _ source: borrowing Source, at node: Int) {
        nodes[node].arrays &+= 1
        nodes[node].items.add(source.tape.count(of: array))
        let end = source.tape.closingIndex(of: array)
        var element = array + 1
        guard element < end else { return nodes[node].empty &+= 1 }
        let each = eachNode(of: node)
        var shift: UInt64 = 0
        while element < end {
            if shift < 64 {
                nodes[node].positionKinds |= KindMask(source.tape.tag(at: element)).bits &<< shift
            }
            shift &+= 8
            observe(element, source, at: each)
            element = source.tape.indexAfter(element)
        }
    }

    private mutating func observeObject(_ object: Int, _ source: borrowing Source, at place: Int) {
        let node = nodes[place].discriminator < 0 ? place : branch(of: object, source, at: place)
        nodes[node].objects &+= 1
        let end = source.tape.closingIndex(of: object)
        var key = object + 1
        if key == end { nodes[node].empty &+= 1 }
        var expected = nodes[node].firstMember
        var position = 0
        while key < end {
            let member = member(source.tape.utf8(at: key), of: node, &expected, position)
            observe(key + 1, source, at: member)
            key = source.tape.indexAfter(key + 1)
            position &+= 1
        }
    }

    /// Where the objects of one kind are counted; the place itself for an object that does not say its kind.
    private mutating func branch(of object: Int, _ source: borrowing Source, at place: Int) -> Int {
        let name = discriminators[Int(nodes[place].discriminator)]
        let end = source.tape.closingIndex(of: object)
        var key = object + 1
        while key < end {
            if source.tape.utf8(at: key) == name {
                guard source.tape.tag(at: key + 1) == TapeTag.string else { return place }
                return branchNode(source.tape.utf8(at: key + 1), of: place)
            }
            key = source.tape.indexAfter(key + 1)
        }
        return place
    }

    /// Objects of one place mostly name their members in one order, so that the next one is `expected`.
    private mutating func member(
        _ name: UTF8View,
        of node: Int,
        _ expected: inout Int32,
        _ position: Int
    ) -> Int {
        var number = Int(expected)
        if number < 0 || !memberNames.isText(number, name) {
            guard let found = memberNumber(name, of: node) else { return eachNode(of: node) }
            number = found
        }
        members[number].positions &+= position
        expected = members[number].next
        return Int(members[number].node)
    }

    /// Nil where there are too many to tell them apart.
    private mutating func memberNumber(_ name: UTF8View, of node: Int) -> Int? {
        if nodes[node].isCollapsed { return nil }
        let number = memberNames.number(of: name, ownedBy: node)
        guard number == members.count else { return number }
        appendMember(to: node)
        guard nodes[node].memberCount > Self.maxMembers else { return number }
        collapse(node)
        return nil
    }
}

extension StringForm {
    static let count = allCases.count

    var isTime: Bool { self == .dateTime || self == .time }
}
