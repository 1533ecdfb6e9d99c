internal import Formatting
internal import Pages
internal import Reporting
internal import Wire

/// A chart of the page: what it shows, in numbers, which the page's script draws and lists.
struct PageChart {
  /// What the numbers are.
  enum Unit: String {
    case nanoseconds, count, bytes
    /// Parts of a thousand.
    case permille
  }

  /// How they are drawn.
  enum Kind: String {
    /// A bar at each place, of parts that stand on each other.
    case stacked
    /// A bar at each place, with smaller ones in it.
    case nested
    /// Lines over time that stay until the next place.
    case steps
    /// Bars over time, which are red beyond the limit.
    case peaks
  }

  /// The numbers of one name, one for each place; nil where there is none.
  struct Series {
    /// The class of its color.
    var kind: String
    var name: String
    var values: [Int64?]
  }

  /// The finding, as a sentence without a full stop.
  var title: String
  /// What is drawn, and in which order.
  var note: String
  var unit: Unit
  var kind: Kind
  var series: [Series]
  /// What the places are, for the table.
  var place: String
  /// The names of the places, or what they are made of: each list is empty or has one for each.
  var names: [String] = []
  /// Numbers of updates.
  var updates: [Int64] = []
  var layers: [String] = []
  /// Simulated times, in nanoseconds.
  var times: [Int64] = []
  /// When what is drawn over time ends, in nanoseconds.
  var end: Int64 = 0
  /// How long each place lasts at most, in nanoseconds; empty for as long as the next one.
  var lengths: [Int64] = []
  /// Ids of steps.
  var steps: [Int] = []
  /// The longest that a value may be, with its name.
  var limit: (name: String, value: Int64)?
  /// Lines between bars, before the place of a number, with their names.
  var marks: [(name: String, place: Int)] = []

  var context: PageTemplates.Context {
    var context: PageTemplates.Context = [
      "title": title, "note": note, "unit": unit.rawValue, "kind": kind.rawValue, "place": place,
      "series": JSON.array(
        series.map { series in
          .members([
            JSON.Member("kind", .string(series.kind)), JSON.Member("name", .string(series.name)),
            JSON.Member("values", .array(series.values.map { .int($0) })),
          ])
        }),
    ]
    if !names.isEmpty { context["names"] = names }
    if !layers.isEmpty { context["layers"] = layers }
    // Distances between times resemble each other, so that they are small when they are packed.
    let distances = zip(times, [0] + times).map { $0 &- $1 }
    for (name, numbers) in [
      ("updates", updates), ("distances", distances), ("steps", steps.map(Int64.init)),
      ("lengths", lengths),
    ] where !numbers.isEmpty {
      context[name] = JSON.array(numbers.map { .integer($0) })
    }
    if end > 0 { context["end"] = end }
    if let limit { context["limit"] = ["name": limit.name, "value": limit.value] as [String: Any] }
    if !marks.isEmpty {
      context["marks"] = marks.map { ["name": $0.name, "place": $0.place] as [String: Any] }
    }
    return context
  }
}
