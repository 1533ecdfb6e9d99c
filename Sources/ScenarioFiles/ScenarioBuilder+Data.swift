import MapConfiguration
import MapGeometry
import Scenarios

extension ScenarioBuilder {
  /// Notes which data sets are given to which layer, which overlays are added and whether the map
  /// is turned, anywhere in the session.
  mutating func collect(_ values: [ReadValue]) {
    for value in values {
      guard case .object(let step) = value.content else { continue }
      if let inner = step.object("repeat")?.list("steps") { collect(inner) }
      if let name = step.text("mark"), !markNames.contains(name) { markNames.append(name) }
      if step.object("rotate") != nil { isMapTurned = true }
      if let name = step.object("add overlay")?.text("name"),
        let index = overlayNames.firstIndex(of: name)
      {
        isOverlayAdded[index] = true
      }
      if let change = step.object("change clustering"), let name = change.text("layer"),
        let index = layerNames.firstIndex(of: name)
      {
        clusterChanges[index].append(change)
      }
      for (verb, key) in [("download", "into"), ("add", "into"), ("replace", "in")] {
        guard let object = step.object(verb), let data = object.text("data"),
          let dataIndex = dataNames.firstIndex(of: data)
        else { continue }
        for layer in object.list(key).map(texts) ?? [object.text(key) ?? ""] {
          guard let layerIndex = layerNames.firstIndex(of: layer),
            !feeds[layerIndex].contains(dataIndex)
          else { continue }
          feeds[layerIndex].append(dataIndex)
        }
      }
    }
  }

  /// The indexes of the layers that a list names, each once; nil after a fault.
  mutating func layerList(_ object: ReadObject, _ key: String) -> [Int]? {
    guard let values = object.list(key) else { return nil }
    var layers: [Int] = []
    var isGood = true
    for value in values {
      guard let layer = index(value, .layer) else {
        isGood = false
        continue
      }
      if layers.contains(layer) {
        add(.map(.meantTwice(layerNames[layer])), at: value.mark)
        isGood = false
      }
      layers.append(layer)
    }
    return isGood ? layers : nil
  }

  /// The index of what a key names, or nil after a fault.
  mutating func index(_ object: ReadObject, _ key: String, _ space: NameSpace) -> Int? {
    object[key].flatMap { index($0, space) }
  }

  /// The index of what a value names, or nil after a fault.
  mutating func index(_ value: ReadValue, _ space: NameSpace) -> Int? {
    guard case .scalar(.text(let name)) = value.content else { return nil }
    return checkName(name, space, at: value.mark)
  }

  /// The index of what has a name, or nil after a fault.
  @discardableResult
  mutating func checkName(_ name: String, _ space: NameSpace, at mark: YAMLMark) -> Int? {
    let known: [String] =
      switch space {
      case .data: dataNames
      case .layer: layerNames
      case .overlay: overlayNames
      case .variant: variantNames
      case .mark: markNames
      // Nothing names one.
      case .callout: []
      }
    if let index = known.firstIndex(of: name) { return index }
    let suggestions = Spelling.suggestions(for: name, among: known)
    add(.value(.unknownName(name, space, suggestions: suggestions, known: known)), at: mark)
    return nil
  }

  /// The index of a layer without clusters that a key names, or nil after a fault.
  mutating func plainLayer(_ object: ReadObject, _ key: String) -> Int? {
    guard let index = index(object, key, .layer) else { return nil }
    guard !isClustered[index] else {
      let mark = object[key]?.mark ?? object.mark
      add(.map(.clusteredLayer(layerNames[index])), at: mark)
      return nil
    }
    return index
  }

  /// A step that moves points.
  mutating func move(_ object: ReadObject) -> Step.Action? {
    guard let change = change(object, layerKey: "in") else { return nil }
    if let place = object.object("to")?.coordinate { return .move(change, .to(place)) }
    return object.earthOffset("by").map { .move(change, .by($0)) }
  }

  /// A step that gives a layer other points.
  mutating func replacement(_ object: ReadObject) -> Step.Action? {
    guard let change = change(object, layerKey: "in"),
      let how = object.word("how", ReplaceMethod.self)
    else { return nil }
    return .replace(change, how)
  }

  mutating func change(_ object: ReadObject, layerKey: String) -> DataChange? {
    let dataIndex = index(object, "data", .data)
    let layerIndex = index(object, layerKey, .layer)
    guard let dataIndex, let layerIndex, let points = points(object, of: dataIndex) else {
      return nil
    }
    return DataChange(data: dataIndex, layer: layerIndex, points: points)
  }

  private mutating func points(_ object: ReadObject, of dataIndex: Int) -> PointSelection? {
    guard let set = data[dataIndex] else { return nil }
    if object.kind != .download, object.keyMarks["ids"] != nil {
      return listed(object, in: dataIndex).map(PointSelection.list)
    }
    guard let from = object.whole("from row") else { return nil }
    guard from < set.count else {
      let mark = object["from row"]?.mark ?? object.mark
      add(.session(.noSuchRow(Int(from), count: set.count)), at: mark)
      return nil
    }
    guard object.keyMarks["first"] != nil else {
      return .rows(from: Int(from), to: set.count)
    }
    guard let first = object.whole("first") else { return nil }
    guard from + first <= set.count else {
      let problem = Fault.SessionProblem.tooFewPoints(
        asked: Int(first), available: set.count - Int(from))
      add(.session(problem), at: object["first"]?.mark ?? object.mark)
      return nil
    }
    return .rows(from: Int(from), to: Int(from + first))
  }

  private mutating func listed(_ object: ReadObject, in dataIndex: Int) -> [Int]? {
    guard let values = object.list("ids") else { return nil }
    var rows: [Int] = []
    var lines: [String: Int] = [:]
    for value in values {
      guard case .scalar(.text(let id)) = value.content else { continue }
      if let line = lines.updateValue(value.mark.line, forKey: id) {
        add(.session(.duplicateID(id, firstLine: line)), at: value.mark)
      } else if let row = row(of: id, in: dataIndex) {
        rows.append(row)
      } else {
        addUnknown(id, in: [dataIndex], at: value.mark)
      }
    }
    return rows.count == values.count ? rows : nil
  }

  mutating func addUnknown(_ id: String, in sets: [Int], at mark: YAMLMark) {
    // Suggestions among millions of ids would take longer than the session.
    let ids = sets.compactMap { data[$0]?.ids }.filter { $0.count <= 1_000 }.flatMap { $0 }
    let suggestions = Spelling.suggestions(for: id, among: ids)
    let problem = Fault.SessionProblem.unknownPoint(
      id, data: sets.map { dataNames[$0] }, suggestions: suggestions,
      known: ids.count <= 20 ? ids : [])
    add(.session(problem), at: mark)
  }

  mutating func row(of id: String, in dataIndex: Int) -> Int? {
    if let rows = rowsOfIDs[dataIndex] { return rows[id] }
    let ids = data[dataIndex]?.ids ?? []
    let rows = Dictionary(zip(ids, ids.indices), uniquingKeysWith: { first, _ in first })
    rowsOfIDs[dataIndex] = rows
    return rows[id]
  }

  mutating func download(
    _ object: ReadObject, mark: YAMLMark, totals: inout StepTotals
  ) -> Step.Action? {
    let layers = layerList(object, "into")
    let dataIndex = index(object, "data", .data)
    guard let layer = layers?.first, let layers, let dataIndex,
      let points = points(object, of: dataIndex), let batchSize = object.whole("batch size"),
      let interval = object.duration("every"),
      let jitter = object.duration("jitter")
    else { return nil }
    let batches = (Int64(points.count) + batchSize - 1) / batchSize
    let (time, overflow) = interval.nanoseconds.multipliedReportingOverflow(by: batches)
    guard !overflow, time <= Limits.stepTime.nanoseconds - jitter.nanoseconds else {
      add(.session(.stepTooLong), at: mark)
      return nil
    }
    totals.nanoseconds = time
    return .download(
      Download(
        change: DataChange(data: dataIndex, layer: layer, points: points),
        batchSize: Int(batchSize), interval: interval, jitter: jitter,
        furtherLayers: Array(layers.dropFirst())))
  }
}
