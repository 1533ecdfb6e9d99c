internal import Formatting
internal import MapGeometry
internal import Measures
internal import Metrics

/// What goes without saying and was broken all the same: by whom, and what to do about it.
extension FailureText {
  /// The culprit of the first case and a remedy, as the sentence goes on; nil for a metric that
  /// names its cases in another way.
  var culprit: String? {
    guard let worst = verdict.worst, let time = worst.time,
      verdict.expectation.isTooHigh(verdict.value)
    else { return nil }
    switch verdict.expectation.metric {
    case .waitsGivenUp: return waiting(at: time)
    case .staleReuses:
      let reuse = session.facts.staleReuses.first { $0.time == time && Int($0.step) == worst.step }
      return reuse.map(leaking)
    case .reentriesRefused:
      return "the app's `when region changed` moved the map inside the end of each change, until "
        + "the map refused: let it ask only for what the map does not show yet"
    default: return nil
    }
  }

  /// What the map waited for when it gave up.
  private func waiting(at time: SimulatedTime) -> String {
    let update = session.facts.updates.first { update in
      update.coalescedInto == nil && update.triggeredAt <= time
        && update.latency.map { update.triggeredAt + $0 > time } ?? true
    }
    guard let update else {
      return "something was still to come, such as batches: wait for a time instead"
    }
    let name =
      "update \(update.update) of layer \(session.layerName(update.layer)), asked for at "
      + "\(MetricText.instant(update.triggeredAt)),"
    guard update.compute != nil else {
      return "\(name) was not computed by then: wait for a time instead"
    }
    return "\(name) never ended, as nobody said that its clusters had faded: keep its animator"
  }

  /// What was left on a view.
  private func leaking(_ reuse: StaleReuse) -> String {
    func name(_ annotation: Int32) -> String {
      reuse.subjects.first { $0.annotation == annotation }.map { session.name(of: $0) }
        ?? "annotation \(annotation)"
    }
    var owners: [Int32?] = []
    var remedies: [String] = []
    for leak in reuse.leaks {
      if !owners.contains(leak.owner) { owners.append(leak.owner) }
      if !remedies.contains(leak.part.remedy) { remedies.append(leak.part.remedy) }
    }
    let leaks = owners.map { owner in
      let parts = reuse.leaks.filter { $0.owner == owner }.map(\.part.rawValue)
      return parts.joined(separator: ", ") + (owner.map { " of \(name($0))" } ?? "")
    }
    return "view #\(reuse.view) was shown for \(name(reuse.annotation)) with "
      + "\(leaks.joined(separator: " and ")) still on it: "
      + remedies.joined(separator: ", and ")
  }
}

extension StaleReuse.Part {
  /// What an author can do about it.
  fileprivate var remedy: String {
    switch self {
    case .kind, .size, .offset: "give views of each kind and size an `identifier` of their own"
    case .title, .accessory, .callout, .transform, .selection:
      "let the app set it each time, without `forgets`"
    case .content: "let the app set the content of each callout that it shows"
    }
  }
}
