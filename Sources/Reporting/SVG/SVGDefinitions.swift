internal import Formatting

/// What the pictures of a page share, drawn once and used wherever it is needed again.
///
/// A page of all scenarios has thousands of annotation views that look the same, and many pictures
/// of the same map.
final class SVGDefinitions {
  /// The elements that pictures use, for one `defs` of the page.
  private(set) var definitions = ""
  private var symbols: [String: Int] = [:]
  private var grounds: [String: Int] = [:]

  /// A drawing around the origin, put at a place that is rounded to the tenth of a point.
  func use(_ drawing: String, x: Double, y: Double, attributes: String = "") -> String {
    let number = symbols[drawing] ?? symbols.count
    if number == symbols.count {
      symbols[drawing] = number
      definitions += "<g id=\"s\(number)\">\(drawing)</g>\n"
    }
    return "<use href=\"#s\(number)\"\(attributes)\(place("x", x))\(place("y", y))/>"
  }

  /// A drawing that may stand in another picture as it is.
  func share(_ drawing: String) -> String {
    if let number = grounds[drawing] { return "<use href=\"#g\(number)\"/>" }
    grounds[drawing] = grounds.count
    return "<g id=\"g\(grounds.count - 1)\">\(drawing)</g>"
  }

  private func place(_ name: String, _ value: Double) -> String {
    let text = NumberFormat.tenths(value)
    return text == "0" ? "" : " \(name)=\"\(text)\""
  }
}
