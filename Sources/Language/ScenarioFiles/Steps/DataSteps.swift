import MapConfiguration
import MapGeometry
import Scenarios
import Workloads

extension StepDefinition {
  static let points = [download, cancelDownload, add, remove, removeAll, move, retitle, replace]

  private static let data = Key(
    "data", .reference(.data), .required, "The data set that the points come from.",
    example: "cities")
  private static let first = Key(
    "first", .whole(1...Int64(Limits.points)), .derived("all that follow"),
    "The number of points, in the order of the data set.", example: "100")
  private static let fromRow = Key(
    "from row", .whole(0...Int64(Limits.points)), .default("0"),
    "The row to begin with; the first one is row 0.", example: "1000")
  private static let ids = Key(
    "ids", .list(.name, count: 1...Limits.points), .optional,
    "Single points by their ids, in this order.", example: "[a, b]")
  private static let some = Key(
    "some", .whole(1...Int64(Limits.points)), .optional,
    "The number of points, drawn from the seed each time: `add` draws among those that the layer "
      + "lacks, "
      + "`remove` and `move` among those that it has. If it lacks or has fewer, the step takes all "
      + "of them.",
    example: "40")
  private static let pointRules: [KeyRule] = [
    .excludes(ids.name, other: first.name), .excludes(ids.name, other: fromRow.name),
  ]
  private static let drawRules: [KeyRule] =
    pointRules + [.excludes(some.name, other: ids.name)]

  static func layerKey(_ key: String, _ help: String) -> Key<ReadValue> {
    Key(key, .reference(.layer), .required, help, example: "cities")
  }

  private static let intoLayers = Key(
    "into", .list(.references(.layer, count: 1...100)), .required,
    "The layer that gets the points, or several that get the batches in turn.",
    example: "[cities, towns]")
  private static let batchSize = Key(
    "batch size", .whole(1...Int64(Limits.points)), .default("500"),
    "Points in a batch; the last one may be smaller.", example: "500")
  private static let every = Key(
    "every", .someTime, .default("300 ms"),
    "Time between batches; the first arrives one such time after the step.", example: "300 ms")
  private static let jitter = Key(
    "jitter", .anyTime, .default("0 ms"),
    "The largest random delay of a batch, drawn from the seed.", example: "50 ms")
  private static let latency = Key(
    "latency", .anyTime, .default("0 ms"), "The delay of every batch.", example: "80 ms")
  private static let bandwidth = Key(
    "bandwidth", .bandwidth(Limits.bandwidth), .derived("batches take no time on the line"),
    "The bandwidth of the line, which transfers the batches of this download one after the other.",
    example: "2 Mbit/s")
  private static let pointSize = Key(
    "point size", .memory(Limits.downloadedBytes), .default("120 B"),
    "The amount of data for each point.", example: "120 B")
  private static let loss = Key(
    "loss", .share(Limits.lossPerMillion), .default("0 %"),
    "The share of attempts for a batch that are lost, drawn from the seed.", example: "5 %")
  private static let retryAfter = Key(
    "retry after", .someTime, .default("1 s"),
    "The time that the app waits for an answer before it asks again.",
    example: "500 ms")
  private static let tries = Key(
    "tries", .whole(Limits.tries), .default("3"),
    "The number of times that the app asks for a batch, including the first. Then the app gives "
      + "the batch up, and its points never arrive.", example: "2")
  private static let order = Key(
    "order", ValueDecoder<Network.Order>.word, .default(Network.Order.asSent.word),
    "Whether a batch waits for those before it, until they come or are given up, or overtakes "
      + "those that are late.", example: Network.Order.asTheyCome.word)
  private static let lastBatch = Key(
    "last batch", .choice(["with points", "empty"]), .default("with points"),
    "Whether a further batch at the end brings no point; the app adds it like any other.",
    example: "empty")
  private static let name = Key(
    "name", .unresolved(.name), .optional,
    "A name for `cancel download`, which may be that of other downloads too; `download time` is of "
      + "downloads that have one.", example: "places")

  static let download = StepDefinition(
    "download", .data, "Starts a download; its batches arrive while later steps run.",
    example: "{data: cities, into: cities, batch size: 500, every: 300 ms}",
    object: "Points that arrive in batches over the network.",
    keys: [
      data, intoLayers, batchSize, every, jitter, first, fromRow, latency, bandwidth, pointSize,
      loss, retryAfter, tries, order, lastBatch, name,
    ],
    rules: [
      .needs(pointSize.name, other: bandwidth.name), .needs(retryAfter.name, other: loss.name),
      .needs(tries.name, other: loss.name),
      .needsOneOf(order.name, others: [jitter.name, loss.name]),
    ],
    whole: "{data: cities, into: cities, batch size: 500, every: 300 ms, jitter: 50 ms}",
    note: { scenario, object in
      scenario.feed(object[data], object[intoLayers] ?? [])
      if let name = object[name]?.text { scenario.downloads.note(name) }
    },
    build: { scenario, object in
      let name = try object.find(name)?.text
      if let name { scenario.downloads.give(name) }
      let layers = scenario.layerList(object[intoLayers])
      let dataIndex = scenario.index(object[data], .data)
      guard let layers, let layer = layers.first, let dataIndex,
        let points = rows(of: dataIndex, object, &scenario)
      else { return nil }
      let requests = BatchSchedule.Requests(
        batchSize: try object.get(batchSize), interval: try object.get(every),
        endsEmpty: try object.get(lastBatch) == "empty")
      let network = try network(object)
      let time = BatchSchedule.longestTime(of: points.count, in: requests, over: network)
      guard time <= Int128(Limits.stepTime.nanoseconds) else {
        return scenario.refused(.stepTooLong, at: object.mark)
      }
      scenario.progress.addDownload(
        StepTotals(
          points: points.count, nanoseconds: Int64(time) - network.jitter.nanoseconds))
      return .download(
        Download(
          name: name, change: DataChange(data: dataIndex, layer: layer, points: points),
          requests: requests, network: network, furtherLayers: Array(layers.dropFirst())))
    })

  private static func network(_ object: ReadObject) throws -> Network {
    let pointBytes = try object.get(pointSize)
    let loss = Network.Loss(
      perMillion: Int(try object.get(loss)), retryAfter: try object.get(retryAfter),
      tries: try object.get(tries))
    return Network(
      latency: try object.get(latency), jitter: try object.get(jitter),
      line: try object.find(bandwidth).map {
        Network.Line(bitsPerSecond: $0, pointBytes: pointBytes)
      }, loss: loss.perMillion > 0 ? loss : nil, order: try object.get(order))
  }

  private static let cancelled = Key(
    "name", .reference(.download), .required, "The name of the downloads.", example: "places")
  private static let cancellation = options("cancel download", [cancelled])

  static let cancelDownload = StepDefinition(
    "cancel download", .data,
    .unresolved(.either(.reference(.download), cancellation.kind)),
    "Cancels all downloads of a name that are running: what has not arrived never does.",
    example: "places", objects: [cancellation]
  ) { scenario, value in
    let written: ReadValue? =
      if case .object(let object) = value.content { object[cancelled] } else { value }
    guard let value = written, let index = scenario.index(value, .download) else { return nil }
    let name = scenario.downloads.all[index]
    // In a repetition an earlier round may have begun it.
    guard scenario.progress.isInRepeat || scenario.downloads.isGiven(name) else {
      return scenario.refused(.laterDownload(name), at: value.mark)
    }
    return .cancelDownload(name)
  }

  private static let into = layerKey("into", "The layer that gets the points.")

  static let add = StepDefinition(
    "add", .data, "Gives points to a layer at once.",
    example: "{data: cities, into: cities, first: 100}", object: "Points given to a layer at once.",
    keys: [data, into, first, fromRow, ids, some, mayDoNothing], rules: drawRules,
    whole: "{data: cities, into: cities, first: 100, from row: 1000}",
    note: { scenario, object in scenario.feed(object[data], [object[into]].compactMap(\.self)) },
    build: { scenario, object in dataChange(into, object, &scenario).map { .add($0) } })

  private static let from = layerKey("from", "The layer that loses the points.")

  static let remove = StepDefinition(
    "remove", .data, "Takes points from a layer at once.",
    example: "{data: cities, from: cities, ids: [a, b]}",
    object: "Points taken from a layer at once.",
    keys: [data, from, first, fromRow, ids, some, mayDoNothing], rules: drawRules
  ) { scenario, object in dataChange(from, object, &scenario).map { .remove($0) } }

  private static let layerOfAll = layerKey("from", "The layer that loses all of its points.")
  private static let removal = ObjectSchema(
    ObjectKind("remove all"), "All points of a layer taken from it.",
    keys: [layerOfAll, mayDoNothing], example: "{from: cities, may do nothing: yes}")

  static let removeAll = StepDefinition(
    "remove all", .data, .unresolved(.either(.reference(.layer), removal.kind)),
    "Takes all points from a layer at once, whichever data set they come from.", example: "cities",
    objects: [removal]
  ) { scenario, value in
    let written: ReadValue? =
      if case .object(let object) = value.content { object[layerOfAll] } else { value }
    return scenario.index(written, .layer).map { .removeAll(layer: $0) }
  }

  private static let holder = layerKey("in", "The layer that has the points.")
  private static let to = Key(
    "to", .coordinate, .optional,
    "The place to which all points go.", example: "{lat: 52.5163, lon: 13.3777}")
  private static let by = Key(
    "by", .earthOffset(-180...180), .optional,
    "The distance that each point moves, north x east, from its last place: that of its data, of a "
      + "`move` or of a `drag`.",
    example: "0.01 x 0.02 deg")
  private static let byUpTo = Key(
    "by up to", .meters(Limits.wayMeters), .optional,
    "The largest distance that each point moves. Direction and distance are drawn from the seed "
      + "for each point; each place of the circle is equally likely.", example: "200 m")
  private static let glideTime = Key(
    "over", .anyTime, .default("0 ms"),
    "The time in which the points glide, evenly and in each frame. Later steps begin meanwhile. "
      + "The glide of a point ends when it is moved, removed, replaced or dragged.", example: "1 s")
  private static let moveMethod = Key(
    "how", ValueDecoder<MoveMethod>.word, .default(MoveMethod.announced.word),
    "How the app sets coordinates. `announced`: the map observes each, by key-value observing; a "
      + "glide sets one in each frame. `in an animation`: it sets them once, and the views glide "
      + "there; `show`, collisions and clusters see the views on their way. `unannounced`: the map "
      + "observes nothing, and a view stays until its annotation is removed and added.",
    example: MoveMethod.animation.word)

  static let move = StepDefinition(
    "move", .data, "Moves points of a layer.",
    example: "{data: cities, in: cities, ids: [a], to: {lat: 1, lon: 2}}",
    object:
      "Points of a layer that go to other places; their views stay. Whether clusters learn of it "
      + "is a matter of the fix `move points`.",
    keys: [
      data, holder, first, fromRow, ids, some, to, by, byUpTo, glideTime, moveMethod, mayDoNothing,
    ],
    rules: [
      .exactlyOne([to.name, by.name, byUpTo.name]),
      .only(
        glideTime.name, when: moveMethod.name,
        isOneOf: [MoveMethod.announced.word, MoveMethod.animation.word]),
      .exactlyOneWhere(
        [glideTime.name], KeyCondition(moveMethod.name, isOneOf: [MoveMethod.animation.word])),
    ] + drawRules,
    whole: "{data: cities, in: cities, ids: [a], by: 0.01 x 0.02 deg}"
  ) { scenario, object in
    guard let change = dataChange(holder, object, &scenario) else { return nil }
    let time = try object.get(glideTime)
    scenario.progress.add(StepTotals(nanoseconds: time.nanoseconds))
    let how = try object.get(moveMethod)
    if let place = try object.find(to) { return .move(change, .to(place), over: time, how: how) }
    if let meters = try object.find(byUpTo) {
      return .move(change, .byUpTo(meters: meters), over: time, how: how)
    }
    return try .move(change, .by(object.get(by)), over: time, how: how)
  }

  private static let title = Key(
    "title", .name, .optional,
    "The title from now on; when left out, the points have none, and a view that can show the "
      + "map's callout then acts as disabled.", example: "Closed")

  static let retitle = StepDefinition(
    "retitle", .data, "Gives points of a layer another title, or none.",
    example: "{data: cities, in: cities, ids: [a], title: Closed}",
    object:
      "Points of a layer whose titles the app changes. The map observes titles: a view shows the "
      + "new one at once, and so does an open callout. A cluster of the map's own follows if it "
      + "has the title of that point. In a layer with 'cluster' nothing follows: its delegate "
      + "gives the titles.",
    keys: [data, holder, first, fromRow, ids, some, title, mayDoNothing], rules: drawRules,
    whole: "{data: cities, in: cities, ids: [a], title: Closed}"
  ) { scenario, object in
    guard let change = dataChange(holder, object, &scenario) else { return nil }
    return try .retitle(change, title: object.find(title))
  }

  private static let receiver = layerKey("in", "The layer that gets them.")
  private static let how = Key(
    "how", ValueDecoder<ReplaceMethod>.word, .default(ReplaceMethod.all.word),
    "The way the app replaces points. `all`: it removes all points and adds the new ones. `only "
      + "what changed`: it removes and adds only the differences, so the views of unchanged points "
      + "stay; the comparison takes time. Points with the same id are the same point, in one data "
      + "set or in two: the point keeps its annotation and its title, and moves to its place in "
      + "the other data set.", example: "only what changed")

  private static let knownFrom = Key(
    "known from", ValueDecoder<ReplaceSource>.word, .default(ReplaceSource.ownList.word),
    "Where the app finds the annotations that it removes or compares. `own list`: the app keeps "
      + "its list, or filters the map's list by class. `the map`: the app takes every annotation "
      + "of the map. These are the points of all layers, the clusters of the library and native "
      + "clusters, but no members of clusters. The app compares and removes all of them.",
    example: ReplaceSource.map.word)

  static let replace = StepDefinition(
    "replace", .data, "Gives points to a layer in place of those that it has.",
    example: "{data: cities, in: cities, first: 100, how: all}",
    object: "Points given to a layer in place of all that it has.",
    keys: [data, receiver, first, fromRow, ids, how, knownFrom], rules: pointRules,
    whole: "{data: cities, in: cities, first: 100, how: only what changed, known from: the map}",
    note: { scenario, object in scenario.feed(object[data], [object[receiver]].compactMap(\.self))
    },
    build: { scenario, object in
      guard let change = dataChange(receiver, object, &scenario) else { return nil }
      return try .replace(change, object.get(how), knownFrom: object.get(knownFrom))
    })

  private static func dataChange(
    _ layer: Key<ReadValue>, _ object: ReadObject, _ scenario: inout ScenarioBuilder
  ) -> DataChange? {
    let dataIndex = scenario.index(object[data], .data)
    let layerIndex = scenario.index(object[layer], .layer)
    guard let dataIndex, let layerIndex else { return nil }
    var points =
      object.mark(ofKey: ids) == nil
      ? rows(of: dataIndex, object, &scenario)
      : object[ids].flatMap { scenario.listed($0, in: dataIndex) }
    if object.mark(ofKey: some) != nil, case .rows(let from, let to)? = points {
      guard let number = object[some] else { return nil }
      guard number <= to - from else {
        return scenario.refused(
          .tooFewPoints(asked: number, available: to - from), at: object.mark(ofValue: some))
      }
      points = .drawn(number, from: from, to: to)
    }
    guard let points else { return nil }
    scenario.progress.add(StepTotals(points: points.visitedCount))
    return DataChange(data: dataIndex, layer: layerIndex, points: points)
  }

  private static func rows(
    of dataIndex: Int, _ object: ReadObject, _ scenario: inout ScenarioBuilder
  ) -> PointSelection? {
    guard let count = scenario.data[dataIndex]?.count, let from = object[fromRow] else {
      return nil
    }
    guard from < count else {
      return scenario.refused(.noSuchRow(from, count: count), at: object.mark(ofValue: fromRow))
    }
    guard object.mark(ofKey: first) != nil else { return .rows(from: from, to: count) }
    guard let number = object[first] else { return nil }
    guard from + number <= count else {
      return scenario.refused(
        .tooFewPoints(asked: number, available: count - from), at: object.mark(ofValue: first))
    }
    return .rows(from: from, to: from + number)
  }
}

extension ScenarioBuilder {
  mutating func feed(_ data: ReadValue?, _ layers: [ReadValue]) {
    if let data, data.text == DataSet.droppedPins { add(.onlyLongPressesDrop, at: data.mark) }
    guard let data, let dataIndex = self.data.names.firstIndex(of: data.text) else { return }
    for layer in layers.compactMap({ layerNames.index(of: $0) }) {
      layerNames.feed(dataIndex, to: layer)
    }
  }

  mutating func listed(_ values: [ReadValue], in dataIndex: Int) -> PointSelection? {
    guard data[dataIndex] != nil else { return nil }
    var rows: [Int] = []
    var lines: [String: Int] = [:]
    for value in values {
      let id = value.text
      if let line = lines.updateValue(value.mark.line, forKey: id) {
        add(.duplicateID(id, firstLine: line), at: value.mark)
      } else if let row = data.row(of: id, in: dataIndex) {
        rows.append(row)
      } else {
        addUnknown(id, in: [dataIndex], at: value.mark)
      }
    }
    return rows.count == values.count ? .list(rows) : nil
  }

  /// The indexes of the layers that a list names, each once; nil after an error.
  mutating func layerList(_ values: [ReadValue]?) -> [Int]? {
    guard let values else { return nil }
    var layers: [Int] = []
    var isGood = true
    for value in values {
      guard let layer = index(value, .layer) else {
        isGood = false
        continue
      }
      if layers.contains(layer) {
        add(.meantTwice(layerNames.all[layer]), at: value.mark)
        isGood = false
      }
      layers.append(layer)
    }
    return isGood ? layers : nil
  }

  /// The index of what a value names, or nil without a value and after a diagnostic.
  mutating func index(_ value: ReadValue?, _ space: NameSpace) -> Int? {
    value.flatMap { checkName($0.text, space, at: $0.mark) }
  }

  /// The index of what has a name, or nil after an error.
  @discardableResult mutating func checkName(_ name: String, _ space: NameSpace, at mark: YAMLMark)
    -> Int?
  {
    let known: [String] =
      switch space {
      case .data: data.names
      case .layer: layerNames.all
      case .overlay: overlays.all
      case .variant: variantNames
      case .mark: marks.all
      case .download: downloads.all
      // Nothing names one, or what does has its value already.
      case .callout, .parameter: []
      }
    if let index = known.firstIndex(of: name) { return index }
    let suggestions = Spelling.suggestions(for: name, among: known)
    return refused(.unknownName(name, space, suggestions: suggestions, known: known), at: mark)
  }

  mutating func addUnknown(_ id: String, in sets: [Int], at mark: YAMLMark) {
    // Suggestions among millions of ids would take longer than the session.
    let ids = sets.compactMap { data[$0]?.ids }.filter { $0.count <= 1_000 }.flatMap { $0 }
    let suggestions = Spelling.suggestions(for: id, among: ids)
    let problem = Diagnostic.Message.unknownPoint(
      id, data: sets.map { data.names[$0] }, suggestions: suggestions,
      known: ids.count <= 20 ? ids : [])
    add(problem, at: mark)
  }
}
