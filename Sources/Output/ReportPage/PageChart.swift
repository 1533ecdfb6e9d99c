internal import Formatting
internal import Pages
internal import Reporting
internal import Wire

/// A chart of the page: its numbers, which the page's script draws and lists.
struct PageChart {
  /// The unit of the numbers.
  enum Unit: String {
    case nanoseconds, count, bytes
    /// Parts of a thousand.
    case permille
  }

  /// The kinds of drawings.
  enum Kind: String {
    /// A bar at each place, of stacked parts.
    case stacked
    /// A bar at each place, with smaller bars inside.
    case nested
    /// Lines over time that keep their value until the next place.
    case steps
    /// Bars over time, red above the limit.
    case peaks
  }

  /// The numbers of one name, one for each place; nil where there is none.
  struct Series {
    /// The CSS class of its color.
    var kind: String
    var name: String
    var values: [Int64?]
  }

  /// The finding, as a sentence without a full stop.
  var title: String
  /// The note on the drawn values and their order.
  var note: String
  var unit: Unit
  var kind: Kind
  var series: [Series]
  /// The name of the places, for the table.
  var place: String
  /// The names of the places, or the numbers from which the names are built.
  ///
  /// Each list is empty or has an element for each place.
  var names: [String] = []
  /// Numbers of updates.
  var updates: [Int64] = []
  var layers: [String] = []
  /// Simulated times, in nanoseconds.
  var times: [Int64] = []
  /// The end of the time axis, in nanoseconds.
  var end: Int64 = 0
  /// The longest duration of each place, in nanoseconds; empty when each lasts until the next
  /// one.
  var lengths: [Int64] = []
  /// Ids of steps.
  var steps: [Int] = []
  /// The largest allowed value, with its name.
  var limit: (name: String, value: Int64)?
  /// Named lines between bars, each before the place with its number.
  var marks: [(name: String, place: Int)] = []

  /// The ticks of the axis of values, from 0 on, with room for each bar and for the limit.
  var ticks: [Double] {
    let heights = (series.first?.values.indices ?? 0..<0).map { place in
      let values = series.map { Double($0.values[place] ?? 0) }
      return kind == .stacked ? values.reduce(0, +) : values.max() ?? 0
    }
    let most = unit == .permille ? 1_000 : max(1, heights.max() ?? 0, Double(limit?.value ?? 0))
    return Axis(from: 0, to: most, isWhole: true).ticks
  }

  var context: PageTemplates.Context {
    var context: PageTemplates.Context = [
      "title": title, "note": note, "unit": unit.rawValue, "kind": kind.rawValue, "place": place,
      "ticks": JSON.array(ticks.map { Int64(exactly: $0).map(JSON.integer) ?? .number($0) }),
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
