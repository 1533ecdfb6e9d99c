import ArgumentParser
import Comparison
import Formatting
import Foundation

/// Finds the first revision at which a metric changes.
struct BisectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bisect",
    abstract: "Finds the first revision at which the value of a metric changes.",
    discussion: """
      Each revision is built in a work tree below \(RevisionBuilder.folder), which is kept, and \
      run once: facts and counts are exact. All revisions play the scenarios of this folder. \
      Revisions that do not build, or cannot play the scenarios, are skipped. In the repository of \
      an app, this program plays the scenarios of each revision, and nothing is kept.
      """)

  @Option(
    help: ArgumentHelp(
      "A metric of the facts, or one of these counts: "
        + "\(BisectedMetric.countedNames.joined(separator: ", "))."
    ),
    completion: .list(BisectedMetric.names))
  var metric: String

  @Argument(help: "A revision before the change.") var good: String

  @Argument(help: "A revision after the change, a descendant of GOOD.") var bad: String

  @Argument(
    help: "Scenario files or folders.",
    completion: .file(extensions: ["yaml"]))
  var scenarios: [String] = ["Scenarios"]

  @OptionGroup var builds: BuildOptions

  func validate() throws { _ = try knownMetric() }

  private func knownMetric() throws -> BisectedMetric {
    guard let metric = BisectedMetric(name: metric) else {
      throw ValidationError(
        "facts have no metric '\(metric)', and nothing counts it; it takes "
          + "\(BisectedMetric.countedNames.joined(separator: ", ")), or a metric of facts, which "
          + "mapreplay explain NAME tells of")
    }
    return metric
  }

  func run() throws {
    let metric = try knownMetric()
    let folder = FileManager.default.currentDirectoryPath
    let bisection = Bisection(
      builder: try builds.builder(), metric: metric,
      scenarios: scenarios, folder: folder)
    let ending = try bisection.run(good: good, bad: bad) { step in
      let verdict = step.isBad.map { $0 ? "bad " : "good" } ?? "skip"
      Terminal.write(
        Escape.line(
          "\(verdict)  \(step.revision.shortID)  \(metric.name) \(step.words)  "
            + "(\(step.revision.subject))") + "\n")
    }
    switch ending {
    case .found(let revision, let good, let bad):
      Terminal.write(
        Escape.line("first bad: \(revision.id) \(revision.subject)") + "\n"
          + Escape.line("  \(metric.name): \(good) before, \(bad) since") + "\n")
    case .unknown(let among):
      Terminal.write("the first bad revision is one of these, which were skipped:\n")
      for revision in among {
        Terminal.write(Escape.line("  \(revision.shortID) \(revision.subject)") + "\n")
      }
      try ExitStatus.broken.end()
    }
  }
}
