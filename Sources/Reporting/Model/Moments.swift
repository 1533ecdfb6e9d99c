internal import Formatting
internal import MapEvents
internal import MapGeometry
internal import Measures
internal import Metrics

/// A moment of a session that is worth a picture.
struct Moment: Hashable {
  /// Why it is, the most important reason first.
  enum Reason: Int, Comparable {
    case failure, asked, broken, selection, movement, mark, edge

    static func < (left: Reason, right: Reason) -> Bool { left.rawValue < right.rawValue }
  }

  var time: SimulatedTime
  var title: String
  var reason: Reason
  /// What was recorded at that time; nil for a moment of which the scene knows.
  var placed: PlacedSnapshot?
  /// Whether it shows what a selection is about to change.
  var isBeforeSelection = false
}

/// The moments of a session: each failed expectation, each picture that was asked for, before,
/// during and after each selection, around updates that moved clusters, marks, beginning and end.
enum Moments {
  /// The moments up to a limit, those of the better reasons, in the order of time.
  static func all(of session: SessionReport, atMost limit: Int) -> [Moment] {
    guard let scene = session.scene else { return [] }
    var all = failures(of: session)
    for placed in session.snapshots where [.snapshot, .mark].contains(placed.scene.occasion) {
      all.append(
        Moment(
          time: placed.time, title: placed.title,
          reason: placed.scene.occasion == .snapshot ? .asked : .mark, placed: placed))
    }
    all += selections(of: session, scene) + movements(of: session, scene)
    all.append(Moment(time: begin(of: scene), title: "the first views", reason: .edge))
    all.append(Moment(time: session.timeline.length, title: "the end", reason: .edge))
    var chosen: [Moment] = []
    // Of moments at about one time the one with the best reason stays, unless they belong together.
    let near = 3 * session.legend.framePeriod.nanoseconds
    let ranked = all.enumerated().sorted {
      ($0.element.reason, $0.offset) < ($1.element.reason, $1.offset)
    }
    for (_, moment) in ranked {
      guard chosen.count < limit else { break }
      if let end = scene.endOfViews, moment.time > end { continue }
      let isTaken = chosen.contains { other in
        // Of what fails as something is selected, the map before it is another picture.
        if moment.isBeforeSelection, other.reason == .failure, other.time > moment.time {
          return false
        }
        let distance = (other.time - moment.time).nanoseconds.magnitude
        // Two selections in one frame have the same map before them.
        let isSame = moment.isBeforeSelection && other.isBeforeSelection && distance < near / 3
        return distance == 0 || isSame || other.reason != moment.reason && distance <= near
      }
      if isTaken { continue }
      chosen.append(moment)
    }
    return chosen.sorted { $0.time < $1.time }
  }

  private static func failures(of session: SessionReport) -> [Moment] {
    session.evidence.flatMap { evidence -> [Moment] in
      guard session.facts.verdicts.indices.contains(evidence.verdict) else { return [] }
      let verdict = session.facts.verdicts[evidence.verdict]
      let name = verdict.expectation.metric.name
      let place = evidence.place
      var moments = [
        Moment(time: place.time, title: "\(name): the first offence", reason: .failure)
      ]
      if let worst = session.worstTime(of: verdict, place), worst != place.time {
        moments.append(Moment(time: worst, title: "\(name): the worst", reason: .failure))
      }
      return moments
    }
  }

  /// The first frame with anything in it.
  private static func begin(of scene: SessionScene) -> SimulatedTime {
    scene.views.count > 0 ? scene.views.start(of: 0) : .zero
  }

  private static func selections(of session: SessionReport, _ scene: SessionScene) -> [Moment] {
    let frame = session.legend.framePeriod
    let callouts = session.timeline.callouts.rows
    var moments: [Moment] = []
    for row in scene.selections.indices where scene.selections[row, .annotation] >= 0 {
      let start = scene.selections.start(of: row)
      let next = row + 1 < scene.selections.count ? scene.selections.start(of: row + 1) : nil
      let end = next ?? session.timeline.length
      let callout = callouts.first { $0.start >= start && $0.start <= end }
      let isBroken =
        callout.map { callout in
          session.facts.callouts.contains {
            $0.callout == callout.callout && $0.isJudged && !$0.isCorrect
          }
        } ?? false
      let reason = isBroken ? Moment.Reason.broken : .selection
      moments.append(
        Moment(
          time: max(.zero, start - frame), title: "before the selection", reason: reason,
          isBeforeSelection: true))
      let rest = callout?.rest ?? start + frame
      moments.append(
        Moment(
          time: min(rest, session.timeline.length),
          title: callout.map { "callout \($0.callout)\($0.rest == nil ? "" : " at rest")" }
            ?? "selected", reason: reason))
      if let next, scene.selections[row + 1, .annotation] < 0 {
        // A callout that fades out is still there when nothing is selected any more.
        let gone = max(next, callout?.end ?? next) + frame
        let following = row + 2 < scene.selections.count ? scene.selections.start(of: row + 2) : nil
        // Where another selection follows at once, its own moments show what came then.
        if following.map({ $0 > gone }) ?? true {
          moments.append(
            Moment(
              time: min(gone, session.timeline.length), title: "deselected", reason: reason))
        }
      }
    }
    return moments
  }

  /// The most updates that moved clusters, the largest ones.
  private static let movementLimit = 4

  /// Before and after each frame in which views that stayed went elsewhere, the largest first.
  private static func movements(of session: SessionReport, _ scene: SessionScene) -> [Moment] {
    var last: [Int64: Int] = [:]
    var moved: [(time: SimulatedTime, count: Int64)] = []
    let views = scene.views
    for row in views.indices {
      let view = views[row, .view]
      let before = last.updateValue(row, forKey: view)
      guard SeenViewFlags(rawValue: views[row, .flags]).contains(.continues), let before,
        views[before, .x] != views[row, .x] || views[before, .y] != views[row, .y]
      else { continue }
      if moved.last?.time == views.start(of: row) {
        moved[moved.count - 1].count += 1
      } else {
        moved.append((time: views.start(of: row), count: 1))
      }
    }
    let largest = moved.enumerated().sorted {
      ($1.element.count, $0.offset) < ($0.element.count, $1.offset)
    }
    return largest.prefix(movementLimit).flatMap { _, movement in
      [
        Moment(
          time: max(.zero, movement.time - session.legend.framePeriod),
          title: "before views move", reason: .movement),
        Moment(
          time: movement.time,
          title: "\(MetricText.things(Int(movement.count), "view")) moved", reason: .movement),
      ]
    }
  }
}
