internal import Formatting

/// Drawings that are defined once and used by many snapshots of a page, which has thousands of
/// equal annotation views.
package final class SVGDefinitions {
  /// The elements for one `defs` of the page.
  package private(set) var text = ""
  private var symbols: [String: Int] = [:]
  private var grounds: [String: Int] = [:]

  /// Makes definitions of nothing yet.
  package init() {}

  /// A drawing around the origin, at a place that is rounded to the tenth of a point.
  func use(_ drawing: String, x: Double, y: Double, attributes: String = "") -> String {
    let number = symbols[drawing] ?? symbols.count
    if number == symbols.count {
      symbols[drawing] = number
      text += "<g id=\"s\(number)\">\(drawing)</g>\n"
    }
    return "<use href=\"#s\(number)\"\(attributes)\(place("x", x))\(place("y", y))/>"
  }

  /// A drawing that other snapshots may repeat in place.
  func share(_ drawing: String) -> String {
    if let number = grounds[drawing] { return "<use href=\"#g\(number)\"/>" }
    grounds[drawing] = grounds.count
    return "<g id=\"g\(grounds.count - 1)\">\(drawing)</g>"
  }

  private func place(_ name: String, _ value: Double) -> String {
    let number = NumberFormat.tenths(value)
    return number == "0" ? "" : " \(name)=\"\(number)\""
  }
}
