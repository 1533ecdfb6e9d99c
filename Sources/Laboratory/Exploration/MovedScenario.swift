internal import Clustering
internal import MapConfiguration
internal import MapGeometry
internal import ScenarioFiles
internal import Scenarios

/// The same session elsewhere on its parallels, and in a mirror.
///
/// In both sessions that are compared, longitudes are odd multiples of a step, and that of the map
/// twice as much: for a point on an edge of a cell or of the view, as the middle of a map is after
/// a zoom about its corner, rounding would decide on which side it lies.
extension MadeScenario {
  private static let stepDegrees = 45.0 / 262_144

  /// The number of places around the world to which a session is moved: each is a whole number of
  /// map points away.
  static let placesAroundWorld = 64

  /// The nodes with all points written in place and each longitude changed; nil where some are not
  /// known before variables have their values.
  func withLongitudes(_ schema: ScenarioSchema, _ change: (Double) -> Double) -> YAMLNode? {
    guard root["variants"] == nil, let inPlace = withPointsInPlace else { return nil }
    var isKnown = true
    let map = inPlace.pairs.firstIndex { $0.key.text == "map" }
    let root = inPlace.mapping(.object(.scenario), schema) { path, _, pairs in
      pairs.map { pair in
        guard pair.key.text == "lon" else { return pair }
        guard let degrees = pair.value.text.flatMap({ Double($0) }) else {
          isKnown = false
          return pair
        }
        let longitude = change(
          MadeScenario.onStep(degrees, steps: path.first == map ? 2 : 1))
        return YAMLPair(key: pair.key, value: YAMLNode(ValueType.words(longitude)))
      }
    }
    return isKnown ? root : nil
  }

  /// This session and the same one east of it, by some of so many equal parts of the world: as many
  /// as end nearest to the date line or any number, and neither none nor all; none where longitudes
  /// are not known.
  func moved(byPartsOf count: Int, _ maker: ScenarioMaker, _ chance: Chance) -> Law.Others {
    let schema = maker.reader.schema
    guard count > 1, let one = withLongitudes(schema, { $0 }) else { return .none }
    let toDateLine = (180 - scenario.map.region.center.longitude) / 360 * Double(count)
    let parts =
      chance["date line"].happens(percent: 50)
      ? max(1, min(Int(toDateLine.rounded()), count - 1)) : 1 + chance["east"].below(count - 1)
    let degrees = 360 / Double(count) * Double(parts)
    let others = maker.others(
      one,
      withLongitudes(schema) { longitude in
        let moved = longitude + degrees
        return moved > 180 ? moved - 360 : moved
      })
    guard case .sessions(let near?, let far) = others else { return others }
    let overlays = zip(near.scenario.overlays, far.scenario.overlays)
    return overlays.contains(where: { $0.isTorn(in: $1) }) ? .none : others
  }

  /// This session and its image in a mirror that changes east and west; none where that is not
  /// known.
  ///
  /// In both, the middle of a view lies neither east nor west of its place, and clusters that
  /// overlap stay: they are merged from the west on.
  func mirrored(_ maker: ScenarioMaker) -> Law.Others {
    let schema = maker.reader.schema
    guard let root = withLongitudes(schema, { $0 }), var one = maker.exactly(root),
      let image = withLongitudes(schema, { -$0 })?.mirrored(schema)
    else { return .none }
    let others = maker.other(image)
    guard case .sessions(_, var other) = others else { return others }
    one.scenario.forgetSides()
    other.scenario.forgetSides()
    return .sessions(one: one, other: other)
  }

  /// Regions from a few houses to the world.
  private static let spans =
    ["0.001", "0.02", "0.5", "2", "2", "20"].map { "\($0) deg x \($0) deg" } + [
      "360 deg x 160 deg"
    ]

  /// This scenario, in which the map shows a region around a point of a data set at the end, and in
  /// a wider one for laws that zoom; nil without clusters.
  ///
  /// Most drawn sessions end with no cluster in view, so in most a layer with clusters gets the
  /// points of that data set first.
  func showingClusters(_ chance: Chance) -> (root: YAMLNode, zoomedOutAndIn: YAMLNode)? {
    let sets = scenario.data.filter { $0.name != DataSet.droppedPins && $0.count > 0 }
    let layers = root["layers"]?.pairs.filter { $0.value["cluster"] != nil } ?? []
    guard !sets.isEmpty, !layers.isEmpty else { return nil }
    let set = chance["set"].one(of: sets)
    let place = chance["center"].one(of: set.coordinates)
    let degrees = [("lat", place.latitude), ("lon", place.longitude)]
    let center = YAMLNode(.map(degrees.map { YAMLPair($0, MadeScenario.withFewDigits($1)) }))
    let layer = chance["layer"].one(of: layers).key.text ?? ""
    let add = YAMLNode(
      .map([YAMLPair("data", YAMLNode(set.name)), YAMLPair("into", YAMLNode(layer))]))
    let adds = chance["add"].happens(percent: 80)
    let root = adds ? root.settled.ending(with: ("add", add)).settled : root.settled
    let index = chance["span"].below(MadeScenario.spans.count)
    let further = MadeScenario.spans.suffix(from: min(index + 1, MadeScenario.spans.count - 1))
    let wider = chance["wider"].one(of: Array(further))
    let near = root.showing(MadeScenario.spans[index], around: center)
    return (
      near,
      near.showing(wider, around: center).showing(MadeScenario.spans[index], around: center)
    )
  }

  /// An angle in degrees that needs no exponent.
  private static func withFewDigits(_ degrees: Double) -> YAMLNode {
    YAMLNode(ValueType.words((degrees * 8_192).rounded() / 8_192))
  }

  private static func onStep(_ degrees: Double, steps: Double) -> Double {
    let step = steps * stepDegrees
    let longitude = ((degrees / (2 * step)).rounded(.down) * 2 + 1) * step
    return longitude > 180 ? longitude - 360 : longitude
  }

  /// The most points that a law writes in place.
  private static let mostWrittenPoints = 2_000

  /// The nodes with the points of all data sets written in place; nil where that would take long.
  private var withPointsInPlace: YAMLNode? {
    guard scenario.pointCount <= MadeScenario.mostWrittenPoints else { return nil }
    var (root, data) = (root, root["data"] ?? YAMLNode(.map([])))
    for set in scenario.data where set.name != DataSet.droppedPins && set.count > 0 {
      data.set(set.name, to: set.written(latitude: MadeScenario.withFewDigits))
    }
    if !data.pairs.isEmpty { root.set("data", to: data) }
    return root
  }

  /// The nodes with the points of each file in a file that a maker holds.
  func holdingFiles(in maker: inout ScenarioMaker) -> YAMLNode {
    withFiles { set in
      let path = maker.unusedPath
      maker.hold(set.csv, at: path)
      return YAMLNode(.map([YAMLPair("file", YAMLNode(path))]))
    }
  }

  /// The nodes with the points of all files written in place.
  var withoutFiles: YAMLNode { withFiles { $0.written { YAMLNode(ValueType.words($0)) } } }

  /// The nodes with another node for each data set whose points are in a file.
  private func withFiles(_ node: (DataSet) -> YAMLNode) -> YAMLNode {
    guard var data = root["data"] else { return root }
    for set in scenario.data where data[set.name]?["file"] != nil {
      data.set(set.name, to: node(set))
    }
    var root = root
    root.set("data", to: data)
    return root
  }
}

extension DataSet {
  /// The node of the same points, one by one.
  ///
  /// - Parameter latitude: Writes a latitude.
  /// - Returns: The node.
  fileprivate func written(latitude: (Double) -> YAMLNode) -> YAMLNode {
    let points = zip(zip(ids, titles), coordinates).map { words, place in
      var pairs = [
        YAMLPair("id", YAMLNode(.scalar(words.0, isQuoted: true))),
        YAMLPair("lat", latitude(place.latitude)),
        YAMLPair("lon", YAMLNode(ValueType.words(place.longitude))),
      ]
      if !words.1.isEmpty {
        pairs.append(YAMLPair("title", YAMLNode(.scalar(words.1, isQuoted: true))))
      }
      return YAMLNode(.map(pairs))
    }
    return YAMLNode(.map([YAMLPair("points", YAMLNode(.list(points)))]))
  }
}

extension OverlaySetup {
  /// Whether the date line would tear a line or an area that is moved east or west.
  ///
  /// Such a shape goes around the world instead.
  fileprivate func isTorn(in moved: OverlaySetup) -> Bool {
    switch (shape, moved.shape) {
    case (.polyline(let places), .polyline(let others)),
      (.polygon(let places), .polygon(let others)):
      Set(zip(places, others).map { $0.longitude < $1.longitude }).count > 1
    case (.polyline, _), (.polygon, _), (.circle, _), (.geodesicPolyline, _): false
    }
  }
}

extension YAMLNode {
  /// These nodes with all that goes east or to the right going the other way; nil where a point of
  /// the view is named: its image depends on the width of the view, which can change.
  fileprivate func mirrored(_ schema: ScenarioSchema) -> YAMLNode? {
    var isKnown = true
    let root = mapping(.object(.scenario), schema) { _, kind, pairs in
      let object = schema.object(kind)
      return pairs.map { pair in
        var key = pair.key
        if let image = key.text?.mirroredWords, object.field(image) != nil { key = YAMLNode(image) }
        // The button of a bubble is always on the right.
        if key.text == "accessory button" { isKnown = false }
        guard let type = object.type(of: pair.key.text ?? ""), let text = pair.value.text else {
          return YAMLPair(key: key, value: pair.value)
        }
        let image = text.mirrored(type)
        isKnown = isKnown && image != nil
        return YAMLPair(key: key, value: YAMLNode(image ?? text))
      }
    }
    return isKnown ? root : nil
  }
}

extension String {
  /// The value of a key in the mirror; nil where that is not known.
  fileprivate func mirrored(_ type: ValueType) -> String? {
    switch type {
    case .offset, .velocity, .earthOffset, .angle:
      guard case .success(let value) = ScalarReader.value(of: self, as: type) else { return nil }
      switch value {
      case .offset(let offset):
        let unit = if case .velocity = type { "pt/s" } else { "pt" }
        return "\(ValueType.words(-offset.dx)) x \(ValueType.words(offset.dy)) \(unit)"
      case .earthOffset(let offset):
        return "\(ValueType.words(offset.north)) x \(ValueType.words(-offset.east)) deg"
      case .decimal(let degrees):
        // Some angles go around from 0 to 360 degrees.
        let image =
          if case .angle(let range) = type, !range.contains(-degrees) { 360 - degrees } else {
            -degrees
          }
        return "\(ValueType.words(image)) deg"
      default: return nil
      }
    case .position: return nil
    case .choice: return mirroredWords ?? self
    default: return self
    }
  }

  /// The words for the other side; nil for words that name no side.
  fileprivate var mirroredWords: String? {
    let sides = ["left": "right", "right": "left"]
    let words = split(separator: " ").map(String.init)
    guard words.contains(where: { sides[$0] != nil }) else { return nil }
    return words.map { sides[$0] ?? $0 }.joined(separator: " ")
  }
}

extension Scenario {
  /// Centers all views horizontally on their places, and merges no overlapping clusters.
  fileprivate mutating func forgetSides() {
    for index in layers.indices {
      layers[index].cluster?.fixes.overlap = .left
      layers[index].view.centerOffset.dx = 0
      layers[index].clusterView.centerOffset.dx = 0
      layers[index].oneLocationView?.centerOffset.dx = 0
    }
  }

  /// Whether it makes no difference to it on which meridian it plays.
  ///
  /// It does for cells of clusters, and for a map that is aligned to points of the screen. It does
  /// too for an app that answers changes of the region, since each map begins at 0, 0, and for a
  /// pin that a finger drops: at an edge of the view rounding decides whether it needs a view.
  var isLikeElsewhere: Bool {
    layers.allSatisfy { $0.cluster == nil } && app.isPassive && movesInSteps && !dropsPins
      && map.viewportOptions.worldCopy == .nearest && !alignsMap && !limitsCamera
  }

  /// Whether the map is aligned to points of the screen, which are no part of the world.
  var alignsMap: Bool { map.viewportOptions.regionFit == .legacyIntegerZoom }

  /// Whether a layer may be without updates at the end.
  var pausesClustering: Bool {
    steps.hasAction { if case .setClusteringPaused(_, true) = $0 { true } else { false } }
  }

  /// The number of cells around the world that all grids of its layers share, on a map of some
  /// scale: the greatest common divisor of their numbers of cells.
  func sharedCells(mapPointsPerPoint: Double) -> Int {
    let clusters = layers.compactMap(\.cluster)
    var sizes = clusters.map(\.cellSizePoints)
    steps.visit { step, _ in
      guard case .changeClustering(_, let change) = step.action else { return }
      sizes += [change.cellSizePoints].compactMap(\.self)
    }
    return clusters.reduce(0) { divisor, cluster in
      sizes.reduce(divisor) { divisor, size in
        let length = ClusterScale.mapLength(mapPointsPerPoint: mapPointsPerPoint, cellSize: size)
        let cells = MapSize.worldSide / cluster.engine.cellSide(forLength: length)
        var (larger, rest) = (divisor, Int(cells.rounded()))
        while rest != 0 { (larger, rest) = (rest, larger % rest) }
        return larger
      }
    }
  }
}
