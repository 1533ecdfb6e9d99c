internal import Clustering
public import MapEvents
public import MapGeometry

/// A phone's map in simulated time: annotations, views and their pools, selection, region changes,
/// cluster layers and callouts.
///
/// Everything is decided by the setup and by the calls; what happens is told as events to one
/// observer. Within an instant the order is: tasks that fall due, then the frame with region,
/// leaving views, entering views, didAdd and layout. One thread, no clock: the lap clock only
/// observes.
public final class MapSimulation {
  /// Work that falls due at a known instant.
  enum Task {
    case batch(layer: Int, points: [Int32])
    case clusterQueue(layer: Int)
    case lift(Gesture, pointsPerSecond: ScreenOffset)
    /// The view of the running drag answers with a state, unless it is asked for another one now.
    case dragAnswer(DragState)
    /// The second is over for which the button of a callout held the selection.
    case releaseSelection(SecondCallouts.Hold)
  }

  /// A layer at work.
  struct LayerState {
    var controller: ClusterController?
    var queue = ClusterQueue()
    /// For each point whether the layer was given it.
    var isMember: [Bool]
    /// For each point the slot of its own annotation; empty for a clustered layer.
    var slots: [Int32]
    /// Where its points are now, for each point.
    var coordinates: [Coordinate]
    /// The settings in force of the views of single points.
    var view: ViewSetup
    /// The settings in force of the views of clusters.
    var clusterView: ViewSetup
    /// The settings in force of the views of clusters at one location.
    var oneLocationView: ViewSetup
    /// Whether some of its views can show a callout of the map's own.
    var hasMapCallouts: Bool
    /// For each role the numbers of its reuse identifiers.
    let identifiers: [[Int32]]
    /// The reuse identifier of the callout annotations of each kind; -1 for other callouts.
    var calloutIdentifiers: [Int32]
    /// The number of the clustering identifier of its views; -1 when they have none, and for a
    /// clustered layer.
    var clusteringIdentifier: Int32
    /// Whether updates wait until the app lets them go on.
    var isPaused = false
    /// Whether an update was asked for since then.
    var isUpdateDue = false
    /// The first update that was not asked for yet when updates were cancelled last.
    var firstUncancelled: Int32 = 0
    /// What its cluster controller remembers between callbacks.
    var memory = ClusterMemory()
    /// Real time of the update under way; observed, never used.
    var updateLaps = UpdateLaps()
  }

  /// An annotation whose view is about to be asked for, in the order of coming.
  struct Entry: Comparable {
    var serial: Int32
    var slot: Int32

    static func < (left: Entry, right: Entry) -> Bool {
      left.serial < right.serial
    }
  }

  let setup: SimulationSetup
  let stopwatch: any Stopwatch
  private let observer: (Event) -> Void

  /// The simulated instant.
  public internal(set) var now = SimulatedTime.zero
  /// What the map shows.
  public internal(set) var viewport: Viewport {
    didSet { visibleRect = viewport.visibleMapRect }
  }
  /// The part of the world that the viewport shows.
  var visibleRect: MapRect

  var step: Int32 = -1
  /// Marks set so far.
  var markCount: Int32 = 0
  var agenda = Agenda<Task>()
  var mainQueue = MainQueue()
  var motion: Motion?
  /// The region change under way.
  var change: RegionChange?
  var changeCount: Int32 = 0
  /// Changes that the app asked for at the end of others, one after the other, since a finger or
  /// the session moved the map.
  var reentryDepth = 0
  var drag: Drag?
  var annotations = AnnotationStore()
  var pools: ReusePools
  /// Slots of annotations that have a view.
  var shown: [Int32] = []
  var areViewsStale = false
  var didMapMove = false
  var pendingMainThread = SimulatedTime.zero
  var layers: [LayerState]
  var updateCount: Int32 = 0
  /// Calls to cluster controllers that have completion handlers.
  var callCount: Int32 = 0
  var selected: Int32?
  var callout: OpenCallout?
  var calloutCount: Int32 = 0
  /// The kind of the open callout among those of its layer.
  var calloutKind = 0
  var seconds = SecondCallouts()
  var overlays: OverlayStacks
  /// Who answers callbacks behind the cluster controllers.
  var delegateTarget = DelegateTarget.app
  /// The slot of the user's location.
  var userLocation: Int32?
  let ownIdentifiers: OwnIdentifiers
  /// Whether views on the map have offsets other than those of their settings.
  var areOffsetsStale = false
  var collisions = Collisions()
  var areCollisionsStale = false
  /// Whether some layer has views that give way.
  var hasYieldingViews: Bool
  /// Views on the map that give way.
  var hiddenCount = 0
  var builtInClusters = BuiltInClusters()
  var grouping = Grouping()
  var areGroupsStale = false
  /// Whether some layer has views with a clustering identifier.
  let hasGroupingLayers: Bool

  /// Told of each annotation that an update with an outdated view of the map adds again; only
  /// recordings tell of that.
  package var addedAgain: ((Int32) -> Void)?

  // Kept, so that a frame needs no memory.
  var scratch: [Int32] = []
  var leaving: [Int32] = []
  var entering: [Entry] = []
  /// For each group of the grouping under way the cluster that stays; -1 for none.
  var keptClusters: [Int32] = []
  let legend: Legend

  /// Makes a map that shows nothing yet.
  ///
  /// - Parameters:
  ///   - setup: What decides how it behaves.
  ///   - stopwatch: Observes real time; a still one for facts.
  ///   - observer: Gets each event once, in order.
  public init(
    setup: SimulationSetup, stopwatch: any Stopwatch, observer: @escaping (Event) -> Void
  ) {
    self.setup = setup
    self.stopwatch = stopwatch
    self.observer = observer
    precondition(setup.viewMarginFraction >= 0, "views cannot be missing inside the map")
    // A map without size shows nothing, and never will.
    viewport = setup.viewport.hasSize ? setup.viewport.clamped() : setup.viewport
    visibleRect = viewport.visibleMapRect
    var identifiers = NameList()
    var clusteringIdentifiers = NameList()
    layers = setup.layers.map { layer in
      let count = setup.coordinates.count
      let roles = [layer.view, layer.clusterView, layer.viewOfOneLocation]
      let poolsOfRoles = roles.map { $0.identifiers.map { identifiers.number(of: $0) } }
      let clusteringIdentifier =
        layer.canCluster && layer.cluster == nil ? layer.view.clusteringIdentifier : nil
      return LayerState(
        controller: layer.cluster.map { ClusterController(setup: $0, pointCount: count) },
        isMember: Array(repeating: false, count: count),
        slots: layer.cluster == nil ? Array(repeating: -1, count: count) : [],
        coordinates: setup.coordinates,
        view: layer.view.inForce(ownIdentifier: OwnIdentifiers.markerName),
        clusterView: layer.clusterView.inForce(ownIdentifier: OwnIdentifiers.clusterName),
        oneLocationView:
          layer.viewOfOneLocation.inForce(ownIdentifier: OwnIdentifiers.clusterName),
        hasMapCallouts: layer.hasMapCallouts, identifiers: poolsOfRoles,
        calloutIdentifiers: layer.callouts.map { callout in
          callout.annotation.map { identifiers.number(of: $0.identifier) } ?? -1
        },
        clusteringIdentifier: clusteringIdentifier.map { clusteringIdentifiers.number(of: $0) }
          ?? -1)
    }
    hasGroupingLayers = !clusteringIdentifiers.names.isEmpty
    ownIdentifiers = OwnIdentifiers(for: setup, in: &identifiers)
    hasYieldingViews = MapSimulation.hasYieldingViews(layers)
    pools = ReusePools(identifiers: identifiers.names.count)
    overlays = OverlayStacks(setup.overlays, grids: setup.griddedLayers.count)
    legend = Legend(
      viewSize: viewport.size, viewMarginFraction: setup.viewMarginFraction,
      framePeriod: setup.costs.framePeriod,
      camera: Camera(
        center: viewport.center, mapPointsPerPoint: viewport.mapPointsPerPoint,
        headingDegrees: viewport.headingDegrees),
      layers: setup.layers.map(\.name), marks: setup.marks,
      identifiers: identifiers.names,
      overlays: setup.overlays.map(\.name) + setup.gridNames, snapshots: setup.snapshots)
  }

  func emit(_ kind: Event.Kind) {
    observer(Event(time: now, step: step, kind: kind))
  }

  /// Observes the real time of some work beside the session.
  func lap<Result>(_ phase: LapPhase, _ work: () -> Result) -> Result {
    let start = stopwatch.nanoseconds
    let result = work()
    stopwatch.lap(phase, nanoseconds: stopwatch.nanoseconds - start)
    return result
  }

  /// Observes a part of the cluster update that a layer works on.
  func lap<Result>(_ phase: LapPhase, updateOf layer: Int, _ work: () -> Result) -> Result {
    let start = stopwatch.nanoseconds
    let result = work()
    let nanoseconds = stopwatch.nanoseconds - start
    stopwatch.lap(phase, nanoseconds: nanoseconds)
    layers[layer].updateLaps.add(nanoseconds, to: phase)
    return result
  }
}

/// The course of the session.
extension MapSimulation {
  /// Begins the session.
  public func begin() {
    emit(.session(.began(legend)))
    if let place = setup.userLocation { moveUserLocation(to: place) }
  }

  /// Ends the session with a last picture.
  public func end() {
    step = -1
    tellScene(.end)
    emit(.session(.ended))
  }

  /// Begins a step; events carry its id until it ends.
  public func beginStep(_ id: Int) {
    step = Int32(id)
    emit(.session(.stepBegan))
  }

  /// Ends the running step.
  public func endStep() {
    emit(.session(.stepEnded))
  }

  /// Sets a mark, by its index in the setup, and takes a picture.
  public func mark(_ index: Int) {
    precondition(setup.marks.indices.contains(index), "mark \(index) has no name")
    markCount += 1
    emit(.session(.mark(Int32(index))))
    tellScene(.mark)
  }

  /// Says that the expectations of the running step are due.
  public func expectationsDue() {
    emit(.session(.expectationsDue))
  }

  /// Whether nothing moves, arrives, computes, fades or waits to be shown.
  public var isSettled: Bool {
    motion == nil && drag == nil && agenda.isEmpty && !needsFrame && !isCalloutGrowing
      && layers.allSatisfy(\.queue.isIdle)
  }

  /// The longest that a settling is waited for.
  public static let settleLimit = SimulatedTime(milliseconds: 3_600_000)

  /// Lets simulated time pass.
  public func advance(by time: SimulatedTime) {
    precondition(time >= .zero, "time does not run backwards")
    let end = now + time
    while let next = nextInstant, next <= end { play(next) }
    now = end
  }

  /// Lets time pass until the map has settled; after an hour it gives up and says so.
  ///
  /// - Returns: Whether it settled.
  @discardableResult
  public func advanceUntilSettled() -> Bool {
    let limit = now + MapSimulation.settleLimit
    while !isSettled, let next = nextInstant, next <= limit { play(next) }
    guard !isSettled else { return true }
    assert(
      nextInstant != nil || layers.contains(where: \.memory.isStalled),
      "something waits that will never happen")
    now = limit
    emit(.session(.neverSettled))
    return false
  }

  /// Lets time pass until a region change has ended.
  func advanceUntilOver(_ number: Int32) {
    while change?.number == number, let next = nextInstant { play(next) }
    assert(change?.number != number, "a region change never ends")
  }

  /// Lets time pass until nothing is carried any more.
  func advanceUntilDropped() {
    while drag != nil, let next = nextInstant { play(next) }
    assert(drag == nil, "a drag never ends")
  }

  private var needsFrame: Bool {
    motion != nil || drag?.machine.state == .dragging || areViewsStale || areGroupsStale
      || areCollisionsStale || pendingMainThread > .zero
  }

  /// The number of the next frame that shows something new; nil when nothing does.
  private var nextFrame: Int64? {
    if needsFrame { return setup.costs.frame(after: now) }
    return calloutFrame
  }

  private var nextInstant: SimulatedTime? {
    let frame = nextFrame.map { setup.costs.time(ofFrame: $0) }
    guard let task = agenda.nextTime else { return frame }
    return frame.map { min($0, task) } ?? task
  }

  private func play(_ instant: SimulatedTime) {
    assert(instant >= now, "time runs backwards from \(now) to \(instant)")
    // Asked before time moves on: a frame that was wanted by then is shown now.
    let frame = nextFrame.flatMap { setup.costs.time(ofFrame: $0) == instant ? $0 : nil }
    now = instant
    while agenda.nextTime == instant, let task = agenda.popNext() { run(task) }
    if let frame { showFrame(number: frame) }
  }

  private func run(_ task: Task) {
    switch task {
    case .batch(let layer, let points):
      emit(.data(.batchArrived(layer: Int32(layer), points: Int32(points.count))))
      add(points, to: layer)
    case .clusterQueue(let layer):
      finishOperation(of: layer)
    case .lift(let gesture, let velocity): lift(gesture, pointsPerSecond: velocity)
    case .dragAnswer(let state): viewAnswers(state)
    case .releaseSelection(let hold): releaseSelection(hold)
    }
  }

  private func showFrame(number: Int64) {
    advanceMotion()
    advanceDrag()
    if didMapMove { requestRenderers() }
    if areViewsStale { lap(.views) { updateViews() } }
    if didMapMove { layOutViews() }
    didMapMove = false
    growCallout()
    if areGroupsStale { lap(.views) { updateGroups() } }
    if areCollisionsStale { lap(.views) { solveCollisions() } }
    tellCalloutPin()
    let report = FrameReport(
      number: number, mainThread: pendingMainThread, liveViews: Int32(pools.liveCount),
      pooledViews: Int32(pools.pooledCount))
    pendingMainThread = .zero
    emit(.frame(report))
    // They may move the map, which the next frame shows.
    openShownCallouts()
  }

  /// Books modelled main-thread time for the next frame.
  func spend(_ cost: SimulatedTime, times: Int) {
    pendingMainThread = min(
      pendingMainThread + DeviceCosts.cost(cost, times: Int64(times)),
      DeviceCosts.longestOperation)
  }
}
