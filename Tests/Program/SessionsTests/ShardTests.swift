import Formatting
import Foundation
import Scenarios
import Support
import Testing

@testable import Sessions

@Suite("Shards")
struct ShardTests {
  /// Scenarios of some files, each with two variants.
  private static func scenarios(files: Int) throws -> [Scenario] {
    let scratch = try Scratch()
    try scratch.file("in/Devices/test-phone.yaml", TestDevice.text)
    for file in 0..<files {
      try scratch.file(
        "in/s\(file).yaml",
        """
        scenario: One wait
        device: test-phone
        variants: [upstream, corrected]
        map: {size: 320 x 480 pt, center: {lat: 50.0, lon: 8.0}, span: 10 km x 10 km}
        data: {pins: {points: [{id: a, lat: 50.0, lon: 8.0}]}}
        layers: {pins: {cluster: {cell size: 60 pt}}}
        steps: [{wait: 1 s}]

        """)
    }
    return try ScenarioQuery(paths: [scratch.path + "/in"]).read().scenarios
  }

  /// Whatever their number and their lengths, the shards together are the list, and a file is in
  /// one of them.
  @Test(arguments: 1...9)
  func `every scenario is in exactly one, beside its variants`(count: Int) throws {
    let scenarios = try ShardTests.scenarios(files: 7)
    #expect(scenarios.count == 14)
    var dice = Dice(seed: count)
    for round in 0..<20 {
      var durations: [String: Int64] = [:]
      for scenario in scenarios where round > 0 && dice.below(3) > 0 {
        durations[scenario.id] = Int64(dice.below(1_000))
      }
      var seen: [String: Int] = [:]
      var places: [String: Set<Int>] = [:]
      for number in 1...count {
        let shard = try #require(Shard(number: number, count: count))
        let own = shard.scenarios(of: scenarios, durations: durations)
        #expect(own.map(\.id) == scenarios.map(\.id).filter(Set(own.map(\.id)).contains))
        for scenario in own {
          seen[scenario.id, default: 0] += 1
          places[scenario.fileID, default: []].insert(number)
        }
      }
      #expect(seen == Dictionary(uniqueKeysWithValues: scenarios.map { ($0.id, 1) }))
      #expect(places.values.allSatisfy { $0.count == 1 })
    }
  }

  /// Seven files of 7 to 1 s on two machines: 7 4 3 | 6 5 2 1; one that is not known counts as the
  /// middle one.
  @Test
  func `the longest come first, each where least is so far`() throws {
    let scenarios = try ShardTests.scenarios(files: 7)
    let files = Array(Set(scenarios.map(\.fileID))).sorted()
    var durations: [String: Int64] = [:]
    for (place, file) in files.enumerated() {
      for scenario in scenarios where scenario.fileID == file {
        durations[scenario.id] = Int64(7 - place)
      }
    }
    func places(_ number: Int) throws -> [Int] {
      let own = try #require(Shard(number: number, count: 2))
        .scenarios(of: scenarios, durations: durations)
      return Set(own.map(\.fileID)).compactMap { files.firstIndex(of: $0) }.sorted()
    }
    #expect(try places(1) == [0, 3, 4])
    #expect(try places(2) == [1, 2, 5, 6])
    for scenario in scenarios where scenario.fileID == files[6] { durations[scenario.id] = nil }
    #expect(try places(1).contains(6) != places(2).contains(6))
  }

  private struct Case: Sendable {
    var text: String
    var variables: [String: String] = [:]
    /// Number and count; nil for a error.
    var shard: [Int]?
    var words = ""
  }

  @Test(arguments: [
    Case(text: "2/4", shard: [2, 4]), Case(text: "1/1", shard: [1, 1]),
    Case(text: "0/4", words: "'0/4' is no shard"), Case(text: "5/4", words: "is no shard"),
    Case(text: "2", words: "is no shard"), Case(text: "2/4/8", words: "is no shard"),
    Case(text: "-1/4", words: "is no shard"), Case(text: "auto/x", words: "is no shard"),
    Case(text: "99999999999999999999/4", words: "is no shard"),
    Case(text: "auto", words: "no build server says which shard this is"),
    Case(
      text: "auto", variables: ["GITHUB_ACTIONS": "true"],
      words: "GitHub Actions tells no job which part of its matrix it is"),
    Case(
      text: "auto",
      variables: ["GITHUB_ACTIONS": "true", "CI_NODE_INDEX": "2", "CI_NODE_TOTAL": "4"],
      shard: [2, 4]),
    Case(
      text: "auto", variables: ["CI_NODE_INDEX": "2", "CI_NODE_TOTAL": "4"], shard: [2, 4]),
    Case(
      text: "auto", variables: ["CIRCLE_NODE_INDEX": "0", "CIRCLE_NODE_TOTAL": "3"], shard: [1, 3]),
    Case(
      text: "auto",
      variables: ["BUILDKITE_PARALLEL_JOB": "2", "BUILDKITE_PARALLEL_JOB_COUNT": "3"],
      shard: [3, 3]),
    Case(
      text: "auto", variables: ["TEST_SHARD_INDEX": "0", "TEST_TOTAL_SHARDS": "2"], shard: [1, 2]),
    Case(
      text: "auto",
      variables: [
        "SLURM_ARRAY_TASK_ID": "11", "SLURM_ARRAY_TASK_MIN": "10", "SLURM_ARRAY_TASK_COUNT": "4",
      ], shard: [2, 4]),
    Case(
      text: "auto",
      variables: [
        "SLURM_ARRAY_TASK_ID": "18", "SLURM_ARRAY_TASK_MIN": "10", "SLURM_ARRAY_TASK_COUNT": "4",
      ], words: "Slurm says that this is number 18 of 4"),
    Case(text: "auto/8", variables: ["JOB_COMPLETION_INDEX": "7"], shard: [8, 8]),
    Case(text: "auto", variables: ["JOB_COMPLETION_INDEX": "7"], words: "Kubernetes says no count"),
    Case(text: "auto/8", variables: ["JOB_COMPLETION_INDEX": "8"], words: "number 8 of 8"),
    Case(text: "auto/8", variables: ["JOB_COMPLETION_INDEX": "x"], words: "number x of 8"),
    Case(
      text: "auto/3", variables: ["CI_NODE_INDEX": "2", "CI_NODE_TOTAL": "4"],
      words: "GitLab says that there are 4 shards, and not 3"),
    Case(
      text: "auto", variables: ["CI_NODE_INDEX": "2", "CI_NODE_TOTAL": "many"],
      words: "GitLab has no number in CI_NODE_TOTAL"),
    Case(
      text: "auto",
      variables: ["CIRCLE_NODE_INDEX": "-9223372036854775808", "CIRCLE_NODE_TOTAL": "3"],
      words: "CircleCI says that this is number"),
    Case(
      text: "auto",
      variables: [
        "CI_NODE_INDEX": "2", "CI_NODE_TOTAL": "4", "TEST_SHARD_INDEX": "1",
        "TEST_TOTAL_SHARDS": "4", "JOB_COMPLETION_INDEX": "1",
      ], shard: [2, 4]),
    Case(
      text: "auto",
      variables: [
        "CIRCLE_NODE_INDEX": "0", "CIRCLE_NODE_TOTAL": "1", "TEST_SHARD_INDEX": "1",
        "TEST_TOTAL_SHARDS": "4",
      ],
      words: "CircleCI says that this is shard 1/1, and Bazel that it is 2/4: give the one that is "
        + "meant, as in --shard 1/1"),
    Case(
      text: "auto",
      variables: ["CI_NODE_INDEX": "2", "CI_NODE_TOTAL": "4", "JOB_COMPLETION_INDEX": "2"],
      words: "GitLab says that this is shard 2/4, and Kubernetes that it is 3/4"),
  ])
  private func `a text and what a build server says name one`(example: Case) throws {
    do throws(ShardError) {
      let shard = try Shard(example.text, environment: example.variables)
      #expect([shard.number, shard.count] == example.shard)
    } catch {
      #expect(example.shard == nil)
      #expect(error.description.contains(example.words), "\(error)")
    }
  }

  @Test
  func `Bazel is told that shards are known`() throws {
    let scratch = try Scratch()
    let file = scratch.path + "/status"
    let variables = [
      "TEST_SHARD_INDEX": "1", "TEST_TOTAL_SHARDS": "2", "TEST_SHARD_STATUS_FILE": file,
    ]
    _ = try Shard("auto", environment: variables)
    #expect(scratch.files() == ["status"])
  }

  @Test
  func `durations are those of a run file`() throws {
    let scratch = try Scratch()
    try scratch.file(
      "run.json",
      """
      {"sessions": [{"id": "a", "measurements": {"real ns": 7}}, {"id": "b", "measurements": null},
        {"id": "c"}, {"id": "d", "measurements": {"real ns": 9007199254740992}}]}
      """)
    let durations = try RecordedDurations.read(scratch.path + "/run.json")
    #expect(durations == ["a": 7, "d": 3_600_000_000_000])
    try scratch.file("cut.json", "{\"sessions\": [")
    for (name, cause) in [("cut.json", ErrorCause.faultyInput), ("no", .missingInput)] {
      #expect { _ = try RecordedDurations.read(scratch.path + "/" + name) } throws: {
        ($0 as? SessionsError)?.cause == cause
      }
    }
  }
}
