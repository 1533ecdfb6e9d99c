import MapGeometry
import Scenarios

extension ScenarioBuilder {
  /// The layers; those with a fault are left out, their names are kept.
  mutating func layers(_ object: ReadObject) -> [Layer] {
    var layers: [Layer] = []
    for entry in object.named("layers") ?? [] {
      layerNames.append(entry.name)
      if let layer = layer(entry.object, name: entry.name) { layers.append(layer) }
    }
    feeds = Array(repeating: [], count: layerNames.count)
    return layers
  }

  private func layer(_ object: ReadObject, name: String) -> Layer? {
    guard let view = object.object("view").flatMap({ viewSettings($0, identifier: name) }) else {
      return nil
    }
    var layer = Layer(name: name, cluster: nil, view: view, clusterView: view, callout: nil)
    if object.keyMarks["cluster view"] != nil {
      let clusterView = object.object("cluster view").flatMap {
        viewSettings($0, identifier: "\(name) cluster")
      }
      guard let clusterView else { return nil }
      layer.clusterView = clusterView
    }
    if object.keyMarks["cluster"] != nil {
      layer.cluster = object.object("cluster").flatMap(clusterSettings)
    }
    if object.keyMarks["callout"] != nil {
      layer.callout = object.object("callout").flatMap(calloutSettings)
    }
    return layer
  }

  /// Refuses cells that are so many that the updates of a frame would look into them for minutes,
  /// and cells so long that the grid of the reproduced library explodes.
  ///
  /// That library takes the shorter way round the world from one end of a cell to the other, so a
  /// cell longer than half the world comes out much too short. A map shows at most the whole world
  /// along its longer side.
  mutating func checkCells(_ object: ReadObject, in size: ScreenSize) {
    let longest = max(size.width, size.height) / 2
    var cells = 0.0
    for entry in object.named("layers") ?? [] {
      guard entry.object.keyMarks["cluster"] != nil, let cluster = entry.object.object("cluster"),
        let side = cluster.decimal("cell size"), let margin = cluster.decimal("margin")
      else { continue }
      let mark = cluster.keyMarks["cell size"] ?? cluster.mark
      if side > longest { add(.session(.cellTooLong(maximumPoints: longest)), at: mark) }
      let columns = size.width * (1 + 2 * margin) / side + 2
      let rows = size.height * (1 + 2 * margin) / side + 2
      let before = cells
      cells += columns * rows
      if columns * rows > Limits.clusterCells {
        add(.session(.tooManyCells), at: mark)
        // Without those the sum says something new about the other layers.
        cells = before
      } else if before <= Limits.clusterCells, cells > Limits.clusterCells {
        add(.session(.tooManyCellsTogether), at: mark)
      }
    }
  }

  /// Refuses bubbles in a view that has no room for their corners and their tip.
  mutating func checkBubbles(_ object: ReadObject, in size: ScreenSize) {
    guard size.width < Limits.bubbleViewPoints else { return }
    for entry in object.named("layers") ?? [] {
      guard entry.object.keyMarks["callout"] != nil, let callout = entry.object.object("callout"),
        callout.text("style") == "bubble"
      else { continue }
      add(.session(.viewTooNarrow), at: callout.keyMarks["style"] ?? callout.mark)
    }
  }

  private func viewSettings(_ object: ReadObject, identifier: String) -> ViewSettings? {
    guard let kinds = object.whole("kinds"), let size = object.size("size"),
      let offset = object.offset("center offset")
    else { return nil }
    return ViewSettings(
      identifier: object.text("identifier") ?? identifier, kinds: Int(kinds), size: size,
      centerOffset: offset)
  }

  private func clusterSettings(_ object: ReadObject) -> ClusterSettings? {
    guard let engine = object.text("engine").flatMap(ClusterSettings.Engine.init),
      let cellSize = object.decimal("cell size"), let margin = object.decimal("margin"),
      let method = object.text("method").flatMap(ClusterSettings.Method.init),
      let reuse = object.flag("reuse"), let locations = object.whole("minimum locations"),
      let fade = object.duration("fade")
    else { return nil }
    return ClusterSettings(
      engine: engine, cellSizePoints: cellSize, marginFraction: margin, method: method,
      reusesAnnotations: reuse, maximumZoomLevel: object.decimal("maximum zoom"),
      minimumUniqueLocations: Int(locations), fade: fade)
  }

  private func calloutSettings(_ object: ReadObject) -> CalloutSettings? {
    guard let style = object.text("style"), let height = object.decimal("content height"),
      let size = object.size("size"),
      let adjuster = object.text("adjust").flatMap(CalloutSettings.Adjuster.init),
      let margin = object.decimal("margin"), let animated = object.flag("animated")
    else { return nil }
    return CalloutSettings(
      style: style == "plain" ? .plain(size: size) : .bubble(contentHeightPoints: height),
      adjuster: adjuster, marginPoints: margin, isAnimated: animated)
  }
}
