internal import Callouts
internal import Clustering
internal import Formatting
internal import MapConfiguration
internal import MapEvents
internal import MapGeometry
internal import Measures
internal import Metrics
internal import ScenarioFiles
internal import Scenarios

/// A situation that can happen in a session, and that some scenario should show.
struct Situation: Hashable, Sendable {
  /// The subject of a situation.
  enum Group: String, CaseIterable, Sendable {
    case steps
    case edges = "edges and corners"
    case earth = "places on the earth"
    case meetings = "events at the same time"
    case reuse = "reuse of views"
    case adjusters = "adjusters"
    case criteria = "failures of callouts"
    case clustering
    case fixes = "fixes of the clustering library"
    case options
    case metrics = "metrics above zero"
  }

  var group: Group
  /// Its name, unique in its group.
  var name: String

  init(_ group: Group, _ name: String) { (self.group, self.name) = (group, name) }
  init(_ occurrence: Occurrence) { self.init(occurrence.group, occurrence.rawValue) }
  init(edge: MapEdge) { self.init(.edges, "callout near the \(edge.words)") }
  init(_ adjuster: String, isAtFault: Bool) {
    self.init(.adjusters, "\(adjuster): \(isAtFault ? "at fault" : "callout inside")")
  }
}

/// A situation that is found by events.
enum Occurrence: String, CaseIterable, Sendable {
  // Places on the earth
  case dateLine = "date line in the view"
  case northEnd = "northern end of the map in the view"
  case southEnd = "southern end of the map in the view"
  case southern = "middle south of the equator"
  case wholeWorld = "whole world in the view"
  case street = "closer than zoom level 18"
  case turned = "turned map"
  case nothingInView = "region without a view, with annotations elsewhere"
  // Events at the same time
  case batchUnderFingers = "batch while fingers move the map"
  case batchInAnimation = "batch while the map animates"
  case batchWithCallout = "batch while a callout is open"
  case batchInUpdate = "batch while an update is pending"
  case updateUnderFingers = "clusters applied while fingers move the map"
  case updateWithCallout = "clusters applied while a callout is open"
  case selectionInAnimation = "selection while the map animates"
  case selectionAfterSelection = "selection while another annotation is selected"
  case removedWhileSelected = "selected annotation removed"
  case gestureWithCallout = "gesture while a callout is open"
  case resizedWithCallout = "map resized while a callout is open"
  case memoryWithCallout = "memory warning while a callout is open"
  case dragInBatch = "batch while an annotation is dragged"
  // Reuse of views
  case reused = "view used again"
  case reusedElsewhere = "view used again by another layer"
  case otherPoolFull = "view created while the pool of another identifier has some"
  case severalReused = "views of two identifiers used again"
  case poolEmptied = "pool emptied, and its identifier asked for again"
  case clusterAndPin = "view of a pin used again for a cluster, or the other way around"

  var group: Situation.Group { row.group }
  /// An example that brings a scenario into the situation.
  var suggestion: String { row.suggestion }

  private var row: (group: Situation.Group, suggestion: String) {
    switch self {
    case .dateLine: (.earth, "map: {center: {lat: -17, lon: 180}, span: 300 km x 300 km}")
    case .northEnd: (.earth, "- set region: {center: {lat: 85, lon: 0}, span: 500 km x 500 km}")
    case .southEnd: (.earth, "- set region: {center: {lat: -85, lon: 0}, span: 500 km x 500 km}")
    case .southern: (.earth, "- set center: {lat: -33.9, lon: 18.4}")
    case .wholeWorld: (.earth, "map: {center: {lat: 0, lon: 0}, span: 360 deg x 160 deg}")
    case .street: (.earth, "- zoom: {by: 10 levels}")
    case .turned: (.earth, "- rotate: {by: 30 deg}")
    case .nothingInView: (.earth, "- set center: {lat: 0, lon: -30}, far from the data")
    case .batchUnderFingers:
      (.meetings, "- download: {..., every: 100 ms}, then - pan: {by: 0 x 200 pt, over: 1 s}")
    case .batchInAnimation:
      (.meetings, "- download: {..., every: 100 ms}, then an animated - set region")
    case .batchWithCallout: (.meetings, "- select: {...}, then - download: {..., every: 100 ms}")
    case .batchInUpdate: (.meetings, "- download: {..., every: 10 ms} into a layer with clusters")
    case .updateUnderFingers:
      (.meetings, "- pan: {by: 0 x 50 pt} over a layer with clusters, and again at once")
    case .updateWithCallout: (.meetings, "- select: {...}, then - update clusters: LAYER")
    case .selectionInAnimation:
      (.meetings, "- set center: {..., animated: yes}, then - select: {...} at once")
    case .selectionAfterSelection:
      (.meetings, "- select: {near: left edge}, then - select: {near: right edge}")
    case .removedWhileSelected:
      (.meetings, "- select: {id: a, ...}, then - remove: {..., ids: [a]}")
    case .gestureWithCallout: (.meetings, "- select: {...}, then - pan: {by: 40 x 0 pt}")
    case .resizedWithCallout: (.meetings, "- select: {...}, then - resize: 844 x 390 pt")
    case .memoryWithCallout: (.meetings, "- select: {...}, then - memory warning")
    case .dragInBatch:
      (.meetings, "- download: {..., every: 100 ms}, then - drag: {..., over: 1 s}")
    case .reused: (.reuse, "- pan: {by: 0 x 600 pt}, and back")
    case .reusedElsewhere: (.reuse, "two layers with the same view identifier, and a pan")
    case .otherPoolFull:
      (.reuse, "two layers with view identifiers of their own, one out of the view")
    case .severalReused: (.reuse, "two layers with view identifiers of their own, and pans")
    case .poolEmptied: (.reuse, "- memory warning, then - pan: {by: 0 x 600 pt}")
    case .clusterAndPin: (.reuse, "a layer with one identifier for pins and clusters, and zooms")
    }
  }
}

extension Situation {
  /// All situations, in the order of their groups, each with an example that leads to it.
  static let all: [(situation: Situation, suggestion: String)] =
    steps + edges + Occurrence.allCases.map { (Situation($0), $0.suggestion) } + adjusters
    + criteria + clustering + fixes + options + metrics

  /// Steps that the reader replaces by others.
  private static let writtenOut: Set<String> = ["for each", "run", "one-finger zoom"]

  private static let steps = ScenarioSchema.object(.step).fields
    .filter { !writtenOut.contains($0.key) }
    .map { field in
      let example = field.example.isEmpty ? "" : ": \(field.example)"
      return (Situation(.steps, field.key), "- \(field.key)\(example)")
    }

  private static let edges = MapEdge.allCases.map { edge in
    (Situation(edge: edge), "- select: {near: \(edge.words), within: 60 pt}")
  }

  /// A faultless adjuster has one situation, any other has two.
  private static let adjusters = AdjusterCatalog.standard.definitions.flatMap { adjuster in
    (adjuster.isFaultless ? [false] : [false, true]).map { isAtFault in
      let name = adjuster.name
      let edge = isAtFault ? "top right corner" : "left edge"
      return (
        Situation(name, isAtFault: isAtFault),
        "callout: {style: plain, size: 200 x 108 pt, adjust: \(name)}, then "
          + "- select: {near: \(edge), within: 60 pt}"
      )
    }
  }

  /// Criteria that no adjuster of the catalog breaks are left out.
  private static let criteria = Criterion.allCases.compactMap { criterion in
    faulty(criterion).map { (Situation(criterion), $0) }
  }

  /// An example that breaks a criterion, as `mapreplay adjusters` finds; nil for criteria
  /// that no example breaks.
  private static func faulty(_ criterion: Criterion) -> String? {
    switch criterion {
    case .inside, .minimalShift, .parentVisible:
      "callout: {adjust: none, ...}, then - select: {near: top edge, within: 60 pt}"
    case .zoomUnchanged, .idempotent, .sameAtAnyLatitude, .sameWhenTurned:
      "map: {span: 40 deg x 40 deg, ...} and callout: {adjust: contain rect, ...}"
    case .untouchedWhenVisible:
      "callout: {adjust: centering, ...}, then - select: {pin: nearest to middle}"
    case .tipPinned: "a callout annotation whose offset the app gets wrong"
    case .mirrored, .sameAtAnyLongitude:
      "map: {span: 40 deg x 40 deg, ...} and callout: {adjust: edge margins, ...}"
    case .moveAccepted:
      "map: {center: {lat: 0, lon: 179.9}, span: 60 deg x 60 deg, ...} and callout: {adjust: edge "
        + "margins, ...} near the right edge"
    case .oversize: "callout: {size: 480 x 90 pt, adjust: move center, ...}"
    case .steadyAtWorldEdge:
      "map: {center: {lat: 52, lon: 0}, span: 60 deg x 60 deg, ...} and callout: {adjust: "
        + "centering, ...} near the top edge"
    case .exactWhenClose: "callout: {adjust: edged region, ...} after - zoom: {by: 10 levels}"
    case .animatedAsAtOnce, .callbacksPaired: nil
    }
  }

  init(_ criterion: Criterion) { self.init(.criteria, criterion.title) }

  private static let clustering =
    EngineCatalog.standard.names.map { (Situation(engine: $0), "cluster: {engine: \($0)}") }
    + ClusterMethod.allCases.map {
      (Situation(method: $0.rawValue), "cluster: {method: \($0.rawValue)}")
    }

  init(engine: String) { self.init(.clustering, "engine \(engine)") }
  init(method: String) { self.init(.clustering, "method \(method)") }

  private static let fixes = ClusterFixes.keys.flatMap { key in
    [true, false].map { isMade in
      (Situation(fix: key, isMade: isMade), "cluster: {fixes: {\(key): \(isMade ? "yes" : "no")}}")
    }
  }

  init(fix: String, isMade: Bool) { self.init(.fixes, "\(fix): \(isMade ? "made" : "not made")") }

  private static let options = Scenario.optionChoices.flatMap { option in
    (option.values.isEmpty ? ["default", "another"] : option.values).map { value in
      let written = value == "another" || value == "default" ? option.example : value
      return (
        Situation(option: option.name, value), "\(option.holder): {\(option.name): \(written)}"
      )
    }
  }

  init(option: String, _ value: String) { self.init(.options, "\(option): \(value)") }

  private static let metrics = Metric.allCases.map { metric in
    (Situation(metric), "see mapreplay explain '\(metric.name)'")
  }

  init(_ metric: Metric) { self.init(.metrics, metric.name) }
}
