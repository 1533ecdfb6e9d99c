internal import MapConfiguration
internal import MapEvents
internal import MapGeometry

/// Annotation views and their pools, by reuse identifier.
struct ReusePools {
  /// The state of a view.
  struct View: Hashable {
    var identifier: Int32
    var annotation = AnnotationSlot.none
    /// The role for which it was made.
    var role = ViewRole.point
    /// Its appearance at its last layout.
    var appearance = ViewAppearance.blank
    /// The declared appearance of the settings with which it was last set up.
    var setUpAs = ViewAppearance.blank
    /// Whether its offsets follow the settings of its annotation at its next layout.
    var followsSettings = true
    /// The state left on it: title, accessory, callout, transform, selection.
    var state = ViewState.blank
    /// The number of points that it shows.
    var count: Int32 = 1
    /// Whether it shows them as being at one location.
    var isUniqueLocation = false
    fileprivate(set) var isHidden = false
    /// Whether it was reused without its clustering identifier.
    var hasLostClustering = false
    /// Whether it is as large as a selected marker.
    ///
    /// The map sets this even if an app does not reset the view.
    var isGrown = false
    /// Whether the map made it, because the app had no delegate.
    var isDefault = false
    /// The number of frames before it came into sight.
    var frameCountBefore: Int32 = 0
    /// The end of its fade by an animator; zero without one.
    var fadesUntil = SimulatedTime.zero
    /// The annotation for which an animator faded it out, if it is still transparent.
    var fadedFor = AnnotationID.none
    /// The end of the growth of its last callout.
    var calloutGrowsUntil = SimulatedTime.zero
    /// Whether its last callout was still growing when the view was deselected or left.
    var hasUnfinishedCallout = false
    /// The state set on the view itself, which overrides its settings; nil for none.
    var isEnabledByHand: Bool?
    /// Whether it ignores being selected or deselected.
    var holdsSelection = false
    /// The number of its accessory views.
    var accessoryCount = 0
    /// The memory of the view.
    var bytes: Int64 = 0
    /// The content that a callout annotation's view shows, and the annotation that carried it.
    var content: Int32 = -1
    var contentOwner = AnnotationID.none
  }

  private struct Queue {
    var views: [ViewID] = []
    var first = 0
    var count: Int { views.count - first }
  }

  private(set) var views: [View] = []
  private(set) var liveCount = 0
  private(set) var pooledCount = 0
  private(set) var hiddenCount = 0
  private var queues: [Queue]

  private let order: MapOptions.PoolOrder

  init(identifiers: Int, order: MapOptions.PoolOrder = .first) {
    queues = Array(repeating: Queue(), count: identifiers)
    self.order = order
  }

  /// The number of elements in the queues of all pools, waiting or passed, which determines
  /// their memory.
  var placeCount: Int { queues.reduce(0) { $0 + $1.views.count } }

  subscript(view: ViewID) -> View {
    get { views[view.index] }
    set {
      assert(newValue.identifier == views[view.index].identifier, "view \(view) changed its pool")
      assert(newValue.annotation == views[view.index].annotation, "use show and giveBack")
      views[view.index] = newValue
    }
  }

  mutating func dequeue(_ identifier: Int32) -> ViewID? {
    defer { checkInvariants() }
    let index = Int(identifier)
    guard queues[index].count > 0 else { return nil }
    pooledCount -= 1
    if order == .last { return queues[index].views.removeLast() }
    let view = queues[index].views[queues[index].first]
    assert(views[view.index].annotation.isNone, "view \(view) was in a pool and on the map")
    assert(views[view.index].identifier == identifier, "view \(view) waited in a wrong pool")
    queues[index].first += 1
    // Old places are dropped once they outnumber the waiting views: constant cost on average.
    if queues[index].first > 32, queues[index].first > queues[index].count {
      queues[index].views.removeFirst(queues[index].first)
      queues[index].first = 0
    }
    return view
  }

  mutating func create(_ identifier: Int32) -> ViewID {
    precondition(queues.indices.contains(Int(identifier)), "identifier \(identifier) has no pool")
    views.append(View(identifier: identifier))
    return ViewID(views.count - 1)
  }

  mutating func show(_ view: ViewID, for annotation: AnnotationSlot) {
    defer { checkInvariants() }
    precondition(annotation.isSome, "a view needs an annotation")
    precondition(views[view.index].annotation.isNone, "view \(view) is on the map already")
    views[view.index].annotation = annotation
    liveCount += 1
  }

  mutating func setHidden(_ view: ViewID, _ isHidden: Bool) {
    assert(views[view.index].isHidden != isHidden, "view \(view) is hidden or shown already")
    views[view.index].isHidden = isHidden
    hiddenCount += isHidden ? 1 : -1
  }

  /// Takes a view from the map: into its pool, or out of all pools if its annotation keeps it.
  mutating func giveBack(_ view: ViewID, isOwn: Bool = false) {
    defer { checkInvariants() }
    precondition(views[view.index].annotation.isSome, "view \(view) was given back twice")
    if views[view.index].isHidden { setHidden(view, false) }
    views[view.index].annotation = .none
    views[view.index].fadesUntil = .zero
    views[view.index].calloutGrowsUntil = .zero
    views[view.index].isGrown = false
    liveCount -= 1
    guard !isOwn else { return }
    queues[Int(views[view.index].identifier)].views.append(view)
    pooledCount += 1
  }

  /// Releases the views in all pools.
  ///
  /// Their numbers are not used again.
  mutating func removeWaiting() {
    defer { checkInvariants() }
    for index in queues.indices { queues[index] = Queue() }
    pooledCount = 0
  }

  private func checkInvariants() {
    assert(
      liveCount >= 0 && liveCount + pooledCount <= views.count,
      "\(liveCount) live and \(pooledCount) waiting of \(views.count) views")
    assert(
      queues.reduce(0) { $0 + $1.count } == pooledCount,
      "pools hold \(queues.reduce(0) { $0 + $1.count }) views, \(pooledCount) should wait")
  }
}

extension ViewAppearance {
  static let blank = ViewAppearance(
    kind: .image, size: ScreenSize(width: 0, height: 0), centerOffset: .zero, calloutOffset: .zero)
}

extension ViewState {
  static let blank = ViewState(
    title: .none, accessory: .none, callout: .none, isTransformed: false, isSelected: false)
}
