import MapEvents
import MapGeometry

/// Where made-up events get their fields from, one draw for each field.
struct FieldSource {
  /// How fields are drawn.
  enum Mode {
    /// Each field has a value of its own: 1, 2, 3 …
    case counting
    /// Every field is 0 but one, which is 1.
    case changing(Int)
    /// Numbers that look arbitrary and are the same in every run.
    case arbitrary(seed: UInt64)
  }

  /// Fields drawn so far.
  private(set) var count = 0
  private let mode: Mode
  private var state: UInt64 = 0

  init(_ mode: Mode) {
    self.mode = mode
    if case .arbitrary(let seed) = mode { state = seed }
  }

  mutating func bits() -> UInt64 {
    defer { count += 1 }
    switch mode {
    case .counting: return UInt64(count + 1)
    case .changing(let field): return count == field ? 1 : 0
    case .arbitrary:
      // splitmix64: every bit of a draw differs from the draw before.
      state &+= 0x9e37_79b9_7f4a_7c15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
      return mixed ^ (mixed >> 31)
    }
  }

  mutating func whole() -> Int32 { Int32(truncatingIfNeeded: bits()) }

  mutating func whole<Subject>() -> ID<Subject> { ID(rawValue: whole()) }

  mutating func long() -> Int64 { Int64(bitPattern: bits()) }

  mutating func number() -> Double { Double(bitPattern: bits()) }

  mutating func flag() -> Bool { bits() & 1 == 1 }

  mutating func time() -> SimulatedTime { SimulatedTime(nanoseconds: long()) }

  mutating func text() -> String {
    ["", "a", "ab", "\u{e9}", "\u{1f5fa} map"][Int(bits() % 5)]
  }

  /// One of an enumeration's values.
  mutating func choice<Value>(of values: [Value]) -> Value {
    values[Int(bits() % UInt64(values.count))]
  }

  /// One or two elements, so that each of their fields is there to be changed.
  mutating func list<Element>(_ make: (inout FieldSource) -> Element) -> [Element] {
    let length = 1 + Int(bits() % 2)
    return (0..<length).map { _ in make(&self) }
  }
}

extension FieldSource {
  mutating func camera() -> Camera {
    Camera(
      center: MapPoint(x: number(), y: number()), mapPointsPerPoint: number(),
      headingDegrees: number())
  }

  mutating func coordinate() -> Coordinate {
    Coordinate(latitude: number(), longitude: number())
  }

  mutating func offset() -> ScreenOffset { ScreenOffset(dx: number(), dy: number()) }

  mutating func viewState() -> ViewState {
    ViewState(
      title: whole(), accessory: whole(), callout: whole(), isTransformed: flag(),
      isSelected: flag())
  }

  mutating func appearance() -> ViewAppearance {
    ViewAppearance(
      kind: choice(of: AnnotationViewKind.allCases),
      size: ScreenSize(width: number(), height: number()),
      centerOffset: ScreenOffset(dx: number(), dy: number()),
      calloutOffset: ScreenOffset(dx: number(), dy: number()))
  }

  mutating func point() -> ScreenPoint { ScreenPoint(x: number(), y: number()) }

  mutating func rect() -> ScreenRect {
    ScreenRect(minX: number(), minY: number(), width: number(), height: number())
  }

  mutating func rects() -> CalloutRects {
    CalloutRects(
      parent: rect(), body: rect(), tip: point(), contain: rect(),
      leftAccessory: flag() ? nil : rect(), rightAccessory: flag() ? nil : rect(),
      look: CalloutLook(
        kind: choice(of: CalloutLook.Kind.allCases), contentHeightPoints: number(),
        offsetFromParent: offset(), pointsUp: flag(), scale: number()))
  }

  mutating func missed() -> MissedSelection {
    MissedSelection(
      choice(of: MissedSelection.Reason.allCases),
      edge: flag() ? nil : choice(of: MapEdge.allCases), point: flag() ? nil : point(),
      withinPoints: flag() ? nil : number(),
      role: flag() ? nil : choice(of: AnnotationRole.allCases),
      nearest: nearest(), reachable: nearest())
  }

  private mutating func nearest() -> MissedSelection.Nearest? {
    flag()
      ? nil
      : MissedSelection.Nearest(annotation: whole(), place: point(), distancePoints: number())
  }

  mutating func legend() -> Legend {
    Legend(
      viewSize: ScreenSize(width: number(), height: number()), viewMarginFraction: number(),
      framePeriod: time(), camera: camera(), layers: list { $0.text() },
      marks: list { $0.text() }, identifiers: list { $0.text() }, overlays: list { $0.text() },
      snapshots: list { $0.text() })
  }

  mutating func opening() -> CalloutOpening {
    var opening = CalloutOpening(
      rects: rects(), insets: insets(), camera: camera(),
      move: choice(of: CalloutRequest.allCases), isRefused: flag(), probes: probes())
    opening.bars = insets()
    return opening
  }

  private mutating func insets() -> EdgeInsets {
    EdgeInsets(top: number(), left: number(), bottom: number(), right: number())
  }

  private mutating func probes() -> CalloutProbes {
    var probes = CalloutProbes(
      atOnce: probe(), center: MapPoint(x: number(), y: number()), mapPointsPerPoint: number())
    probes.mirroredEastWest = probe()
    probes.mirroredNorthSouth = probe()
    probes.westOfAntimeridian = probe()
    probes.eastOfAntimeridian = probe()
    probes.quarterFurther = probe()
    probes.otherLatitude = probe()
    probes.turned45 = probe()
    probes.turned90 = probe()
    probes.closest = probe()
    return probes
  }

  private mutating func probe() -> CalloutProbe {
    CalloutProbe(
      shift: offset(), scaleRatio: number(), isRefused: flag(), isAtWorldEdge: flag())
  }

  mutating func rest() -> SettledCallout {
    SettledCallout(
      rects: rects(), camera: camera(), secondShift: offset(),
      secondScaleRatio: number())
  }

  mutating func frame() -> FrameReport {
    FrameReport(
      number: long(), mainThread: time(), liveViews: whole(), pooledViews: whole(),
      lateness: time(), dueAt: SimulatedTime(milliseconds: 5))
  }

  mutating func scene() -> Snapshot {
    let occasions: [Snapshot.Occasion] = [.mark, .callout, .end, .snapshot]
    return Snapshot(
      occasion: choice(of: occasions), camera: camera(),
      grids: list { source in
        Snapshot.Grid(
          layer: source.whole(), origin: source.point(), sidePoints: source.number(),
          columns: source.whole(), rows: source.whole())
      },
      pins: list { source in
        Snapshot.Pin(
          layer: source.whole(), point: source.point(), frame: source.rect(),
          count: source.whole(), isSelected: source.flag(),
          kind: source.choice(of: AnnotationViewKind.allCases), isUniqueLocation: source.flag())
      },
      callout: flag() ? nil : rects(),
      shapes: list { source in
        Snapshot.Shape(
          overlay: source.whole(), kind: source.choice(of: Snapshot.Shape.Kind.allCases),
          points: source.list { $0.point() })
      })
  }
}
