internal import Callouts
internal import Clustering
internal import MapConfiguration
package import MapEvents
internal import MapGeometry
internal import MapModel
package import Measures
internal import Metrics
internal import Replay
internal import ScenarioFiles
package import Scenarios

/// Finds the situations of one session.
package struct SituationObserver {
  /// The distance from an edge up to which a pin is near it, in points.
  static let nearPoints = 60.0

  /// The situations found so far, without ``ofDefaults``.
  private var found: Set<Situation> = []
  private let scenario: Scenario
  private var viewSize = ScreenSize(width: 0, height: 0)
  private var camera: Camera?
  private var hasSteps = false
  private var fingers: Gesture?
  private var isAnimating = false
  private var isCalloutOpen = false
  private var pendingUpdates: Set<Int64> = []
  private var selected: AnnotationID?
  /// The annotation that was deselected last, and when.
  private var deselected: (annotation: AnnotationID, time: SimulatedTime)?
  private var now = SimulatedTime.zero
  private var layers: [AnnotationID: LayerID] = [:]
  private var clusters: Set<AnnotationID> = []
  private var views = ViewUse()
  /// The layer over whose annotation each callout opened.
  private var layersOfCallouts: [Int32: LayerID] = [:]

  /// Returns the situations of a session, replayed once.
  static func situations(of scenario: Scenario) -> Set<Situation> {
    var observer = SituationObserver(scenario)
    var recorder = FactsRecorder(
      stepExpectations: scenario.stepExpectations, finalExpectations: [],
      plans: scenario.stepPlans)
    Replayer(scenario).play(meter: StillMeter()) { event in
      observer.observe(event)
      recorder.observe(event)
    }
    observer.add(recorder.result)
    return observer.found.union(observer.ofDefaults.flatMap(\.situations))
  }

  /// How many situations there are.
  package static let count = Situation.all.count

  /// The situations of a session that leaves an option at its default, with their numbers.
  private struct Default {
    let option: String
    let situations: [Situation]
    let numbers: [Int]

    init(_ option: OptionChoices) {
      self.option = option.name
      situations = ["default", option.standard].map { Situation(option: option.name, $0) }
      numbers = situations.compactMap { SituationObserver.numbers[$0] }
    }
  }

  private static let defaults = Scenario.optionChoices.map { Default($0) }

  /// The situations of the options that the session does not write.
  private var ofDefaults: [Default] {
    Self.defaults.filter { !scenario.writtenOptions.contains($0.option) }
  }

  private static let numbers = Dictionary(
    uniqueKeysWithValues: zip(Situation.all.map(\.situation), 0...))

  /// Ends the session.
  ///
  /// - Parameter facts: The facts of the whole session.
  /// - Returns: The numbers from 0 of the situations that it came into.
  package mutating func end(with facts: Facts) -> Set<Int> {
    add(facts)
    return Set(found.compactMap { Self.numbers[$0] }).union(ofDefaults.flatMap(\.numbers))
  }

  /// Begins to observe a session.
  package init(_ scenario: Scenario) {
    self.scenario = scenario
    scenario.steps.visit { step, _ in found.insert(Situation(.steps, step.action.verb)) }
    for option in scenario.writtenOptionsInForce {
      found.insert(Situation(option: option.name, option.value))
      found.insert(Situation(option: option.name, option.isDefault ? "default" : "another"))
    }
    for cluster in scenario.layers.compactMap(\.cluster) {
      found.insert(Situation(engine: cluster.engine.name))
      found.insert(Situation(method: cluster.method.rawValue))
      let made = cluster.fixes.made
      for key in ClusterFixes.keys {
        found.insert(Situation(fix: key, isMade: made.contains(key)))
      }
    }
  }

  private mutating func meet(_ occurrence: Occurrence, if isSo: Bool = true) {
    if isSo { found.insert(Situation(occurrence)) }
  }

  /// Adds the situations that only the facts of the whole session show.
  private mutating func add(_ facts: Facts) {
    for (metric, value) in facts.session.measured where !value.isNothing {
      found.insert(Situation(metric))
    }
    for callout in facts.callouts where callout.isJudged {
      for criterion in callout.broken { found.insert(Situation(criterion)) }
      guard let layer = layersOfCallouts[callout.callout], scenario.layers.indices ~= layer.index,
        let adjuster = scenario.layers[layer.index].callout?.adjuster
      else { continue }
      if !callout.isCorrect { found.insert(Situation(adjuster.name, isAtFault: true)) }
      if callout.keeps(.inside) == true { found.insert(Situation(adjuster.name, isAtFault: false)) }
    }
  }

  /// Takes the next event.
  package mutating func observe(_ event: Event) {
    now = event.time
    switch event.kind {
    case .session(.began(let legend)):
      viewSize = legend.viewSize
      camera = legend.camera
    case .session(.stepBegan): beginSteps()
    case .map(let event): observe(event)
    case .input(let event): observe(event)
    case .data(let event): observe(event)
    case .view(let event): observe(event)
    case .selection(let event): observe(event)
    case .cluster(let event): observe(event)
    case .callout(let event): observe(event)
    case .frame(let frame): meet(.nothingInView, if: frame.liveViews == 0 && !layers.isEmpty)
    case .session, .snapshot, .drag, .overlay, .delegate, .animator, .calloutAnnotation:
      break
    }
  }

  private mutating func observe(_ event: MapEvent) {
    switch event {
    case .regionWillChange(let animated): isAnimating = animated
    case .visibleRegionChanged(let camera, _): look(from: camera)
    case .regionDidChange(_, let camera):
      isAnimating = false
      look(from: camera)
    case .resized(let size):
      viewSize = size
      meet(.resizedWithCallout, if: isCalloutOpen)
    case .regionChangeInterrupted, .reentered, .reentryRefused, .trackingChanged: break
    }
  }

  /// The first layout begins with the whole world, which no scenario asks for.
  private mutating func beginSteps() {
    guard !hasSteps else { return }
    hasSteps = true
    if let camera { look(from: camera) }
  }

  private mutating func look(from camera: Camera) {
    self.camera = camera
    guard hasSteps else { return }
    let world = MapSize.worldSide
    let width = viewSize.width * camera.mapPointsPerPoint
    let height = viewSize.height * camera.mapPointsPerPoint
    meet(.turned, if: camera.headingDegrees != 0)
    meet(.southern, if: camera.center.y > world / 2)
    meet(.wholeWorld, if: max(width, height) >= world)
    meet(.street, if: camera.mapPointsPerPoint < Viewport.mapPointsPerPoint(atZoomLevel: 18))
    guard camera.headingDegrees == 0 else { return }
    let (x, y) = (camera.center.x, camera.center.y)
    meet(.dateLine, if: x - width / 2 < 0 || x + width / 2 > world)
    // The map ends at the edge of the view; rounding may leave a part of a point between them.
    meet(.northEnd, if: y - height / 2 < camera.mapPointsPerPoint)
    meet(.southEnd, if: y + height / 2 > world - camera.mapPointsPerPoint)
  }

  private mutating func observe(_ event: InputEvent) {
    switch event {
    case .began(let gesture):
      fingers = gesture
      meet(.gestureWithCallout, if: isCalloutOpen)
    case .ended: fingers = nil
    case .tapped, .doubleTapped, .twoFingersTapped, .longPressed, .touched: break
    }
  }

  private mutating func observe(_ event: DataEvent) {
    if case .batchArrived = event {
      meetBatch()
    } else if case .loadEnded = event {
      meetBatch()
    } else if case .annotationAdded(let annotation, let layer, _, let cluster) = event {
      layers[annotation] = layer
      if let cluster, cluster.count > 1 { clusters.insert(annotation) }
    } else if case .annotationRemoved(let annotation, _, _, _) = event {
      // The map deselects it first.
      let isDeselected = deselected?.annotation == annotation && deselected?.time == now
      meet(.removedWhileSelected, if: annotation == selected || isDeselected)
      layers[annotation] = nil
      clusters.remove(annotation)
    }
  }

  /// Points arrive, of a download or of a load.
  private mutating func meetBatch() {
    meet(.batchUnderFingers, if: fingers != nil && fingers != .drag)
    meet(.dragInBatch, if: fingers == .drag)
    meet(.batchInAnimation, if: isAnimating)
    meet(.batchWithCallout, if: isCalloutOpen)
    meet(.batchInUpdate, if: !pendingUpdates.isEmpty)
  }

  private mutating func observe(_ event: SelectionEvent) {
    switch event {
    case .willSelect:
      meet(.selectionInAnimation, if: isAnimating)
      // The map deselects the other one first.
      meet(.selectionAfterSelection, if: deselected?.time == now)
    case .didSelect(let annotation): selected = annotation
    case .willDeselect: break
    case .didDeselect(let annotation): (selected, deselected) = (nil, (annotation, now))
    case .missed, .refused, .didSelectAnnotation, .didDeselectAnnotation: break
    }
  }

  private mutating func observe(_ event: ClusterEvent) {
    func number(_ update: Int32, _ layer: LayerID) -> Int64 {
      Int64(layer.rawValue) << 32 | Int64(update)
    }
    switch event {
    case .queued(let update, let layer, _, _): pendingUpdates.insert(number(update, layer))
    case .finished(let update, let layer), .coalesced(let update, let layer, _):
      pendingUpdates.remove(number(update, layer))
    case .applied:
      meet(.updateUnderFingers, if: fingers != nil && fingers != .drag)
      meet(.updateWithCallout, if: isCalloutOpen)
    case .reused(let annotation, _, _, let size):
      if size.count > 1 { clusters.insert(annotation) } else { clusters.remove(annotation) }
    case .started, .computed, .indexed, .moved, .listed, .audited, .paused, .completed,
      .titleRequested, .viewNotRefreshed, .stalled, .unsupported, .followed, .subtitleRequested,
      .cancelled, .settingsChanged, .coarsened, .waited, .worked:
      break
    }
  }

  private mutating func observe(_ event: CalloutEvent) {
    switch event {
    case .opened(let callout, let annotation, let opening):
      isCalloutOpen = true
      layersOfCallouts[callout] = layers[annotation]
      meetEdges(opening)
    case .closed: isCalloutOpen = false
    case .settled, .interrupted, .accessoryTapped, .pinned: break
    }
  }

  /// A pin is near a corner when it is near both edges.
  private mutating func meetEdges(_ opening: CalloutOpening) {
    let (pin, bars) = (opening.rects.parent, opening.bars)
    let near = Self.nearPoints
    let top = pin.minY < bars.top + near
    let left = pin.minX < bars.left + near
    let bottom = pin.maxY > viewSize.height - bars.bottom - near
    let right = pin.maxX > viewSize.width - bars.right - near
    let edges: [(MapEdge, Bool)] = [
      (.top, top), (.left, left), (.bottom, bottom), (.right, right),
      (.topLeft, top && left), (.topRight, top && right), (.bottomLeft, bottom && left),
      (.bottomRight, bottom && right),
    ]
    for (edge, isNear) in edges where isNear { found.insert(Situation(edge: edge)) }
  }

  private mutating func observe(_ event: ViewEvent) {
    switch event {
    case .created(_, let identifier):
      meet(.otherPoolFull, if: views.hasPooled(besides: identifier))
      meet(.poolEmptied, if: views.emptied.contains(identifier))
    case .reused(let view, let identifier):
      meet(.reused)
      views.take(view, identifier)
      meet(.severalReused, if: views.reusedIdentifiers.count > 1)
    case .displayed(let view, let annotation, _):
      let (layer, isCluster) = (layers[annotation], clusters.contains(annotation))
      if let last = views.show(view, layer: layer, isCluster: isCluster) {
        meet(.reusedElsewhere, if: last.layer != layer)
        meet(.clusterAndPin, if: last.isCluster != isCluster)
      }
    case .returned(_, _, let identifier): views.giveBack(identifier)
    case .poolsEmptied:
      meet(.memoryWithCallout, if: isCalloutOpen)
      views.emptyPools()
    case .requested, .didAdd, .providerAnsweredNil, .hidden, .unhidden, .joinedCluster,
      .leftCluster, .appearanceKept, .clusterTextRead, .clusterAnnotationRequested,
      .clusteringLost, .memoryChanged, .roleKept, .setAside, .shownAgain, .released:
      break
    }
  }
}

/// The uses of annotation views, and the number of views in each pool.
private struct ViewUse {
  struct Use {
    var layer: LayerID?
    var isCluster: Bool
  }

  /// The identifiers whose pools were emptied when they held some.
  private(set) var emptied: Set<Int32> = []
  private(set) var reusedIdentifiers: Set<Int32> = []
  private var pooled: [Int32: Int] = [:]
  private var uses: [ViewID: Use] = [:]
  private var taken: Set<ViewID> = []

  func hasPooled(besides identifier: Int32) -> Bool {
    pooled[identifier] ?? 0 == 0 && pooled.contains { $0.key != identifier && $0.value > 0 }
  }

  mutating func take(_ view: ViewID, _ identifier: Int32) {
    pooled[identifier, default: 0] -= 1
    reusedIdentifiers.insert(identifier)
    taken.insert(view)
  }

  mutating func giveBack(_ identifier: Int32) { pooled[identifier, default: 0] += 1 }

  mutating func emptyPools() {
    for (identifier, count) in pooled where count > 0 { emptied.insert(identifier) }
    pooled = [:]
  }

  /// Notes the use for which a view is shown; returns its last use, if it was reused for this
  /// one.
  mutating func show(_ view: ViewID, layer: LayerID?, isCluster: Bool) -> Use? {
    let last = taken.remove(view) == nil ? nil : uses[view]
    uses[view] = Use(layer: layer, isCluster: isCluster)
    return last
  }
}
