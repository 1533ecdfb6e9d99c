package import MapGeometry

extension DefaultStringInterpolation {
  /// A coordinate of a drawing, with at most two decimals.
  package mutating func appendInterpolation(px value: Double) {
    appendLiteral(NumberFormat.number(value))
  }

  /// A point of a drawing: x and y.
  package mutating func appendInterpolation(px point: ScreenPoint) {
    appendInterpolation("\(px: point.x) \(px: point.y)")
  }
}

/// Numbers for drawings.
package enum NumberFormat {
  /// A coordinate with at most two decimals, clamped to what can be drawn.
  package static func number(_ value: Double) -> String { decimal(value, places: 2) }
  /// A coordinate with at most one decimal.
  package static func tenths(_ value: Double) -> String { decimal(value, places: 1) }

  private static func decimal(_ value: Double, places: Int) -> String {
    guard value.isFinite else { return "0" }
    let scaled = max(-1e7, min(1e7, value)) * (places == 1 ? 10 : 100)
    return MetricText.decimal(Int64(scaled.rounded(.toNearestOrAwayFromZero)), places: places)
  }

  /// A share in percent for a style, between 0 and 100.
  package static func percent(_ part: Int64, of whole: Int64) -> String {
    guard whole > 0 else { return "0" }
    return number(min(100, max(0, Double(part) / Double(whole) * 100)))
  }

  /// A rectangle of a class.
  package static func rect(_ rect: ScreenRect, class name: String, radius: Double = 0) -> String {
    let corner = radius > 0 ? " rx=\"\(number(radius))\"" : ""
    return "<rect class=\"\(name)\" x=\"\(px: rect.minX)\" y=\"\(px: rect.minY)\" "
      + "width=\"\(px: rect.width)\" height=\"\(px: rect.height)\"\(corner)/>"
  }

  /// A number of points in at most four characters: `999`, `1.2k`, `12k`, `3.4M`.
  package static func abbreviated(_ count: Int32) -> String {
    let number = Int64(count)
    let (unit, letter): (Int64, String) = number < 1_000_000 ? (1_000, "k") : (1_000_000, "M")
    guard number >= 1_000 else { return String(number) }
    guard number < unit * 10 else { return "\(number / unit)\(letter)" }
    return MetricText.decimal(number / (unit / 10), places: 1) + letter
  }
}
