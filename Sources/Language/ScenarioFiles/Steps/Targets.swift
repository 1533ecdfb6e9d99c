import MapConfiguration
import MapEvents
import MapGeometry
import Scenarios

enum TargetKeys {
  static let near = Key(
    "near", ValueDecoder<MapEdge>.word, .optional,
    "The annotation nearest to an edge or a corner of the part of the view that no bar covers.",
    example: "left edge")
  static let at = Key(
    "at", .position(0...10_000), .optional,
    "The annotation nearest to a point of the view, from its left edge x from its top edge.",
    example: "100 x 200 pt")
  static let within = Key(
    "within", .points(0...10_000), .default("20 pt"),
    "The largest distance between that edge, corner or point and the annotation's own point.",
    example: "22 pt")
  static let nearestTo = Key(
    "nearest to", .coordinate, .optional,
    "The annotation on the screen that is nearest to this latitude and longitude.",
    example: "{lat: 52.5163, lon: 13.3777}")
  static let id = Key(
    "id", .name, .optional, "The point with this id, or the cluster that holds it.",
    example: "\"123\"")
  static let layer = Key(
    "in", .reference(.layer), .optional, "The layer of the point with that id.", example: "cities")
  static let data = Key(
    "of", .reference(.data), .derived("the only data set of the layer with that id"),
    "The data set of the point with that id.", example: "cities")
  static let cluster = Key(
    "cluster", .unresolved(.either(.choice(words.map(\.word)), annotationKind)), .optional,
    "A cluster of several points.", example: "largest")
  static let pin = Key(
    "pin",
    .unresolved(
      .either(.choice(words.filter { $0.target != .largest }.map(\.word)), annotationKind)),
    .optional, "An annotation of a single point.", example: "nearest to middle")

  /// The words that choose a cluster or a pin.
  private static let words: [(word: String, target: TapTarget)] = [
    ("nearest to middle", .middle), ("largest", .largest),
  ]
  private static let annotationKind = ObjectKind("annotation")

  /// The keys that choose an annotation, of one role or of any.
  static let choice: [any ObjectKey] = [near, at, within, nearestTo, id, layer, data]
  static let all = choice + [cluster, pin]
  static let rules = rules(with: [cluster, pin])

  static func rules(with roles: [Key<ReadValue>]) -> [KeyRule] {
    let (near, at) = (near.name, at.name)
    let (id, layer) = (id.name, layer.name)
    return [
      .exactlyOne([near, at, nearestTo.name, id] + roles.map(\.name)),
      .needsOneOf(within.name, others: [near, at]), .needs(id, other: layer),
      .needs(layer, other: id), .needs(data.name, other: id),
    ]
  }

  static let annotation = ObjectSchema(
    annotationKind, "Which of the clusters, or which of the pins, is meant.", keys: choice,
    rules: rules(with: []), example: "{near: left edge, within: 22 pt}")

  static func target(of word: String) -> TapTarget? { words.first { $0.word == word }?.target }
}

extension ScenarioBuilder {
  mutating func target(_ object: ReadObject, mayBeClustered: Bool = true) -> TapTarget? {
    if let edge = object[TargetKeys.near] {
      return object[TargetKeys.within].map { .near(edge, withinPoints: $0) }
    }
    if object.mark(ofKey: TargetKeys.at) != nil {
      let point = viewPoint(object, TargetKeys.at)
      return point.flatMap { point in object[TargetKeys.within].map { .at(point, withinPoints: $0) }
      }
    }
    if let place = object[TargetKeys.nearestTo] { return .nearest(place) }
    let roles: [(Key<ReadValue>, AnnotationRole)] = [
      (TargetKeys.pin, .pin), (TargetKeys.cluster, .cluster),
    ]
    for (key, role) in roles where object.mark(ofKey: key) != nil {
      guard let value = object[key] else { return nil }
      if case .object(let inner) = value.content {
        return target(inner, mayBeClustered: mayBeClustered).map { .only(role, $0) }
      }
      return TargetKeys.target(of: value.text).map { .only(role, $0) }
    }
    let layer =
      mayBeClustered
      ? index(object[TargetKeys.layer], .layer) : plainLayer(object[TargetKeys.layer])
    return layer.flatMap { point(object, layer: $0) }.map {
      .point(number(of: $0), layer: $0.layer)
    }
  }

  /// The number of a point among those of all data sets.
  private func number(of point: Step.Point) -> PointID {
    PointID(data.pointCount(before: point.data) + point.row)
  }

  private mutating func plainLayer(_ value: ReadValue?) -> Int? {
    guard let value, let index = index(value, .layer) else { return nil }
    guard !layerNames.isClustered[index] else {
      return refused(.clusteredLayer(layerNames.all[index]), at: value.mark)
    }
    return index
  }

  mutating func point(_ object: ReadObject, layer: Int) -> Step.Point? {
    guard let id = object[TargetKeys.id], let sets = sets(object, layer: layer) else { return nil }
    return point(id, in: sets, layer: layer, at: object.mark(ofValue: TargetKeys.id))
  }

  /// The points of a layer that a list of ids names, each once; nil after an error.
  mutating func points(
    _ object: ReadObject, _ ids: Key<[ReadValue]>, layer: Int
  ) -> [PointID]? {
    guard let values = object[ids], let sets = sets(object, layer: layer) else { return nil }
    var points: [PointID] = []
    var lines: [String: Int] = [:]
    for value in values {
      if let line = lines.updateValue(value.mark.line, forKey: value.text) {
        add(.duplicateID(value.text, firstLine: line), at: value.mark)
      } else if let point = point(value.text, in: sets, layer: layer, at: value.mark) {
        points.append(number(of: point))
      }
    }
    return points.count == values.count ? points : nil
  }

  /// The data sets in which the ids of an object are looked for; nil after an error.
  private mutating func sets(_ object: ReadObject, layer: Int) -> [Int]? {
    let isSetNamed = object.mark(ofKey: TargetKeys.data) != nil
    let only = index(object[TargetKeys.data], .data)
    guard !isSetNamed || only != nil else { return nil }
    let sets = only.map { [$0] } ?? layerNames.feeds[layer]
    return sets.allSatisfy { data[$0] != nil } ? sets : nil
  }

  private mutating func point(
    _ id: String, in sets: [Int], layer: Int, at mark: YAMLMark
  ) -> Step.Point? {
    let found = sets.compactMap { set in data.row(of: id, in: set).map { (set: set, row: $0) } }
    guard found.count <= 1 else {
      let names = found.map { data.names[$0.set] }
      return refused(.ambiguousPoint(id, data: names), at: mark)
    }
    guard let place = found.first else {
      addUnknown(id, in: sets, at: mark)
      return nil
    }
    return Step.Point(layer: layer, data: place.set, row: place.row)
  }
}
