import Instruments
import MapGeometry

extension BenchSection {
  /// Measures what each index holds, alone: built, and after looking around.
  mutating func memory() {
    let count = Double(points.count)
    // A place, and the number of the point.
    appendMachine(.memory, figures([("bare_bytes_per_point", 20, 1)]))
    for engine in enginesForMemory() {
      let trial = trials[engine]
      let before = Allocator.liveBytes
      _ = trial.build(points)
      let built = Allocator.liveBytes
      let share = lookAround(trial)
      let looked = Allocator.liveBytes
      let digest = trial.digest(digestViews)
      let allocated = trial.allocatedBytes(digestViews)
      trial.drop()
      append(
        .memory, engine,
        figures([
          ("bytes_per_point", BenchSection.growth(before, built).map { $0 / count }, 1),
          ("bytes_per_point_all_levels", BenchSection.growth(before, looked).map { $0 / count }, 1),
          ("levels_seen_share", share, 1),
          ("query_allocated_bytes", allocated, 1),
        ]), digest: digest)
    }
  }

  /// Looks at each place with a point at all zoom levels, as far as the time suffices: an index
  /// that makes its levels when they are looked at has them all then.
  ///
  /// - Returns: The share of the places that was looked at.
  private func lookAround(_ trial: Trial) -> Double {
    let clock = MonotonicClock()
    // Only a pyramid makes levels; the others are given a moment.
    let end = clock.nanoseconds + (trial.peer == .pyramid ? plan.patience / 2 : plan.budget)
    var seen = 0
    var all = 0
    for zoom in BenchView.zooms.reversed() {
      let views = BenchView.tiles(with: points, zoom: zoom)
      all += views.count
      let rest = end - clock.nanoseconds
      if rest > 0 { seen += trial.look(views, rest) }
    }
    return Double(seen) / Double(max(all, 1))
  }

  private static func growth(_ before: UInt64?, _ after: UInt64?) -> Double? {
    guard let before, let after else { return nil }
    return Double(after) - Double(before)
  }
}

extension BenchView {
  /// Views side by side that show all points at a zoom level, those with nothing on them left out.
  static func tiles(with points: [Coordinate], zoom: Int) -> [BenchView] {
    let scale = Viewport.mapPointsPerPoint(atZoomLevel: Double(zoom))
    let width = BenchView.width * scale
    let height = BenchView.height * scale
    var keys = points.map { place in
      let point = Projection.mapKit.mapPoint(for: place)
      return UInt64(point.y / height) << 24 | UInt64(point.x / width)
    }
    var other = [UInt64](repeating: 0, count: keys.count)
    MachineLimits.radixSort(&keys, by: &other)
    var views: [BenchView] = []
    var last: UInt64?
    for key in keys where key != last {
      last = key
      var view = BenchView(center: points[0], zoom: zoom)
      view.rect.origin = MapPoint(
        x: Double(key & 0xff_ffff) * width, y: Double(key >> 24) * height)
      views.append(view)
    }
    return views
  }
}
