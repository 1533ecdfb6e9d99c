import Callouts
import Conformance
import MapGeometry
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

extension CalloutStyle {
  /// What a bubble over a parent draws; nil for other styles.
  func bubbleShape(over parent: CalloutParent, in size: ScreenSize) -> BubbleShape? {
    guard case .bubble(let contentHeight, let offset) = self else { return nil }
    return BubbleShape(
      mapWidth: size.width, contentHeight: contentHeight,
      parentX: parent.frame.minX + offset.dx, offsetFromParent: offset)
  }
}
