import Clustering
import MapConfiguration
import MapEvents
import MapGeometry
import Support

@testable import MapModel

/// The fingers, options, overlays and apps of random sessions.
extension RandomSession {
  /// Chosen by the place, so that it takes no draw from what is rare.
  private func touchPlace(_ place: ScreenPoint) -> TouchPlace? {
    place.x < 75 ? .point(place) : place.x < 150 ? .annotation(.at(place, withinPoints: 90)) : nil
  }

  func perform(gesture step: Int) {
    let place = ScreenPoint(x: dice.fraction() * 300, y: dice.fraction() * 200)
    switch step {
    case 16:
      map.pan(
        by: someOffset(200), from: touchPlace(place), over: someTime(), release: .moving,
        waitsForRest: dice.below(2) == 0)
    case 17:
      map.pinch(
        byLevels: dice.fraction() * 2 - 1, about: place, over: someTime(),
        release: place.x < 150 ? .moving : .resting)
    case 18:
      map.rotate(
        byDegrees: dice.fraction() * 90 - 45, about: place, over: someTime(),
        release: place.y < 100 ? .moving : .resting)
    case 19: dice.below(2) == 0 ? map.doubleTap(at: place) : map.tapWithTwoFingers()
    case 20: map.tap(at: place)
    case 21: map.tapAccessory(dice.below(2) == 0 ? .left : .right)
    case 22, 23:
      map.drag(
        someTarget(), by: someOffset(400), over: someTime(),
        end: dice.below(2) == 0 ? .drop : .cancel)
    case 24:
      map.showAnnotations(
        of: [dice.below(map.clusters.layers.count)], padding: EdgeInsets(all: 10),
        animated: dice.below(2) == 0)
    case 25 where place.x < 200: map.selectAnnotation(.nearest(somePlace()))
    case 25:
      let size = map.viewport.size
      map.resize(
        to: place.y < 100
          ? ScreenSize(width: size.height, height: size.width)
          : ScreenSize(width: 200 + place.x / 4, height: 150 + place.y / 2))
    case 27...: perform(control: step)
    default:
      for _ in 0..<4 { changeOverlays(dice.below(6), dice.below(3), dice.below(3)) }
    }
  }

  /// What apps do with fixed controllers.
  private func perform(control step: Int) {
    let layer = dice.below(map.clusters.layers.count)
    switch step {
    case 27: map.setClusteringPaused(of: layer, dice.below(3) > 0)
    case 28: map.setClusteringPaused(of: layer, false)
    case 29: map.updateClusters(of: layer)
    default:
      let points = somePoints()
      // Far away too, beyond the edges of the index.
      let places = points.map { _ in
        dice.below(20) > 0
          ? somePlace()
          : Coordinate(
            latitude: dice.fraction() * 190 - 95, longitude: dice.fraction() * 360 - 180)
      }
      map.move(points, in: layer, to: places)
    }
  }

  func resumeAll() {
    for layer in map.clusters.layers.indices { map.setClusteringPaused(of: layer, false) }
  }

  static func someMends(_ dice: inout Dice) -> ClusterFixes {
    var fixes = ClusterFixes.none
    fixes.wrapsWestward = dice.below(2) == 0
    fixes.visitsCellsOnce = dice.below(2) == 0
    fixes.keepsPointsInOneCell = dice.below(2) == 0
    fixes.clampsLatitudes = dice.below(2) == 0
    fixes.sharesLeaves = dice.below(2) == 0
    fixes.findsByIdentity = dice.below(2) == 0
    fixes.movesPoints = dice.below(2) == 0
    fixes.pausesAndResumes = dice.below(3) > 0
    fixes.updatesOnRequest = dice.below(3) > 0
    fixes.comparesWhenApplied = dice.below(2) == 0
    fixes.coalescesUpdates = dice.below(2) == 0
    fixes.toleratesZoomNoise = dice.below(2) == 0
    fixes.keepsSelection = dice.below(2) == 0
    fixes.movesReused = dice.below(2) == 0
    fixes.overlap = ClusterOverlap.allCases[dice.below(3)]
    fixes.measuresCellsByScale = dice.below(2) == 0
    return fixes
  }

  /// Usually a pin of the first layer that is on the map.
  private func someTarget() -> TapTarget {
    if !map.views.shown.contains(where: { map.annotations[$0].layer == 0 }) {
      map.add([PointID(dice.below(150)), PointID(dice.below(150))], to: 0)
      map.showAnnotations(of: [0], padding: EdgeInsets(all: 30), animated: false)
      map.advance(by: SimulatedTime(milliseconds: 20))
    }
    let pins = map.views.shown.filter { map.annotations[$0].layer == 0 }
    guard dice.below(4) > 0, !pins.isEmpty else {
      return .point(PointID(dice.below(150)), layer: 0)
    }
    return .point(map.annotations[pins[dice.below(pins.count)]].point, layer: 0)
  }

  private func changeOverlays(_ what: Int, _ overlay: Int, _ other: Int) {
    switch what {
    case 0: map.addOverlay(overlay, at: .last)
    case 1: map.addOverlay(overlay, at: .index(other))
    case 2: map.addOverlay(overlay, at: .below(other))
    case 3: map.removeOverlay(overlay)
    default: map.exchangeOverlays(overlay, other)
    }
  }

  static func someOptions(_ dice: inout Dice) -> MapOptions {
    var options = MapOptions.asRecorded
    options.interruption = dice.below(2) == 0 ? .didThenWill : .onePair
    options.beyondEdge = dice.below(2) == 0 ? .rubberBand : .stop
    options.deceleration = dice.below(2) == 0 ? .normal : .fast
    options.pinchIsAnimated = dice.below(2) == 0
    options.doubleTapSnaps = dice.below(2) == 0
    options.dragMovesMapAtEdge = dice.below(2) == 0
    options.zoomPath = dice.below(2) == 0 ? .logarithmic : .linear
    options.animationCurve = MapOptions.TimingCurve.allCases[dice.below(5)]
    options.selectionCallbacks = MapOptions.SelectionCallbacks.allCases[dice.below(3)]
    options.reentryLimit = dice.below(4)
    options.clusteredViews = dice.below(2) == 0 ? .kept : .enqueued
    options.emptyFade = dice.below(2) == 0 ? .atOnce : .full
    options.dragPress = SimulatedTime(milliseconds: [0, 60, 500][dice.below(3)])
    options.dragCoordinate = dice.below(2) == 0 ? .once : .continuous
    options.tapDelay = SimulatedTime(milliseconds: [0, 300][dice.below(2)])
    options.hitSlopPoints = [0, 12][dice.below(2)]
    options.pinchDeceleration = dice.below(2) == 0 ? .normal : .fast
    options.farChanges = dice.below(2) == 0 ? .jump : .fly
    options.farDistanceViews = 1
    options.resizedMap = dice.below(2) == 0 ? .keepsScale : .keepsRegion
    options.singleAnnotationSpanMeters = [0, 300][dice.below(2)]
    options.selectionOfMembers = dice.below(2) == 0 ? .nothing : .cluster
    options.nextCallout = dice.below(2) == 0 ? .stopsMap : .mapGoesOn
    options.selectionOfNew = dice.below(2) == 0 ? .requestsView : .needsView
    options.shownAnnotations = dice.below(2) == 0 ? .wholeViews : .coordinates
    options.trackingAtCallouts = dice.below(2) == 0 ? .ends : .goesOn
    options.ownCalloutWidth = dice.below(2) == 0 ? .withinMap : .asGiven
    options.hasDeadAccessories = dice.below(2) == 0
    // Without a draw, which would move the others.
    options.mergeDuration = SimulatedTime(milliseconds: options.reentryLimit % 2 == 0 ? 0 : 250)
    return options
  }

  static func someApp(_ dice: inout Dice) -> AppSetup {
    let isAnimated = dice.below(2) == 0
    switch dice.below(3) {
    case 0: return AppSetup()
    case 1:
      let offset = ScreenOffset(dx: Double(dice.below(40)), dy: Double(dice.below(40)))
      return AppSetup(onRegionDidChange: RegionRequest(.move(offset), animated: isAnimated))
    default:
      let place = TestMap.coordinate(x: dice.fraction() * 300, y: dice.fraction() * 200)
      return AppSetup(onRegionDidChange: RegionRequest(.center(place), animated: isAnimated))
    }
  }

  static func someOverlays(_ dice: inout Dice, _ viewport: Viewport) -> [OverlaySetup] {
    (0..<3).map { number in
      let place = TestMap.coordinate(
        x: dice.fraction() * 900 - 300, y: dice.fraction() * 600 - 200, in: viewport)
      return OverlaySetup(
        name: "\(number)", shape: .circle(center: place, radiusMeters: 300),
        level: number == 0 ? .aboveRoads : nil, hasRenderer: number != 2)
    }
  }
}
