internal import MapGeometry

/// A running fingerprint of a trace: FNV-1a, 64 bits, over the byte form of its events.
///
/// The byte form of an event is its time (8 bytes), its step (4 bytes), a byte for the family of
/// its kind, a byte for the case, and the payload in the order of declaration; families and cases
/// are numbered from 0 in the order of declaration. Whole numbers are little endian in their own
/// width, `Double` as its bit pattern, `Bool` as one byte, an enumeration inside a payload as its
/// raw value, arrays and UTF-8 text behind their length in 4 bytes, an optional behind one byte
/// that says whether it is there.
///
/// The mover of a region, the duration of an opening, the rectangles of a pinned callout and when a
/// frame was due are left out: they came later, and a session keeps the digest that it had before.
///
/// An event that follows from others and from the settings changes no fingerprint: it is left out,
/// and of a refused selection the annotation alone is taken in.
public struct TraceDigest: Codable, EventObserver, Hashable, Sendable {
  /// The fingerprint so far.
  public private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  /// Makes the fingerprint of nothing.
  public init() {}

  /// The fingerprint that has a text of 16 hexadecimal digits; nil for any other text.
  public init?(text: String) {
    guard text.utf8.count == 16, let value = UInt64(text, radix: 16) else { return nil }
    self.value = value
  }

  /// The fingerprint as 16 hexadecimal digits.
  public var text: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// Takes in one event.
  ///
  /// - Complexity: O(bytes of the event).
  public mutating func observe(_ event: Event) {
    observe(event.kind, at: event.time, step: event.step)
  }

  /// Takes in what happened at a time, in a step.
  mutating func observe(_ kind: Event.Kind, at time: SimulatedTime, step: Int32 = 0) {
    var writer = DigestWriter(digest: self, time: time, step: step)
    kind.describe(to: &writer)
    self = writer.digest
  }

  mutating func put(byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }

  fileprivate mutating func put(_ bits: UInt64, bytes: Int) {
    for byte in 0..<bytes { put(byte: UInt8(truncatingIfNeeded: bits >> (8 * byte))) }
  }

  /// Generic in each value, as a parameter pack would not be specialized.
  @inline(__always)
  fileprivate mutating func put(
    _ first: some EventValue, _ second: some EventValue = Nothing(),
    _ third: some EventValue = Nothing(), _ fourth: some EventValue = Nothing(),
    _ fifth: some EventValue = Nothing(), _ sixth: some EventValue = Nothing(),
    _ seventh: some EventValue = Nothing()
  ) {
    first.add(to: &self)
    second.add(to: &self)
    third.add(to: &self)
    fourth.add(to: &self)
    fifth.add(to: &self)
    sixth.add(to: &self)
    seventh.add(to: &self)
  }
}

/// The time, the step and the numbers of the family and of the case come before the payload.
private struct DigestWriter: EventVisitor {
  var digest: TraceDigest
  let time: SimulatedTime
  let step: Int32

  @inline(__always)
  mutating func take(
    _ number: (UInt8, UInt8)?, _ words: StaticString?, _ first: some EventValue,
    _ second: some EventValue, _ third: some EventValue, _ fourth: some EventValue,
    _ fifth: some EventValue, _ sixth: some EventValue
  ) {
    guard let (family, number) = number else { return }
    digest.put(time, step)
    digest.put(byte: family)
    digest.put(byte: number)
    digest.put(first, second, third, fourth, fifth, sixth)
  }
}

extension EventValue where Self: RawRepresentable, RawValue == UInt8 {
  @inline(__always)
  func add(to digest: inout TraceDigest) { digest.put(byte: rawValue) }
  var word: EventWord { .text("\(self)") }
}

extension UInt64: EventValue {
  @inline(__always)
  func add(to digest: inout TraceDigest) { digest.put(self, bytes: 8) }
  var word: EventWord { .text("\(self)") }
}
extension Int64: EventValue {
  @inline(__always)
  func add(to digest: inout TraceDigest) { digest.put(UInt64(bitPattern: self)) }
  var word: EventWord { .text("\(self)") }
}
extension Int32: EventValue {
  @inline(__always) func add(to digest: inout TraceDigest) {
    digest.put(UInt64(UInt32(bitPattern: self)), bytes: 4)
  }
  var word: EventWord { .text("\(self)") }
}
extension ID: EventValue {
  @inline(__always) func add(to digest: inout TraceDigest) { digest.put(rawValue) }
  var word: EventWord {
    switch self {
    case let annotation as AnnotationID: .annotation(annotation)
    case let view as ViewID: .view(view)
    case let layer as LayerID: .layer(layer)
    case _: .text("\(self)")
    }
  }
}
extension AnnotationRole: EventValue {}
extension AnnotationViewKind: EventValue {}
extension CalloutLook.Kind: EventValue {}
extension CalloutMaker: EventValue {}
extension CalloutRequest: EventValue {}
extension CalloutSide: EventValue {}
extension ClusterEvent.Request: EventValue {}
extension ClusterEvent.Trigger: EventValue {}
extension DelegateCallback: EventValue {}
extension UserTrackingMode: EventValue {}
extension DelegateTarget: EventValue {}
extension DragState: EventValue {}
extension Gesture: EventValue {}
extension MapEdge: EventValue {}
extension MissedSelection.Reason: EventValue {}
extension OverlayLevel: EventValue {}
extension Snapshot.Occasion: EventValue {}
extension Snapshot.Shape.Kind: EventValue {}

extension Double: EventValue {
  func add(to digest: inout TraceDigest) { digest.put(bitPattern) }
}
extension Bool: EventValue {
  func add(to digest: inout TraceDigest) { digest.put(byte: self ? 1 : 0) }
  var word: EventWord { .text("\(self)") }
}
extension String: EventValue {
  func add(to digest: inout TraceDigest) {
    digest.put(Int32(utf8.count))
    for byte in utf8 { digest.put(byte: byte) }
  }
}
extension Array: EventValue where Element: EventValue {
  func add(to digest: inout TraceDigest) {
    digest.put(Int32(count))
    for element in self { element.add(to: &digest) }
  }
}
extension Optional: EventValue where Wrapped: EventValue {
  func add(to digest: inout TraceDigest) {
    digest.put(self != nil)
    if let self { self.add(to: &digest) }
  }
}
extension SimulatedTime: EventValue {
  func add(to digest: inout TraceDigest) { digest.put(nanoseconds) }
  var word: EventWord { .time(self) }
}
extension Coordinate: EventValue {
  func add(to digest: inout TraceDigest) { digest.put(latitude, longitude) }
  var word: EventWord { .coordinate(self) }
}
extension MapPoint: EventValue {
  func add(to digest: inout TraceDigest) { digest.put(x, y) }
}
extension ScreenPoint: EventValue {
  func add(to digest: inout TraceDigest) { digest.put(x, y) }
  var word: EventWord { .point(self) }
}
extension ScreenOffset: EventValue {
  func add(to digest: inout TraceDigest) { digest.put(dx, dy) }
  var word: EventWord { .speed(self) }
}
extension ScreenSize: EventValue {
  func add(to digest: inout TraceDigest) { digest.put(width, height) }
  var word: EventWord { .size(self) }
}
extension ScreenRect: EventValue {
  func add(to digest: inout TraceDigest) { digest.put(minX, minY, width, height) }
}
extension EdgeInsets: EventValue {
  func add(to digest: inout TraceDigest) { digest.put(top, left, bottom, right) }
}
extension Camera: EventValue {
  func add(to digest: inout TraceDigest) {
    digest.put(center, mapPointsPerPoint, headingDegrees)
  }
  var word: EventWord { .camera(self) }
}
extension ViewAppearance: EventValue {
  func add(to digest: inout TraceDigest) {
    digest.put(kind, size, centerOffset, calloutOffset)
  }
  var word: EventWord { .appearance(self) }
}
extension ViewState: EventValue {
  func add(to digest: inout TraceDigest) {
    digest.put(title, accessory, callout, isTransformed, isSelected)
  }
}
extension MissedSelection.Nearest: EventValue {
  func add(to digest: inout TraceDigest) {
    digest.put(annotation, place, distancePoints)
  }
}
extension ClusterWork: EventValue {
  func add(to digest: inout TraceDigest) {
    digest.put(nodesVisited, pointsTouched, cellsVisited, distances)
  }
}
extension ClusterSize: EventValue {
  func add(to digest: inout TraceDigest) { digest.put(count, isUniqueLocation) }
}
extension Legend: EventValue {
  func add(to digest: inout TraceDigest) {
    digest.put(viewSize, viewMarginFraction, framePeriod, camera)
    digest.put(layers, marks, identifiers, overlays, snapshots)
  }
}
extension FrameReport: EventValue {
  func add(to digest: inout TraceDigest) {
    digest.put(number, mainThread, liveViews, pooledViews, lateness)
  }
}
extension MissedSelection: EventValue {
  func add(to digest: inout TraceDigest) {
    digest.put(reason, edge, point, withinPoints, role, nearest, reachable)
  }
  var word: EventWord { .missed(self) }
}
extension CalloutOpening: EventValue {
  func add(to digest: inout TraceDigest) {
    digest.put(rects, insets, camera, move, isRefused, probes)
    // Without bars a session keeps the digest that it had before there were any.
    if bars != EdgeInsets(all: 0) { digest.put(bars) }
  }
}
extension SettledCallout: EventValue {
  func add(to digest: inout TraceDigest) {
    digest.put(rects, camera, secondShift, secondScaleRatio)
  }
}
extension CalloutPin: EventValue {
  func add(to digest: inout TraceDigest) { digest.put(tip, anchor, scale) }
}
extension CalloutRects: EventValue {
  func add(to digest: inout TraceDigest) {
    digest.put(parent, body, tip, contain, leftAccessory, rightAccessory, look)
  }
}
extension CalloutLook: EventValue {
  func add(to digest: inout TraceDigest) {
    digest.put(kind, contentHeightPoints, offsetFromParent, pointsUp, scale)
  }
}
extension CalloutProbes: EventValue {
  func add(to digest: inout TraceDigest) {
    digest.put(atOnce, atOnceCenter, atOnceMapPointsPerPoint, mirroredEastWest)
    digest.put(mirroredNorthSouth, westOfAntimeridian, eastOfAntimeridian, quarterFurther)
    digest.put(otherLatitude, turned45, turned90, closest)
  }
}
extension CalloutProbe: EventValue {
  func add(to digest: inout TraceDigest) {
    digest.put(shift, scaleRatio, isRefused, isAtWorldEdge)
  }
}
extension CalloutAnnotationLayout: EventValue {
  func add(to digest: inout TraceDigest) {
    digest.put(view, maker, parent, over, content, shownContent, contentOwner)
  }
}
extension Snapshot: EventValue {
  func add(to digest: inout TraceDigest) {
    digest.put(occasion, camera, grids, pins, callout, shapes)
  }
}
extension Snapshot.Grid: EventValue {
  func add(to digest: inout TraceDigest) {
    digest.put(layer, origin, sidePoints, columns, rows)
  }
}
extension Snapshot.Pin: EventValue {
  func add(to digest: inout TraceDigest) {
    digest.put(layer, point, frame, count, isSelected, kind, isUniqueLocation)
  }
}
extension Snapshot.Shape: EventValue {
  func add(to digest: inout TraceDigest) { digest.put(overlay, kind, points) }
}

/// Someone who watches a session: gets each event once, in order.
public protocol EventObserver {
  /// Takes in one event.
  mutating func observe(_ event: Event)
}

/// A whole trace, kept only when asked for; long sessions are better observed as they run.
public struct Trace: EventObserver, Hashable, Sendable {
  /// The events in order.
  public private(set) var events: [Event] = []

  /// Makes an empty trace.
  public init() {}
  /// Keeps the event.
  public mutating func observe(_ event: Event) { events.append(event) }

  /// The fingerprint of the events.
  ///
  /// - Complexity: O(bytes of the trace).
  public var digest: TraceDigest {
    var digest = TraceDigest()
    for event in events { digest.observe(event) }
    return digest
  }
}
