// What all inputs together come to.
extension FindingCollector {
    /// Adds what another collector found in the inputs that come after this one's.
    ///
    /// - Complexity: O(findings and distinct paths of `other`).
    package mutating func append(_ other: consuming FindingCollector) {
        settle()
        other.settle()
        counts.add(other.counts)
        if let later = other.comparison { comparison?.add(later) }
        for (key, number) in other.groupNumbers.sorted(by: { $0.value < $1.value }) {
            let (base, steps) = other.paths.steps(to: key.path)
            let path = paths.node(at: steps, below: base)
            add(
                other.groups[number],
                Key(kind: key.kind, path: path, distinct: key.distinct),
                from: other.paths
            )
        }
    }

    private mutating func add(_ group: Group, _ key: Key, from paths: FindingPaths) {
        guard let number = groupNumbers[key] else {
            let (base, steps) = paths.steps(to: group.candidates)
            groupNumbers[key] = groups.count
            let candidates = self.paths.node(at: steps, below: base)
            groups.append(
                Group(
                    finding: group.finding,
                    candidates: candidates,
                    sampleNode: group.sampleNode,
                    isReplaced: group.isReplaced
                )
            )
            return
        }
        if group.isReplaced { groups[number].isReplaced = true }
        groups[number].finding.add(group.finding, placesKept: Self.placesKept)
    }

    /// All findings: the worst first, otherwise in the order in which they were met.
    ///
    /// - Complexity: that of ``settle()``, unless there are none.
    package var findings: [Finding] {
        guard !groups.isEmpty || comparison?.absences.isEmpty == false else { return [] }
        var settled = self
        settled.settle()
        var found: [Finding] = []
        for finding in groups.map(settled.finding) + settled.droppedPresences {
            // A schema and the samples may say the same of different values at one path.
            if let known = found.firstIndex(where: { $0.id == finding.id }) {
                found[known].add(finding, placesKept: Self.placesKept)
            } else {
                found.append(finding)
            }
        }
        return Severity.allCases.reversed().flatMap { severity in found.filter { $0.severity == severity } }
    }

    private func finding(of group: Group) -> Finding {
        var finding = group.finding
        let (base, steps) = paths.steps(to: group.candidates)
        let candidates =
            group.sampleNode.flatMap { comparison?.values[$0] } ?? counts.count(of: steps, below: base)
        finding.of = max(finding.count, candidates)
        if let samples = comparison?.samples, !group.isReplaced {
            finding.weigh(by: samples, isDeparture: group.isDeparture, rules)
        }
        return finding
    }

    /// Members that the samples always had and that are gone by more than chance; what a schema requires it says itself.
    private var droppedPresences: [Finding] {
        guard let comparison else { return [] }
        let missing = Set(groups.filter { $0.finding.kind == .fieldMissing }.map(\.finding.path))
        return comparison.droppedPresences.filter { !missing.contains($0.path) }.map { dropped in
            var finding = Finding(
                kind: .presenceDropped,
                severity: rules.severity(of: .presenceDropped, forReaders: .warning),
                path: dropped.path,
                endpoint: endpoint,
                expected: "a field that was always there",
                found: "nothing"
            )
            finding.count = dropped.absence.count
            finding.of = dropped.objects
            finding.places = dropped.absence.places
            finding.sampleFacts = comparison.samples.facts(of: dropped.path)
            return finding
        }
    }
}

extension Finding {
    /// Adds the occurrences of a finding of later inputs.
    fileprivate mutating func add(_ later: Finding, placesKept: Int) {
        count += later.count
        of = max(of, later.of, count)
        severity = max(severity, later.severity)
        places += later.places.prefix(placesKept - places.count)
        if sample == nil { sample = later.sample }
        if hint == nil { hint = later.hint }
    }
}
