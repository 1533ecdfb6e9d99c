internal import MapConfiguration
internal import MapEvents
package import Measures
package import Metrics
internal import Reporting
package import Scenarios

/// The expectations of a scenario, bound to the steps and the session that they judge.
extension Scenario {
  /// Expectations judged when a step is over, by the step's id.
  var stepExpectations: [[BoundExpectation]] {
    var bound = Array(repeating: [BoundExpectation](), count: stepCount)
    steps.visit { step, _ in
      guard case .expect(let expectations, let since) = step.action else { return }
      bound[step.id] = expectations.map {
        self.bound($0, since: BoundExpectation.Since(since))
      }
    }
    return bound
  }

  /// Expectations judged at the end of the session, the implicit ones too.
  var finalExpectations: [BoundExpectation] {
    expectations.map { bound($0, since: .start) } + impliedExpectations
  }

  private var allExpectations: [BoundExpectation] {
    Array(stepExpectations.joined()) + finalExpectations
  }

  /// The written expectations that are judged, each once: their subjects and places.
  package var writtenExpectations: [(subject: ExpectedMetric, rule: WrittenRule)] {
    var known: Set<String> = []
    return allExpectations.filter { !$0.isImplied && !$0.isReference }
      .map { ($0.expectation.subject, $0.written) }
      .filter { known.insert($1.key(of: $0)).inserted }
  }

  /// The number of verdicts in a study of assumptions: each written expectation, those by default
  /// as one; for a canary one, that it is caught.
  package var studiedVerdictCount: Int {
    mustFailNames.isEmpty ? writtenExpectations.count + 1 : 1
  }

  /// The names of the variants with which expectations compare their values.
  package var comparedVariants: Set<String> {
    Set(allExpectations.compactMap(\.expectation.comparedVariant))
  }

  /// An expectation of the scenario as a recorder judges it.
  ///
  /// - Parameters:
  ///   - placed: The expectation.
  ///   - since: The beginning of the range that it counts, where it has no interval.
  /// - Returns: The expectation with its layer by name.
  package func bound(
    _ placed: PlacedExpectation, since: BoundExpectation.Since
  ) -> BoundExpectation {
    var bound = BoundExpectation(
      expectation: placed.expectation, written: placed.written,
      since: placed.interval.map { .interval($0) } ?? since,
      layer: placed.layer.map { NamedLayer(id: LayerID($0), name: layers[$0].name) })
    (bound.isReference, bound.promise) = (placed.isReference, placed.promise)
    return bound
  }

  /// The plan of each step, by its id.
  package var stepPlans: [StepPlan] {
    var plans = Array(repeating: StepPlan(), count: stepCount)
    steps.visit { step, _ in
      if case .download(let download) = step.action {
        plans[step.id].batchCount = download.batchCount
      }
      plans[step.id].mayDoNothing = step.mayDoNothing
      plans[step.id].settles = step.action.waitsForRest
    }
    return plans
  }

  /// The metrics of `expect` steps, with the steps that they count.
  private var saidOfSteps: [(metrics: Set<Metric>, steps: Range<Int>)] {
    var said: [(metrics: Set<Metric>, steps: Range<Int>)] = []
    var (lastMark, marks) = (0, [String: Int]())
    steps.visit { step, _ in
      if case .mark(let name) = step.action { (lastMark, marks[name]) = (step.id, step.id) }
      guard case .expect(let expectations, let since) = step.action else { return }
      let first =
        switch since {
        case .start: 0
        case .lastMark: lastMark
        case .mark(let name): marks[name] ?? step.id
        }
      let metrics = Set(expectations.filter(\.isOfAll).map(\.expectation.metric))
      said.append((metrics, first..<max(first, step.id)))
    }
    return said
  }

  /// The expectations that apply by default.
  ///
  /// An expectation of the scenario on the same metric replaces them. An `expect` step replaces
  /// those of the steps that it counts, and those of `select and zoom`, which count the session.
  package var impliedExpectations: [BoundExpectation] {
    let said = Set(expectations.filter(\.isOfAll).map(\.expectation.metric))
    let saidOfSteps = saidOfSteps
    var implied: [BoundExpectation] = []
    var isSaidOfSession = false
    steps.visit { step, _ in
      implied += StepTraits.zerosOfEveryStep.map { BoundExpectation($0, impliedBy: step) }
      let traits = step.action.traits
      guard !traits.waitsForSession || !isSaidOfSession else { return }
      isSaidOfSession = isSaidOfSession || traits.waitsForSession
      implied += traits.zeros.map {
        BoundExpectation($0, impliedBy: step, isOfSession: traits.waitsForSession)
      }
      if map.gestures != .all, traits.isGesture {
        implied.append(BoundExpectation(.stepsWithoutEffect, impliedBy: step))
      }
    }
    return implied.filter { bound in
      let metric = bound.expectation.metric
      return !said.contains(metric)
        && !saidOfSteps.contains { said in
          said.metrics.contains(metric)
            && bound.step.map(said.steps.contains) ?? true
        }
    }
  }

  /// The outcomes of expectations on real times.
  func realVerdicts(_ measurements: Measurements?) -> [RealVerdict] {
    realExpectations.map { placed in
      RealVerdict(
        expectation: placed.rule, written: placed.written,
        nanoseconds: measurements?.nanoseconds(of: placed.rule.time))
    }
  }

  /// The outcomes of the budgets of allocations.
  func budgetVerdicts(_ record: AllocationRecord) -> [BudgetVerdict] {
    allocationBudgets.map { placed in
      BudgetVerdict(budget: placed.rule, written: placed.written, record: record)
    }
  }

  /// The steps by the lines that their author wrote, in the order of the file.
  var stepLabels: [StepLabel] {
    var labels: [StepLabel] = []
    steps.visit { step, depth in
      labels.append(
        StepLabel(
          id: step.id, line: step.place.line, file: step.place.file, depth: depth, text: step.text,
          verb: step.action.verb))
    }
    return labels
  }
}

extension Step.Action {
  /// Whether it waits until the map has settled or, at least, no region change runs.
  fileprivate var waitsForRest: Bool {
    if case .waitUntil(let occurrence, atMost: _) = self {
      return occurrence.conditions.contains { $0.quantity == .regionChanges }
    }
    if case .waitUntilSettled = self { return true }
    return false
  }
}

extension PlacedExpectation {
  /// Whether it is judged and counts everything, so that it takes the place of an implicit
  /// one.
  fileprivate var isOfAll: Bool { interval == nil && layer == nil && !isReference }
}

extension BoundExpectation.Since {
  init(_ since: Step.Since) {
    switch since {
    case .start: self = .start
    case .lastMark: self = .lastMark
    case .mark(let name): self = .mark(name)
    }
  }
}

extension BoundExpectation {
  /// An expectation that a metric stays at zero, implied by a step for itself or for the session.
  init(_ metric: Metric, impliedBy step: Step, isOfSession: Bool = false) {
    self.init(
      expectation: Expectation(metric: metric, rule: .exactly(.count(0)), isKeptByNothing: true),
      written: WrittenRule("exactly 0", at: step.place),
      since: .start, step: isOfSession ? nil : step.id, isImplied: true)
  }
}

extension WrittenRule {
  /// The place and the subject of an expectation, the same in all rounds of a step.
  package func key(of subject: ExpectedMetric) -> String {
    "\(file ?? ""):\(line):\(column) \(subject.name)"
  }
}
