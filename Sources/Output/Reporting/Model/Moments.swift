internal import Formatting
internal import MapEvents
package import MapGeometry
internal import Measures
internal import Metrics

/// A moment of a session to show in a picture.
package struct Moment: Hashable {
  /// The reasons to show it, the most important first.
  enum Reason: CaseIterable, Comparable {
    case failure, asked, broken, selection, movement, mark, edge

    /// The rank among reasons when not all moments fit; reasons of one rank alternate.
    fileprivate var rank: Int {
      switch self {
      case .asked: 0
      case .failure: 1
      case .broken: 2
      case .selection, .movement: 3
      case .mark: 4
      case .edge: 5
      }
    }

    /// The noun for the subject of the moment; nil for an edge, whose omission is not reported.
    fileprivate var noun: String? {
      switch self {
      case .failure: "failed expectation"
      case .asked: "snapshot"
      case .broken, .selection: "selection"
      case .movement: "move"
      case .mark: "mark"
      case .edge: nil
      }
    }
  }

  /// The time at which the scene shows it.
  package var time: SimulatedTime
  package var title: String
  var reason: Reason
  /// The picture that a step took; nil for any other moment.
  var placed: PlacedSnapshot?
  /// Whether it shows what a selection is about to change.
  var isBeforeSelection = false
}

/// The moments of a session: failed expectations, requested pictures, selections (before,
/// during and after), updates that moved clusters, marks, the beginning and the end.
package struct Moments {
  /// Some moments in the order of time.
  package struct Choice {
    package var moments: [Moment] = []
    /// The shown part of each kind that is not shown completely, such as `3 of 9 selections, 4
    /// of 12 moves`; nil when everything is shown.
    var shares: String?
  }

  /// One occurrence with the moments that show it together.
  private struct Subject {
    var reason: Moment.Reason
    var moments: [Moment]

    /// Makes a subject of moments that have one reason; nil for none.
    init?(_ moments: [Moment]) {
      guard let first = moments.first else { return nil }
      (reason, self.moments) = (first.reason, moments)
    }
  }

  private let subjects: [Subject]
  /// The number of moves of views that are left out because others are larger.
  private let smallerMoves: Int
  /// The time from which on the map is unknown; nil when it is known to the end.
  private let end: SimulatedTime?
  /// The distance below which two moments count as simultaneous, in nanoseconds.
  private let near: Int64

  /// The fewest pictures by which the author of a scenario tells its story: no selection, move or
  /// edge stands between them.
  private static let storyLength = 3

  /// The moments of a session; none without a scene.
  package init(_ session: SessionReport) {
    near = 3 * session.legend.framePeriod.nanoseconds
    guard let scene = session.scene else {
      (subjects, smallerMoves, end) = ([], 0, nil)
      return
    }
    let times = SceneTimes(session)
    let pictures = times.pictures.map { placed, time in
      Moment(
        time: time, title: placed.title,
        reason: placed.scene.occasion == .snapshot ? .asked : .mark, placed: placed)
    }
    let edges = [
      Moment(time: Moments.begin(of: scene), title: "the first views", reason: .edge),
      Moment(time: times.end, title: "the end", reason: .edge),
    ]
    let movements = Moments.movements(of: session, scene)
    var all = Moments.failures(of: session, times)
    all += pictures.map { [$0] }
    let tellsStory = pictures.count { $0.reason == .asked } >= Moments.storyLength
    if !tellsStory {
      all += Moments.selections(of: session, scene, until: times.end) + movements.largest
      all += edges.map { [$0] }
    }
    subjects = all.compactMap { Subject($0) }
    (smallerMoves, end) = (tellsStory ? 0 : movements.rest, scene.endOfViews)
  }

  /// The moments up to a limit.
  ///
  /// When not everything fits, failures come first, and the rest is spread over the session.
  /// A chosen subject is shown completely if the limit allows it.
  package func choice(atMost limit: Int) -> Choice {
    let all = subjects.flatMap(\.moments).enumerated().sorted {
      ($0.element.reason, $0.offset) < ($1.element.reason, $1.offset)
    }.map(\.element)
    // Edges are the last ones.
    let distinct = missing(from: [], of: all, atMost: limit + 1)
    var chosen = Array(distinct.prefix(limit))
    if distinct.count(where: { $0.reason.noun != nil }) > limit {
      chosen = []
      for subject in ranked {
        let more = missing(from: chosen, of: subject.moments)
        if chosen.isEmpty {
          chosen = Array(more.prefix(limit))
        } else if chosen.count + more.count <= limit {
          chosen += more
        }
      }
    }
    return Choice(moments: chosen.sorted { $0.time < $1.time }, shares: shares(of: chosen))
  }

  /// The moments that the pictures do not show, up to the end of the recorded scene.
  ///
  /// Among simultaneous moments, only the one with the best reason stays, unless they belong
  /// together.
  ///
  /// - Complexity: O(moments · (pictures + limit)).
  private func missing(
    from pictures: [Moment], of moments: [Moment], atMost limit: Int = .max
  ) -> [Moment] {
    var all = pictures
    for moment in moments where isRecorded(moment) {
      guard all.count - pictures.count < limit else { break }
      if !all.contains(where: { isShown(moment, by: $0) }) { all.append(moment) }
    }
    return Array(all.dropFirst(pictures.count))
  }

  private func isRecorded(_ moment: Moment) -> Bool { end.map { moment.time <= $0 } ?? true }

  private func isShown(_ moment: Moment, by other: Moment) -> Bool {
    // A picture that the author asked for stays, and stands for no failure.
    if moment.reason == .asked { return other == moment }
    if moment.reason == .failure, other.reason == .asked { return false }
    // Of what fails as something is selected, the map before it is another picture.
    if moment.isBeforeSelection, other.reason == .failure, other.time > moment.time {
      return false
    }
    let distance = (other.time - moment.time).nanoseconds.magnitude
    // Two selections in one frame have the same map before them.
    let isSame = moment.isBeforeSelection && other.isBeforeSelection && distance < near / 3
    return distance == 0 || isSame || other.reason < moment.reason && distance <= near
  }

  /// The moment at which a player opens: the first with the best reason; nil without moments.
  package var opening: Moment? {
    subjects.flatMap(\.moments).filter(isRecorded).min {
      ($0.reason, $0.time) < ($1.reason, $1.time)
    }
  }

  /// The subjects from the one that is shown first on; those of one reason from the first to the
  /// last one, but the largest moves first.
  private var ranked: [Subject] {
    let placed = Moment.Reason.allCases.flatMap { reason in
      let same = subjects.filter { $0.reason == reason }
      let order = reason == .movement ? Array(same.indices) : Moments.spread(same.count)
      return order.enumerated().map { place, index in (place: place, subject: same[index]) }
    }
    return placed.enumerated().sorted { left, right in
      (left.element.subject.reason.rank, left.element.place, left.offset)
        < (right.element.subject.reason.rank, right.element.place, right.offset)
    }.map(\.element.subject)
  }

  /// The indexes of a list in an order whose prefixes are spread over the list: the first,
  /// the last, the middle, the middles of both halves and so on.
  static func spread(_ count: Int) -> [Int] {
    guard count > 1 else { return Array(0..<count) }
    var order = [0, count - 1]
    var gaps = [0..<count - 1]
    var next = 0
    while next < gaps.count {
      let gap = gaps[next]
      let middle = (gap.lowerBound + gap.upperBound) / 2
      next += 1
      guard middle > gap.lowerBound else { continue }
      order.append(middle)
      gaps += [gap.lowerBound..<middle, middle..<gap.upperBound]
    }
    return order
  }

  private func shares(of chosen: [Moment]) -> String? {
    var nouns: [String] = []
    for noun in Moment.Reason.allCases.compactMap(\.noun) where !nouns.contains(noun) {
      nouns.append(noun)
    }
    let shares = nouns.compactMap { noun -> String? in
      let same = subjects.filter { $0.reason.noun == noun }
      let shown = same.count { subject in
        subject.moments.allSatisfy { moment in chosen.contains { isShown(moment, by: $0) } }
      }
      let all = same.count + (noun == Moment.Reason.movement.noun ? smallerMoves : 0)
      return shown < all ? "\(shown) of \(MetricText.things(all, noun))" : nil
    }
    return shares.isEmpty ? nil : shares.joined(separator: ", ")
  }
}

/// The subjects of a session, each with its moments.
extension Moments {
  private static func failures(of session: SessionReport, _ times: SceneTimes) -> [[Moment]] {
    session.evidence.map { evidence in
      guard session.facts.verdicts.indices.contains(evidence.verdict) else { return [] }
      let name = session.facts.verdicts[evidence.verdict].expectation.subject.name
      let titles = ["\(name): the first offence", "\(name): the worst"]
      return zip(session.moments(of: evidence, times), titles).map { time, title in
        Moment(time: time, title: title, reason: .failure)
      }
    }
  }

  /// The first frame with anything in it.
  private static func begin(of scene: SessionScene) -> SimulatedTime {
    scene.views.count > 0 ? scene.views.start(of: 0) : .zero
  }

  private static func selections(
    of session: SessionReport, _ scene: SessionScene, until last: SimulatedTime
  ) -> [[Moment]] {
    let frame = session.legend.framePeriod
    // The period is rounded down.
    let nextFrame = frame + SimulatedTime(nanoseconds: 1)
    let callouts = session.timeline.callouts.rows
    return scene.selections.indices.filter { scene.selections[$0, .annotation] >= 0 }.map { row in
      let start = scene.selections.start(of: row)
      let next = row + 1 < scene.selections.count ? scene.selections.start(of: row + 1) : nil
      let end = next ?? last
      let callout = callouts.first { $0.start >= start && $0.start <= end }
      let isBroken =
        callout.map { callout in
          session.facts.callouts.contains {
            $0.callout == callout.callout && $0.isJudged && !$0.isCorrect
          }
        } ?? false
      let reason = isBroken ? Moment.Reason.broken : .selection
      let picture = picture(of: callout, in: session, scene)
      var moments = [
        Moment(
          time: max(.zero, start - frame), title: "before the selection", reason: reason,
          isBeforeSelection: true),
        Moment(
          time: picture?.time ?? min(start + nextFrame, last),
          title: picture?.title ?? "selected", reason: reason),
      ]
      if let next, scene.selections[row + 1, .annotation] < 0 {
        // A callout that fades out is still there when nothing is selected any more.
        let gone = max(next, callout?.end ?? next) + nextFrame
        let following = row + 2 < scene.selections.count ? scene.selections.start(of: row + 2) : nil
        // Where another selection follows at once, its own moments show what came then.
        if following.map({ $0 > gone }) ?? true {
          moments.append(
            Moment(
              time: min(gone, last), title: "deselected", reason: reason))
        }
      }
      return moments
    }
  }

  /// The picture of an open callout at rest, in its full size.
  ///
  /// Without such a moment it is the last state; nil for a callout that is never visible.
  private static func picture(
    of callout: SessionTimeline.CalloutSpan?, in session: SessionReport, _ scene: SessionScene
  ) -> (time: SimulatedTime, title: String)? {
    guard let callout else { return nil }
    let rest = callout.rest ?? callout.start + session.legend.framePeriod
    guard let best = scene.bestMoment(ofCallout: callout.callout, from: rest) else { return nil }
    let rested = callout.rest == nil ? "" : callout.isInterrupted ? ", interrupted" : " at rest"
    let state = best.isFull ? rested : ", growing"
    return (best.time, "callout \(callout.callout)\(state)")
  }

  /// The most frames in which views move, the largest ones.
  private static let movementLimit = 4

  /// The moments before and after the frames in which views moved, largest moves first, and
  /// the number of the other moves.
  private static func movements(
    of session: SessionReport, _ scene: SessionScene
  ) -> (largest: [[Moment]], rest: Int) {
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
    // Of those of one size, such as the frames of a drag, the first ones would resemble each other.
    let largest = spread(moved.count).enumerated().sorted {
      (moved[$1.element].count, $0.offset) < (moved[$0.element].count, $1.offset)
    }.map(\.element).prefix(movementLimit).sorted {
      (moved[$1].count, $0) < (moved[$0].count, $1)
    }
    let moments = largest.map { index in
      let movement = moved[index]
      return [
        Moment(
          time: max(.zero, movement.time - session.legend.framePeriod),
          title: "before views move", reason: .movement),
        Moment(
          time: movement.time,
          title: "\(MetricText.things(Int(movement.count), "view")) moved", reason: .movement),
      ]
    }
    return (moments, moved.count - largest.count)
  }
}

extension SessionReport {
  /// The times at which the scene shows a failure: its first offense and, at another time,
  /// its worst case.
  ///
  /// A callout is shown in its full size.
  package func moments(of evidence: FailureEvidence, _ times: SceneTimes) -> [SimulatedTime] {
    let verdict = facts.verdicts[evidence.verdict]
    let place = evidence.place
    let first = times.time(of: place.time, event: place.event.map { Int64($0) } ?? .max)
    let worst = worstTime(of: verdict, place).flatMap {
      $0 == place.time ? nil : times.time(of: $0)
    }
    guard case .callouts(let one, let other) = verdict.worst?.place else {
      return [first] + [worst].compactMap(\.self)
    }
    let callouts = [(one.number, first)] + [worst.map { (other.number, $0) }].compactMap(\.self)
    return callouts.map { number, time in
      scene?.bestMoment(ofCallout: number, from: time)?.time ?? time
    }
  }
}
