/// How far content moves that is pulled beyond its end, as a scroll view lets it:
/// f(x) = (1 - 1 / (x c / D + 1)) D.
///
/// The pull feels weaker with every point; even the longest one shows less than the extent. Pulls
/// in the other direction mirror it.
///
/// - Parameters:
///   - x: How far the finger went beyond the end, in points.
///   - extent: The extent D of the view in the direction of the pull, in points.
///   - c: The share of the pull that is followed at its beginning.
/// - Returns: Points beyond the end, with the sign of the pull.
/// - Precondition: The extent and the coefficient are positive.
public func rubberBand(
  distance x: Double, extent: Double, coefficient c: Double = 0.55
) -> Double {
  precondition(extent > 0 && c > 0, "a band of \(extent) points times \(c) cannot be stretched")
  let shown = (1 - 1 / (x.magnitude * c / extent + 1)) * extent
  return x < 0 ? -shown : shown
}

/// How far a finger went beyond an end that shows some points beyond it; the inverse of
/// ``rubberBand(distance:extent:coefficient:)``.
///
/// A gesture that takes hold of a stretched map needs it to go on without a jump.
///
/// - Parameters:
///   - shown: Points beyond the end; all pulls show less than the extent, so that much and more
///     come from an infinite one.
///   - extent: The extent of the view in the direction of the pull, in points.
///   - c: The share of the pull that is followed at its beginning.
/// - Returns: The pull in points, with the sign of what is shown.
/// - Precondition: The extent and the coefficient are positive.
public func rubberBandPull(
  shown: Double, extent: Double, coefficient c: Double = 0.55
) -> Double {
  precondition(extent > 0 && c > 0, "a band of \(extent) points times \(c) cannot be stretched")
  guard shown.isNaN == false else { return .nan }
  guard shown.magnitude < extent else { return shown < 0 ? -.infinity : .infinity }
  let pull = shown.magnitude / (extent - shown.magnitude) * (extent / c)
  return shown < 0 ? -pull : pull
}
