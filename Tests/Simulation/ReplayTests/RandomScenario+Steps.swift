import MapConfiguration
import MapEvents
import MapGeometry
import Scenarios
import Workloads

/// The steps of random scenarios.
extension RandomScenario {
  mutating func actions(_ count: Int, depth: Int) -> [Step.Action] {
    (0..<count).flatMap { _ -> [Step.Action] in
      let action = action(depth: depth)
      // Without a draw, which would move the others.
      if case .moveUserLocation(let place) = action {
        let walk = UserWalk(
          to: middle, over: SimulatedTime(milliseconds: 1_000),
          every: SimulatedTime(milliseconds: 300), errorMeters: place.latitude.magnitude)
        return [action, .memoryWarning, .walkUser(walk)]
      }
      if case .tap(let point) = action {
        let press = SimulatedTime(milliseconds: Int64(point.x) % 700)
        let layer = Int(point.y) % (hasClusters ? 3 : 2)
        let pins = 1 + Int(point.x) % 2
        return [action, .longPress(point, data: 1, layer: layer, press: press, drops: pins)]
      }
      if case .setCenter(let place, _, _) = action {
        let number = Int(place.latitude.magnitude * 1_000)
        let quantity = MapCondition.Quantity.allCases[number % MapCondition.Quantity.allCases.count]
        let condition = MapCondition(quantity, 0...Int64(number % 5))
        let awaited = Occurrence(.condition(condition))
        let time = SimulatedTime(milliseconds: Int64(1 + number % 400))
        return [
          action, .waitUntil(awaited, atMost: SimulatedTime(milliseconds: 400)),
          .setCenter(place, animated: true, over: time),
        ]
      }
      if case .mark = action { return [action, .cancelDownload(RandomScenario.downloads)] }
      guard case .selectAnnotation = action else { return [action] }
      // A callout is rarely open, and has rarely an accessory, when a finger comes by chance.
      return [action, .tapAccessory(one(of: CalloutSide.allCases))]
    }
  }

  private mutating func action(depth: Int) -> Step.Action {
    switch some(4) {
    case 0: data()
    case 1: finger()
    case 2: isSo() ? finger() : selection()
    case 3 where hasClusters && some(4) == 0: controller()
    default: isSo() ? request() : course(depth: depth)
    }
  }

  private mutating func data() -> Step.Action {
    switch some(9) {
    case 0, 1: return .add(change(layers: hasClusters ? 3 : 2).orDrawn)
    case 2:
      let change = change(layers: hasClusters ? 3 : 2)
      if change.points == .list([0, 3]) { return .removeAll(layer: change.layer) }
      return .remove(change.orDrawn)
    case 3:
      let step = EarthOffset(north: around(2 * spread), east: around(2 * spread))
      var change = change(layers: 2)
      // Without a draw, which would move the others.
      if hasClusters, change.points.count % 4 == 1 { change.layer = 2 }
      let way: Step.Displacement =
        isSo() ? .to(place()) : change.points.count % 2 == 0 ? .by(step) : .byUpTo(meters: 900)
      let (glides, isOther) = (change.points.count % 3 > 0, change.points.count / 3 % 2 == 1)
      return .move(
        change.orDrawn, way,
        over: SimulatedTime(milliseconds: Int64(change.points.count % 3 * 200)),
        how: !isOther ? .announced : glides ? .animation : .unannounced)
    case 4:
      let change = change(layers: hasClusters ? 3 : 2)
      // Without a draw, which would move the others.
      return .replace(
        change, isSo() ? .all : .changed,
        knownFrom: ReplaceSource.allCases[change.layer % ReplaceSource.allCases.count])
    case 5, 6:
      let change = change(layers: hasClusters ? 3 : 2)
      let requests = BatchSchedule.Requests(
        batchSize: 1 + some(9), interval: time(), endsEmpty: change.points.count % 3 == 0)
      let network = network(jitter: time(), bits: change.points.count * 9 + requests.batchSize)
      return .download(
        Download(
          name: requests.batchSize % 3 == 0 ? nil : RandomScenario.downloads, change: change,
          requests: requests, network: network,
          furtherLayers: isSo() ? [] : [some(hasClusters ? 3 : 2)]))
    default:
      let layer = some(hasClusters ? 3 : 2)
      let change = ViewChange(
        centerOffset: isSo() ? offset(40) : nil, calloutOffset: isSo() ? offset(40) : nil,
        isEnabled: isSo() ? some(4) > 0 : nil, isDraggable: isSo() ? some(4) > 0 : nil,
        zPriority: isSo() ? Double(some(1001)) : nil,
        selectedZPriority: isSo() ? Double(some(1001)) : nil,
        displayPriority: isSo() ? one(of: [0.0, 250, 1000]) : nil)
      return changeOfPoints(change, of: layer) ?? .change(layer: layer, change)
    }
  }

  /// The change of single points that the bits of a change of a layer choose, so that it moves no
  /// other draw; nil for none.
  private func changeOfPoints(_ change: ViewChange, of layer: Int) -> Step.Action? {
    let bits = Int((change.zPriority ?? change.selectedZPriority ?? 0) * 7)
    let points = DataChange(
      data: 0, layer: layer, points: .rows(from: 0, to: 1 + bits % RandomScenario.pointCount))
    switch bits % 5 {
    case 1: return .retitle(points.orDrawn, title: bits % 2 == 0 ? "title" : nil)
    case 2, 3:
      var change = change
      if hasImages[layer] {
        change.size = ScreenSize(width: Double(10 + bits % 40), height: 30)
      }
      // The third layer is the clustered one.
      if layer < 2 {
        change.clustering = [.noIdentifier, .identifier("one"), .identifier("two")][bits % 3]
      }
      let rows = (0..<1 + bits % 4).map { PointID(($0 * 3 + bits) % RandomScenario.pointCount) }
      return .change(layer: layer, change, of: rows)
    default: return nil
    }
  }

  /// The name of most downloads.
  private static let downloads = "points"

  /// Chosen by bits of what is drawn already, so that it moves no other draw.
  private func network(jitter: SimulatedTime, bits: Int) -> Network {
    Network(
      latency: SimulatedTime(milliseconds: Int64(bits % 5 * 20)), jitter: jitter,
      line: bits % 2 == 0
        ? nil : Network.Line(bitsPerSecond: 10_000, pointBytes: Int64(1 + bits % 7 * 50)),
      loss: bits % 3 == 0
        ? nil
        : Network.Loss(
          perMillion: 400_000, retryAfter: SimulatedTime(milliseconds: Int64(bits % 4 * 100)),
          tries: 1 + bits % 4),
      order: bits % 11 < 5 ? .asSent : .asTheyCome)
  }

  private mutating func change(layers: Int) -> DataChange {
    let count = RandomScenario.pointCount
    let first = some(count)
    let points: PointSelection =
      isSo()
      ? .rows(from: first, to: min(count, first + 1 + some(count)))
      : .list([first, (first * 7 + 3) % count])
    return DataChange(data: 0, layer: some(layers), points: points)
  }

  private mutating func finger() -> Step.Action {
    switch some(12) {
    case 0, 1, 2:
      let (way, time) = (offset(one(of: [2_000.0, 100_000])), time())
      let curve = one(of: MapOptions.TimingCurve.allCases)
      let release: GestureRelease = isSo() ? .resting : .moving
      let waits = isSo()
      // By the bits of what is drawn, so that it takes no draw from what is rare.
      let bits = Int(way.dx.bitPattern % 8)
      let places: [TouchPlace] = [.point(ScreenPoint(x: 60, y: 60)), .annotation(.middle)]
      guard bits < 3 else {
        return .pan(
          by: way, from: bits < 5 ? places[bits % 2] : nil, over: time, curve: curve,
          release: release, waitsForRest: waits)
      }
      let path = (0...bits).map { ScreenPoint(x: Double($0 * 20), y: Double($0 * $0 * 30)) }
      return .panAlong(
        path, from: places[bits % 2], over: time, curve: curve, release: release,
        waitsForRest: waits)
    case 3:
      let speed = offset(one(of: [3_000.0, 100_000]))
      let waits = isSo()
      // By the bits of what is drawn, so that it takes no draw from what is rare.
      return .fling(
        pointsPerSecond: speed,
        from: speed.dx.bitPattern % 3 == 1 ? .annotation(.middle) : nil, waitsForRest: waits)
    case 4, 5:
      let levels = one(of: [-25.0, -1, 0, 0.3, 1, 25, around(4)])
      return .pinch(
        levels: levels, about: isSo() ? point() : nil, over: time(),
        release: levels == 1 ? .resting : .moving)
    case 6, 7:
      let degrees = one(of: [-360.0, 0, 90, 1e-15, 360, around(300)])
      return .rotate(
        degrees: degrees, about: isSo() ? point() : nil, over: time(),
        release: degrees == 90 ? .moving : .resting)
    case 8: return .doubleTap(point())
    case 9: return .twoFingerTap
    default:
      let (target, way) = (target(), offset(900))
      return .drag(
        target, by: way, over: time(), end: one(of: DragEnd.allCases),
        press: way.dx < 0 ? SimulatedTime(milliseconds: 200) : nil)
    }
  }

  private mutating func selection() -> Step.Action {
    switch some(12) {
    case 0, 1: .tap(point())
    case 2, 3, 4: .select(target())
    case 5: .tapMap
    case 6, 9, 10: .tapAccessory(one(of: CalloutSide.allCases))
    case 7, 8: .selectAnnotation(target())
    default: .deselectAnnotation
    }
  }

  private mutating func target() -> TapTarget {
    switch some(4) {
    case 0: .near(one(of: MapEdge.allCases), withinPoints: Double(some(500)))
    case 1: .point(PointID(some(RandomScenario.pointCount)), layer: some(hasClusters ? 3 : 2))
    default: RandomScenario.target(around: place())
    }
  }

  /// Chosen by the bits of the place, so that it takes no draw from what is rare.
  private static func target(around place: Coordinate) -> TapTarget {
    let goals: [TapTarget] = [
      .nearest(place), .middle, .largest, .at(ScreenPoint(x: 60, y: 60), withinPoints: 200),
    ]
    let bits = Int(place.latitude.bitPattern % 8)
    return bits < 4 ? goals[0] : .only(AnnotationRole.allCases[bits % 2], goals[bits % 4])
  }

  private mutating func request() -> Step.Action {
    switch some(16) {
    case 0: return .setRegion(region(), animated: isSo())
    case 1: return .setRegion(region(), animated: true, over: SimulatedTime(milliseconds: 700))
    case 2, 3: return .setCenter(place(), animated: isSo())
    case 4:
      let side = min(size.width, size.height)
      var padding = EdgeInsets(all: one(of: [0.0, 0.4, 0.499]) * side)
      if isSo() { (padding.top, padding.left, padding.bottom) = (0, padding.left / 3, side / 5) }
      let isAnimated = isSo()
      return .show(
        layers: isSo() ? [0] : [0, 1], padding: padding, animated: isAnimated,
        over: isAnimated ? one(of: [nil, SimulatedTime(milliseconds: 30)]) : nil)
    case 5: return userStep(place())
    case 6: return .setDelegate(one(of: DelegateTarget.allCases))
    case 7...11: return .addOverlay(some(4), placement())
    case 12: return .removeOverlay(some(4))
    default: return .exchangeOverlays(some(4), some(4))
    }
  }

  /// Chosen by the bits of the place, so that it takes no draw from what is rare.
  private func userStep(_ place: Coordinate) -> Step.Action {
    switch place.longitude.bitPattern % 8 {
    case 0: .trackUser(.follow)
    case 1: .trackUser(.followWithHeading)
    case 2: .turnUser(place.latitude.magnitude)
    case 3: .resize(ScreenSize(width: size.height, height: size.width))
    case 4: .resize(size)
    default: .moveUserLocation(place)
    }
  }

  /// What is asked of the controller of the layer with clusters.
  private mutating func controller() -> Step.Action {
    switch some(8) {
    case 0, 1:
      var change = ClusteringChange()
      if isSo() { change.cellSizePoints = 60 }
      if isSo() { change.marginFraction = one(of: [0.0, 0.5, 1]) }
      if isSo() { (change.method, change.placer) = placing() }
      if isSo() { change.reusesAnnotations = isSo() }
      if isSo() { change.maximumZoomLevel = one(of: [0.0, 12, 30]) }
      if isSo() { change.minimumUniqueLocations = some(4) }
      if isSo() { change.drawsGrid = isSo() }
      if isSo() { change.titlesClusters = isSo() }
      if isSo() { change.subtitlesClusters = isSo() }
      if isSo() { change.refreshesReusedViews = isSo() }
      if isSo() { change.hasClusterer = some(2) == 0 }
      if isSo() { change.fade = time() } else if isSo() { change.animator = animator() }
      if isSo() { change.zoomToleranceLevels = one(of: [0.0, 0.01, 1]) }
      return .changeClustering(layer: 2, change)
    case 2, 3:
      return .selectAndZoom(
        Step.Point(layer: 2, data: 0, row: some(RandomScenario.pointCount)),
        latitudinalMeters: one(of: [1.0, 500, 40_000]), longitudinalMeters: one(of: [1.0, 9_000]),
        animated: isSo())
    case 4:
      let side = min(size.width, size.height)
      var padding = EdgeInsets(all: one(of: [0.0, 0.4]) * side)
      padding.top /= 4
      return .zoomToCluster(target(), padding: padding, animated: isSo())
    case 5: return .setClusteringPaused(layer: 2, true)
    case 6: return .setClusteringPaused(layer: 2, false)
    default: return .updateClusters(layer: 2)
    }
  }

  private mutating func placement() -> OverlayPlacement {
    switch some(4) {
    case 0: .last
    case 1: .index(some(9))
    case 2: .below(some(4))
    default: .above(some(4))
    }
  }

  private mutating func course(depth: Int) -> Step.Action {
    switch some(8) {
    case 0, 1: return .waitUntilSettled()
    case 2, 3: return .wait(one(of: [SimulatedTime(nanoseconds: 1), time(), time()]))
    case 4: return .mark("mark \(some(1_000_000))")
    case 5: return .snapshot("picture \(some(1_000_000))")
    case 6: return .expect([], since: isSo() ? .start : .lastMark)
    default:
      guard depth < 2 else { return .waitUntilSettled() }
      return .repeat(times: 1 + some(3), steps: steps(of: actions(1 + some(3), depth: depth + 1)))
    }
  }

  /// Their numbers come later, when all steps are known.
  private func steps(of actions: [Step.Action]) -> [Step] {
    actions.map { Step(id: 0, place: Place(line: 1, column: 1), action: $0) }
  }
}

extension DataChange {
  /// The same change, or one of drawn points, as the number of its points decides.
  fileprivate var orDrawn: DataChange {
    guard case .rows(let from, let to) = points, (to - from) % 3 == 0 else { return self }
    var change = self
    change.points = .drawn((to - from) / 3, from: from, to: to)
    return change
  }
}
