import Reporting
import ScenarioFiles
import Scenarios

/// Names the steps of a scenario by the lines that their author wrote.
struct StepLabels {
  /// One label for each step, by its id.
  let labels: [StepLabel]

  init(_ scenario: Scenario) {
    let bytes = DiskFiles().bytes(at: scenario.file) ?? []
    let lines = String(decoding: bytes, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)
    var labels: [StepLabel] = []
    visit(scenario.steps) { step, depth in
      let line = step.place.line
      let text = lines.indices.contains(line - 1) ? StepLabels.trimmed(lines[line - 1]) : ""
      labels.append(StepLabel(id: step.id, line: line, depth: depth, text: text))
    }
    self.labels = labels
  }

  /// A line without its indentation and the dash of the list.
  private static func trimmed(_ line: Substring) -> String {
    var text = line
    while let first = text.first, first == " " || first == "-" || first == "\t" {
      text = text.dropFirst()
    }
    while let last = text.last, last.isWhitespace { text = text.dropLast() }
    return String(text)
  }
}
