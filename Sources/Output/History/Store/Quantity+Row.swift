internal import GRDB
internal import Metrics

extension Quantity {
  /// The quantity of a row with the columns class, name and unit; nil where a newer version of the
  /// program wrote a class or a unit that this one does not know.
  init?(_ row: Row) {
    guard let kind = Class(rawValue: row["class"]), let unit = MetricUnit(rawValue: row["unit"])
    else { return nil }
    self.init(kind, row["name"], unit: unit)
  }
}
