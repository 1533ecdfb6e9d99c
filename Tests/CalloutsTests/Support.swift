import Conformance
import Testing

/// What is said of an adjustment is what the golden cases are judged by.
typealias Judge = AdjustmentJudge

/// Fails when two lists of numbers differ by more than a tolerance.
func expectClose(
  _ found: [Double], _ should: [Double], within tolerance: Double, _ what: String,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let same =
    found.count == should.count && zip(found, should).allSatisfy { abs($0 - $1) <= tolerance }
  #expect(same, "\(what): \(found) instead of \(should)", sourceLocation: sourceLocation)
}
