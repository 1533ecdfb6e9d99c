public import MapGeometry

extension CalloutProbes {
  /// Probes an adjuster on a scene at once, and on the same layout in mirrors, at other
  /// longitudes, at another latitude, on a turned map and at zoom 20: ten moves, without memory.
  public init(of adjuster: some CalloutAdjuster, on scene: CalloutScene) {
    self = CalloutProbes.withMove(of: adjuster, on: scene).probes
  }

  /// The same, with the move on the scene itself and the view where that ends, nil when it is
  /// refused.
  public static func withMove(
    of adjuster: some CalloutAdjuster, on scene: CalloutScene
  ) -> (probes: CalloutProbes, move: MapMove, target: Viewport?) {
    let closest = scene.elsewhere { view in
      view.mapPointsPerPoint = CalloutProbes.closestMapPointsPerPoint
      view.center.x =
        MapSize.worldSide - 3 * view.size.width * CalloutProbes.closestMapPointsPerPoint
    }
    let moves = adjuster.moves(for: scene, closest.scene)
    let ends = MapMove.applied(moves, to: scene.viewport, closest.scene.viewport)
    let atOnce = CalloutProbe(of: moves.0, to: ends.0, on: scene)
    let end = ends.0 ?? scene.viewport
    var probes = CalloutProbes(
      atOnce: atOnce, center: end.center, mapPointsPerPoint: end.mapPointsPerPoint)
    probes.closest = CalloutProbe(of: moves.1, to: ends.1, on: closest)
    probes.look(elsewhere: scene, adjuster)
    return (probes, moves.0, ends.0)
  }

  /// Makes the other probes, two by two; those on one parallel go together.
  private mutating func look(elsewhere scene: CalloutScene, _ adjuster: some CalloutAdjuster) {
    (mirroredEastWest, quarterFurther) = CalloutProbe.made(
      by: adjuster, on: Elsewhere(scene.mirroredEastWest()),
      scene.elsewhere { $0.center.x += MapSize.worldSide / 4 })
    let away = CalloutProbes.pointsFromAntimeridian * scene.viewport.mapPointsPerPoint
    (westOfAntimeridian, eastOfAntimeridian) = CalloutProbe.made(
      by: adjuster, on: scene.elsewhere { $0.center.x = MapSize.worldSide - away },
      scene.elsewhere { $0.center.x = away })
    (mirroredNorthSouth, otherLatitude) = CalloutProbe.made(
      by: adjuster, on: Elsewhere(scene.mirroredNorthSouth()),
      scene.elsewhere { $0.center.y = CalloutProbes.otherY(than: $0.center.y) })
    (turned45, turned90) = CalloutProbe.made(
      by: adjuster, on: scene.elsewhere { $0.headingDegrees += 45 },
      scene.elsewhere { $0.headingDegrees += 90 })
  }

  /// Map y of 60 degrees north, rounded to a whole map point: half the world less
  /// ln(2 + sqrt 3) / (2 pi) of it.
  static let farNorthY = 77_953_560.0
  /// Map y of 30 degrees north, rounded to a whole map point: half the world less ln(3) / (4 pi) of
  /// it.
  static let warmNorthY = 110_749_815.0

  /// 60 degrees north for places within 30 degrees of the equator, the equator for others.
  static func otherY(than y: Double) -> Double {
    let equator = MapSize.worldSide / 2
    return (y - equator).magnitude <= equator - warmNorthY ? farNorthY : equator
  }
}

extension CalloutProbe {
  /// A move on a scene, with the view where it ends, nil when it is refused.
  fileprivate init(of move: MapMove, to target: Viewport?, on scene: CalloutScene) {
    let view = scene.viewport
    guard move != .stay, let target else {
      self.init(isRefused: target == nil, isAtWorldEdge: view.isAtWorldEdge)
      return
    }
    self.init(
      shift: CalloutProbe.shift(of: scene.parent.coordinatePoint, from: view, to: target),
      scaleRatio: target.mapPointsPerPoint / view.mapPointsPerPoint,
      isAtWorldEdge: target.isAtWorldEdge)
  }

  /// A move on a scene somewhere else, with the view where it ends, nil when it is refused.
  fileprivate init(of move: MapMove, to target: Viewport?, on place: Elsewhere) {
    self.init(of: move, to: target, on: place.scene)
    if place.isStopped { isAtWorldEdge = true }
  }

  fileprivate static func made(
    by adjuster: some CalloutAdjuster, on first: Elsewhere, _ second: Elsewhere
  ) -> (CalloutProbe, CalloutProbe) {
    let moves = adjuster.moves(for: first.scene, second.scene)
    let ends = MapMove.applied(moves, to: first.scene.viewport, second.scene.viewport)
    return (
      CalloutProbe(of: moves.0, to: ends.0, on: first),
      CalloutProbe(of: moves.1, to: ends.1, on: second)
    )
  }

  /// How far a place moves on the screen, on the copy of the world nearest to the new center.
  private static func shift(
    of place: ScreenPoint, from old: Viewport, to new: Viewport
  ) -> ScreenOffset {
    guard old != new else { return .zero }
    var point = old.mapPoint(at: place)
    let worlds = (point.x - new.center.x) / MapSize.worldSide
    point.x -= worlds.rounded(.toNearestOrEven) * MapSize.worldSide
    let there = new.exactScreenPoint(for: point)
    return ScreenOffset(dx: there.x - place.x, dy: there.y - place.y)
  }
}

private struct Elsewhere {
  let scene: CalloutScene
  /// Whether the end of the world is in the way, so that the view does not lie where it was sent.
  let isStopped: Bool

  init(_ scene: CalloutScene, isStopped: Bool = false) {
    (self.scene, self.isStopped) = (scene, isStopped)
  }
}

extension CalloutScene {
  fileprivate func elsewhere(_ change: (inout Viewport) -> Void) -> Elsewhere {
    var view = viewport
    change(&view)
    let y = view.center.y
    view = view.clamped()
    return Elsewhere(seen(in: view), isStopped: view.center.y != y)
  }
}
