/// The shift of content that is pulled beyond its end, as in a scroll view: f(x) = (1 - 1 / (x c /
/// D + 1)) D.
///
/// Even the longest pull shows less than the extent; pulls in the other direction mirror it.
///
/// - Parameters:
///   - x: How far the finger went beyond the end, in points.
///   - extent: The extent D of the view in the direction of the pull, in points.
///   - c: The share of the pull that is followed at its beginning.
/// - Returns: Points beyond the end, with the sign of the pull.
/// - Precondition: The extent and the coefficient are positive.
public func rubberBand(distance x: Double, extent: Double, coefficient c: Double = 0.55) -> Double {
  precondition(extent > 0 && c > 0, "a band of \(extent) points times \(c) cannot be stretched")
  let shown = (1 - 1 / (x.magnitude * c / extent + 1)) * extent
  return x < 0 ? -shown : shown
}
