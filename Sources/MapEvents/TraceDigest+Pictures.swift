internal import MapGeometry

/// The byte form of callouts and scenes.
extension TraceDigest {
  mutating func add(_ event: CalloutEvent) {
    switch event {
    case .opened(let callout, let annotation, let opening):
      put(room: 6, case: 0)
      put(callout)
      put(annotation)
      put(opening.rects)
      put(opening.insets.top)
      put(opening.insets.left)
      put(opening.insets.bottom)
      put(opening.insets.right)
      put(opening.camera)
      put(byte: opening.move.rawValue)
      put(opening.isRefused)
      put(opening.probes)
      // Without bars a session keeps the digest that it had before there were any.
      if opening.bars != EdgeInsets(all: 0) {
        put(opening.bars.top)
        put(opening.bars.left)
        put(opening.bars.bottom)
        put(opening.bars.right)
      }
    case .settled(let callout, let rest):
      put(room: 6, case: 1)
      put(callout)
      put(rest.rects)
      put(rest.camera)
      put(rest.secondShift.dx)
      put(rest.secondShift.dy)
      put(rest.secondScaleRatio)
    case .interrupted(let callout):
      put(room: 6, case: 2)
      put(callout)
    case .closed(let callout):
      put(room: 6, case: 3)
      put(callout)
    case .accessoryTapped(let callout, let annotation, let side):
      put(room: 6, case: 4)
      put(callout)
      put(annotation)
      put(byte: side.rawValue)
    case .pinned(let callout, let tip, let anchor, let scale):
      put(room: 6, case: 5)
      put(callout)
      put(tip)
      put(anchor)
      put(scale)
    }
  }

  private mutating func put(_ probes: CalloutProbes) {
    put(probes.atOnce)
    put(probes.atOnceCenter.x)
    put(probes.atOnceCenter.y)
    put(probes.atOnceMapPointsPerPoint)
    put(probes.mirroredEastWest)
    put(probes.mirroredNorthSouth)
    put(probes.westOfAntimeridian)
    put(probes.eastOfAntimeridian)
    put(probes.quarterFurther)
    put(probes.otherLatitude)
    put(probes.turned45)
    put(probes.turned90)
    put(probes.closest)
  }

  private mutating func put(_ probe: CalloutProbe) {
    put(probe.shift.dx)
    put(probe.shift.dy)
    put(probe.scaleRatio)
    put(probe.isRefused)
    put(probe.isAtWorldEdge)
  }

  mutating func add(_ scene: Scene) {
    put(room: 8, case: 0)
    put(byte: scene.occasion.rawValue)
    put(scene.camera)
    put(UInt32(scene.grids.count))
    for grid in scene.grids {
      put(grid.layer)
      put(grid.origin)
      put(grid.sidePoints)
      put(grid.columns)
      put(grid.rows)
    }
    put(UInt32(scene.pins.count))
    for pin in scene.pins {
      put(pin.layer)
      put(pin.point)
      put(pin.frame)
      put(pin.count)
      put(pin.isSelected)
      put(byte: pin.kind.rawValue)
      put(pin.isUniqueLocation)
    }
    put(scene.callout != nil)
    if let callout = scene.callout { put(callout) }
    put(UInt32(scene.shapes.count))
    for shape in scene.shapes {
      put(shape.overlay)
      put(byte: shape.kind.rawValue)
      put(UInt32(shape.points.count))
      for point in shape.points { put(point) }
    }
  }

  mutating func put(_ camera: Camera) {
    put(camera.center.x)
    put(camera.center.y)
    put(camera.mapPointsPerPoint)
    put(camera.headingDegrees)
  }

  mutating func put(_ coordinate: Coordinate) {
    put(coordinate.latitude)
    put(coordinate.longitude)
  }

  mutating func put(_ point: ScreenPoint) {
    put(point.x)
    put(point.y)
  }

  mutating func put(_ rect: ScreenRect) {
    put(rect.minX)
    put(rect.minY)
    put(rect.width)
    put(rect.height)
  }

  private mutating func put(_ rects: CalloutRects) {
    put(rects.parent)
    put(rects.body)
    put(rects.tip)
    put(rects.contain)
    put(rects.leftAccessory)
    put(rects.rightAccessory)
    put(rects.look)
  }

  private mutating func put(_ look: CalloutLook) {
    put(byte: look.kind.rawValue)
    put(look.contentHeightPoints)
    put(look.offsetFromParent.dx)
    put(look.offsetFromParent.dy)
    put(look.pointsUp)
    put(look.scale)
  }

  private mutating func put(_ rect: ScreenRect?) {
    put(rect != nil)
    if let rect { put(rect) }
  }
}
