public import MapGeometry

extension CalloutProbes {
  /// What an adjuster does to a scene at once, and to the same layout in mirrors, at other
  /// longitudes, at another latitude, on a turned map and at zoom 20.
  ///
  /// Pure, and without a byte of memory of its own.
  ///
  /// - Complexity: O(1): ten moves.
  public init(of adjuster: some CalloutAdjuster, on scene: CalloutScene) {
    let move = adjuster.move(for: scene)
    self.init(of: adjuster, on: scene, making: move, to: move.applied(to: scene.viewport))
  }

  /// The same, with the move that the adjuster makes on the scene itself and the view where that
  /// ends, nil when it is refused, known already.
  public init(
    of adjuster: some CalloutAdjuster, on scene: CalloutScene, making move: MapMove,
    to target: Viewport?
  ) {
    let atOnce = CalloutProbe(of: move, to: target, on: scene)
    let end = target ?? scene.viewport
    self.init(atOnce: atOnce, center: end.center, mapPointsPerPoint: end.mapPointsPerPoint)
    mirroredEastWest = CalloutProbe.made(by: adjuster, on: scene.mirroredEastWest())
    mirroredNorthSouth = CalloutProbe.made(by: adjuster, on: scene.mirroredNorthSouth())
    let away = CalloutProbes.pointsFromAntimeridian * scene.viewport.mapPointsPerPoint
    westOfAntimeridian = CalloutProbe.made(by: adjuster, on: scene) {
      $0.center.x = MapSize.worldSide - away
    }
    eastOfAntimeridian = CalloutProbe.made(by: adjuster, on: scene) { $0.center.x = away }
    quarterFurther = CalloutProbe.made(by: adjuster, on: scene) {
      $0.center.x += MapSize.worldSide / 4
    }
    otherLatitude = CalloutProbe.made(by: adjuster, on: scene) { view in
      view.center.y = CalloutProbes.otherY(than: view.center.y)
    }
    turned45 = CalloutProbe.made(by: adjuster, on: scene) { $0.headingDegrees += 45 }
    turned90 = CalloutProbe.made(by: adjuster, on: scene) { $0.headingDegrees += 90 }
    closest = CalloutProbe.made(by: adjuster, on: scene) { view in
      view.mapPointsPerPoint = CalloutProbes.closestMapPointsPerPoint
      view.center.x =
        MapSize.worldSide - 3 * view.size.width * CalloutProbes.closestMapPointsPerPoint
    }
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

  /// A move on a scene.
  fileprivate static func made(
    by adjuster: some CalloutAdjuster, on scene: CalloutScene
  ) -> CalloutProbe {
    let move = adjuster.move(for: scene)
    return CalloutProbe(of: move, to: move.applied(to: scene.viewport), on: scene)
  }

  /// A move on the same layout somewhere else.
  fileprivate static func made(
    by adjuster: some CalloutAdjuster, on scene: CalloutScene,
    where change: (inout Viewport) -> Void
  ) -> CalloutProbe {
    var view = scene.viewport
    change(&view)
    let y = view.center.y
    view = view.clamped()
    var probe = made(by: adjuster, on: scene.seen(in: view))
    // The view does not lie where it was sent.
    if view.center.y != y { probe.isAtWorldEdge = true }
    return probe
  }

  /// How far a place moves on the screen, on the copy of the world that is nearest to the new
  /// centre, whatever the options say of copies.
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
