import MapConfiguration
import MapGeometry
import Scenarios

extension StepDefinition {
  static let overlays = [addOverlay, removeOverlay, exchangeOverlays]

  private static let name = Key(
    "name", .reference(.overlay), .required, "The overlay.", example: "fence")
  private static let at = Key(
    "at", .whole(0...1_000), .derived("in front of all of its level"),
    "Its place among the overlays of its level; 0 is behind all of them.", example: "0")
  private static let above = Key(
    "above", .reference(.overlay), .optional,
    "The overlay that it comes directly in front of, on the level of that one.", example: "route")
  private static let below = Key(
    "below", .reference(.overlay), .optional,
    "The overlay that it comes directly behind, on the level of that one.", example: "route")

  static let addOverlay = StepDefinition(
    "add overlay", .app,
    "Puts an overlay on the map. An overlay that is already there does not change.",
    example: "{name: fence, at: 0}", object: "An overlay that is added to the map.",
    keys: [name, at, above, below],
    rules: [
      .excludes(at.name, other: above.name), .excludes(at.name, other: below.name),
      .excludes(above.name, other: below.name),
    ], whole: "{name: fence, above: route}",
    note: { scenario, object in
      if let name = object[name] { scenario.overlays.give(name.text) }
    },
    build: { scenario, object in
      let overlay = scenario.index(object[name], .overlay)
      let front = scenario.neighbor(object[above], of: overlay)
      let behind = scenario.neighbor(object[below], of: overlay)
      guard let overlay else { return nil }
      if object.mark(ofKey: above) != nil { return front.map { .addOverlay(overlay, .above($0)) } }
      if object.mark(ofKey: below) != nil { return behind.map { .addOverlay(overlay, .below($0)) } }
      guard object.mark(ofKey: at) != nil else { return .addOverlay(overlay, .last) }
      return object[at].map { .addOverlay(overlay, .index($0)) }
    })

  static let removeOverlay = StepDefinition(
    "remove overlay", .app, .reference(.overlay),
    "Takes an overlay from the map; one that is not there stays away.", example: "fence"
  ) { scenario, value in scenario.addedOverlay(value).map { .removeOverlay($0) } }

  static let exchangeOverlays = StepDefinition(
    "exchange overlays", .app, .list(.reference(.overlay), count: 2...2),
    "Lets two overlays on the map change places, and levels if theirs differ.",
    example: "[fence, route]"
  ) { scenario, values in
    guard values.count == 2 else { return nil }
    let first = scenario.addedOverlay(values[0])
    let second = scenario.neighbor(values[1], of: first)
    guard let first, let second else { return nil }
    return .exchangeOverlays(first, second)
  }
}

extension ScenarioBuilder {
  /// The index of an overlay beside which another one comes, or nil after an error.
  fileprivate mutating func neighbor(_ value: ReadValue?, of overlay: Int?) -> Int? {
    guard let value, let index = addedOverlay(value) else { return nil }
    guard index != overlay else {
      return refused(.sameOverlay(overlays.all[index]), at: value.mark)
    }
    return index
  }

  /// The index of an overlay that some step adds, or nil after an error.
  ///
  /// Whether it is on the map at this very step is left to the session: there, taking away what is
  /// not there does nothing.
  fileprivate mutating func addedOverlay(_ value: ReadValue) -> Int? {
    guard let index = index(value, .overlay) else { return nil }
    guard overlays.isGiven(overlays.all[index]) else {
      return refused(.overlayNeverAdded(overlays.all[index]), at: value.mark)
    }
    return index
  }
}
