package import MapEvents
package import MapGeometry

/// The map at any moment of a scene.
package struct SceneReader {
  private let scene: SessionScene
  private let legend: Legend

  /// Creates a reader; nil for a session without a recorded scene.
  package init?(_ session: SessionReport) {
    guard let scene = session.scene, scene.camera.count > 0 else { return nil }
    (self.scene, legend) = (scene, session.legend)
  }

  /// The extent of the map view.
  func size(at time: SimulatedTime) -> ScreenSize {
    guard let row = scene.sizes.last(at: time) else { return legend.viewSize }
    return ScreenSize(
      width: points(scene.sizes[row, .width]), height: points(scene.sizes[row, .height]))
  }

  /// The largest width and height that the map view ever has.
  package var largestSize: ScreenSize {
    guard scene.sizes.count > 0 else { return legend.viewSize }
    return scene.sizes.indices.reduce(ScreenSize(width: 0, height: 0)) { size, row in
      ScreenSize(
        width: max(size.width, points(scene.sizes[row, .width])),
        height: max(size.height, points(scene.sizes[row, .height])))
    }
  }

  /// A snapshot of the map at a time.
  ///
  /// - Complexity: O(n log n) for n views until then.
  package func snapshot(at time: SimulatedTime) -> Snapshot {
    let camera = camera(at: time)
    let viewport = Viewport(
      size: size(at: time), center: camera.center, mapPointsPerPoint: camera.mapPointsPerPoint,
      headingDegrees: camera.headingDegrees, options: .standard)
    return Snapshot(
      occasion: .snapshot, camera: camera, grids: grids(at: time, viewport),
      pins: pins(at: time, viewport), callout: callout(at: time, viewport),
      shapes: shapes(at: time, viewport))
  }

  /// The number of the open callout.
  package func calloutNumber(at time: SimulatedTime) -> Int32? {
    scene.callouts.last(at: time).flatMap { row in
      Int32(exactly: scene.callouts[row, .callout]).flatMap { $0 < 0 ? nil : $0 }
    }
  }

  private func camera(at time: SimulatedTime) -> Camera {
    let rows = scene.camera
    let before = rows.last(at: time) ?? 0
    let after = min(before + 1, rows.count - 1)
    let length = (rows.start(of: after) - rows.start(of: before)).nanoseconds
    let gone = max(0, (time - rows.start(of: before)).nanoseconds)
    let part = length > 0 ? min(1, Double(gone) / Double(length)) : 0
    func between(_ column: CameraColumn, _ parts: Double) -> Double {
      let start = Double(rows[before, column])
      return (start + part * (Double(rows[after, column]) - start)) / parts
    }
    return Camera(
      center: MapPoint(
        x: between(.x, SceneUnit.perMapPoint), y: between(.y, SceneUnit.perMapPoint)),
      mapPointsPerPoint: max(1 / SceneUnit.perScale, between(.scale, SceneUnit.perScale)),
      headingDegrees: between(.heading, SceneUnit.perPoint))
  }

  private func pins(at time: SimulatedTime, _ viewport: Viewport) -> [Snapshot.Pin] {
    var pins: [(y: Int64, row: Int, pin: Snapshot.Pin)] = []
    guard let last = scene.views.last(at: time) else { return [] }
    for row in 0...last {
      let length = scene.views[row, .length]
      guard length < 0 || time.nanoseconds - scene.views[row, .start] < length,
        let pin = pin(row, viewport)
      else { continue }
      pins.append((y: scene.views[row, .y], row: row, pin: pin))
    }
    // What is further south is in front, and what is selected before all.
    pins.sort {
      ($0.pin.isSelected ? 1 : 0, $0.y, $0.row) < ($1.pin.isSelected ? 1 : 0, $1.y, $1.row)
    }
    return pins.map(\.pin)
  }

  private func pin(_ row: Int, _ viewport: Viewport) -> Snapshot.Pin? {
    let views = scene.views
    guard let look = Int(exactly: views[row, .look]), scene.looks.indices.contains(look),
      let kind = UInt8(exactly: scene.looks[look, .kind]).flatMap(AnnotationViewKind.init),
      let layer = Int32(exactly: scene.looks[look, .layer]),
      let count = Int32(exactly: views[row, .count])
    else { return nil }
    let point = viewport.screenPoint(for: place(views[row, .x], views[row, .y]))
    let flags = SeenViewFlags(rawValue: views[row, .flags])
    return Snapshot.Pin(
      layer: LayerID(rawValue: layer), point: point,
      frame: rect(
        scene.looks[look, .left], scene.looks[look, .top], scene.looks[look, .width],
        scene.looks[look, .height], from: point),
      count: count, isSelected: flags.contains(.selected), kind: kind,
      isUniqueLocation: flags.contains(.unique))
  }

  private func grids(at time: SimulatedTime, _ viewport: Viewport) -> [Snapshot.Grid] {
    guard let last = scene.grids.last(at: time) else { return [] }
    let grids = scene.grids
    return legend.layers.indices.compactMap { layer in
      guard let row = (0...last).last(where: { grids[$0, .layer] == Int64(layer) }),
        let columns = Int32(exactly: grids[row, .columns]),
        let rows = Int32(exactly: grids[row, .rows])
      else { return nil }
      let corner = place(grids[row, .x], grids[row, .y])
      return Snapshot.Grid(
        layer: LayerID(layer),
        origin: viewport.screenPoint(for: corner),
        sidePoints: Double(grids[row, .side]) / SceneUnit.perMapPoint / viewport.mapPointsPerPoint,
        columns: columns, rows: rows)
    }
  }

  private func callout(at time: SimulatedTime, _ viewport: Viewport) -> CalloutRects? {
    let callouts = scene.callouts
    guard let row = callouts.last(at: time), callouts[row, .callout] >= 0,
      let kind = UInt8(exactly: callouts[row, .kind]).flatMap(CalloutLook.Kind.init)
    else { return nil }
    let tip = viewport.screenPoint(for: place(callouts[row, .x], callouts[row, .y]))
    func number(_ column: CalloutColumn) -> Int64 { callouts[row, column] }
    return CalloutRects(
      parent: rect(
        number(.parentLeft), number(.parentTop), number(.parentWidth), number(.parentHeight),
        from: tip),
      body: rect(number(.left), number(.top), number(.width), number(.height), from: tip),
      tip: tip,
      contain: rect(
        number(.containLeft), number(.containTop), number(.containWidth), number(.containHeight),
        from: tip),
      look: CalloutLook(
        kind: kind, contentHeightPoints: points(number(.content)),
        offsetFromParent: ScreenOffset(dx: points(number(.offsetX)), dy: points(number(.offsetY))),
        pointsUp: number(.isUp) != 0, scale: points(number(.scale))))
  }

  private func shapes(at time: SimulatedTime, _ viewport: Viewport) -> [Snapshot.Shape] {
    let rows = scene.shapes
    guard let last = rows.last(at: time) else { return [] }
    let start = rows.start(of: last)
    var shapes: [Snapshot.Shape] = []
    for row in (rows.indices.first { rows.start(of: $0) == start } ?? last)...last {
      guard let overlay = Int32(exactly: rows[row, .overlay]), overlay >= 0,
        let kind = UInt8(exactly: rows[row, .kind]).flatMap(Snapshot.Shape.Kind.init)
      else { continue }
      if rows[row, .number] == 0 || shapes.isEmpty {
        shapes.append(Snapshot.Shape(overlay: overlay, kind: kind, points: []))
      }
      shapes[shapes.count - 1].points.append(
        viewport.exactScreenPoint(for: place(rows[row, .x], rows[row, .y])))
    }
    return shapes
  }

  private func place(_ x: Int64, _ y: Int64) -> MapPoint {
    MapPoint(x: Double(x) / SceneUnit.perMapPoint, y: Double(y) / SceneUnit.perMapPoint)
  }

  private func points(_ number: Int64) -> Double { Double(number) / SceneUnit.perPoint }

  private func rect(
    _ left: Int64, _ top: Int64, _ width: Int64, _ height: Int64, from point: ScreenPoint
  ) -> ScreenRect {
    ScreenRect(
      minX: point.x + points(left), minY: point.y + points(top), width: points(width),
      height: points(height))
  }
}
