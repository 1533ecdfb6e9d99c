internal import Formatting
internal import Metrics

extension FactsDifference.Value {
  /// Part, name and both values: `step 4 (line 12): views created 3 -> 4`.
  public var words: String {
    let texts = texts
    if key == "presence" { return "\(part) is \(texts.new)" }
    if key == "mark" { return "mark \(texts.old) is renamed \(texts.new)" }
    return (part.isEmpty ? "" : "\(part): ") + "\(name) \(texts.old) -> \(texts.new)"
  }

  /// The name of what differs: a metric's own, and any other key without the unit of its number.
  package var name: String { FactReading(ofKey: key).name }

  /// The old and the new value as reports write them.
  package var texts: (old: String, new: String) { (shown.old, shown.new) }

  /// How far the number of a metric moved, with its sign: `+3`, `-1.2 ms`, `+4.5 percentage
  /// points`; empty for any other value, and for a share that has other parts alone.
  package var difference: String { shown.difference }

  /// Both values and the difference, with as many digits as tell all three, and the same of each.
  private var shown: (old: String, new: String, difference: String) {
    let reading = FactReading(ofKey: key)
    func text(_ value: String?, _ precision: FactReading.Precision) -> String {
      // What is zero by nature is left out of the files.
      let value = value ?? (FactsFile.zeroKeys.contains(key) ? "0" : nil)
      return value.map { reading.text(of: $0, precision) } ?? "nothing"
    }
    var shown = (old: "", new: "", difference: "")
    for precision in FactReading.Precision.all {
      shown = (text(old, precision), text(new, precision), difference(precision))
      let isTold = shown.difference.isEmpty || shown.difference.contains { "1"..."9" ~= $0 }
      if isTold, shown.old != shown.new { break }
    }
    return shown
  }

  private func difference(_ precision: FactReading.Precision) -> String {
    guard let metric = FactsFile.metrics[key], let numbers, numbers.now != numbers.before else {
      return ""
    }
    let unit = metric.definition.unit.definition
    let moved = Double((numbers.now - numbers.before).magnitude) / Double(numbers.whole)
    let value = MetricText.value(moved, in: unit)
    let text =
      switch precision {
      case .rounded(let places): MetricText.short(value, in: unit, places: places)
      case .exact, .parts: MetricText.exact(value, in: unit)
      }
    return (numbers.now < numbers.before ? "-" : "+")
      + (unit.isShare ? text.replacing("%", with: "percentage points") : text)
  }
}

/// How people read a key of a facts file, and the values that stand behind it.
private struct FactReading {
  /// How many digits of a number are written.
  enum Precision {
    /// Some decimals; a table has one.
    case rounded(places: Int)
    /// All of them.
    case exact
    /// All of both parts of a share.
    case parts

    /// The precisions to try, the fewest digits first.
    static let all = (1...6).map { rounded(places: $0) } + [exact, parts]
  }

  /// The name without the unit of its number in the file; empty for a unit alone.
  let name: String
  /// The metric, or one whose numbers are of the same unit; nil for a number of things.
  private let metric: Metric?

  /// Reads a key.
  init(ofKey key: String) {
    if let metric = FactsFile.metrics[key] {
      (name, self.metric) = (metric.name, metric)
    } else if let unit = FactReading.units.first(where: { " \(key)".hasSuffix(" \($0.word)") }) {
      (name, metric) = (String(key.dropLast(unit.word.count + 1)), unit.metric)
    } else {
      (name, metric) = (key, nil)
    }
  }

  /// The units that stand behind keys which are no metrics.
  private static let units: [(word: String, metric: Metric)] = [
    ("ns", .simulatedTime), ("micropoints", .calloutOverflowMaximum),
  ]

  /// A value of the file as a text; of an object each member with its name.
  func text(of value: String, _ precision: Precision) -> String {
    let members = FactsText.members(ofLine: value[...])
    if let number = number(value, members) { return text(of: number, precision) }
    guard !members.isEmpty else { return value }
    return members.map { member in
      let reading = FactReading(ofKey: member.key)
      // Objects of objects have none below them; whatever stands there is shown as it is.
      let text =
        reading.number(member.value, []).map { reading.text(of: $0, precision) } ?? member.value
      return reading.name.isEmpty ? text : "\(reading.name) \(text)"
    }.joined(separator: ", ")
  }

  /// A number, or a share by its members; nil for any other text.
  private func number(
    _ text: String, _ members: [(key: String, value: String)]
  ) -> MetricValue? {
    if members.map(\.key) == ["of", "part"], let whole = Int64(members[0].value),
      let part = Int64(members[1].value)
    {
      return .share(part: part, of: whole)
    }
    return Int64(text).map { (metric?.definition.unit.definition.measure ?? .count).value(of: $0) }
  }

  /// A number in its unit; a share of what is no metric by its parts.
  private func text(of number: MetricValue, _ precision: Precision) -> String {
    if case .share(let part, let whole) = number, metric == nil {
      return "\(count(part)) of \(count(whole))"
    }
    let metric = metric ?? .frames
    switch (precision, number) {
    case (.rounded(let places), _): return MetricText.bare(number, of: metric, places: places)
    case (.parts, .share(let part, let whole)): return "\(count(part)) of \(count(whole))"
    case (.exact, _), (.parts, _): return MetricText.exact(number, of: metric)
    }
  }

  /// A part of a share, which is a time where the share is one of time or for each second.
  private func count(_ part: Int64) -> String {
    MetricText.part(part, of: metric ?? .frames)
  }
}
