import MapConfiguration
import MapEvents
import MapGeometry
import Support
import Testing

@testable import MapModel

/// Sessions of random steps on maps with every kind of view, judged by what they tell.
@Suite("Random views")
struct RandomViewsTests {
  @Test(arguments: 0..<20)
  func `keep their promises in every event and frame`(block: Int) {
    for seed in block * 5..<block * 5 + 5 {
      let session = RandomViews(seed: seed)
      session.play(steps: 80)
      #expect(session.judge.problems.isEmpty, "\(seed): \(session.judge.problems.prefix(3))")
      #expect(session.judge.frames > 20, "session \(seed)")
    }
  }

  @Test
  func `hide and show again, select and use again, often enough to mean something`() {
    var judges: [ViewJudge] = []
    for seed in 0..<100 {
      let session = RandomViews(seed: seed)
      session.play(steps: 100)
      judges.append(session.judge)
    }
    #expect(judges.reduce(0) { $0 + $1.hidings } > 100)
    #expect(judges.reduce(0) { $0 + $1.reuses } > 100)
    #expect(judges.reduce(0) { $0 + $1.selections } > 20)
    #expect(judges.reduce(0) { $0 + $1.joined } > 200)
    #expect(judges.reduce(0) { $0 + $1.textsRead } > 10)
    #expect(judges.reduce(0) { $0 + $1.merges } > 20)
    #expect(judges.reduce(0) { $0 + $1.losses } > 50)
    #expect(judges.reduce(0) { $0 + $1.removed } > 5)
    #expect(judges.reduce(0) { $0 + $1.gone } > 50)
    // Some are made for one layer and weigh more or less when another one uses them.
    #expect(judges.reduce(0) { $0 + $1.weighings - Int($1.made) } > 20)
  }

  @Test(arguments: 0..<30)
  func `are the same after a drag there and back`(seed: Int) {
    let session = RandomViews(seed: seed)
    session.play(steps: 30)
    let map = session.test.map
    // A view that loses its identifier in the pool joins no cluster when it comes back.
    guard map.context.setup.layers.allSatisfy({ !$0.view.notReset.contains(.clustering) }) else {
      return
    }
    map.deselectAnnotation()
    #expect(map.advanceUntilSettled())
    // Clusters come again as others.
    func shown() -> [AnnotationID] {
      map.views.shown.map { map.annotations[$0] }.filter { !$0.isCluster }.map(\.serial).sorted()
    }
    let before = shown()
    for dx in [350.0, -350] { map.pan(by: ScreenOffset(dx: dx, dy: -dx / 2), over: .zero) }
    #expect(map.advanceUntilSettled())
    #expect(shown() == before)
  }
}

/// A session of random steps.
final class RandomViews {
  let test: TestMap
  let judge: ViewJudge
  private var dice: Dice

  init(seed: Int) {
    var dice = Dice(seed: seed)
    func some<Value>(_ values: [Value]) -> Value { values[dice.below(values.count)] }
    let layers = (0..<3).map { number in
      let layer =
        number == 2
        ? LayerSetup.clustered(identifiers: ["a"], clusterIdentifiers: [["a", "b", "c"][seed % 3]])
        : .plain(identifiers: number == 0 ? ["a", "b"] : ["b", "c"])
      return layer.with {
        $0.provider = some(ViewProvider.allCases)
        $0.kind = [.image, .marker][seed % 2]
        $0.contents = [[], .resizedImage][(seed / 2 + number) % 2]
        $0.displayPriority = some([250, 750, 1000])
        $0.collision = some(CollisionMode.allCases)
        $0.zPriority.unselected = some([100, 500])
        $0.alignmentInsets = some([
          EdgeInsets(all: 0), EdgeInsets(top: 0, left: 3, bottom: 9, right: 5),
          EdgeInsets(top: -6, left: 2, bottom: -1, right: -9),
        ])
      }
    }.map { (layer: LayerSetup) in
      guard layer.cluster == nil else { return layer }
      var layer = layer
      // The plain ones cluster together, apart, or not at all.
      layer.view.clusteringIdentifier = some([nil, "shops", "shops", "parks"])
      layer.clusterView.hasPriorityOfMembers = some([true, false])
      layer.view.notReset = some([[], [], .clustering])
      layer.view.clusterAnnotation = some(ClusterAnnotation.allCases)
      layer.callout = .plain(width: 30, height: 20)
      return layer
    }
    let options = MapOptions.with {
      $0.viewRequests = some(MapOptions.ViewRequests.allCases)
      $0.leavingViews = some(MapOptions.LeavingViews.allCases)
      $0.selectedViews = some(MapOptions.SelectedViews.allCases)
      $0.removalOfSelected = some(MapOptions.RemovalOfSelected.allCases)
      $0.stacking = some(MapOptions.Stacking.allCases)
      $0.clusteringOrder = some(MapOptions.ClusteringOrder.allCases)
      $0.clusteringTimes = some(MapOptions.ClusteringTimes.allCases)
      $0.clusterPlace = some(MapOptions.ClusterPlace.allCases)
      $0.collisionCircle = some(MapOptions.CollisionCircle.allCases)
      $0.collisionOrder = some(MapOptions.CollisionOrder.allCases)
      $0.collisionTimes = some(MapOptions.CollisionTimes.allCases)
      $0.poolOrder = some(MapOptions.PoolOrder.allCases)
      $0.requiredViewsCluster = some([true, false])
      $0.clusteredViews = some(MapOptions.ClusteredViews.allCases)
      $0.clusterPriority = some(MapOptions.ClusterPriority.allCases)
      $0.annotationsHoldClusters = some([true, true, false])
      $0.clusterTitles = some(MapOptions.ClusterTitles.allCases)
      // Without a draw, which would move the others.
      if $0.requiredViewsCluster { $0.mergeDuration = MapOptions.standard.mergeDuration }
    }
    let points = (0..<80).map { _ in
      (x: dice.fraction() * 900 - 300, y: dice.fraction() * 600 - 200)
    }
    var costs = DeviceCosts.free
    (costs.viewBytes, costs.squarePointBytes) = (ViewJudge.viewBytes, 1)
    test = TestMap(
      margin: Double(seed % 3) / 4, costs: costs, screenPoints: points, layers: layers,
      options: options,
      userLocation: seed % 2 == 0 ? (x: 100, y: 50) : nil, showsUserLocation: true)
    judge = ViewJudge(test.map)
    test.trace.watch = { [judge] event in judge.judge(event) }
    // The map began before the judge looked.
    for event in test.trace.events { judge.judge(event) }
    self.dice = dice
  }

  func play(steps: Int) {
    for _ in 0..<steps { perform(dice.below(17)) }
    #expect(test.map.advanceUntilSettled(), "it settles")
    test.map.end()
  }

  private func perform(_ step: Int) {
    let map = test.map
    let layer = dice.below(3)
    switch step {
    case 0: map.add(somePoints(), to: layer)
    case 1: map.remove(somePoints(), from: layer)
    case 2: replaceSome(of: layer, how: .all)
    case 3: replaceSome(of: layer, how: .changed)
    case 4:
      let points = somePoints()
      map.move(points, in: layer % 2, to: points.map { _ in somePlace() })
    case 5: map.moveUserLocation(to: dice.below(3) == 0 ? nil : somePlace())
    case 6:
      let offset = ScreenOffset(dx: dice.fraction() * 20 - 10, dy: dice.fraction() * 20 - 10)
      map.change(
        ViewChange(
          centerOffset: dice.below(2) == 0 ? offset : nil,
          displayPriority: [nil, 100, 500, 1000][dice.below(4)]), of: layer,
        // By what is drawn already, so that it moves no other draw.
        points: offset.dx < 0 ? test.allPoints.filter { $0.index % 3 == step % 2 } : nil)
    case 7: map.zoom(byLevels: Double(dice.below(3) - 1), over: someTime())
    case 8: map.tap(point: PointID(dice.below(80)), layer: layer)
    case 9: map.tap(nearestTo: somePlace())
    case 10: map.deselectAnnotation()
    case 11: map.setCenter(somePlace(), animated: dice.below(2) == 0)
    case 12, 13: tapSomeCluster()
    case 14: if dice.below(3) == 0 { map.receiveMemoryWarning() }
    default:
      let offset = ScreenOffset(dx: dice.fraction() * 500 - 250, dy: dice.fraction() * 300 - 150)
      map.pan(by: offset, over: someTime())
    }
    if dice.below(2) == 0 { map.advance(by: someTime()) }
  }

  /// Replaces points, and holds what is compared and removed against what is there before and
  /// after.
  private func replaceSome(of layer: Int, how: ReplaceMethod) {
    let source = ReplaceSource.allCases[dice.below(2)]
    let points = somePoints()
    let map = test.map
    /// The native clusters, those of the library, and the points of other layers.
    func others() -> (clusters: [Annotation], library: [Annotation], points: [AnnotationID]) {
      let all = map.annotations.slots.indices.filter { map.annotations.isUsed[$0] }
        .map { map.annotations.slots[$0] }
      return (
        clusters: all.filter(\.nativeCluster.isSome), library: all.filter(\.record.isSome),
        points: all.filter { $0.point.isSome && !$0.isCluster && $0.layer != LayerID(layer) }
          .map(\.serial)
      )
    }
    let isOfMap = source == .map
    let isHeld = map.context.setup.options.annotationsHoldClusters && isOfMap
    let gone = others()
    let old =
      isOfMap ? map.annotations.count - gone.clusters.count : map.data.members(of: layer).count
    let clusters = isHeld ? gone.clusters : []
    let before = judge.told
    map.replacePoints(of: layer, with: points, how: how, knownFrom: source)
    let told = judge.told.dropFirst(before.count)
    judge.expect(
      told.filter { $0.hasPrefix("replaced") || $0.contains("clusters from") }.count
        == 1 + Set((clusters + (isOfMap ? gone.library : [])).map(\.layer)).count,
      "\(told) after \(clusters.count) clusters")
    let compared = how == .changed ? old + clusters.count + points.count : 0
    judge.expect(
      told.contains { $0.hasSuffix("of \(compared)") }, "\(told), not \(compared) compared")
    let left = others()
    judge.expect(
      Set(clusters.map(\.serial)).isDisjoint(with: left.clusters.map(\.serial)),
      "clusters that the app removed are there")
    judge.expect(!isOfMap || left.points.isEmpty, "\(left.points) of other layers are there")
    judge.removed += clusters.count
  }

  private func tapSomeCluster() {
    let all = test.map.layout.native.clusters
    let clusters = all.indices.map { all[$0] }.filter { $0.annotation.isSome }
    guard !clusters.isEmpty else { return }
    let slot = clusters[dice.below(clusters.count)].members[0]
    let member = test.map.annotations[slot]
    test.map.tap(point: member.point, layer: member.layer.index)
  }

  private func somePoints() -> [PointID] {
    let first = dice.below(80)
    return (first..<min(80, first + 1 + dice.below(30))).map { PointID($0) }
  }

  private func somePlace() -> Coordinate {
    TestMap.coordinate(
      x: dice.fraction() * 500 - 100, y: dice.fraction() * 400 - 100, in: test.map.viewport)
  }

  private func someTime() -> SimulatedTime {
    SimulatedTime(milliseconds: Int64([0, 20, 100, 300][dice.below(4)]))
  }
}

/// Judges views by events, and by the map where it stands still.
final class ViewJudge {
  private unowned let map: MapSimulation
  private var holder: [ViewID: AnnotationID] = [:]
  private var pool: Set<ViewID> = []
  private var aside: [ViewID: AnnotationID] = [:]
  /// How many views went with their pools.
  private(set) var gone = 0
  private(set) var made: Int32 = 0
  private var taken: ViewID?
  private var hidden: Set<ViewID> = []
  private var selected: AnnotationID?
  private var isChanging = false
  private var displayed = 0
  private var annotations: Set<AnnotationID> = []
  static let viewBytes: Int64 = 1_000
  private var weights: [ViewID: Int64] = [:]
  private(set) var weighings = 0
  /// The views that came from a pool the last time.
  private var usedAgain: Set<ViewID> = []
  /// The annotations whose views have lost their clustering identifiers.
  private var lost: Set<AnnotationID> = []
  private var members: [AnnotationID: [AnnotationID]] = [:]
  /// How many joined each cluster, all at once.
  private var joiners: [AnnotationID: Int] = [:]
  private var request: (first: AnnotationID, count: Int32)?
  /// The number of members that the delegate was told of each cluster.
  private var requests: [AnnotationID: Int32] = [:]
  private(set) var problems: [String] = []
  private(set) var frames = 0
  private(set) var hidings = 0
  private(set) var reuses = 0
  private(set) var selections = 0
  private(set) var joined = 0
  /// The number of frames before each annotation came into sight.
  private var framesBefore: [AnnotationID: Int] = [:]
  /// When the views that move into clusters arrive there.
  private var arrivals: [AnnotationID: SimulatedTime] = [:]
  /// The number of views in pictures that moved into clusters.
  private(set) var merges = 0
  private(set) var textsRead = 0
  private(set) var losses = 0
  /// What the app did to all annotations of a layer.
  private(set) var told: [String] = []
  /// How many clusters it removed.
  var removed = 0

  init(_ map: MapSimulation) {
    self.map = map
  }

  func judge(_ event: Event) {
    switch event.kind {
    case .view(let event): judge(event)
    case .data(.replaced), .data(.clustersRemoved): told.append(event.words)
    case .data(.annotationAdded(let annotation, _, _, _)): annotations.insert(annotation)
    case .data(.annotationRemoved(let annotation, _, _, _)):
      check(annotations.remove(annotation) != nil, "\(annotation) left twice")
      check(!holder.values.contains(annotation), "\(annotation) left without its view")
    case .selection(.willSelect(let annotation)):
      check(holder.values.contains(annotation), "\(annotation) was selected without a view")
      selected = annotation
      selections += 1
    case .selection(.willDeselect): selected = nil
    case .map(.regionWillChange): isChanging = true
    case .map(.regionDidChange): isChanging = false
    case .frame(let frame): judge(frame)
    case .snapshot(let scene): judge(scene)
    default: break
    }
  }

  private func judge(_ event: ViewEvent) {
    switch event {
    case .requested(let annotation, _):
      check(annotations.contains(annotation), "a view for \(annotation), which is not there")
      check(!holder.values.contains(annotation), "a second view for \(annotation)")
    case .providerAnsweredNil: break
    case .created(let view, _):
      check(view == ViewID(rawValue: made), "view \(view) was made out of order")
      made += 1
      taken = view
      usedAgain.remove(view)
    case .reused(let view, _):
      check(pool.remove(view) != nil, "view \(view) was not in its pool")
      reuses += 1
      taken = view
      usedAgain.insert(view)
    case .shownAgain(let view, _):
      check(aside[view] != nil, "view \(view) was not kept")
      taken = view
    case .setAside(let view, let annotation):
      check(holder.removeValue(forKey: view) == annotation, "view \(view) showed another one")
      aside[view] = annotation
      hidden.remove(view)
      lost.remove(annotation)
      arrivals[annotation] = nil
    case .released(let view):
      check(aside.removeValue(forKey: view) != nil, "view \(view) was not kept")
      gone += 1
    case .poolsEmptied(let views):
      check(Int(views) == pool.count, "\(views) views gone of \(pool)")
      gone += pool.count
      pool = []
    case .clusteringLost(let view, let annotation):
      check(view == taken && usedAgain.contains(view), "\(view) was never set up before")
      check(lost.insert(annotation).inserted, "\(annotation) lost it twice")
      losses += 1
    case .displayed(let view, let annotation, let state):
      check(view == taken, "view \(view) was not taken")
      let owner = aside.removeValue(forKey: view)
      check(owner == nil || owner == annotation, "view \(view) was kept for another one")
      let title = isUntitled(annotation) ? AnnotationID.none : annotation
      check(state.title == title && state.accessory == -1, "a leak: \(state)")
      check(state.callout == -1 && !state.isTransformed && !state.isSelected, "a leak: \(state)")
      holder[view] = annotation
      framesBefore[annotation] = frames
      displayed += 1
    case .roleKept(let view, let annotation):
      check(holder[view] == annotation, "view \(view) stays for \(annotation), not its own")
    case .memoryChanged(let view, let bytes):
      check(holder[view] != nil && weights.updateValue(bytes, forKey: view) != bytes, "\(bytes)")
      weighings += 1
    case .returned(let view, let annotation, _):
      check(holder.removeValue(forKey: view) == annotation, "view \(view) showed another one")
      check(pool.insert(view).inserted, "view \(view) is in its pool already")
      hidden.remove(view)
      lost.remove(annotation)
      arrivals[annotation] = nil
    case .didAdd(let views):
      check(Int(views) == displayed, "\(views) views instead of \(displayed)")
      displayed = 0
    case .hidden(let view, let other):
      check(holder[view] != nil && hidden.insert(view).inserted, "\(view) is hidden already")
      check(holder[other] != nil && !hidden.contains(other), "\(view) under a hidden \(other)")
      check(holder[view] != selected, "the selected view is hidden")
      hidings += 1
    case .unhidden(let view):
      check(hidden.remove(view) != nil, "\(view) was not hidden")
      if let annotation = holder[view], annotation == selected { framesBefore[annotation] = frames }
    case .joinedCluster(let annotation, let cluster):
      noteWay(of: annotation)
      members[cluster, default: []].append(annotation)
      joiners[cluster, default: 0] += 1
      if let request {
        check(request.first == annotation, "\(annotation) is not the first, \(request)")
        requests[cluster] = request.count
        self.request = nil
      }
    case .leftCluster(let annotation, let cluster):
      members[cluster]?.removeAll { $0 == annotation }
      // Another one comes into sight again.
      if arrivals.removeValue(forKey: annotation).map({ $0 > map.now }) != true {
        framesBefore[annotation] = frames
      }
    case .clusterTextRead(let cluster, let owner, let count):
      let among = members[cluster] ?? []
      let answer = map.settings.clusterAnnotation(of: clusterNumber(of: cluster))
      let owners = answer == .ofMap ? among : [cluster]
      check(owners.contains(owner), "\(cluster) has the title of \(owner), not of \(owners)")
      let wanted = answer == .titleSetOnce ? joiners[cluster, default: 0] : among.count
      check(Int(count) == wanted, "\(cluster) speaks of \(count), not of \(wanted)")
      textsRead += 1
    case .clusterAnnotationRequested(let first, let count):
      check(request == nil, "two cluster annotations at once")
      request = (first, count)
    case .appearanceKept: break
    }
  }

  /// A view that was in sight and stays on the map moves into the cluster.
  private func noteWay(of annotation: AnnotationID) {
    let options = map.context.setup.options
    guard options.clusteredViews == .kept, options.mergeDuration > .zero,
      let view = holder.first(where: { $0.value == annotation })?.key, !hidden.contains(view),
      let before = framesBefore[annotation], before < frames
    else { return }
    arrivals[annotation] = map.now + options.mergeDuration
  }

  private func judge(_ scene: Snapshot) {
    let clustered = map.views.shown.count { map.annotations[$0].group.isSome }
    let merging = arrivals.values.count { $0 > map.now }
    check(
      scene.pins.count == holder.count - hidden.count - clustered + merging,
      "a picture of other views")
    merges += merging
  }

  private func judge(_ frame: FrameReport) {
    frames += 1
    judge(map.makeSnapshot(.mark))
    check(displayed == 0, "a frame before didAdd")
    check(Int(frame.liveViews) == holder.count, "other views than those told")
    check(Int(frame.pooledViews) == pool.count, "other pools than those told")
    check(
      Int(frame.liveViews + frame.pooledViews) + aside.count + gone == made, "a view got lost")
    let area = map.region.viewArea
    for slot in map.annotations.slots.indices where map.annotations.isUsed[slot] {
      let annotation = map.annotations.slots[slot]
      let isNear = area.contains(annotation.mapPoint) || annotation.serial == selected
      let isKept = map.context.setup.options.clusteredViews == .kept
      let isWanted = isNear && (isKept || annotation.group.isNone)
      check(isWanted == (annotation.view >= 0), "annotation \(annotation.serial)")
      check(isWanted == holder.values.contains(annotation.serial), "\(annotation.serial) told")
    }
    for slot in map.views.shown { checkWeight(of: slot) }
    let options = map.context.setup.options
    if !isChanging || options.clusteringTimes == .eachFrame { checkClusters(in: area) }
    guard !isChanging || options.collisionTimes == .eachFrame else { return }
    check(hidden == expectedHidden, "\(hidden) hidden, not \(expectedHidden)")
  }

  /// A view that draws for itself alone has a bitmap, whoever it was made for.
  private func checkWeight(of slot: AnnotationSlot) {
    let view = map.annotations[slot].view
    let (kind, size) = (map.views.appearance(of: slot).kind, map.views.appearance(of: slot).size)
    let draws = kind == .marker || map.views.settings(of: slot).contents == .resizedImage
    let area = draws ? Int64(size.width.rounded(.up) * size.height.rounded(.up)) : 0
    check(
      weights[view] == ViewJudge.viewBytes + area,
      "view \(view), a \(kind) of \(size), weighs \(weights[view] ?? 0)")
  }

  /// The views that give way by the definition.
  private var expectedHidden: Set<ViewID> {
    let shapes = map.views.shown.filter { map.annotations[$0].group.isNone }.map { slot in
      let views = map.views.settings(of: slot)
      let frame = map.views.frame(of: slot)
      let insets = views.alignmentInsets
      let rect = ScreenRect(
        minX: frame.minX + insets.left, minY: frame.minY + insets.top,
        width: frame.width - insets.left - insets.right,
        height: frame.height - insets.top - insets.bottom)
      return CollisionResolver.Shape(
        priority: priority(of: slot, views), rank: rank(of: rect),
        serial: map.annotations[slot].serial, slot: slot, frame: rect, mode: views.collision,
        circle: map.context.setup.options.collisionCircle,
        isHeld: map.annotations[slot].serial == selected)
    }
    let blockers = CollisionTests.naive(shapes)
    return Set(holder.filter { blockers[$0.value] != nil }.keys)
  }

  /// The view is 300 points wide and 200 high.
  private func rank(of rect: ScreenRect) -> Double {
    switch map.context.setup.options.collisionOrder {
    case .center:
      (rect.midX - 150) * (rect.midX - 150) + (rect.midY - 100) * (rect.midY - 100)
    case .top: rect.midY
    case .insertion: 0
    }
  }

  private func priority(of slot: AnnotationSlot, _ views: ViewSetup) -> Double {
    let cluster = map.annotations[slot].nativeCluster
    guard cluster.isSome, views.hasPriorityOfMembers,
      map.context.setup.options.clusterPriority == .highestOfMembers
    else { return views.displayPriority }
    let members = map.layout.native.clusters[cluster].members
    return members.map { map.views.settings(of: $0).displayPriority }.max() ?? 0
  }

  private func clusterNumber(of serial: AnnotationID) -> NativeClusterID {
    let slot = map.annotations.slots.indices.first {
      map.annotations.isUsed[$0] && map.annotations.slots[$0].serial == serial
    }
    return slot.map { map.annotations.slots[$0].nativeCluster } ?? .none
  }

  /// Whether the app gives the views of an annotation their clustering identifier only when it
  /// makes them.
  private func forgets(_ slot: Int) -> Bool {
    let annotation = map.annotations.slots[slot]
    let forgets = map.settings.pointView(of: annotation).notReset.contains(.clustering)
    check(
      lost.contains(annotation.serial)
        == (forgets && annotation.view.isSome && usedAgain.contains(annotation.view)),
      "\(annotation.serial) has lost its identifier, or not, against the events")
    return forgets
  }

  /// Whether the app has made the annotation of a cluster without a title.
  private func isUntitled(_ annotation: AnnotationID) -> Bool {
    let number = clusterNumber(of: annotation)
    return number.isSome && map.settings.clusterAnnotation(of: number) == .noTitle
  }

  /// The delegate was asked for the annotations of all clusters that begin with a view whose app
  /// has the callback.
  private func checkRequest(of cluster: AnnotationID, _ members: [AnnotationSlot]) {
    guard joiners[cluster] == members.count, let first = members.first else { return }
    let view = map.settings.pointView(of: map.annotations[first])
    let isAsked = view.clusterAnnotation != .ofMap
    let wanted = isAsked ? Int32(members.count) : nil
    check(requests[cluster] == wanted, "\(cluster) was asked for with \(requests[cluster] ?? 0)")
  }

  /// All views that collide are put together as the definition says, and can be seen.
  private func checkClusters(in area: MapArea) {
    var candidates: [NativeGrouping.Candidate] = []
    var found: [[AnnotationSlot]] = []
    for slot in map.annotations.slots.indices where map.annotations.isUsed[slot] {
      let annotation = map.annotations.slots[slot]
      guard annotation.layer.isSome, map.clusters.layers[annotation.layer.index] == nil else {
        continue
      }
      if annotation.isCluster {
        let members = map.layout.native.clusters[annotation.nativeCluster].members
        found.append(members)
        check(annotation.view.isSome, "cluster \(annotation.serial) cannot be seen")
        check(annotation.count == members.count, "\(annotation.serial) miscounts")
        joined += members.count
        checkRequest(of: annotation.serial, members)
        continue
      }
      let identifier = map.settings.clustering(of: annotation)
      let view = map.settings.pointView(of: annotation)
      guard let identifier, area.contains(annotation.mapPoint),
        annotation.serial != selected, !forgets(slot) || !usedAgain.contains(annotation.view),
        view.displayPriority < 1000 || map.context.setup.options.requiredViewsCluster
      else { continue }
      let insets = view.alignmentInsets
      let isKept = map.context.setup.options.clusteredViews == .kept
      let look = isKept ? map.views.pools[annotation.view].appearance : view.appearance
      let frame = map.viewport.frame(
        around: annotation.mapPoint, size: look.size, offset: look.centerOffset)
      let byPriority = map.context.setup.options.clusteringOrder == .displayPriority
      candidates.append(
        NativeGrouping.Candidate(
          shape: CollisionResolver.Shape(
            priority: byPriority ? view.displayPriority : 0, serial: annotation.serial,
            slot: AnnotationSlot(slot),
            frame: ScreenRect(
              minX: frame.minX + insets.left, minY: frame.minY + insets.top,
              width: frame.width - insets.left - insets.right,
              height: frame.height - insets.top - insets.bottom),
            mode: view.collision, circle: map.context.setup.options.collisionCircle, isHeld: false),
          identifier: identifier))
    }
    let expected = GroupingTests.naive(candidates) { members in
      shape(ofCluster: members.map(\.shape.slot))
    }.filter { $0.count > 1 }
    check(Set(found) == Set(expected), "\(found) together, not \(expected)")
  }

  /// The view of a cluster of some members.
  private func shape(ofCluster members: [AnnotationSlot]) -> CollisionResolver.Shape {
    let annotations = members.map { map.annotations[$0] }
    let first = annotations[0]
    let isAtOnePlace = annotations.allSatisfy { $0.coordinate == first.coordinate }
    let view = map.settings[first, isAtOnePlace ? .oneLocation : .cluster, isDefault: false]
    let insets = view.alignmentInsets
    let frame = map.viewport.frame(
      around: place(ofCluster: annotations), size: view.size, offset: view.centerOffset)
    return CollisionResolver.Shape(
      priority: 0, serial: first.serial, slot: members[0],
      frame: ScreenRect(
        minX: frame.minX + insets.left, minY: frame.minY + insets.top,
        width: frame.width - insets.left - insets.right,
        height: frame.height - insets.top - insets.bottom),
      mode: view.collision, circle: map.context.setup.options.collisionCircle, isHeld: false)
  }

  /// Far from every edge of the world.
  private func place(ofCluster members: [Annotation]) -> MapPoint {
    let count = Double(members.count)
    let first = members[0]
    switch map.context.setup.options.clusterPlace {
    case .firstMember: return first.mapPoint
    case .meanMapPoint, .meanCoordinate:
      let x = members.reduce(0) { $0 + ($1.mapPoint.x - first.mapPoint.x) } / count
      let y = members.reduce(0) { $0 + ($1.mapPoint.y - first.mapPoint.y) } / count
      let mean = MapPoint(x: first.mapPoint.x + x, y: first.mapPoint.y + y)
      guard map.context.setup.options.clusterPlace == .meanCoordinate else { return mean }
      let north =
        members.reduce(0) { $0 + ($1.coordinate.latitude - first.coordinate.latitude) } / count
      return MapPoint(
        x: mean.x, y: Projection.mapKit.mapY(forLatitude: first.coordinate.latitude + north))
    }
  }

  func expect(_ isTrue: Bool, _ text: @autoclosure () -> String) { check(isTrue, text()) }

  private func check(_ isTrue: Bool, _ text: @autoclosure () -> String) {
    if !isTrue { problems.append(text()) }
  }
}
