import JSONCore
import JSONSchema
import Testing
import TypeInference

/// Laws, on samples that are made up.
@Suite struct InferenceLawTests {
    @Test(arguments: 1...30)
    func `each sample is valid, in every dialect`(seed: UInt64) throws {
        var random = RandomSamples(seed: seed)
        let samples = random.samples(10)
        for dialect in Dialect.allCases {
            #expect(try inference(samples, dialect: dialect).refusals(samples) == [])
        }
    }

    @Test(arguments: 1...30)
    func `the order of samples changes nothing`(seed: UInt64) throws {
        var random = RandomSamples(seed: seed)
        let samples = random.samples(10)
        let expected = try inference(samples)
        var generator = SeededGenerator(seed: seed)
        let shuffled = try inference(samples.shuffled(using: &generator))
        #expect(shuffled.schema.rendered == expected.schema.rendered)
        #expect(shuffled.profile == expected.profile)
    }

    @Test(arguments: 1...30)
    func `more samples refuse none of the earlier ones`(seed: UInt64) throws {
        var random = RandomSamples(seed: seed)
        let (few, more) = (random.samples(5), random.samples(20))
        #expect(try inference(few + more).refusals(few) == [])
    }

    @Test(arguments: 1...30)
    func `a sample twice is a sample once, but for counts`(seed: UInt64) throws {
        var random = RandomSamples(seed: seed)
        var once = try shape(of: random.samples(6))
        let before = Profile(once)
        once.join(once)
        let after = Profile(once)
        #expect(after.sortedPaths.map(\.path) == before.sortedPaths.map(\.path))
        for (path, statistics) in after.sortedPaths {
            #expect(Set(statistics.types.keys) == Set(before[path]?.types.keys.map(\.self) ?? []))
            #expect(statistics.values?.keys.sorted() == before[path]?.values?.keys.sorted())
            #expect((after.absent(path) == 0) == (before.absent(path) == 0))
        }
    }
}
