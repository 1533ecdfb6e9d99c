public import MapEvents
public import MapGeometry

/// Records the visible map over time, up to the limits of its scene.
///
/// It inspects the map in frames and snapshots after an event, and in frames that move views or an
/// open callout. Inspecting has no side effects.
public struct SceneRecorder: Sendable {
  /// The scene so far.
  public private(set) var scene = SessionScene()

  /// The class, the layer and the extent of a view, without the place of its annotation.
  private struct Look: Hashable {
    var layer, kind: Int64
    var left, top, width, height: Int64

    init(_ pin: Snapshot.Pin) {
      func whole(_ points: Double) -> Int64 { SceneUnit.whole(points, SceneUnit.perPoint) }
      (layer, kind) = (Int64(pin.layer.rawValue), Int64(pin.kind.rawValue))
      (left, top) = (whole(pin.frame.minX - pin.point.x), whole(pin.frame.minY - pin.point.y))
      (width, height) = (whole(pin.frame.width), whole(pin.frame.height))
    }
  }

  /// The content of a view's row without its times.
  private struct Content: Hashable {
    var look: Look
    var x, y, count, flags: Int64

    init(_ view: PlacedView) {
      look = Look(view.pin)
      x = SceneUnit.whole(view.place.x, SceneUnit.perMapPoint)
      y = SceneUnit.whole(view.place.y, SceneUnit.perMapPoint)
      count = Int64(view.pin.count)
      flags = (view.pin.isSelected ? SeenViewFlags.selected : []).rawValue
      if view.pin.isUniqueLocation { flags += SeenViewFlags.unique.rawValue }
    }
  }

  /// A visible view, as its last row describes it.
  private struct Seen {
    var row: Int?
    var content: Content
    var isReused: Bool
    /// The number of the last inspection that saw it.
    var look: Int
  }

  private var moments = SceneTable<MomentColumn>()
  /// The points of single annotations where they change, as numbers of points.
  private var points = SceneTable<NameColumn>()
  private var pointAt: [SessionScene.Place: PointID] = [:]
  private var eventCount: Int64 = 0
  /// The start of the current moment, and the time of the last inspection.
  private var (momentBegan, lookedAt) = (SimulatedTime.zero, SimulatedTime?.none)
  private var track = CameraTrack()
  private var seen: [ViewID: Seen] = [:]
  /// Views that were created or dequeued since the last inspection.
  private var fresh: [ViewID: Bool] = [:]
  private var looks: [Look: Int] = [:]
  private var grids: [LayerID: [Int64]] = [:]
  private var shapes: [Int32] = []
  private var callout: Int32?
  private var lastCallout: [Int64] = []
  private var lookCount = 0
  /// Whether an event since the last inspection may have changed the map.
  private var isStale = true
  private var isDragging = false
  private var hasMoved = false

  /// Makes a recorder that has seen nothing.
  public init() {}

  /// Records an event, and inspects the map if an inspection is due.
  ///
  /// - Complexity: O(n log n) for n views in a frame after an event or with moving views, else
  ///   O(1).
  public mutating func observe(_ event: Event, on map: any MapScene) {
    let now = moment(of: event)
    eventCount += 1
    switch event.kind {
    case .frame: return lookAtNews(on: map, now)
    case .snapshot(let snapshot):
      if snapshot.occasion.isOfStep {
        isStale = true
        track.hold(at: now)
      }
      return lookAtNews(on: map, now)
    case .map(.visibleRegionChanged(let camera, _)):
      hasMoved = true
      track.append(camera, at: now)
      return
    case .session(.began(let legend)):
      track.period = legend.framePeriod
      track.append(legend.camera, at: now)
      resize(to: legend.viewSize, now)
    case .session(.ended):
      look(at: map, now)
      track.end()
      (scene.camera, scene.moments) = (track.rows, moments)
    case .map(.resized(let size)): resize(to: size, now)
    case .view(.created(let view, _)): fresh[view] = false
    case .view(.reused(let view, _)), .view(.shownAgain(let view, _)): fresh[view] = true
    case .callout(.opened(let number, _, _)): callout = number
    case .callout(.closed): close(now)
    case .callout(.pinned):
      hasMoved = true
      return
    case .input(let input):
      observe(input, now)
      return
    case .selection(.didSelect(let annotation)):
      scene.selections.append(at: event.time, [Int64(annotation.rawValue)])
    case .selection(.didDeselect): scene.selections.append(at: event.time, [-1])
    case .session, .map, .data, .view, .selection, .cluster, .callout, .drag, .overlay, .delegate,
      .animator, .calloutAnnotation:
      break
    }
    isStale = true
  }

  /// Inspects a map that the current or the next frame shows, if it changed since the last
  /// inspection.
  private mutating func lookAtNews(on map: any MapScene, _ now: SimulatedTime) {
    if isStale || isDragging || map.hasMovingViews { look(at: map, now) }
    if callout != nil, isStale || hasMoved { lookAtCallout(on: map, now) }
    (isStale, hasMoved, lookedAt) = (false, false, now)
  }

  /// The time at which the scene shows an event.
  ///
  /// A step that begins after the map was inspected begins a moment, if the table of moments
  /// has capacity.
  private mutating func moment(of event: Event) -> SimulatedTime {
    let now = max(event.time, momentBegan)
    guard case .session(.stepBegan) = event.kind, lookedAt == now else { return now }
    let next = now + SimulatedTime(nanoseconds: 1)
    guard moments.append(at: next, [event.time.nanoseconds, eventCount]) != nil else { return now }
    momentBegan = next
    return next
  }

  /// Samples points of the data evenly from the areas that the map has shown.
  ///
  /// Call it after the session has ended.
  ///
  /// - Parameter places: All points.
  /// - Complexity: O(points).
  public mutating func sample(_ places: [Coordinate]) {
    guard let region = visitedRegion else { return }
    let seen = places.indices.filter { region.contains(places[$0]) }
    let drawn = min(seen.count, PointColumn.limit)
    let rows = (0..<drawn).map { index in
      let place = places[seen[index * seen.count / drawn]]
      return SceneUnit.place(Projection.mapKit.mapPoint(for: place))
    }
    // From the west to the east the numbers of neighbors differ least, and take little space.
    for row in rows.sorted(by: { ($0[0], $0[1]) < ($1[0], $1[1]) }) {
      scene.points.append(at: .zero, row)
    }
  }

  /// Gives the annotations of single points their names.
  ///
  /// Call it after the session has ended.
  ///
  /// - Parameter name: The author's name of a point; nil for a point of no data set.
  /// - Complexity: O(views).
  public mutating func name(_ name: (PointID) -> PointName?) {
    var numbers: [Int64: Int64] = [:]
    var names: [PointName] = []
    for row in points.indices {
      let point = points[row, .name]
      if numbers[point] == nil {
        let found = name(PointID(Int(point)))
        numbers[point] = found == nil ? -1 : Int64(names.count)
        found.map { names.append($0) }
      }
      points[row, .name] = numbers[point] ?? -1
    }
    (scene.names, scene.ids, scene.titles) = (points, names.map(\.id), names.map(\.title))
  }

  /// A part of the world between two latitudes, from a longitude toward the east.
  private struct VisitedRegion {
    var west: Double
    var widthDegrees: Double
    var latitudes: ClosedRange<Double>

    func contains(_ place: Coordinate) -> Bool {
      let east = (place.longitude - west).truncatingRemainder(dividingBy: 360)
      return latitudes.contains(place.latitude)
        && (widthDegrees >= 360 || (east < 0 ? east + 360 : east) <= widthDegrees)
    }
  }

  /// The region that the map showed at any time, for any heading; nil for a session without a
  /// camera.
  private var visitedRegion: VisitedRegion? {
    let world = MapSize.worldSide
    let diagonal = scene.sizes.indices.map { row in
      let (width, height) = (scene.sizes[row, .width], scene.sizes[row, .height])
      return (Double(width) * Double(width) + Double(height) * Double(height)).squareRoot()
    }.max()
    // A map begins with the whole world and goes elsewhere at once, which nobody sees.
    let seen = scene.camera.indices.filter { row in
      row + 1 == scene.camera.count || scene.camera.start(of: row) < scene.camera.start(of: row + 1)
    }
    let views = seen.map { row in
      let half =
        (diagonal ?? 0) / SceneUnit.perPoint / 2 * Double(scene.camera[row, .scale])
        / SceneUnit.perScale
      let x = Double(scene.camera[row, .x]) / SceneUnit.perMapPoint
      let y = Double(scene.camera[row, .y]) / SceneUnit.perMapPoint
      return (left: x - half, right: x + half, top: y - half, bottom: y + half)
    }
    guard let left = views.map(\.left).min(), let right = views.map(\.right).max(),
      let top = views.map(\.top).min(), let bottom = views.map(\.bottom).max()
    else { return nil }
    func latitude(_ y: Double) -> Double {
      Projection.coordinate(for: MapPoint(x: 0, y: min(max(y, 0), world))).latitude
    }
    return VisitedRegion(
      west: left / world * 360 - 180, widthDegrees: (right - left) / world * 360,
      latitudes: latitude(bottom)...latitude(top))
  }

  private mutating func resize(to size: ScreenSize, _ now: SimulatedTime) {
    scene.sizes.append(at: now, SceneUnit.points(size.width, size.height))
  }

  private mutating func observe(_ input: InputEvent, _ now: SimulatedTime) {
    switch input {
    case .tapped(let point), .doubleTapped(let point), .longPressed(let point), .touched(let point):
      scene.taps.append(at: now, SceneUnit.points(point.x, point.y))
    case .began(.drag): isDragging = true
    case .ended(.drag, _): (isDragging, isStale) = (false, true)
    case .twoFingersTapped, .began, .ended: break
    }
  }
}

extension SceneRecorder {
  private mutating func look(at map: any MapScene, _ now: SimulatedTime) {
    // Beyond the limit it would be looked at for nothing.
    if !scene.views.isFull { lookAtViews(map.placedViews, now) }
    for grid in map.placedGrids where !scene.grids.isFull {
      let numbers =
        [Int64(grid.layer.rawValue)] + SceneUnit.place(grid.rect.origin)
        + [
          SceneUnit.whole(grid.sideMapPoints, SceneUnit.perMapPoint), Int64(grid.columns),
          Int64(grid.rows),
        ]
      guard grids[grid.layer] != numbers else { continue }
      grids[grid.layer] = numbers
      scene.grids.append(at: now, numbers)
    }
    lookAtShapes(map, now)
  }

  private mutating func lookAtViews(_ views: [PlacedView], _ now: SimulatedTime) {
    var changes: [(view: PlacedView, content: Content)] = []
    lookCount += 1
    for view in views {
      let content = Content(view)
      // A view that went back and is shown again within a frame is another one to whoever looks.
      if fresh[view.view] == nil, seen[view.view]?.content == content {
        seen[view.view]?.look = lookCount
      } else {
        changes.append((view, content))
      }
    }
    // A part of a frame would show what never was.
    guard scene.views.hasPlaces(for: changes.count) else { return }
    for (view, content) in changes { change(view, to: content, now) }
    // The order does not matter: each row is changed by itself.
    for (view, old) in seen where old.look != lookCount {
      end(old, now, isContinued: false)
      seen[view] = nil
    }
    fresh.removeAll(keepingCapacity: true)
  }

  private mutating func change(_ placed: PlacedView, to content: Content, _ now: SimulatedTime) {
    let view = placed.view
    let old = seen[view]
    let isFresh = fresh[view] != nil
    let isReused = fresh[view] ?? old?.isReused ?? false
    var flags = SeenViewFlags(rawValue: content.flags)
    if isReused { flags.insert(.reused) }
    if old != nil, !isFresh { flags.insert(.continues) }
    if let old { end(old, now, isContinued: !isFresh) }
    let row = scene.views.append(
      at: now,
      [
        -1, Int64(view.rawValue), index(of: content.look, now), content.x, content.y,
        content.count, flags.rawValue,
      ])
    seen[view] = Seen(row: row, content: content, isReused: isReused, look: lookCount)
    let place = SessionScene.Place(x: content.x, y: content.y)
    guard let row, content.count == 1, placed.point.isSome, pointAt[place] != placed.point else {
      return
    }
    pointAt[place] = placed.point
    points.append(at: now, [Int64(row), Int64(placed.point.rawValue)])
  }

  private mutating func end(_ old: Seen, _ now: SimulatedTime, isContinued: Bool) {
    guard let row = old.row else { return }
    scene.views[row, .length] = now.nanoseconds - scene.views[row, .start]
    if isContinued { scene.views[row, .flags] += SeenViewFlags.continued.rawValue }
  }

  private mutating func index(of look: Look, _ now: SimulatedTime) -> Int64 {
    if let index = looks[look] { return Int64(index) }
    let row = [look.layer, look.kind, look.left, look.top, look.width, look.height]
    let index = scene.looks.append(at: now, row) ?? 0
    looks[look] = index
    return Int64(index)
  }

  private mutating func lookAtShapes(_ map: any MapScene, _ now: SimulatedTime) {
    guard !scene.shapes.isFull else { return }
    let drawn = map.overlayShapes.filter { $0.kind != .cell }
    // Overlays do not move: they come, go and change their order.
    let signature = drawn.flatMap { [$0.overlay, Int32($0.points.count)] }
    guard signature != shapes else { return }
    shapes = signature
    guard scene.shapes.hasPlaces(for: max(1, drawn.reduce(0) { $0 + $1.points.count })) else {
      return
    }
    if drawn.isEmpty { scene.shapes.append(at: now, [-1, 0, 0, 0, 0]) }
    for shape in drawn {
      for (number, point) in shape.points.enumerated() {
        scene.shapes.append(
          at: now,
          [Int64(shape.overlay), Int64(shape.kind.rawValue), Int64(number)]
            + SceneUnit.place(map.viewport.mapPoint(at: point)))
      }
    }
  }
}

extension SceneRecorder {
  /// Records the callout relative to its tip, which stays at its place while the map moves.
  private mutating func lookAtCallout(on map: any MapScene, _ now: SimulatedTime) {
    guard let number = callout, let rects = map.calloutRects, !scene.callouts.isFull else { return }
    let tip = rects.tip
    let look = rects.look
    var row =
      [Int64(number)] + SceneUnit.place(map.viewport.mapPoint(at: tip))
      + SceneUnit.rect(rects.parent, from: tip) + SceneUnit.rect(rects.body, from: tip)
      + SceneUnit.rect(rects.contain, from: tip) + [Int64(look.kind.rawValue)]
    row += SceneUnit.points(
      look.contentHeightPoints, look.offsetFromParent.dx, look.offsetFromParent.dy)
    row += [look.pointsUp ? 1 : 0, SceneUnit.whole(look.scale, SceneUnit.perPoint)]
    guard row.count != lastCallout.count || !isNear(row, map.viewport) else { return }
    lastCallout = row
    scene.callouts.append(at: now, row)
  }

  /// Whether a row draws the same as the last one, within a twentieth of a point.
  private func isNear(_ row: [Int64], _ viewport: Viewport) -> Bool {
    let place = max(1, 0.05 * viewport.mapPointsPerPoint * SceneUnit.perMapPoint)
    return CalloutColumn.allCases.dropFirst().allSatisfy { column in
      let difference = row[column.rawValue - 1] - lastCallout[column.rawValue - 1]
      switch column {
      case .x, .y: return Double(difference.magnitude) <= place
      case .start, .callout, .kind, .isUp, .scale: return difference == 0
      case .parentLeft, .parentTop, .parentWidth, .parentHeight, .left, .top, .width, .height,
        .containLeft, .containTop, .containWidth, .containHeight, .content, .offsetX, .offsetY:
        return difference.magnitude <= 50
      }
    }
  }

  private mutating func close(_ now: SimulatedTime) {
    callout = nil
    lastCallout = []
    scene.callouts.append(
      at: now, [-1] + [Int64](repeating: 0, count: CalloutColumn.allCases.count - 2))
  }
}

/// The path of a camera in few rows.
///
/// Rows on a straight line between two others are left out.
private struct CameraTrack: Sendable {
  private(set) var rows = SceneTable<CameraColumn>()
  /// Length of a frame.
  var period = SimulatedTime.zero
  /// The last camera that has a row.
  private var key: (time: SimulatedTime, camera: Camera)?
  /// The cameras since the last row.
  private var pending: [(time: SimulatedTime, camera: Camera)] = []
  /// The most pending cameras that are checked again.
  private static let limit = 64

  mutating func append(_ camera: Camera, at time: SimulatedTime) {
    guard let last = pending.last ?? key else { return keep(time, camera) }
    // The map was at rest, or the frame came late: it showed the last place until now.
    if isAtRest(since: last.time, at: time) || CameraTrack.isJump(from: last.camera, to: camera) {
      end()
      keep(max(last.time, SimulatedTime(nanoseconds: time.nanoseconds - 1)), last.camera)
      return keep(time, camera)
    }
    if !isStraight(to: camera, at: time) { end() }
    pending.append((time, camera))
    if pending.count >= Self.limit { end() }
  }

  /// Whether the map moved farther in a frame than a finger can: more than a hundred points,
  /// by a quarter of its scale, or around the world or the compass.
  private static func isJump(from last: Camera, to next: Camera) -> Bool {
    let farthest = 100 * max(last.mapPointsPerPoint, next.mapPointsPerPoint)
    let scale = next.mapPointsPerPoint / last.mapPointsPerPoint
    return (next.center.x - last.center.x).magnitude > farthest
      || (next.center.y - last.center.y).magnitude > farthest || scale > 1.25 || scale < 0.8
      || (next.headingDegrees - last.headingDegrees).magnitude > 90
  }

  /// Keeps the camera of a moving map at the time of a picture.
  mutating func hold(at time: SimulatedTime) {
    guard let last = pending.last ?? key, time > last.time, !isAtRest(since: last.time, at: time)
    else { return }
    append(last.camera, at: time)
    end()
  }

  /// Whether the map was at rest since a camera, or the next frame is late.
  private func isAtRest(since last: SimulatedTime, at time: SimulatedTime) -> Bool {
    2 * (time - last).nanoseconds > 3 * period.nanoseconds
  }

  /// Keeps the last camera.
  mutating func end() {
    if let last = pending.last { keep(last.time, last.camera) }
  }

  private mutating func keep(_ time: SimulatedTime, _ camera: Camera) {
    key = (time, camera)
    pending.removeAll(keepingCapacity: true)
    rows.append(
      at: time,
      SceneUnit.place(camera.center) + [
        max(1, SceneUnit.whole(camera.mapPointsPerPoint, SceneUnit.perScale)),
        SceneUnit.whole(camera.headingDegrees, SceneUnit.perPoint),
      ])
  }

  /// Whether all cameras since the last row lie on the line to this one: within a quarter of
  /// a point, a thousandth of the scale and a twentieth of a degree.
  private func isStraight(to end: Camera, at time: SimulatedTime) -> Bool {
    guard let key, time > key.time else { return true }
    let start = key.camera
    let length = Double((time - key.time).nanoseconds)
    return pending.allSatisfy { between in
      let part = Double((between.time - key.time).nanoseconds) / length
      func error(_ value: (Camera) -> Double) -> Double {
        let line = value(start) + part * (value(end) - value(start))
        return (line - value(between.camera)).magnitude
      }
      let scale = between.camera.mapPointsPerPoint
      return error(\.center.x) <= scale / 4 && error(\.center.y) <= scale / 4
        && error(\.mapPointsPerPoint) <= scale / 1_000 && error(\.headingDegrees) <= 0.05
    }
  }
}
