import Instruments
import MapGeometry

/// How long the work on many points will take, by that on a sixteenth and on a fourth of them.
struct Forecast {
  /// Nanoseconds of a build; nil when already the parts take too long.
  var build: Double?
  var queries: Double?
  static let leastPoints = 40_000

  /// Goes on from one part to another four times as large, and once more: what grew by some
  /// factor grows by it again, and at least with the points.
  static func next(sixteenth: Double, fourth: Double) -> Double {
    fourth * max(4, min(fourth / max(sixteenth, 1), 32))
  }

  init(of trial: Trial, points: [Coordinate], views: [BenchView], patience: Int64) {
    guard points.count >= Forecast.leastPoints else {
      build = 0
      queries = 0
      return
    }
    let clock = MonotonicClock()
    var builds: [Double] = []
    var looks: [Double] = []
    for part in [16, 4] {
      // Growth by the third power would be the worst that anybody has seen.
      guard (builds.last ?? 0) * 32 < Double(patience) else { return }
      builds.append(Double(trial.build(Array(points[..<(points.count / part)]))))
      guard (looks.last ?? 0) * 32 < Double(patience) else { continue }
      let start = clock.nanoseconds
      let seen = trial.look(views, patience / 16)
      if seen == views.count { looks.append(Double(clock.nanoseconds - start)) }
    }
    if builds.count == 2 { build = Forecast.next(sixteenth: builds[0], fourth: builds[1]) }
    if looks.count == 2 { queries = Forecast.next(sixteenth: looks[0], fourth: looks[1]) }
  }
}
