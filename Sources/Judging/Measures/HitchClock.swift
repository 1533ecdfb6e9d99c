internal import MapGeometry

/// The time during which the screen waited for frames that were late, for the scopes in which it
/// passed.
///
/// A hitch lasts from when its frame was due on the screen until it came. Hitches that overlap are
/// one, and time after the end of the session counts for nothing: so no scope has more of it than
/// it lasted.
struct HitchClock {
  /// The scopes since the last frame, with when each began; each ends where the next begins.
  private var scopes: [(scope: Tally.Scope, began: SimulatedTime)] = []
  /// The hitches that are not counted yet, apart and in order.
  private var pending: [Range<SimulatedTime>] = []
  /// The end of the last hitch.
  private var until = SimulatedTime.zero

  /// Enters a scope.
  mutating func enter(_ scope: Tally.Scope, at now: SimulatedTime) {
    if scopes.last?.began == now { scopes.removeLast() }
    scopes.append((scope: scope, began: now))
  }

  /// Takes in a frame.
  mutating func show(dueAt due: SimulatedTime, lateness: SimulatedTime) {
    // No later frame was due before.
    let first = scopes.lastIndex { $0.began <= due } ?? 0
    if pending.isEmpty { scopes.removeFirst(min(first, max(scopes.count - 1, 0))) }
    let (begin, end) = (max(due, until), due + lateness)
    guard begin < end else { return }
    pending.append(begin..<end)
    until = end
  }

  /// Whether a hitch has lasted until some time that is not counted.
  func isPending(at now: SimulatedTime) -> Bool {
    if let first = pending.first { first.lowerBound < now } else { false }
  }

  /// Takes the time of hitches until now, by the scopes in which it passed.
  mutating func take(
    until now: SimulatedTime
  ) -> [(scope: Tally.Scope, time: SimulatedTime)] {
    var times: [(scope: Tally.Scope, time: SimulatedTime)] = []
    for index in pending.indices where pending[index].lowerBound < now {
      let hitch = pending[index]
      let end = min(hitch.upperBound, now)
      for (place, scope) in scopes.enumerated() {
        let next = place + 1 < scopes.count ? scopes[place + 1].began : end
        let (from, to) = (max(scope.began, hitch.lowerBound), min(next, end))
        if from < to { times.append((scope: scope.scope, time: to - from)) }
      }
      pending[index] = end..<hitch.upperBound
    }
    pending.removeAll(where: \.isEmpty)
    return times
  }
}
