import Callouts
import Clustering
import MapConfiguration
import MapEvents
import MapGeometry
import MapModel
import Support
import Testing

@testable import MapModel

/// A session of random steps, the same for the same seed, that is watched all the time.
final class RandomSession {
  let test: TestMap
  let watcher: Watcher
  var dice: Dice
  private let hasClusters: Bool
  /// Whether the session takes the steps of fixed controllers too.
  private let isFixed: Bool
  /// Whether callouts are annotations, with buttons that are hit.
  private let isDoubled: Bool

  /// Makes a session.
  ///
  /// In a meddling one the app changes the region whenever it changed, and what nothing published
  /// settles is settled by the dice. In a fixed one the dice say what of the cluster controllers
  /// is fixed. In a doubled one callouts are annotations.
  init(seed: Int, isMeddling: Bool = false, isFixed: Bool = false, isDoubled: Bool = false) {
    self.isFixed = isFixed
    self.isDoubled = isDoubled
    var dice = Dice(seed: seed)
    hasClusters = seed % 3 != 0
    let adjuster: any CalloutAdjuster =
      seed % 2 == 0
      ? IdealAdjuster(margin: 2) : ContainRectAdjuster(margin: 10, animated: false)
    let callout = CalloutSetup.plain(adjuster: adjuster)
    var layers: [LayerSetup] =
      hasClusters
      ? [
        .plain(identifiers: ["a", "b"], callout: callout), .clustered(callout: callout),
        .clustered(reuses: false, minimumLocations: 3, fade: .zero),
      ] : [.plain(identifiers: ["a", "b", "c"], callout: callout), .plain()]
    if isFixed {
      // Of their own, so that the session is that of the seed without fixes.
      var dice = Dice(seed: seed + 1_000_000)
      for index in layers.indices {
        let fixes = RandomSession.someMends(&dice)
        layers[index].cluster?.fixes = fixes
        layers[index].cluster?.engine = ReferenceEngine(fixes: fixes)
      }
    }
    if isDoubled { RandomSession.makeCalloutsAnnotations(of: &layers, seed: seed) }
    layers[0].view.isDraggable = true
    if seed % 5 < 2 { layers[0].view.clusteringIdentifier = "shops" }
    layers[0].view.liftDuration = seed % 7 == 0 ? nil : SimulatedTime(milliseconds: 70)
    // Sessions of every fourth seed lie across the date line.
    let center = seed % 4 == 1 ? MapPoint(x: 100, y: 1e8) : TestMap.middle
    let spread = [600.0, 2000, 40_000][seed % 3]
    var points: [(x: Double, y: Double)] = []
    for _ in 0..<150 {
      let isTwin = dice.below(5) == 0 && !points.isEmpty
      let place = (
        x: 150 + (dice.fraction() - 0.5) * spread, y: 100 + (dice.fraction() - 0.5) * spread
      )
      points.append(isTwin ? points[dice.below(points.count)] : place)
    }
    let costs: DeviceCosts =
      seed % 2 == 0
      ? .free
      : .phone(
        framesPerSecond: 60, creation: 1_000_000, reuse: 50_000, layout: 1000, change: 500,
        point: 2000, node: 20_000)
    test = TestMap(
      viewport: TestMap.viewport(center: center), margin: Double(seed % 3) / 4, costs: costs,
      screenPoints: points, layers: layers,
      options: isMeddling ? RandomSession.someOptions(&dice) : .asRecorded,
      overlays: RandomSession.someOverlays(&dice, TestMap.viewport(center: center)),
      app: isMeddling ? RandomSession.someApp(&dice) : AppSetup())
    watcher = Watcher(test.map)
    test.trace.watch = { [watcher] event in watcher.observe(event) }
    self.dice = dice
  }

  var map: MapSimulation { test.map }

  /// Plays steps, then lets the map settle.
  func play(steps: Int) {
    for _ in 0..<steps {
      perform(dice.below(isFixed ? 32 : 27))
      if isDoubled { touchCallouts() }
    }
    if isFixed { resumeAll() }
    #expect(map.advanceUntilSettled(), "it settles")
    map.end()
  }

  private func perform(_ step: Int) {
    let layer = dice.below(map.clusters.layers.count)
    switch step {
    case 0, 1: map.add(somePoints(), to: layer)
    case 2: map.remove(somePoints(), from: layer)
    case 3: map.planBatch(somePoints(), for: layer, after: someTime())
    case 4, 5: map.pan(by: someOffset(700), over: someTime())
    case 6: map.fling(pointsPerSecond: someOffset(900))
    case 7: map.zoom(byLevels: Double(dice.below(5) - 2), over: someTime())
    case 8: map.zoom(byLevels: dice.fraction() * 3 - 1.5, over: someTime())
    case 9: map.setCenter(somePlace(), animated: dice.below(2) == 0)
    case 10:
      let span = CoordinateSpan(latitudeDelta: 0.02, longitudeDelta: 0.05 * dice.fraction())
      map.setRegion(
        CoordinateRegion(center: somePlace(), span: span), animated: dice.below(2) == 0)
    case 11:
      map.tap(near: MapEdge.allCases[dice.below(8)], withinPoints: Double(dice.below(300)))
    case 12: map.tap(nearestTo: somePlace())
    case 13: map.tap(point: PointID(dice.below(150)), layer: layer)
    case 14: map.deselectAnnotation()
    case 15: map.advance(by: someTime())
    default: perform(gesture: step)
    }
  }
}

/// Watches a session and complains about what must never happen.
final class Watcher {
  private unowned let map: MapSimulation
  private var time = SimulatedTime.zero
  private var isChanging: Bool?
  private var holder: [ViewID: AnnotationID] = [:]
  private var identifiers: [ViewID: Int32] = [:]
  private var requested: (annotation: AnnotationID, identifier: Int32)?
  private var announced: [ViewID] = []
  private var selected: AnnotationID?
  private var annotations: Set<AnnotationID> = []
  private var openCallout: Int32?
  /// The annotation that it opened over.
  private var calloutParent = AnnotationID.none
  private var seconds = SecondWatcher()
  private var isCalloutOver = false
  /// The clusters that each layer keeps and brings since an update was computed.
  private var keptClusters: [LayerID: Int32] = [:]
  private var newClusters: [LayerID: Int32] = [:]
  /// For each layer the updates that wait.
  private var waiting: [LayerID: [Int32]] = [:]
  /// What was visible when an update was asked for.
  private var asked: [Int32: MapRect] = [:]
  private var standing: [AnnotationID] = []
  private var dragged: AnnotationID?
  private var dragState = DragState.none
  private var toldState = DragState.none
  private var renderers: [Int32: Bool] = [:]
  /// How many frames were looked at.
  private(set) var frames = 0

  init(_ map: MapSimulation) {
    self.map = map
  }

  /// The annotations that have a view.
  var shown: Set<AnnotationID> { Set(holder.values) }

  func observe(_ event: Event) {
    check(event.time >= time, "time runs forward")
    time = event.time
    switch event.kind {
    case .map(let event): observe(event)
    case .view(let event): observe(event)
    case .selection(let event): observe(event)
    case .callout(let event): observe(event)
    case .data(.annotationAdded(let annotation, let layer, _, let size)):
      check(annotations.insert(annotation).inserted)
      if size != nil { newClusters[layer, default: 0] += 1 }
    case .data(.annotationRemoved(let annotation, _, _, _)):
      check(annotations.remove(annotation) != nil)
      check(!holder.values.contains(annotation), "the view goes first")
      check(selected != annotation)
    case .frame(let frame): observe(frame)
    case .snapshot(let scene):
      // Those that join clusters may still be on their way.
      let joined = map.views.shown.count { map.annotations[$0].group.isSome }
      let shown = holder.values.count { !seconds.isCallout($0) }
      check((shown - joined...shown).contains(scene.pins.count))
    case .cluster(let event): observe(event)
    case .session(let event): check(event != .neverSettled)
    case .drag(let event): observe(event)
    case .overlay(let event): observe(event)
    case .calloutAnnotation(let event): check(seconds.observe(event, holder: holder))
    case .data, .input, .delegate, .animator: break
    }
  }

  /// No state is skipped, and only one annotation is carried.
  private func observe(_ event: DragEvent) {
    switch event {
    case .viewStateSet(let annotation, let state):
      check(dragState == .none || dragged == annotation, "two annotations are carried")
      dragged = annotation
      toldState = state
    case .stateChanged(let annotation, let new, let old):
      check(annotation == dragged)
      check(old == dragState && new == toldState)
      let allowed: [DragState] =
        switch old {
        case .none: [.starting]
        case .starting: [.dragging, .canceling]
        case .dragging: [.ending, .canceling]
        case .canceling, .ending: [.none]
        }
      check(allowed.contains(new), "\(new) after \(old)")
      dragState = new
    case .geocodeRequested(let annotation, _):
      check(annotation == dragged && dragState == .ending)
    case .refused: check(dragState == .none)
    }
  }

  /// Renderers are asked for once while an overlay is on the map.
  private func observe(_ event: OverlayEvent) {
    switch event {
    case .added(let overlay, _, _): check(renderers.updateValue(false, forKey: overlay) == nil)
    case .removed(let overlay): check(renderers.removeValue(forKey: overlay) != nil)
    case .rendererRequested(let overlay):
      check(renderers.updateValue(true, forKey: overlay) == false)
    case .rendererMissing(let overlay): check(renderers[overlay] == true)
    case .exchanged(let first, let second):
      check(renderers[first] != nil && renderers[second] != nil && first != second)
    }
  }

  /// An update tells first what it keeps and what is new.
  private func observe(_ event: ClusterEvent) {
    switch event {
    case .computed(_, let layer, _):
      (keptClusters[layer], newClusters[layer]) = (0, 0)
    case .reused(let annotation, let layer, _, _):
      check(annotations.contains(annotation))
      keptClusters[layer, default: 0] += 1
    case .applied(_, let layer, let change):
      check(change.reused == keptClusters[layer], "\(change) keeps \(keptClusters)")
      check(change.created == newClusters[layer], "\(change) brings \(newClusters)")
    case .queued(let update, let layer, _, _):
      waiting[layer, default: []].append(update)
      asked[update] = map.region.visibleRect
    case .started(let update, let layer):
      check(waiting[layer]?.first == update, "update \(update) runs out of turn")
      waiting[layer]?.removeFirst()
    case .coalesced(let update, let layer, let into):
      let isLast = waiting[layer]?.suffix(2) == [update, into]
      check(map.fixes(of: layer.index).coalescesUpdates && isLast, "\(update) goes into \(into)")
      waiting[layer]?.removeAll { $0 == update }
    case .cancelled(let update, _): check(asked[update] != nil, "update \(update) is unknown")
    case .moved(let one, _, _), .followed(let one, _): check(annotations.contains(one))
    case .listed(let annotation, _, _, _, _, _):
      check(annotations.contains(annotation))
      standing.append(annotation)
    case .audited(let update, let layer, let audit): observe(audit, of: layer.index, after: update)
    case .unsupported(let layer, let request): check(!map.supports(request, of: layer.index))
    default: break
    }
  }

  /// All clusters of the layer were told of, and the counts are those of a slow count.
  private func observe(_ audit: ClusterAudit, of layer: Int, after update: Int32) {
    let clusters = map.recordedClusters(of: layer)
    check(clusters.map(\.serial) == standing, "\(standing) stand")
    standing = []
    var holders = [Int](repeating: 0, count: map.context.setup.coordinates.count)
    for member in clusters.flatMap(\.members) { holders[member.index] += 1 }
    let visible = map.indexedPoints(of: layer, in: asked[update] ?? .null)
    check(Int(audit.visible) == visible.count, "\(audit) of \(visible.count)")
    check(Int(audit.lost) == visible.count { holders[$0] == 0 }, "\(audit)")
    check(Int(audit.countedTwice) == visible.count { holders[$0] > 1 }, "\(audit)")
    guard map.fixes(of: layer).comparesWhenApplied else { return }
    check(audit.ghosts == 0, "\(audit.ghosts) ghosts")
  }

  private func observe(_ event: MapEvent) {
    switch event {
    case .regionWillChange(let isAnimated):
      check(isChanging == nil, "will after did")
      isChanging = isAnimated
    case .visibleRegionChanged(let camera, _):
      check(isChanging != nil)
      check(camera == map.region.camera)
    case .regionDidChange(let isAnimated, let camera):
      check(isChanging == isAnimated, "did after will")
      check(camera == map.region.camera)
      isChanging = nil
    case .regionChangeInterrupted, .reentered, .reentryRefused, .resized, .trackingChanged: break
    }
  }

  private func observe(_ event: ViewEvent) {
    switch event {
    case .requested(let annotation, let identifier):
      check(annotations.contains(annotation))
      check(!holder.values.contains(annotation), "one view for an annotation")
      check(requested == nil)
      requested = (annotation: annotation, identifier: identifier)
    case .created(let view, let identifier):
      check(view.index == identifiers.count, "views are numbered as they are made")
      check(
        identifiers.allSatisfy { $0.value != identifier || holder[$0.key] != nil },
        "none waits in the pool")
      identifiers[view] = identifier
      show(view, identifier)
    case .reused(let view, let identifier):
      check(identifiers[view] == identifier)
      show(view, identifier)
    case .returned(let view, let annotation, let identifier):
      check(holder[view] == annotation)
      check(identifiers[view] == identifier)
      check(announced.isEmpty, "leaving views go before entering ones are taken")
      holder[view] = nil
    case .shownAgain(let view, let identifier):
      check(identifiers[view] == identifier)
      show(view, identifier)
    case .setAside(let view, let annotation):
      check(holder[view] == annotation)
      holder[view] = nil
    case .didAdd(let views):
      check(Int(views) == announced.count)
      check(views > 0)
      announced = []
    case .providerAnsweredNil(let annotation):
      check(requested?.annotation == annotation)
    case .displayed(let view, let annotation, _):
      check(holder[view] == annotation)
    case .appearanceKept, .hidden, .unhidden, .joinedCluster, .leftCluster,
      .clusterTextRead, .clusterAnnotationRequested, .clusteringLost,
      .poolsEmptied, .memoryChanged, .roleKept, .released:
      break
    }
  }

  private func show(_ view: ViewID, _ identifier: Int32) {
    check(holder[view] == nil, "a view is shown once")
    check(requested?.identifier == identifier)
    holder[view] = requested?.annotation
    requested = nil
    announced.append(view)
  }

  private func observe(_ event: SelectionEvent) {
    switch event {
    case .willSelect(let annotation):
      check(selected == nil)
      check(holder.values.contains(annotation), "only what is shown is selected")
      selected = annotation
    case .willDeselect(let annotation): check(selected == annotation)
    case .didSelect(let annotation): check(selected == annotation)
    case .didDeselect(let annotation):
      check(selected == annotation)
      // One that is an annotation is the app's, and can come back beside another selection.
      check(openCallout == nil || seconds.isParent(calloutParent), "the callout goes before")
      selected = nil
    case .missed, .refused, .didSelectAnnotation, .didDeselectAnnotation: break
    }
  }

  private func observe(_ event: CalloutEvent) {
    switch event {
    case .opened(let callout, let annotation, _):
      check(openCallout == nil)
      check(selected == annotation || seconds.isParent(annotation))
      openCallout = callout
      calloutParent = annotation
      isCalloutOver = false
    case .settled(let callout, _), .interrupted(let callout):
      check(openCallout == callout && !isCalloutOver, "settled or interrupted, and once")
      isCalloutOver = true
    case .closed(let callout):
      check(openCallout == callout)
      check(isCalloutOver)
      openCallout = nil
    case .accessoryTapped(let callout, _, _), .pinned(let callout, _):
      check(openCallout == callout)
    }
  }

  private func observe(_ frame: FrameReport) {
    frames += 1
    check(announced.isEmpty)
    check(Int(frame.liveViews) == holder.count)
    check(Int(frame.liveViews + frame.pooledViews) == identifiers.count)
    let rect = map.viewport.visibleMapRect
    let margin = map.context.setup.viewMarginFraction
    let area = rect.insetBy(dx: -margin * rect.width, dy: -margin * rect.height)
    for slot in map.annotations.slots.indices where map.annotations.isUsed[slot] {
      let annotation = map.annotations.slots[slot]
      let isNear =
        AnnotationStoreTests.isInside(area, annotation.mapPoint)
        || annotation.serial == selected || map.drag.dragged == AnnotationSlot(slot)
      // A cluster of the map's own stands for it.
      let isMember =
        annotation.group.isSome && map.context.setup.options.clusteredViews == .enqueued
      check((isNear && !isMember) == (annotation.view >= 0), "annotation \(annotation.serial)")
      check(annotation.view < 0 || holder[annotation.view] == annotation.serial)
    }
  }
}

/// As `#expect`, but costs nothing while all is well: it is asked a million times.
private func check(
  _ isTrue: Bool, _ text: @autoclosure () -> String = "",
  at location: SourceLocation = #_sourceLocation
) {
  guard !isTrue else { return }
  Issue.record("\(text())", sourceLocation: location)
}
