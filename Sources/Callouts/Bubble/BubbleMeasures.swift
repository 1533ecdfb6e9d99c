/// The lengths of the published full-width bubble, in points.
///
/// Source: "Asynchrony", custom callouts part 1. The height above the parent is missing in the
/// text; copies of its code have 2.
enum BubbleMeasures {
  /// Width of the line around the bubble; half of it lies outside the outline.
  static let stroke = 1.0
  static let radius = 7.0
  /// Room on the left and on the right of the line, for the shadow.
  static let sideInset = 7.0
  static let tipHalfBase = 15.0
  /// How far the tip reaches below the bubble.
  static let tipHeight = 15.0
  /// Room at the bottom of the view, for the shadow.
  static let bottomShadow = 6.0
  /// What the bubble is higher than its content.
  static let contentHeightBuffer = 8.0
  /// Distance between the bubble's view and the parent.
  static let heightAboveParent = 2.0
  /// The content lies this far from the left and the right edge of the view.
  static let contentSideInset = 10.0
  /// The content lies this far from the top of the view.
  static let contentTopInset = 3.0

  /// How far below the drawn tip the point lies about which the bubble grows.
  static let fixedPointBelowTip = 1.5

  /// The least width of a map over which a bubble has room for its corners.
  static let narrowestMap = 2 * (sideInset + radius) + stroke

  /// Height of the view that draws a bubble with so much content.
  static func viewHeight(contentHeight: Double, offsetDown: Double) -> Double {
    let height = contentHeight + contentHeightBuffer + bottomShadow - offsetDown
    precondition(contentHeight >= 0, "the content is \(contentHeight) pt high")
    precondition(
      height > 0,
      "an offset of \(offsetDown) pt leaves no height for \(contentHeight) pt of content")
    return height
  }

  /// How far below the top of its view the tip ends: independent of the offset from the parent,
  /// since the offset makes view and room below the bubble higher alike.
  static func tipDepth(contentHeight: Double) -> Double {
    stroke / 2 + bubbleHeight(contentHeight: contentHeight) + tipHeight
  }

  static func bubbleHeight(contentHeight: Double) -> Double {
    contentHeight + contentHeightBuffer - stroke - heightAboveParent
  }
}
