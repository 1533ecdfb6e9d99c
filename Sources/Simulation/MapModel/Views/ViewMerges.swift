internal import MapEvents
internal import MapGeometry

/// The annotation views that move into native clusters, each in a straight line.
///
/// Every call is O(1) except ``removeAll(at:where:)``, which is O(n) for n moving views.
struct ViewMerges {
  private struct Merge {
    let view: ViewID
    let start: MapPoint
    var goal: MapPoint
    let begin: SimulatedTime
    let end: SimulatedTime

    func place(at time: SimulatedTime) -> MapPoint {
      start.onTheWay(
        to: goal, part: Double((time - begin).nanoseconds) / Double((end - begin).nanoseconds))
    }
  }

  private var merges: [Merge] = []
  /// The index of the merge of each view.
  private var indices: [ID<Merge>] = []

  var isEmpty: Bool { merges.isEmpty }

  /// The current place of a moving view; nil for any other view.
  func place(of view: ViewID, at time: SimulatedTime) -> MapPoint? {
    guard let index = index(of: view), merges[index].end > time else { return nil }
    return merges[index].place(at: time)
  }

  /// Moves a view from its current place, which is `place` unless it moves already.
  mutating func begin(
    _ view: ViewID, from place: MapPoint, to goal: MapPoint, at time: SimulatedTime,
    lasting duration: SimulatedTime
  ) {
    assert(duration > .zero, "a merge takes time")
    let merge = Merge(
      view: view, start: self.place(of: view, at: time) ?? place, goal: goal, begin: time,
      end: time + duration)
    remove(view)
    while indices.count <= view.index { indices.append(.none) }
    indices[view.index] = ID(merges.count)
    merges.append(merge)
  }

  /// Gives a moving view another goal.
  mutating func redirect(_ view: ViewID, to goal: MapPoint) {
    if let index = index(of: view) { merges[index].goal = goal }
  }

  mutating func remove(_ view: ViewID) {
    guard let index = index(of: view), let last = merges.popLast() else { return }
    indices[view.index] = .none
    guard last.view != view else { return }
    merges[index] = last
    indices[last.view.index] = ID(index)
  }

  /// Removes the views that have reached their goals, and those that satisfy a condition.
  mutating func removeAll(at time: SimulatedTime, where isRemoved: (ViewID) -> Bool) {
    // From the end, since the last one takes the place of a removed one.
    for index in merges.indices.reversed()
    where merges[index].end <= time || isRemoved(merges[index].view) {
      remove(merges[index].view)
    }
  }

  private func index(of view: ViewID) -> Int? {
    guard view.isSome, view.index < indices.count, indices[view.index].isSome else { return nil }
    return indices[view.index].index
  }
}
