import MapConfiguration
import MapEvents
import MapGeometry
import Scenarios

extension ReadObject {
  /// How long the fingers of a gesture move; nil when it takes no time of its own.
  var movingTime: SimulatedTime? {
    Language.declaration(of: kind).field("over") == nil ? nil : duration("over")
  }
}

extension ScenarioBuilder {
  /// What fingers do.
  mutating func gesture(_ verb: String, _ object: ReadObject) -> Step.Action? {
    switch verb {
    case "pan":
      guard let offset = object.offset("by"), let time = object.movingTime,
        let pace = object.word("pace", MapOptions.AnimationPace.self),
        let release = object.word("release", PanRelease.self),
        let waits = object.flag("wait for rest")
      else { return nil }
      return .pan(
        by: offset, over: time, pace: pace, release: release, waitsForRest: waits)
    case "zoom":
      guard let levels = object.decimal("by"), let time = object.movingTime else { return nil }
      return .pinch(levels: levels, about: nil, over: time)
    case "pinch":
      let about = viewPoint(object, "about", fingers: 2)
      guard let levels = object.decimal("by"), let time = object.movingTime else { return nil }
      return .pinch(levels: levels, about: about, over: time)
    case "rotate":
      let about = viewPoint(object, "about", fingers: 2)
      guard let degrees = object.decimal("by"), let time = object.movingTime else { return nil }
      return .rotate(degrees: degrees, about: about, over: time)
    case "fling":
      guard let velocity = object.offset("velocity"), let waits = object.flag("wait for rest")
      else { return nil }
      return .fling(pointsPerSecond: velocity, waitsForRest: waits)
    case "tap": return viewPoint(object, "at").map(Step.Action.tap)
    case "double tap": return viewPoint(object, "at").map(Step.Action.doubleTap)
    case "select": return target(object).map(Step.Action.select)
    default:
      assert(verb == "drag", "the step '\(verb)' is declared but never built")
      return drag(object)
    }
  }

  private mutating func drag(_ object: ReadObject) -> Step.Action? {
    let target = target(object, mayBeClustered: false)
    guard let target, let offset = object.offset("by"), let time = object.movingTime,
      let end = object.word("end", DragEnd.self)
    else { return nil }
    return .drag(target, by: offset, over: time, end: end)
  }

  /// From a point between two fingers to the edges of the map, at least, in points.
  private static let fingerRoomPoints = 22.0

  /// A point of the view that a finger reaches; nil when it is not written and after a fault.
  private mutating func viewPoint(
    _ object: ReadObject, _ key: String, fingers: Int = 1
  ) -> ScreenPoint? {
    guard let point = object.position(key), let value = object[key] else { return nil }
    guard let map else { return point }
    let (size, area) = (map.size, map.touchArea)
    let room = fingers == 1 ? 0 : ScenarioBuilder.fingerRoomPoints
    // In a view that is smaller than two fingers its middle has to do.
    let inner = area.inset(by: EdgeInsets(all: room))
    let problem: Fault.MapProblem
    if point.x > size.width || point.y > size.height {
      problem = .outsideView(value.text, width: size.width, height: size.height)
    } else if !area.holds(point) {
      problem = .underBar(value.text, touchArea: area)
    } else if !inner.holds(point) {
      problem = .noRoomForFingers(value.text, touchArea: inner)
    } else {
      return point
    }
    add(.map(problem), at: value.mark)
    return nil
  }

  /// A tap on a view beside the text of a callout.
  mutating func accessoryTap(_ step: ReadObject) -> Step.Action? {
    guard let side = step.word("tap accessory", CalloutSide.self),
      let mark = step["tap accessory"]?.mark
    else { return nil }
    guard accessorySides.contains(side) else {
      add(.map(.noAccessory(side)), at: mark)
      return nil
    }
    return .tapAccessory(side)
  }

  /// The annotation that a step means; nil after a fault.
  mutating func target(_ object: ReadObject, mayBeClustered: Bool = true) -> TapTarget? {
    if let edge = object.word("near", MapEdge.self) {
      return object.decimal("within").map { .near(edge, withinPoints: $0) }
    }
    if object.keyMarks["at"] != nil {
      let point = viewPoint(object, "at")
      return point.flatMap { point in
        object.decimal("within").map { .at(point, withinPoints: $0) }
      }
    }
    if let place = object.object("nearest to")?.coordinate { return .nearest(place) }
    for role in AnnotationRole.allCases where object.keyMarks[role.word] != nil {
      return target(object, of: role, mayBeClustered: mayBeClustered)
    }
    let layer = mayBeClustered ? index(object, "in", .layer) : plainLayer(object, "in")
    return layer.flatMap { point(object, layer: $0) }
      .map { .point(number(of: $0), layer: $0.layer) }
  }

  /// The annotation of a role that a step means, by a word or by an object.
  private mutating func target(
    _ object: ReadObject, of role: AnnotationRole, mayBeClustered: Bool
  ) -> TapTarget? {
    if let inner = object.object(role.word) {
      return target(inner, mayBeClustered: mayBeClustered).map { .only(role, $0) }
    }
    let word = object.text(role.word)
    return Language.choices.first { $0.word == word }.map { .only(role, $0.target) }
  }

  /// The number of a point among those of all data sets.
  private func number(of point: Step.Point) -> Int32 {
    Int32(data[..<point.data].reduce(point.row) { $0 + ($1?.count ?? 0) })
  }

  /// The point of a layer that an id means; nil after a fault.
  mutating func point(_ object: ReadObject, layer: Int) -> Step.Point? {
    let only = object.keyMarks["of"] == nil ? nil : index(object, "of", .data)
    guard let id = object.text("id"), let mark = object["id"]?.mark,
      object.keyMarks["of"] == nil || only != nil
    else { return nil }
    let sets = only.map { [$0] } ?? feeds[layer]
    guard sets.allSatisfy({ data[$0] != nil }) else { return nil }
    let found = sets.compactMap { set in row(of: id, in: set).map { (set: set, row: $0) } }
    guard found.count <= 1 else {
      let names = found.map { dataNames[$0.set] }
      add(.session(.ambiguousPoint(id, data: names)), at: mark)
      return nil
    }
    guard let place = found.first else {
      addUnknown(id, in: sets, at: mark)
      return nil
    }
    return Step.Point(layer: layer, data: place.set, row: place.row)
  }
}
