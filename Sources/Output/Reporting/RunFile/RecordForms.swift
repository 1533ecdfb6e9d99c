package import MapEvents
package import MapGeometry
package import Measures
package import Metrics
package import Wire

// How values stand in a run file whose form does not follow from their declaration.

extension SimulatedTime: RecordForm {
  package static var recordUnit: String? { "ns" }
  package func write(to record: RecordEncoder) { record.write(whole: nanoseconds) }
  package init(of value: JSONValue) throws { self.init(nanoseconds: try value.whole()) }
}

extension WrittenRule: RecordForm {
  package static var isJoined: Bool { true }
  package func write(to record: RecordEncoder) throws { try record.members(of: self) }
  package init(of value: JSONValue) throws { self = try Record.fields(of: value) }
}

/// A few numbers of one unit, as a list.
private protocol NumbersForm: RecordForm {
  static var count: Int { get }
  var numbers: [Double] { get }
  init(numbers: [Double])
}

extension NumbersForm {
  package static var recordUnit: String? { "pt" }

  package func write(to record: RecordEncoder) {
    record.list {
      for number in numbers {
        record.element()
        record.write(number: number)
      }
    }
  }

  package init(of value: JSONValue) throws {
    let numbers = try value.elements.map { try $0.number }
    guard numbers.count == Self.count else {
      throw value.error("the list has too few or too many numbers")
    }
    self.init(numbers: numbers)
  }
}

extension ScreenPoint: NumbersForm {
  fileprivate static var count: Int { 2 }
  fileprivate var numbers: [Double] { [x, y] }
  fileprivate init(numbers: [Double]) { self.init(x: numbers[0], y: numbers[1]) }
}

extension ScreenOffset: NumbersForm {
  fileprivate static var count: Int { 2 }
  fileprivate var numbers: [Double] { [dx, dy] }
  fileprivate init(numbers: [Double]) { self.init(dx: numbers[0], dy: numbers[1]) }
}

extension ScreenSize: NumbersForm {
  fileprivate static var count: Int { 2 }
  fileprivate var numbers: [Double] { [width, height] }
  fileprivate init(numbers: [Double]) { self.init(width: numbers[0], height: numbers[1]) }
}

extension ScreenRect: NumbersForm {
  fileprivate static var count: Int { 4 }
  fileprivate var numbers: [Double] { [minX, minY, width, height] }
  fileprivate init(numbers: [Double]) {
    self.init(minX: numbers[0], minY: numbers[1], width: numbers[2], height: numbers[3])
  }
}

extension EdgeInsets: NumbersForm {
  fileprivate static var count: Int { 4 }
  fileprivate var numbers: [Double] { [top, left, bottom, right] }
  fileprivate init(numbers: [Double]) {
    self.init(top: numbers[0], left: numbers[1], bottom: numbers[2], right: numbers[3])
  }
}

extension MapPoint: NumbersForm {
  package static var recordUnit: String? { "map points" }
  fileprivate static var count: Int { 2 }
  fileprivate var numbers: [Double] { [x, y] }
  fileprivate init(numbers: [Double]) { self.init(x: numbers[0], y: numbers[1]) }
}

extension TraceDigest: RecordForm {
  package func write(to record: RecordEncoder) { record.write(text: text) }
  package init(of value: JSONValue) throws {
    guard let digest = TraceDigest(text: try value.string) else {
      throw value.error("a digest of 16 hexadecimal digits has to come here")
    }
    self = digest
  }
}

// MARK: Values of metrics

/// A value with its unit, where no metric says it: `{"count": 3}`, `{"share": [3, 4]}`.
extension MetricValue: RecordForm {
  package func write(to record: RecordEncoder) {
    switch self {
    case .count(let number): write("count", number, to: record)
    case .nanoseconds(let number): write("ns", number, to: record)
    case .micropoints(let number): write("micropoints", number, to: record)
    case .never: record.writeNull()
    case .share:
      record.object {
        record.name("share")
        writeNumber(to: record)
      }
    }
  }

  private func write(_ unit: String, _ number: Int64, to record: RecordEncoder) {
    record.object {
      record.name(unit)
      record.write(whole: number)
    }
  }

  package init(of value: JSONValue) throws {
    guard value.kind != .null else {
      self = .never
      return
    }
    if let number = try value.member("count") {
      self = .count(try number.whole())
    } else if let number = try value.member("ns") {
      self = .nanoseconds(try number.whole())
    } else if let number = try value.member("micropoints") {
      self = .micropoints(try number.whole())
    } else if let share = try value.member("share") {
      self = try MetricValue(number: share, like: .share(part: 0, of: 0))
    } else {
      throw value.error("a count, a share, ns or micropoints have to come here")
    }
  }

  /// Writes the number alone, of which a metric says the unit.
  fileprivate func writeNumber(to record: RecordEncoder) {
    switch self {
    case .count(let number), .nanoseconds(let number), .micropoints(let number):
      record.write(whole: number)
    case .never: record.writeNull()
    case .share(let part, let whole):
      record.list {
        for number in [part, whole] {
          record.element()
          record.write(whole: number)
        }
      }
    }
  }

  /// Reads a number whose unit is that of another value.
  fileprivate init(number value: JSONValue, like other: MetricValue) throws {
    switch (value.kind, other) {
    case (.null, _): self = .never
    case (.list, _):
      var parts = try value.elements
      guard let part = try parts.nextWhole(), let whole = try parts.nextWhole(),
        parts.next() == nil
      else { throw value.error("part and whole have to come here") }
      self = .share(part: part, of: whole)
    case (_, .nanoseconds): self = .nanoseconds(try value.whole())
    case (_, .micropoints): self = .micropoints(try value.whole())
    case (_, .count), (_, .share), (_, .never): self = .count(try value.whole())
    }
  }
}

extension Metric {
  /// The value of a metric that a table does not name.
  var omitted: MetricValue { StepTables.nothing[self] }
}

/// The values that differ from those of a part in which nothing happens, by their metrics.
extension MetricTable: RecordForm {
  package func write(to record: RecordEncoder) { StepTables([self]).write(to: record, isOne: true) }

  package init(of value: JSONValue) throws {
    self = StepTables.nothing
    let columns = try Columns(value)
    for (metric, number) in columns.metrics {
      self[metric] = try MetricValue(number: number, like: metric.definition.unit.definition.zero)
    }
    for (samples, number) in columns.samples { self[samples] = try number.whole() }
  }
}

/// A list of values for each metric, one for each step.
extension StepTables: RecordForm {
  package func write(to record: RecordEncoder) { write(to: record, isOne: false) }

  fileprivate func write(to record: RecordEncoder, isOne: Bool) {
    let tables = Array(self)
    record.object {
      for metric in Metric.allCases where tables.contains(where: { $0[metric] != metric.omitted }) {
        record.name(metric.name)
        StepTables.write(tables, isOne, to: record) { $0[metric].writeNumber(to: record) }
      }
      for samples in TimeSamples.allCases where tables.contains(where: { $0[samples] > 0 }) {
        record.name(samples.recordName)
        StepTables.write(tables, isOne, to: record) { record.write(whole: $0[samples]) }
      }
      guard !isOne else { return }
      record.name("steps")
      record.write(whole: count)
    }
  }

  private static func write(
    _ tables: [MetricTable], _ isOne: Bool, to record: RecordEncoder,
    _ value: (MetricTable) -> Void
  ) {
    if isOne, let table = tables.first { return value(table) }
    record.list {
      for table in tables {
        record.element()
        value(table)
      }
    }
  }

  package init(of value: JSONValue) throws {
    guard let steps = try value.member("steps") else { throw value.error("'steps' is missing") }
    let count: Int = try steps.whole()
    guard (0...value.range.count).contains(count) else {
      throw steps.error("there are not so many steps")
    }
    func read<Value>(_ column: JSONValue, _ value: (JSONValue) throws -> Value) throws -> [Value] {
      var (values, numbers): ([Value], _) = ([], try column.elements)
      while let number = numbers.next() {
        guard values.count < count else {
          throw column.error("the list has more values than steps")
        }
        values.append(try value(number))
      }
      return values
    }
    let columns = try Columns(value)
    var metrics = [[MetricValue]](repeating: [], count: Metric.allCases.count)
    for (metric, column) in columns.metrics {
      let example = metric.definition.unit.definition.zero
      metrics[metric.rawValue] = try read(column) { try MetricValue(number: $0, like: example) }
    }
    var samples = [[Int]](repeating: [], count: TimeSamples.allCases.count)
    for (kind, column) in columns.samples {
      samples[kind.rawValue] = try read(column) { try $0.whole() }
    }
    self.init(count: count, metrics: metrics, samples: samples)
  }
}

/// The members of a table by their subjects; unknown members are of a later version.
private struct Columns {
  var metrics: [(Metric, JSONValue)] = []
  var samples: [(TimeSamples, JSONValue)] = []

  init(_ object: JSONValue) throws {
    var members = try object.members
    while let key = members.next(), let value = members.next() {
      let name = try key.string
      if let metric = Metric(named: name) {
        metrics.append((metric, value))
      } else if let samples = TimeSamples.named[name] {
        self.samples.append((samples, value))
      }
    }
  }
}

extension TimeSamples {
  /// How a table names the number of times of a kind.
  var recordName: String { "number of " + Record.words("\(self)", unit: nil) }
  fileprivate static let named = Dictionary(
    uniqueKeysWithValues: allCases.map { ($0.recordName, $0) })
}

extension TimelineRows: RecordForm {}
extension SceneTable: RecordForm {}

/// Rows of whole numbers; the layout names their columns.
extension RecordForm where Self: NumberRows {
  package func write(to record: RecordEncoder) throws {
    let (numbers, leftOut) = parts
    record.object {
      record.name("rows")
      record.write(rows: numbers, of: Self.columnCount)
      guard leftOut > 0 else { return }
      record.name("left out")
      record.write(whole: leftOut)
    }
  }

  package init(of value: JSONValue) throws {
    guard let rows = try value.member("rows") else { throw value.error("'rows' is missing") }
    let numbers = try rows.wholeRows(of: Self.columnCount)
    let leftOut = try value.member("left out").map { try $0.whole(Int.self) } ?? 0
    guard let read = Self(numbers, leftOut: leftOut) else {
      throw rows.error("these are no rows of a timeline, or too many")
    }
    self = read
  }
}

// MARK: Snapshots

/// Snapshots have thousands of annotation views of few looks, so that each look is written once.
extension Snapshot: RecordForm {
  package func write(to record: RecordEncoder) throws {
    let looks = Looks(of: pins)
    try record.object {
      record.name("occasion")
      record.write(text: occasion.recordWord)
      for (name, value) in [("camera", camera), ("grids", grids)] as [(String, any Encodable)] {
        record.name(name)
        try record.write(value)
      }
      record.name("looks")
      try record.write(looks.all)
      record.name("pins")
      write(pins, looks.ofPins, to: record)
      record.name("selected pins")
      try record.write(pins.indices.filter { pins[$0].isSelected })
      if let callout {
        record.name("callout")
        try record.write(callout)
      }
      record.name("shapes")
      try record.write(shapes)
    }
  }

  private func write(_ pins: [Pin], _ looks: [Int], to record: RecordEncoder) {
    record.list {
      for (pin, look) in zip(pins, looks) {
        record.element()
        record.list {
          record.element()
          record.write(whole: look)
          for number in [pin.point.x, pin.point.y] {
            record.element()
            record.write(number: number)
          }
          record.element()
          record.write(whole: pin.count)
        }
      }
    }
  }

  package init(of value: JSONValue) throws {
    func member<Value: Decodable>(_ type: Value.Type, _ name: String) throws -> Value {
      guard let member = try value.member(name) else {
        throw value.error("'\(name)' is missing")
      }
      return try Record.value(type, of: member)
    }
    let looks = try member([Looks.Look].self, "looks")
    var pins: [Pin] = []
    if let list = try value.member("pins") {
      for pin in try list.elements { pins.append(try Pin(of: pin, looks)) }
    }
    for index in try member([Int].self, "selected pins") {
      guard pins.indices.contains(index) else { throw value.error("there is no pin \(index)") }
      pins[index].isSelected = true
    }
    self.init(
      occasion: try member(Occasion.self, "occasion"), camera: try member(Camera.self, "camera"),
      grids: try member([Grid].self, "grids"), pins: pins,
      callout: try value.member("callout").map { try Record.value(CalloutRects.self, of: $0) },
      shapes: try member([Shape].self, "shapes"))
  }
}

extension Snapshot.Pin {
  fileprivate init(of value: JSONValue, _ looks: [Looks.Look]) throws {
    var parts = try value.elements
    guard let index = try parts.nextWhole(), let x = parts.next(), let y = parts.next(),
      let count = try parts.nextWhole(), let count = Int32(exactly: count),
      looks.indices.contains(Int(index))
    else { throw value.error("a look, x, y and a count have to come here") }
    let look = looks[Int(index)]
    let point = ScreenPoint(x: try x.number, y: try y.number)
    self.init(
      layer: look.layer, point: point,
      frame: ScreenRect(
        minX: Thousandths.rounded(point.x + look.corner.x),
        minY: Thousandths.rounded(point.y + look.corner.y), width: look.size.width,
        height: look.size.height),
      count: count, isSelected: false, kind: look.kind,
      isUniqueLocation: look.isUniqueLocation)
  }
}

/// The looks of annotation views.
private struct Looks {
  /// An annotation view without its place and its number of points.
  struct Look: Codable, Hashable {
    var layer: LayerID
    var kind: AnnotationViewKind
    var isUniqueLocation: Bool
    /// The left upper corner of the view, from the annotation's point.
    var corner: ScreenPoint
    var size: ScreenSize
  }

  /// Each look once, in the order in which they come.
  private(set) var all: [Look] = []
  /// The index of the look of each annotation view.
  private(set) var ofPins: [Int] = []

  init(of pins: [Snapshot.Pin]) {
    var indexes: [Look: Int] = [:]
    for pin in pins {
      let look = Look(
        layer: pin.layer, kind: pin.kind, isUniqueLocation: pin.isUniqueLocation,
        corner: ScreenPoint(
          x: Thousandths.rounded(pin.frame.minX - pin.point.x),
          y: Thousandths.rounded(pin.frame.minY - pin.point.y)),
        size: ScreenSize(width: pin.frame.width, height: pin.frame.height))
      let index = indexes[look] ?? all.count
      if index == all.count {
        indexes[look] = index
        all.append(look)
      }
      ofPins.append(index)
    }
  }
}

// MARK: Words

extension Metric: RecordWord {
  package var recordWord: String { name }
  package static let recordWords = words(of: allCases)
}

/// The name of the metric, with the time of frames that are later than one.
extension ExpectedMetric: RecordForm {
  package func write(to record: RecordEncoder) { record.write(text: name) }

  package init(of value: JSONValue) throws {
    let name = try value.string
    guard let metric = ExpectedMetric(named: name) else {
      throw value.error("'\(name)' is no metric")
    }
    self = metric
  }
}

extension Criterion: RecordWord {
  package var recordWord: String { title }
  package static let recordWords = words(of: allCases)
}

extension CalloutCause: RecordWord {
  package static let recordWords = words(of: allCases)
}

extension CriterionMeasure.Unit: RecordWord {
  package static let recordWords = words(of: allCases)
}

extension ClusterEvent.Trigger: RecordWord {
  package static let recordWords = words(of: (0...UInt8.max).compactMap { Self(rawValue: $0) })
}

extension CalloutRequest: RecordWord {
  package static let recordWords = words(of: allCases)
}

extension CalloutSide: RecordWord {
  package static let recordWords = words(of: allCases)
}

extension CalloutLook.Kind: RecordWord {
  package static let recordWords = words(of: allCases)
}

extension CalloutMaker: RecordWord {
  package static let recordWords = words(of: allCases)
}

extension AnnotationViewKind: RecordWord {
  package static let recordWords = words(of: allCases)
}

extension MapEdge: RecordWord {
  package static let recordWords = words(of: allCases)
}

extension AnnotationRole: RecordWord {
  package static let recordWords = words(of: allCases)
}

extension MissedSelection.Reason: RecordWord {
  package static let recordWords = words(of: allCases)
}

extension IdleReason: RecordWord {
  package static let recordWords = words(of: allCases)
}

extension Snapshot.Occasion: RecordWord {
  package static let recordWords = words(of: (0...UInt8.max).compactMap { Self(rawValue: $0) })
}

extension Snapshot.Shape.Kind: RecordWord {
  package static let recordWords = words(of: allCases)
}
