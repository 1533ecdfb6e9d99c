import Clustering
import Instruments
import MapConfiguration
import MapEvents
import MapGeometry
import MapModel

/// Whole updates of a cluster controller on a phone's map.
///
/// From the request until the map is at rest everything counts that the model does: engine,
/// overlaps, matching and changing the map; not what is emitted for the facts afterwards.
final class UpdateBench {
  typealias Row = ClusterBenchReport.Row

  /// The fixes of each mode; merging has no upstream counterpart.
  private static let modes: [(ClusterBenchReport.Mode, ClusterFixes)] = {
    // The library has no way to ask for an update, and a bench needs one.
    var upstream = ClusterFixes.none
    upstream.updatesOnRequest = true
    var corrected = ClusterFixes.standard
    corrected.overlap = .left
    return [(.upstream, upstream), (.corrected, corrected), (.merged, .standard)]
  }()

  /// Updates before anything counts: buffers grow, and clusters find their places.
  private static let warmUp = 4
  private let map: MapSimulation
  private let meter = AuditMeter()
  private let listener = ClusterListener()
  private let viewport: Viewport
  private let clock = MonotonicClock()
  private var isAway = false

  private init(
    _ places: [Coordinate], viewport: Viewport, fixes: ClusterFixes, reuses: Bool = true
  ) {
    let cluster = ClusterSetup(
      engine: ReferenceEngine(fixes: fixes), cellSizePoints: 60, marginFraction: 0.5,
      method: .centerOfMass, reusesAnnotations: reuses, maximumZoomLevel: 20,
      minimumUniqueLocations: 0, fade: SimulatedTime(milliseconds: 200), fixes: fixes)
    let microsecond = SimulatedTime(nanoseconds: 1_000)
    let pin = ViewSetup(
      identifiers: ["pin"], size: ScreenSize(width: 32, height: 39), centerOffset: .zero)
    let disc = ViewSetup(
      identifiers: ["cluster"], size: ScreenSize(width: 44, height: 44), centerOffset: .zero)
    let setup = SimulationSetup(
      viewport: viewport, viewMarginFraction: 0,
      costs: DeviceCosts(
        framesPerSecond: 60, viewCreation: microsecond, viewReuse: microsecond,
        viewLayout: microsecond, annotationChange: microsecond, pointVisit: microsecond,
        nodeVisit: microsecond), coordinates: places, rows: places.indices.map { Int32($0) },
      layers: [
        LayerSetup(name: "cities", cluster: cluster, view: pin, clusterView: disc, callout: nil)
      ], marks: [])
    self.viewport = viewport
    map = MapSimulation(setup: setup, meter: meter, observer: listener.observe)
    map.begin()
    map.add(places.indices.map { PointID($0) }, to: 0)
    rest()
  }

  /// Times updates on an unchanged map and counts what they allocate, then on one that goes a cell
  /// to and fro.
  static func measure(
    _ places: [Coordinate], viewport: Viewport, name: String, limit: Int64?, target: Int64?,
    runs: Int, report: inout ClusterBenchReport
  ) {
    let benches = modes.map { UpdateBench(places, viewport: viewport, fixes: $0.1) }
    precondition(benches[0].seesMemory, "the allocator's counter misses what is kept")
    for isMoving in [false, true] {
      var rows = modes.map { mode, _ in
        Row(
          name: isMoving ? "moving \(name)" : "whole \(name)", mode: mode, limit: limit,
          target: mode == .upstream ? target : nil)
      }
      for index in benches.indices { rows[index].digest = benches[index].warmUp(isMoving) }
      for _ in 0..<runs {
        // One mode after the other, so that a slow moment of the machine meets all of them; some
        // updates of each, as a phone has only one map in its caches.
        for index in benches.indices {
          for _ in 0..<5 {
            let before = Allocator.bytesAllocatedByThisThread
            let time = benches[index].update(isMoving)
            if !isMoving { report.countUpdate(since: before) }
            rows[index].nanoseconds.append(time)
          }
        }
      }
      report.rows += rows
    }
    countWithoutReuse(places, viewport: viewport, runs: runs, report: &report)
  }

  /// Whether the counter, if there is one, notices when the events of an update are kept.
  private var seesMemory: Bool {
    listener.kept = []
    let before = Allocator.bytesAllocatedByThisThread
    _ = update(false)
    let after = Allocator.bytesAllocatedByThisThread
    defer { listener.kept = nil }
    guard let before, let after else { return true }
    return after > before && listener.kept?.isEmpty == false
  }

  /// Counts what updates allocate that replace all clusters.
  private static func countWithoutReuse(
    _ places: [Coordinate], viewport: Viewport, runs: Int, report: inout ClusterBenchReport
  ) {
    for (_, fixes) in modes {
      let bench = UpdateBench(places, viewport: viewport, fixes: fixes, reuses: false)
      // The clusters take turns in which points they have, and each grows to the largest; the
      // tree of visible ones, which comes and goes with them, gets its last node after dozens.
      for _ in 0..<25 * warmUp { _ = bench.update(false) }
      for _ in 0..<5 * runs {
        let before = Allocator.bytesAllocatedByThisThread
        _ = bench.update(false)
        report.countUpdate(since: before)
      }
    }
  }

  /// Updates until nothing grows any more, and returns the fingerprint of the clusters.
  private func warmUp(_ isMoving: Bool) -> String {
    listener.digest = BenchDigest()
    listener.isListening = true
    for _ in 0..<UpdateBench.warmUp { _ = update(isMoving) }
    listener.isListening = false
    return listener.digest.text
  }

  /// Updates the clusters once, and returns nanoseconds until the map was at rest, without audits.
  private func update(_ isMoving: Bool) -> Int64 {
    meter.audit = 0
    let start = clock.nanoseconds
    if isMoving {
      isAway.toggle()
      var center = viewport.center
      if isAway { center.x += 60 * viewport.mapPointsPerPoint }
      map.setCenter(Projection.coordinate(for: center), animated: false)
    } else {
      map.updateClusters(of: 0)
    }
    rest()
    return clock.nanoseconds - start - meter.audit
  }

  private func rest() {
    let isSettled = map.advanceUntilSettled()
    precondition(isSettled, "the map never comes to rest")
  }

  /// Times audits, which are no part of an update.
  private final class AuditMeter: Meter {
    private let clock = MonotonicClock()
    var audit: Int64 = 0

    func measure(_ phase: Phase, ofUpdate update: Int32?, _ work: () -> Void) {
      guard phase == .audit else { return work() }
      let start = clock.nanoseconds
      work()
      audit += clock.nanoseconds - start
    }
  }

  /// Fingerprints clusters while it listens, and keeps events on request.
  private final class ClusterListener {
    var digest = BenchDigest()
    var isListening = false
    var kept: [Event]?

    func observe(_ event: Event) {
      kept?.append(event)
      guard isListening, case .cluster(let cluster) = event.kind,
        case .listed(_, _, let content, let count, _, let place) = cluster
      else { return }
      digest.add(content)
      digest.add(UInt64(count))
      digest.add(place.latitude.bitPattern)
      digest.add(place.longitude.bitPattern)
    }
  }
}
