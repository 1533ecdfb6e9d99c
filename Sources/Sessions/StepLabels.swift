import Reporting
import Scenarios

/// Names the steps of a scenario by the lines that their author wrote.
struct StepLabels {
  /// One label for each step, by its id.
  let labels: [StepLabel]

  init(_ scenario: Scenario) {
    var labels: [StepLabel] = []
    visit(scenario.steps) { step, depth in
      labels.append(
        StepLabel(id: step.id, line: step.place.line, depth: depth, text: step.text))
    }
    self.labels = labels
  }
}
