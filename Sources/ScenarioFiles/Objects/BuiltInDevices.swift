/// The device profiles that ship with the program, written as files of `Devices/` are.
///
/// Every cost is an assumption, not a measurement of a product.
enum BuiltInDevices {
  /// The text of the profile with a name; nil when none is built in.
  static func text(of name: String) -> String? {
    guard let row = rows.first(where: { $0.name == name }) else { return nil }
    return """
      device: \(row.name)
      frames per second: \(row.frames)
      view creation: \(row.views.creation)
      view reuse: \(row.views.reuse)
      view layout: \(row.views.layout)
      annotation change: \(row.annotations.change)
      annotation comparison: \(row.annotations.comparison)
      point visit: \(row.visits.point)
      node visit: \(row.visits.node)
      """
  }

  /// The names, sorted.
  static var names: [String] { rows.map(\.name) }

  private typealias Row = (
    name: String, frames: Int, views: (creation: String, reuse: String, layout: String),
    annotations: (change: String, comparison: String), visits: (point: String, node: String)
  )

  private static let rows: [Row] = [
    ("ipad-120hz", 120, ("400 us", "55 us", "3 us"), ("10 us", "2 us"), ("25 ns", "40 ns")),
    ("ipad-60hz", 60, ("800 us", "110 us", "5 us"), ("22 us", "4 us"), ("50 ns", "75 ns")),
    ("old-phone", 60, ("4 ms", "500 us", "30 us"), ("120 us", "15 us"), ("350 ns", "500 ns")),
    ("phone-120hz", 120, ("450 us", "60 us", "3 us"), ("12 us", "2 us"), ("30 ns", "45 ns")),
    ("phone-60hz", 60, ("900 us", "120 us", "6 us"), ("25 us", "4 us"), ("60 ns", "90 ns")),
  ]
}
