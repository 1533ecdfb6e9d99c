internal import Formatting
internal import MapGeometry

/// What bars cover of the map.
extension MapPicture {
  /// From one line of the hatching to the next, in points.
  private static let hatchPoints = 9.0

  /// The bars, translucent and hatched over everything, so that what hides under them shows.
  var shade: String {
    let parts = covered.filter { $0.width > 0 && $0.height > 0 }
    guard !parts.isEmpty else { return "" }
    return "<g class=\"bar\"><title>a bar covers the map here</title>"
      + parts.map { Figure.rect($0, class: "cover") + "<path d=\"\(hatching(of: $0))\"/>" }
      .joined() + "</g>"
  }

  /// The rectangles along the edges of the view, none of them over another.
  private var covered: [ScreenRect] {
    func length(_ inset: Double, atMost whole: Double) -> Double {
      inset.isFinite ? min(max(inset, 0), whole) : 0
    }
    let top = length(bars.top, atMost: view.height)
    let bottom = length(bars.bottom, atMost: view.height - top)
    let left = length(bars.left, atMost: view.width)
    let right = length(bars.right, atMost: view.width - left)
    let rest = view.height - top - bottom
    return [
      ScreenRect(minX: view.minX, minY: view.minY, width: view.width, height: top),
      ScreenRect(minX: view.minX, minY: view.maxY - bottom, width: view.width, height: bottom),
      ScreenRect(minX: view.minX, minY: view.minY + top, width: left, height: rest),
      ScreenRect(minX: view.maxX - right, minY: view.minY + top, width: right, height: rest),
    ]
  }

  /// Slanted lines, cut off at the edges of a rectangle.
  ///
  /// A page that loads nothing names no paint server, so there is no pattern to refer to.
  private func hatching(of rect: ScreenRect) -> String {
    let number = Figure.number
    let step = MapPicture.hatchPoints * scale
    // Each line is x + y = sum.
    var sum = rect.minX + rect.minY + step / 2
    var path = ""
    while sum < rect.maxX + rect.maxY {
      let left = max(rect.minX, sum - rect.maxY)
      let right = min(rect.maxX, sum - rect.minY)
      path += "M\(number(left)) \(number(sum - left))L\(number(right)) \(number(sum - right))"
      sum += step
    }
    return path
  }
}
