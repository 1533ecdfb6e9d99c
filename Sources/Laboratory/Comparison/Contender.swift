public import Counts
internal import Formatting
internal import Foundation
internal import Instruments
public import Measuring
internal import Statistics

/// One of the two that are compared: a program, and the folder in which it finds its scenarios.
public struct Contender: Hashable, Sendable {
  /// The name in sentences: BASE, HEAD or a commit.
  public var name: String
  /// The text that the user typed.
  public var label: String
  /// The executable file.
  public var program: String
  /// The folder in which it runs.
  public var folder: String
  /// The exported scenarios of a revision that this program plays; nil for a built program.
  var export: Export?
  /// Whether this program plays the scenarios of a revision.
  public var isOfScenarios: Bool { export != nil }
  /// The meters that it has besides playing scenarios; empty for an older revision.
  public var abilities: Set<Ability> = []
  /// The version of its counting; nil for an older revision.
  public var counting: Int?
  /// The properties of the build and the machine that the program reports.
  public var fingerprint = Fingerprint([:])
  /// Further arguments for its `sample`, to test that their effect is found.
  public var sampleOptions: [String] = []
  /// Further arguments for its `run`, to test that their effect is found.
  public var runOptions: [String] = []
  /// The seconds in which it has to identify itself; a busy machine takes some for that
  /// alone.
  public var greetingLimit = 30

  /// The exported files of a revision.
  struct Export: Hashable, Sendable {
    /// The repository.
    let repository: String
    /// The folder with the exported files.
    let root: String
  }

  /// A meter that a program can have.
  public enum Ability: String, Hashable, Sendable, CaseIterable {
    /// `sample --meter regions`: shows steps and phases to callgrind.
    case regions
    /// `sample --meter counter`: instructions by the processor.
    case counter
    /// `sample --meter allocations`: the allocations, as a line of JSON.
    case allocations
    /// `sample --meter times`: real times as a line of JSON.
    case times
  }

  /// The whole environment of measured programs.
  ///
  /// A variable that could make the two differ is the same for both, or absent. The path of
  /// programs is for the tools that they start.
  static let environment = [
    "LC_ALL=C", ChildProcess.pathOfTools, "SWIFT_DETERMINISTIC_HASHING=1",
  ]

  /// The program with arguments, ready to start.
  func program(_ arguments: [String]) -> ChildProcess.Program {
    var program = ChildProcess.Program(
      path: self.program, arguments: arguments, environment: Contender.environment)
    program.folder = folder
    return program
  }

  /// Runs the program to its end, or for some seconds.
  func run(
    _ arguments: [String], seconds: Int? = nil
  ) throws(ComparisonError) -> ChildProcess.Result {
    let program = program(arguments)
    let result = seconds.map { ChildProcess.run(program, seconds: $0) } ?? ChildProcess.run(program)
    guard let result else {
      throw ComparisonError(
        .cannotWrite, "the system gives no process for \(name)", help: "end other programs")
    }
    return result
  }
}

/// The version of an answer, which is in answers of all versions.
private struct AnswerVersion: Decodable { var format: Int }

/// The identification of a program.
///
/// It lets a comparison reject a foreign program before it trusts its answers.
public struct Greeting: AnswerLine, Codable, Hashable, Sendable {
  /// The version of the answers of `sample`.
  public static let format = 1

  /// The version of the answers of `sample`.
  public var format = Greeting.format
  /// The program's name.
  public var program = "mapreplay"
  /// The names of the meters of `sample`.
  public var meters: [String]
  /// The build and the machine, which decide whether counts and times can be compared.
  public var fingerprint: Fingerprint? = .here
  /// The version of the counting; since 2, sessions are counted in their second replay, on
  /// level ground.
  public var counting: Int? = 2

  /// Creates the greeting of this program with the names of its meters.
  public init(meters: [String]) { self.meters = meters }
}

extension Contender {
  /// The first words of the help of every revision.
  private static let helpWords = "Replays scripted map sessions against a simulated map view."

  /// Asks the program to identify itself.
  ///
  /// - Throws: A sentence when it is not a mapreplay, or its answer has another format.
  mutating func greet() throws(ComparisonError) {
    let said = try run(["sample", "--handshake"], seconds: greetingLimit)
    if said.isSuccess, said.output.hasPrefix("{") {
      let greeting = try Contender.decode(Greeting.self, from: said.output, of: self)
      guard greeting.program == Greeting(meters: []).program else {
        throw notOurs("it is another program")
      }
      abilities = Set(greeting.meters.compactMap { Ability(rawValue: $0) })
      fingerprint = greeting.fingerprint ?? Fingerprint([:])
      counting = greeting.counting
      return
    }
    switch said.ending {
    case .exited(127): throw notOurs("it cannot be started")
    case .killed: throw notOurs("it does not answer")
    case .exited: break
    }
    // A revision from before the handshake refuses it at once, and can still be run.
    let help = try run(["--help"], seconds: greetingLimit)
    guard help.isSuccess, help.output.contains(Contender.helpWords) else {
      throw notOurs("it does not answer")
    }
  }

  /// The remedy for an input that a comparison does not take.
  private static let isTaken =
    "give the path of a built mapreplay, a revision of its repository, or two run files"

  private func notOurs(_ reason: String) -> ComparisonError {
    ComparisonError(
      .faultyInput, "\(name) '\(label)' is no mapreplay: \(reason)",
      help: Contender.isTaken)
  }

  /// Decodes a value from a line of JSON that a program answered.
  static func decode<Answer: Decodable>(
    _ type: Answer.Type, from text: String, of contender: Contender
  ) throws(ComparisonError) -> Answer {
    let data = Data(text.utf8)
    let who = "\(contender.name) '\(contender.label)'"
    guard let version = try? JSONDecoder().decode(AnswerVersion.self, from: data) else {
      throw ComparisonError(
        .faultyInput,
        "what \(who) answers cannot be read: it is cut off, or no JSON with a format",
        help: "run it again; if it stays so, build it again")
    }
    guard version.format == TimesSample.format else {
      throw ComparisonError(
        .faultyInput,
        "\(who) answers in format \(version.format), and this program reads \(TimesSample.format)",
        help: "compare with the mapreplay of the newer of the two")
    }
    guard let answer = try? JSONDecoder().decode(type, from: data) else {
      throw ComparisonError(
        .faultyInput, "what \(who) answers lacks a value, or has one of another kind",
        help: "compare with the mapreplay of the newer of the two")
    }
    return answer
  }
}

extension Contender {
  /// The log of scenarios that the program plays.
  ///
  /// - Throws: A sentence when it does not play them to their end.
  public func log(of scenarios: [String]) throws(ComparisonError) -> String {
    let scratch = try ScratchFolder.made()
    defer { scratch.remove() }
    let result = try run(["run"] + scenarios + ["--log", "--out", "\(scratch.path)/out"])
    // A broken expectation is none of a log's business.
    guard result.ending == .exited(0) || result.ending == .exited(1) else {
      throw ComparisonError(
        .faultyInput,
        "\(name) '\(label)' does not play the scenarios:" + result.complaints.lastLines(8))
    }
    return result.output
  }

  /// The differences of two fingerprints in words; a part that one of them lacks counts as
  /// equal.
  func differences(from base: Contender) -> [String] {
    let known = Fingerprint.Component.allCases.filter {
      fingerprint.values[$0] != nil && base.fingerprint.values[$0] != nil
    }
    return fingerprint.differences(from: base.fingerprint, in: known).map(\.words)
  }

  /// Creates the program at a path; nil when nothing is there, so that the text may be a
  /// revision.
  ///
  /// - Throws: A sentence when something is there that cannot be run.
  public init?(name: String, path: String, folder: String) throws(ComparisonError) {
    let place = path.hasPrefix("/") ? path : "\(folder)/\(path)"
    var isFolder: ObjCBool = false
    guard unsafe FileManager.default.fileExists(atPath: place, isDirectory: &isFolder) else {
      // A branch may have a slash inside its name, but does not begin like a path.
      guard !path.hasPrefix("/"), !path.hasPrefix(".") else {
        throw ComparisonError(
          .missingInput, "there is no program '\(path)'", help: "build it: make release")
      }
      return nil
    }
    guard !isFolder.boolValue else { return nil }
    guard FileManager.default.isExecutableFile(atPath: place) else {
      throw ComparisonError(
        .faultyInput, "'\(path)' is a file that cannot be run", help: Contender.isTaken)
    }
    self.init(name: name, label: path, program: place, folder: folder)
  }

  /// Returns the program at a path after it has identified itself as a mapreplay.
  ///
  /// - Parameters:
  ///   - name: The name in sentences.
  ///   - path: Its path.
  ///   - folder: The folder in which it runs.
  ///   - isTaken: The remedy when the path is no such program.
  /// - Returns: The program.
  /// - Throws: A sentence when there is no program, or another program.
  public static func greeted(
    name: String, path: String, folder: String,
    isTaken: String = "give the path of a built mapreplay"
  ) throws(ComparisonError) -> Contender {
    do throws(ComparisonError) {
      guard var contender = try Contender(name: name, path: path, folder: folder) else {
        throw ComparisonError(
          .missingInput, "there is no program '\(path)'", help: "build it: make release")
      }
      try contender.greet()
      return contender
    } catch {
      var error = error
      if error.help == Contender.isTaken { error.help = isTaken }
      throw error
    }
  }
}
