internal import Formatting
public import Metrics

/// The allocations of a session, or the reason why they are unknown.
public enum AllocationRecord: Codable, Hashable, Sendable {
  /// Counted in a replay.
  case counted(Allocations)
  /// The counts are unavailable, for this reason.
  ///
  /// That does not mean zero.
  case unavailable(String)

  /// The counts; nil when they are unavailable.
  public var counted: Allocations? {
    if case .counted(let allocations) = self { allocations } else { nil }
  }

  /// The reason why the counts are unavailable; nil when they are available.
  public var unavailable: String? {
    if case .unavailable(let reason) = self { reason } else { nil }
  }
}

/// The outcome of a budget of allocations, which fails the run.
public struct BudgetVerdict: Codable, Hashable, Sendable {
  /// The count and its rule.
  public var budget: AllocationBudget
  /// The rule as the author wrote it.
  public var written: WrittenRule
  /// The count; nil where nothing was counted.
  public var number: Int64?
  /// The reason why it could not be counted; nil when it was counted.
  public var unavailable: String?
  /// The first step that broke a budget of frames; nil for none.
  public var step: Int32?

  /// Makes a verdict of the counted allocations.
  public init(budget: AllocationBudget, written: WrittenRule, record: AllocationRecord?) {
    (self.budget, self.written) = (budget, written)
    number = record?.counted?.value(of: budget.count)
    unavailable = record == nil ? "it was not counted" : record?.unavailable
    if budget.count == .perSteadyFrame { step = record?.counted?.frames.firstStep }
  }

  /// Whether the number keeps the rule; nil when it could not be counted.
  public var outcome: Expectation.Outcome? {
    unavailable == nil ? budget.outcome(for: number) : nil
  }

  /// Whether it fails the session.
  package var isBroken: Bool { outcome.map { $0 != .kept } ?? false }

  /// The rule with its count: `allocations per steady frame: exactly 0`.
  package var rule: String { "\(budget.count.name): \(written.text)" }

  /// The count, or the reason why there is none.
  package var found: String {
    if let unavailable { return "unavailable (\(unavailable))" }
    guard let number else {
      return budget.count == .perSteadyFrame ? "there was no steady frame" : "nothing was counted"
    }
    guard budget.count.unit == .bytes else { return MetricText.count(number) }
    return MetricText.amount(number, AmountUnits.memory, inUnitOf: [written.text])
      ?? "\(MetricText.count(number)) bytes"
  }
}

extension SessionReport {
  /// The budgets that fail the session.
  package var brokenBudgets: [BudgetVerdict] { budgetVerdicts.filter(\.isBroken) }

  /// The counts that a canary must exceed, of those that can be counted.
  var exceedable: [AllocationCount] {
    mustExceed.filter { count in
      !budgetVerdicts.contains { $0.budget.count == count && $0.unavailable != nil }
    }
  }

  /// The names of the metrics and counts that a canary must fail.
  public var mustFailNames: [String] { mustFail.map(\.name) + exceedable.map(\.name) }

  /// A budget that was broken, in one sentence: `expected allocations: at most 40, but was 41`.
  package func complaint(of verdict: BudgetVerdict) -> String {
    "expected \(verdict.rule), \(finding(of: verdict))"
  }

  /// The count in place of the expected one: `but was 41, first in line 12 'add: ...'`.
  package func finding(of verdict: BudgetVerdict) -> String {
    let place = verdict.step.map { ", first in \(name(ofStep: Int($0)))" } ?? ""
    let verb = verdict.number == nil ? "" : "was "
    return "but \(verb)\(verdict.found)\(place)"
      + permission(of: verdict.budget.count.name, verdict.outcome)
  }
}

extension RunReport {
  /// The budgets of allocations that could not be judged, as lines:
  /// `a.yaml:9:3: not judged: allocations: at most 40: unavailable (...)`.
  package var unjudgedBudgets: [String] {
    sessions.flatMap { session in
      session.budgetVerdicts.filter { $0.unavailable != nil }.map { verdict in
        "\(verdict.written.place(in: session.file)): "
          + "\(session.variantPrefix)not judged: \(verdict.rule): \(verdict.found)"
      }
    }
  }
}
