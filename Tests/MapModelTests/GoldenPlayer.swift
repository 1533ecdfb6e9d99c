import Clustering
import MapEvents
import MapGeometry
import MapModel
import Support
import Testing

@testable import MapModel

/// A recorded session of the reproduced library played by a simulated map with one cluster layer.
///
/// The queue of the library is a list of operations; here they take simulated time, one nanosecond
/// for each node, so that the map can move while an update is computed.
struct GoldenPlayer {
  private let session: JSONValue
  private let points: [Coordinate]
  private let box = TraceBox()
  private let map: MapSimulation
  private var before: Set<Int32> = []
  /// How many results were compared.
  private(set) var compared = 0

  init(_ session: JSONValue) {
    self.session = session
    points =
      session["dataset"].text.map { Golden.dataset($0) }
      ?? session["points"].list.map { coordinate($0) }
    let config = session["config"]
    let highest = config["maxZoomLevelForClustering"]
    let layer = LayerSetup.clustered(
      cellSize: config["cellSize"].number, margin: config["marginFactor"].number,
      method: config["clusterer"].text == "nearCenter" ? .nearCenter : .centerOfMass,
      reuses: config["reuseExistingClusterAnnotations"].bool ?? true,
      maximumZoom: highest.isNull ? .greatestFiniteMagnitude : highest.number,
      minimumLocations: config["minUniqueLocationsForClustering"].int)
    let size = session["viewSize"]
    map = MapSimulation(
      setup: SimulationSetup(
        viewport: TestMap.viewport(width: size[0].number, height: size[1].number),
        viewMarginFraction: 0.5, costs: .phone(node: 1), coordinates: points,
        rows: points.indices.map { Int32($0) }, layers: [layer], marks: []),
      stopwatch: StillStopwatch()
    ) { [box] in box.events.append($0) }
  }

  /// Why a session cannot be played; nil when it can.
  static func obstacle(_ session: JSONValue) -> String? {
    guard session["viewSize"][0].number > 0 else { return "the view is empty" }
    guard session["equalityKeys"].isNull else { return "points are equal to others" }
    for step in session["steps"].list {
      switch step["op"].text {
      case "config": return "the settings change midway"
      case "select": return "the controller's own selection is no feature yet"
      default: continue
      }
    }
    return nil
  }

  mutating func play() {
    for (index, step) in session["steps"].list.enumerated() {
      perform(step)
      if step["settle"].bool ?? true { #expect(map.advanceUntilSettled()) }
      for result in session["results"].list where result["step"].int == index {
        compare(result, name: "step \(index)")
        compared += 1
        before = Set(shownSerials)
        box.events.removeAll()
      }
    }
  }

  private func perform(_ step: JSONValue) {
    switch step["op"].text {
    case "view": show(rect(step["rect"]))
    case "move":
      let target = rect(step["rect"])
      guard target != map.visibleRect else { return }
      map.willChangeRegion(animated: false)
      show(target)
      map.didChangeRegion(callout: nil)
    case "willChange":
      map.willChangeRegion(animated: false)
      // The recording calls the controller only, past the map and its log.
      box.events.removeLast()
    case "didChange":
      map.didChangeRegion(callout: nil)
      box.events.removeAll { $0.room == .map }
    case "add": map.add(ids(of: step), to: 0)
    case "remove": map.remove(ids(of: step), from: 0)
    case "tap": map.tap(point: Int32(step["id"].int), layer: 0)
    case "bg", "snapshot": break
    case "main":
      // The points are in the index, and what happens next on the main thread is asking for an
      // update.
      let count = map.updateCount
      while map.updateCount == count { map.advance(by: SimulatedTime(nanoseconds: 1)) }
    default: Issue.record("a step that cannot be played")
    }
  }

  /// Shows a rect to the last bit, wherever it is in the world or outside.
  private func show(_ rect: MapRect) {
    var viewport = map.viewport
    viewport.center = MapPoint(x: rect.midX, y: rect.midY)
    viewport.mapPointsPerPoint = rect.width / viewport.size.width
    map.viewport = viewport
    map.visibleRect = rect
    map.areViewsStale = true
  }

  private func ids(of step: JSONValue) -> [Int32] {
    guard step["range"].isNull else {
      return Array(Int32(step["range"][0].int)..<Int32(step["range"][1].int))
    }
    return step["ids"].list.map { Int32($0.int) }
  }

  private func rect(_ value: JSONValue) -> MapRect {
    MapRect(
      x: value[0].number, y: value[1].number, width: value[2].number, height: value[3].number)
  }

  private var records: [ClusterController.Record] {
    guard let controller = map.layers[0].controller else { return [] }
    return controller.onMap.map { controller.records[Int($0)] }
  }

  private var shownSerials: [Int32] { records.map { map.annotations[$0.annotation].serial } }

  private func compare(_ result: JSONValue, name: String) {
    #expect(map.visibleRect == rect(result["visibleMapRect"]))
    let serials = Set(shownSerials)
    #expect(serials.count == records.count)
    #expect(list(serials.subtracting(before)) == result["added"].list.map(\.int), "\(name) added")
    #expect(
      list(before.subtracting(serials)) == result["removed"].list.map(\.int), "\(name) removed")
    let reused = box.events.compactMap { event -> Int? in
      guard case .cluster(.reused(let annotation, _, _)) = event.kind else { return nil }
      return Int(annotation)
    }
    #expect(reused.sorted() == result["reused"].list.map(\.int), "\(name) reused")
    let selected = map.selected.map { Int(map.annotations[$0].serial) }
    #expect(selected == (result["selected"].isNull ? nil : result["selected"].int), "\(name)")
    compareClusters(result["clusters"].list, name: name)
    if !result["events"].isNull { compareEvents(result["events"].list, name: name) }
  }

  private func compareClusters(_ clusters: [JSONValue], name: String) {
    #expect(records.count == clusters.count, "\(name)")
    let bySerial = records.sorted {
      map.annotations[$0.annotation].serial < map.annotations[$1.annotation].serial
    }
    for (mine, theirs) in zip(bySerial, clusters) {
      let annotation = map.annotations[mine.annotation]
      let text = "\(name) cluster \(theirs["serial"].int)"
      #expect(Int(annotation.serial) == theirs["serial"].int, "\(text)")
      #expect(mine.members.count == theirs["count"].int, "\(text)")
      #expect(Int(annotation.count) == theirs["count"].int, "\(text)")
      #expect(
        LocationKey.areOneLocation(mine.members.map { points[Int($0)] }) == theirs["unique"].bool)
      #expect(abs(annotation.coordinate.latitude - theirs["lat"].number) < 1e-9, "\(text)")
      #expect(abs(annotation.coordinate.longitude - theirs["lon"].number) < 1e-9, "\(text)")
      #expect(annotation.coordinate == mine.coordinate, "\(text)")
      let ids = mine.members.sorted()
      if theirs["ids"].isNull {
        #expect(Int(ids[0]) == theirs["minId"].int, "\(text)")
        #expect(hash(ids) == theirs["idsHash"].text, "\(text)")
      } else {
        #expect(ids.map(Int.init) == theirs["ids"].list.map(\.int), "\(text)")
      }
    }
  }

  /// Compares the order of what the map sees; completion handlers and titles are not modelled.
  private func compareEvents(_ events: [JSONValue], name: String) {
    let theirs = events.compactMap { event -> String? in
      let words = (event.text ?? "").split(separator: " ")
      switch words[0] {
      case "add", "remove", "willReuse": return "\(words[0]) \(words[1].dropFirst())"
      case "regionWillChange", "regionDidChange", "didSelect", "didDeselect":
        return String(words[0])
      case "addDuplicate", "select", "deselect", "completion": return nil
      default: return "unknown \(words[0])"
      }
    }
    let mine = box.events.compactMap { event -> String? in
      switch event.kind {
      case .data(.annotationAdded(let annotation, _, _, _)): "add \(annotation)"
      case .data(.annotationRemoved(let annotation, _, _, _)): "remove \(annotation)"
      case .cluster(.reused(let annotation, _, _)): "willReuse \(annotation)"
      case .map(.regionWillChange): "regionWillChange"
      case .map(.regionDidChange): "regionDidChange"
      case .selection(.didSelect): "didSelect"
      case .selection(.didDeselect): "didDeselect"
      default: nil
      }
    }
    #expect(mine == theirs, "\(name) events")
  }

  private func list(_ serials: Set<Int32>) -> [Int] { serials.map(Int.init).sorted() }

  /// FNV-1a of sorted numbers, as the recordings keep it for large clusters.
  private func hash(_ ids: [Int32]) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for id in ids {
      for shift in [0, 8, 16, 24] {
        hash = (hash ^ UInt64(UInt32(bitPattern: id) >> shift & 0xFF)) &* 0x100_0000_01B3
      }
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

private func coordinate(_ value: JSONValue) -> Coordinate {
  Coordinate(latitude: value[0].number, longitude: value[1].number)
}
