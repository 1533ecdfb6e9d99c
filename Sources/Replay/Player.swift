internal import MapConfiguration
internal import MapEvents
internal import MapGeometry
internal import MapModel
internal import Scenarios
internal import Workloads

/// Plays single steps.
struct Player {
  let map: MapSimulation
  let plan: SessionPlan
  /// Lateness of batches comes from a stream of its own for each download that begins.
  private let seed: UInt64
  private var downloadCount = 0

  init(map: MapSimulation, plan: SessionPlan, seed: UInt64) {
    self.map = map
    self.plan = plan
    self.seed = seed
  }

  mutating func play(_ step: Step) {
    if case .repeat(let times, let steps) = step.action {
      for _ in 0..<times {
        for inner in steps { play(inner) }
      }
      return
    }
    map.beginStep(step.id)
    perform(step)
    map.endStep()
  }

  /// Exhaustive, so that a step without a way to play it does not compile.
  private mutating func perform(_ step: Step) {
    switch step.action {
    // Data
    case .download(let download): begin(download)
    case .add(let change): map.add(plan.points(of: change), to: change.layer)
    case .remove(let change): map.remove(plan.points(of: change), from: change.layer)
    case .move(let change, let displacement): move(change, displacement)
    case .replace(let change, let how):
      map.replacePoints(of: change.layer, with: plan.points(of: change), how: how)
    // Fingers
    case .pan(let offset, let time, let pace, let release, let waitsForRest):
      map.pan(by: offset, over: time, pace: pace, release: release, waitsForRest: waitsForRest)
    case .fling(let velocity, let waitsForRest):
      map.fling(pointsPerSecond: velocity, waitsForRest: waitsForRest)
    case .pinch(let levels, let point, let time):
      map.pinch(byLevels: levels, about: point, over: time)
    case .rotate(let degrees, let point, let time):
      map.rotate(byDegrees: degrees, about: point, over: time)
    case .doubleTap(let point): map.doubleTap(at: point)
    case .twoFingerTap: map.tapWithTwoFingers()
    case .tap(let point): map.tap(at: point)
    case .select(let target): map.tap(target)
    case .tapMap: map.tapEmptyMap()
    case .tapAccessory(let side): map.tapAccessory(side)
    case .drag(let target, let offset, let time, let end):
      map.drag(target, by: offset, over: time, end: end)
    // The app and its map
    case .setRegion(let region, let animated): map.setRegion(region, animated: animated)
    case .setCenter(let coordinate, let animated): map.setCenter(coordinate, animated: animated)
    case .show(let layers, let padding, let animated):
      map.showAnnotations(of: layers, padding: EdgeInsets(all: padding), animated: animated)
    case .selectAnnotation(let target): map.openCallout(over: target)
    case .deselectAnnotation: map.deselectByApp()
    case .moveUserLocation(let place): map.moveUserLocation(to: place)
    case .addOverlay(let overlay, let placement): map.addOverlay(overlay, at: placement)
    case .removeOverlay(let overlay): map.removeOverlay(overlay)
    case .exchangeOverlays(let first, let second): map.exchangeOverlays(first, second)
    case .setDelegate(let delegate): map.setDelegate(delegate)
    case .change(let layer, let change): map.change(change, of: layer)
    // The app and its cluster controllers
    case .changeClustering(let layer, let change): map.changeClustering(of: layer, change)
    case .selectAndZoom(let point, let latitudinal, let longitudinal, let animated):
      map.selectAndZoom(
        to: plan.point(data: point.data, row: point.row), layer: point.layer,
        latitudinalMeters: latitudinal, longitudinalMeters: longitudinal, animated: animated)
    case .zoomToCluster(let target, let padding, let animated):
      map.zoomToCluster(target, padding: EdgeInsets(all: padding), animated: animated)
    case .setClusteringPaused(let layer, let isPaused): map.setClusteringPaused(of: layer, isPaused)
    case .updateClusters(let layer): map.updateClusters(of: layer)
    // Flow
    case .wait(let time): map.advance(by: time)
    case .waitUntilSettled: map.advanceUntilSettled()
    case .mark: map.mark(plan.nameIndex(ofStep: step.id))
    case .snapshot: map.snapshot(plan.nameIndex(ofStep: step.id))
    case .expect: map.expectationsDue()
    case .repeat: preconditionFailure("a repetition is unrolled before it is performed")
    }
  }

  private mutating func begin(_ download: Download) {
    var stream = RandomStream(seed: seed, name: "download \(downloadCount)")
    downloadCount += 1
    let points = plan.points(of: download.change)
    let schedule = BatchSchedule(
      count: points.count, batchSize: download.batchSize, interval: download.interval,
      jitter: download.jitter, stream: &stream)
    let layers = download.layers
    for (number, batch) in schedule.batches.enumerated() {
      map.planBatch(
        Array(points[batch.from..<batch.to]), for: layers[number % layers.count], after: batch.time)
    }
  }

  private func move(_ change: DataChange, _ displacement: Step.Displacement) {
    let points = plan.points(of: change)
    let places = points.map { displacement.place(from: map.coordinate(of: $0, in: change.layer)) }
    map.move(points, in: change.layer, to: places)
  }
}

extension Step.Displacement {
  /// Where a point at a place goes: never beyond a pole, around the world without end.
  func place(from old: Coordinate) -> Coordinate {
    switch self {
    case .to(let place): return place
    case .by(let offset):
      let latitude = max(-90, min(90, old.latitude + offset.north))
      var longitude = old.longitude + offset.east
      if longitude > 180 { longitude -= 360 }
      if longitude < -180 { longitude += 360 }
      return Coordinate(latitude: latitude, longitude: longitude)
    }
  }
}
