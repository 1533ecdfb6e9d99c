internal import Counts
internal import Foundation
public import Reporting
public import Scenarios
internal import Statistics
internal import Wire

/// The reason why the shard cannot be determined, with the remedy.
public struct ShardError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The mistake and the remedy, in a sentence.
  public let description: String
}

/// One of several machines that share the scenarios of a run.
///
/// The same number of the same count has the same scenarios on every machine, and every
/// file is in exactly one shard: only the files and their recorded durations decide. A file
/// stays whole, as its variants are compared with each other.
public struct Shard: Hashable, Sendable {
  /// The shard's number, from 1.
  public let number: Int
  /// The number of shards.
  public let count: Int

  /// The most machines of a run.
  public static let limit = ShardLine.limit

  /// Creates a shard; nil when the number or the count is out of range.
  public init?(number: Int, count: Int) {
    guard 1...Shard.limit ~= count, 1...count ~= number else { return nil }
    (self.number, self.count) = (number, count)
  }

  /// The variables by which a system tells a process its shard.
  private struct System {
    var name: String
    /// The variable with the number.
    var number: String
    /// The first number, or the variable with it.
    var first = 0
    var firstVariable: String?
    /// The variable with the count; nil where the system has none.
    var count: String?
  }

  /// The variable with a file that Bazel requires to be touched, which confirms that shards
  /// are supported.
  private static let statusFile = "TEST_SHARD_STATUS_FILE"

  private static let systems = [
    System(name: "GitLab", number: "CI_NODE_INDEX", first: 1, count: "CI_NODE_TOTAL"),
    System(name: "CircleCI", number: "CIRCLE_NODE_INDEX", count: "CIRCLE_NODE_TOTAL"),
    System(
      name: "Buildkite", number: "BUILDKITE_PARALLEL_JOB", count: "BUILDKITE_PARALLEL_JOB_COUNT"),
    System(name: "Bazel", number: "TEST_SHARD_INDEX", count: "TEST_TOTAL_SHARDS"),
    System(
      name: "Slurm", number: "SLURM_ARRAY_TASK_ID", firstVariable: "SLURM_ARRAY_TASK_MIN",
      count: "SLURM_ARRAY_TASK_COUNT"),
    System(name: "Kubernetes", number: "JOB_COMPLETION_INDEX"),
  ]

  /// The names of the systems whose variables are known.
  public static var systemNames: [String] { systems.map(\.name) }

  /// Creates the shard that a text means.
  ///
  /// The text is `2/4`, or `auto` for the values of the environment, or `auto/4` where the
  /// environment has the number alone.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - environment: The variables; nil for those of this process.
  /// - Throws: A ``ShardError`` when the text is invalid, or when the environment has no
  ///   values, impossible values, or two values that differ.
  public init(_ text: String, environment: [String: String]? = nil) throws(ShardError) {
    let environment = environment ?? ProcessInfo.processInfo.environment
    let words = text.split(separator: "/", omittingEmptySubsequences: false)
    guard words.first == "auto" else {
      guard words.count == 2, let number = Int(words[0]), let count = Int(words[1]),
        let shard = Shard(number: number, count: count)
      else {
        throw Shard.error(
          "'\(text)' is no shard",
          "--shard 2/4 is the second of four, --shard auto what the build server says")
      }
      self = shard
      return
    }
    let count = words.count == 2 ? Int(words[1]) : nil
    guard words.count == 1 || count != nil && words.count == 2 else {
      throw Shard.error("'\(text)' is no shard", "--shard auto/4 is one of four")
    }
    let systems = Shard.systems.filter { environment[$0.number] != nil }
    guard let system = systems.first else {
      if environment["GITHUB_ACTIONS"] == "true" {
        throw Shard.error(
          "GitHub Actions tells no job which part of its matrix it is",
          "give --shard ${{ matrix.part }}/${{ strategy.job-total }}, with part: [1, 2, 3, 4] in "
            + "the matrix")
      }
      throw Shard.error(
        "no build server says which shard this is",
        "--shard auto knows \(Shard.systemNames.joined(separator: ", ")); else give --shard 2/4")
    }
    let shard = try Shard.shard(of: system, count: count, in: environment)
    // Where one runs in the other, each may have numbers of its own.
    for other in systems.dropFirst() {
      let told = other.count.flatMap { environment[$0] }
      let second = try Shard.shard(
        of: other, count: told == nil ? shard.count : count, in: environment)
      guard second == shard else {
        let (one, two) = ("\(shard.number)/\(shard.count)", "\(second.number)/\(second.count)")
        throw Shard.error(
          "\(system.name) says that this is shard \(one), and \(other.name) that it is \(two)",
          "give the one that is meant, as in --shard \(one)")
      }
    }
    self = shard
    if let path = environment[Shard.statusFile] {
      _ = FileManager.default.createFile(atPath: path, contents: nil)
    }
  }

  private static func shard(
    of system: System, count: Int?, in environment: [String: String]
  ) throws(ShardError) -> Shard {
    let told = system.count.flatMap { environment[$0] }
    guard let all = told.map({ Int($0) }) ?? count else {
      let variable = told == nil ? "says no count" : "has no number in \(system.count ?? "")"
      throw error("\(system.name) \(variable)", "--shard auto/4 says how many there are")
    }
    guard count == nil || count == all else {
      throw error(
        "\(system.name) says that there are \(all) shards, and not \(count ?? 0)", "--shard auto")
    }
    let first = system.firstVariable.map { Int(environment[$0] ?? "0") } ?? system.first
    guard let first, let index = environment[system.number].flatMap({ Int($0) }),
      case (let place, false) = index.subtractingReportingOverflow(first), place < all,
      let shard = Shard(number: place + 1, count: all)
    else {
      throw error(
        "\(system.name) says that this is number \(environment[system.number] ?? "") of \(all)",
        "number from \(system.first) on, without gaps")
    }
    return shard
  }

  private static func error(_ words: String, _ help: String) -> ShardError {
    ShardError(description: "\(words): \(help)")
  }

  /// Returns the scenarios of this shard, in their order.
  ///
  /// The longest file goes to the shard with the least total so far, then the next longest. A
  /// file without a duration counts as the median of the others.
  ///
  /// - Parameters:
  ///   - scenarios: All scenarios of the run.
  ///   - durations: How long sessions take, by their ids, in any unit.
  /// - Returns: The scenarios of this shard; of all shards together each exactly once.
  /// - Complexity: O(files · (log files + shards)).
  public func scenarios(of scenarios: [Scenario], durations: [String: Int64] = [:]) -> [Scenario] {
    var known: [String: Int64] = [:]
    for scenario in scenarios {
      if let duration = durations[scenario.id] { known[scenario.fileID, default: 0] += duration }
    }
    let sorted = known.values.sorted()
    let middle = sorted.isEmpty ? 1 : sorted[sorted.count / 2]
    let byLength = Set(scenarios.map(\.fileID)).map { (length: known[$0] ?? middle, file: $0) }
      .sorted { ($1.length, $0.file) < ($0.length, $1.file) }
    var loads = [Int64](repeating: 0, count: count)
    var own: Set<String> = []
    for (length, file) in byLength {
      let least = loads.indices.min { (loads[$0], $0) < (loads[$1], $1) } ?? 0
      loads[least] += max(length, 1)
      if least == number - 1 { own.insert(file) }
    }
    return scenarios.filter { own.contains($0.fileID) }
  }

  /// Returns the entry of the shard in a run file.
  ///
  /// - Parameters:
  ///   - scenarios: All scenarios of the run.
  ///   - changes: The settings that replace those of their files, such as `seed 7`.
  /// - Returns: Its number, and a digest of the sessions that all shards play together.
  public func line(of scenarios: [Scenario], changes: [String] = []) -> ShardLine {
    var digest = Fingerprint.Digest()
    for change in changes { digest.add("\(change)\n".utf8) }
    for scenario in scenarios.sorted(by: { $0.id < $1.id }) {
      digest.add("\(scenario.id) \(scenario.playedDigest)\n".utf8)
    }
    return ShardLine(
      number: number, count: count, sessions: scenarios.count, digest: digest.text)
  }
}

/// How long sessions took in an earlier run.
public enum RecordedDurations {
  /// The real time of each session that a run file has one of, in nanoseconds, by its id.
  ///
  /// - Throws: A ``SessionsError`` when the file is missing or no run file.
  public static func read(_ path: String) throws(SessionsError) -> [String: Int64] {
    let text = try RunFile.text(at: path)
    // An hour is longer than any session takes; sums stay numbers.
    let hour: Int64 = 3_600_000_000_000
    do {
      return try text.read { root in
        var durations: [String: Int64] = [:]
        // All versions have this much, and an earlier run may be of another one.
        for session in try root.member("sessions")?.elements.map({ $0 }) ?? [] {
          guard let id = try session.member("id")?.string,
            let measured = try session.member("measurements"), measured.kind == .object
          else { continue }
          durations[id] = try measured.member("real ns").map { min(max(try $0.whole(), 0), hour) }
        }
        return durations
      }
    } catch {
      throw SessionsError(RunFileError(error, in: text.bytes, named: path))
    }
  }
}
