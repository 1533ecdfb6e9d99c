/// An edge of a map rect.
public enum MapRectEdge: String, Hashable, Sendable, CaseIterable {
  case minX = "min x"
  case minY = "min y"
  /// The eastern edge of a rectangle with a positive width.
  case maxX = "max x"
  /// The southern edge of a rectangle with a positive height.
  case maxY = "max y"
}

extension MapRect {
  /// The part of the rectangle within a distance of one of its edges, and the rest, as
  /// `MKMapRectDivide`.
  ///
  /// The distance, in map points, is clamped to the extent, a negative one counting as zero. A
  /// distance that is not a number makes the fields that depend on it so. Null gives null twice.
  public func divide(
    at amount: Double, from edge: MapRectEdge
  ) -> (slice: MapRect, remainder: MapRect) {
    guard isNull == false else { return (.null, .null) }
    var (slice, rest) = (self, self)
    switch edge {
    case .minX, .maxX:
      let taken = MapRect.amount(amount, of: width)
      slice.size.width = taken
      rest.size.width = width - taken
      if edge == .minX { rest.origin.x = minX + taken } else { slice.origin.x = maxX - taken }
    case .minY, .maxY:
      let taken = MapRect.amount(amount, of: height)
      slice.size.height = taken
      rest.size.height = height - taken
      if edge == .minY { rest.origin.y = minY + taken } else { slice.origin.y = maxY - taken }
    }
    return (slice, rest)
  }

  private static func amount(_ amount: Double, of extent: Double) -> Double {
    amount.isNaN ? amount : max(0, min(amount, extent))
  }
}
