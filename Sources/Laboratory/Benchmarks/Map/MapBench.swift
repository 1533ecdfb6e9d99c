import Instruments
import MapConfiguration
import MapEvents
import MapGeometry
import MapModel

/// A minute of steady panning over a field of annotations.
///
/// The field is a grid so dense that 300 views are shown at a time; the map pans to and fro, so
/// that views leave and enter every few frames. With clustering, native clustering runs in every
/// frame, on views so near that each row collides with the next one.
public enum MapBench {
  private static let framesPerSecond: Int64 = 120
  private static let shownViews = 300
  private static let size = ScreenSize(width: 390, height: 844)
  private static let way = ScreenOffset(dx: 1_200, dy: 300)
  private static let wayTime = SimulatedTime(milliseconds: 3_000)
  static let ways = 20

  /// Times the session `runs` times, then counts the allocations of the model.
  public static func measure(runs: Int, isClustering: Bool = false) -> BenchReport {
    let setup = setup(isClustering: isClustering)
    let clock = MonotonicClock()
    var report = BenchReport(
      name: isClustering ? "clusters" : "map", simulated: SimulatedTime(milliseconds: 60_000),
      shownViews: 0, frames: 0, nanoseconds: [], digest: "", bytes: nil, allocatingFrames: 0,
      steadyFrames: 0, target: isClustering ? nil : BenchText.target)
    for _ in 0..<runs {
      let digest = DigestBox()
      let start = clock.nanoseconds
      play(setup) { digest.observe($0) }
      report.nanoseconds.append(clock.nanoseconds - start)
      report.digest = digest.digest.text
      report.frames = digest.frames
      report.shownViews = Int(digest.shownViews)
    }
    guard Allocator.isServing else { return report }
    let counter = AllocationBox()
    play(setup) { counter.observe($0) }
    report.bytes = Int64(counter.bytes)
    report.allocatingFrames = counter.allocatingFrames
    report.steadyFrames = counter.frames
    return report
  }

  /// Plays the session with clusters under a meter.
  static func play(meter: any Meter, observer: @escaping (Event) -> Void) {
    play(clustered, meter: meter, observer: observer)
  }

  private static let clustered = setup(isClustering: true)

  private static func play(
    _ setup: SimulationSetup, meter: any Meter = StillMeter(), observer: @escaping (Event) -> Void
  ) {
    let map = MapSimulation(setup: setup, meter: meter, observer: observer)
    map.begin()
    map.add(field.indices.map { PointID($0) }, to: 0)
    for way in 0..<ways {
      meter.stepBegins(Int32(way))
      map.beginStep(way)
      let sign = way.isMultiple(of: 2) ? -1.0 : 1.0
      map.pan(by: ScreenOffset(dx: sign * self.way.dx, dy: sign * self.way.dy), over: wayTime)
      map.endStep()
      meter.stepEnds()
    }
    map.end()
  }

  private static let viewport = Viewport(
    size: size, center: MapPoint(x: 100_000_000, y: 100_000_000), mapPointsPerPoint: 64,
    headingDegrees: 0, regionFit: .exactInverse)

  private static let field: [Coordinate] = {
    let spacing = (size.width * size.height / Double(shownViews)).squareRoot()
    let columns = Int((size.width + way.dx) / spacing) + 2
    let rows = Int((size.height + way.dy) / spacing) + 2
    return (0..<rows).flatMap { row in
      (0..<columns).map { column in
        let x = (Double(column) + 0.5) * spacing
        let y = (Double(row) + 0.5) * spacing
        return Projection.coordinate(
          for: MapPoint(
            x: viewport.center.x + (x - size.width / 2) * viewport.mapPointsPerPoint,
            y: viewport.center.y + (y - size.height / 2) * viewport.mapPointsPerPoint))
      }
    }
  }()

  private static func setup(isClustering: Bool) -> SimulationSetup {
    var options = MapOptions.standard
    if isClustering { options.requiredViewsCluster = true }
    let view = ViewSetup(
      identifiers: ["pin"], size: ScreenSize(width: 32, height: 39), centerOffset: .zero,
      clusteringIdentifier: isClustering ? "pins" : nil)
    let microsecond = SimulatedTime(nanoseconds: 1_000)
    return SimulationSetup(
      viewport: viewport, viewMarginFraction: 0,
      costs: DeviceCosts(
        framesPerSecond: framesPerSecond, viewCreation: microsecond, viewReuse: microsecond,
        viewLayout: microsecond, annotationChange: microsecond, pointVisit: microsecond,
        nodeVisit: microsecond), coordinates: field, rows: field.indices.map { Int32($0) },
      layers: [
        LayerSetup(name: "field", cluster: nil, view: view, clusterView: view, callout: nil)
      ], marks: [], options: options)
  }

  private final class DigestBox {
    var digest = TraceDigest()
    var frames = 0
    var shownViews: Int32 = 0

    func observe(_ event: Event) {
      digest.observe(event)
      guard case .frame(let frame) = event.kind else { return }
      frames += 1
      shownViews = max(shownViews, frame.liveViews)
    }
  }

  /// Looks at the allocator's counter after each frame, once every pool and buffer has been full.
  private final class AllocationBox {
    /// Ways there and back before anything counts.
    static let warmUp: Int32 = 4
    var bytes: UInt64 = 0
    var frames = 0
    var allocatingFrames = 0
    private var last: UInt64?

    func observe(_ event: Event) {
      switch event.kind {
      case .frame:
        guard event.step >= AllocationBox.warmUp else { return }
        let now = Allocator.bytesAllocatedByThisThread
        if let last, let now {
          frames += 1
          bytes += now - last
          allocatingFrames += now > last ? 1 : 0
        }
        last = now
      // The beginning and the end of a gesture are no part of a steady pan.
      case .session(.stepBegan), .session(.stepEnded): last = nil
      default: break
      }
    }
  }
}
