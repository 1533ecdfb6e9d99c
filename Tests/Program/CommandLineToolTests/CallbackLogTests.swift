import Foundation
import Support
import Testing

/// The callbacks of a few sessions, line by line: what they hold is what a delegate is told.
@Suite("Logs of callbacks")
struct CallbackLogTests {
  /// Scenarios by the names of their files; one more is one line more.
  static let scenarios = [
    "Canaries/callbacks-without-end",
    "Canaries/callout-left-outside",
    "Canaries/callout-zooms",
    "Callouts/callout-accessories",
    "Callouts/deselect-and-reselect",
    "Gestures/drag-to-a-new-place",
    "Overlays/geofences-and-routes",
    "Clustering/native-clusters-while-data-changes",
    "Callouts/opened-by-the-app",
    "Views/user-location",
  ]

  private static let folder = Program.repository
    .appending(path: "Tests/Program/CommandLineToolTests/Fixtures/Logs")

  private static func log(of scenario: String) throws -> String {
    let scratch = try Scratch()
    let ending = try Program.debug.run([
      "run", "Scenarios/\(scenario).yaml", "--log", "--facts", "\(scratch.path)/facts", "--out",
      "\(scratch.path)/out",
    ])
    #expect(ending.code == 0, "\(ending.complaints)")
    return ending.output
  }

  @Test(arguments: scenarios)
  func `are those that were written down`(scenario: String) throws {
    let name = scenario.split(separator: "/").last ?? ""
    let file = CallbackLogTests.folder.appending(path: "\(name).log")
    let found = try CallbackLogTests.log(of: scenario)
    let environment = ProcessInfo.processInfo.environment
    if environment["GOLDEN"] == "write", environment["CI"] == nil {
      try FileManager.default.createDirectory(
        at: CallbackLogTests.folder, withIntermediateDirectories: true)
      try Data(found.utf8).write(to: file)
    }
    let kept = try String(contentsOf: file, encoding: .utf8)
    let difference = zip(
      kept.split(separator: "\n", omittingEmptySubsequences: false),
      found.split(separator: "\n", omittingEmptySubsequences: false)
    ).first { $0 != $1 }
    #expect(
      kept == found,
      "GOLDEN=write swift test --filter CallbackLog; first: \(String(describing: difference))")
  }

  @Test
  func `stand alone on the standard output`() throws {
    let log = try CallbackLogTests.log(of: "Callouts/deselect-and-reselect")
    #expect(log.hasPrefix("# Callouts/deselect-and-reselect: "))
    #expect(log.hasSuffix("(end)\n\n"))
    for line in log.split(separator: "\n").dropFirst() where !line.hasPrefix("== ") {
      let time = line.drop { $0 == " " }.prefix { $0 != " " }
      #expect(Double(time) != nil, "\(line)")
      #expect(time.split(separator: ".").last?.count == 3, "\(line)")
    }
  }
}
