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
    guard !event.kind.isRemark else { return }
    put(event.time, event.step)
    switch event.kind {
    case .session(let event): add(event)
    case .map(let event): add(event)
    case .data(let event): add(event)
    case .view(let event): add(event)
    case .selection(let event): add(event)
    case .cluster(let event): add(event)
    case .callout(let event): add(event)
    case .frame(let frame):
      add(
        7, 0, frame.number, frame.mainThread, frame.liveViews, frame.pooledViews, frame.lateness)
    case .snapshot(let snapshot):
      add(8, 0, snapshot.occasion, snapshot.camera, snapshot.grids, snapshot.pins)
      put(snapshot.callout, snapshot.shapes)
    case .input(let event): add(event)
    case .drag(let event): add(event)
    case .overlay(let event): add(event)
    case .delegate(let event): add(event)
    case .animator(let event): add(event)
    case .calloutAnnotation(let event): add(event)
    }
  }

  mutating func put(byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }

  fileprivate mutating func put(_ bits: UInt64, bytes: Int) {
    for byte in 0..<bytes { put(byte: UInt8(truncatingIfNeeded: bits >> (8 * byte))) }
  }

  /// Generic in each value, as a parameter pack would not be specialised.
  @inline(__always)
  fileprivate mutating func put<
    First: DigestValue, Second: DigestValue, Third: DigestValue, Fourth: DigestValue,
    Fifth: DigestValue, Sixth: DigestValue, Seventh: DigestValue
  >(
    _ first: First, _ second: Second = Nothing(), _ third: Third = Nothing(),
    _ fourth: Fourth = Nothing(), _ fifth: Fifth = Nothing(), _ sixth: Sixth = Nothing(),
    _ seventh: Seventh = Nothing()
  ) {
    first.add(to: &self)
    second.add(to: &self)
    third.add(to: &self)
    fourth.add(to: &self)
    fifth.add(to: &self)
    sixth.add(to: &self)
    seventh.add(to: &self)
  }

  /// The numbers of the family and of the case come before the payload.
  @inline(__always)
  private mutating func add<
    First: DigestValue, Second: DigestValue, Third: DigestValue, Fourth: DigestValue,
    Fifth: DigestValue, Sixth: DigestValue
  >(
    _ family: UInt8, _ number: UInt8, _ first: First = Nothing(), _ second: Second = Nothing(),
    _ third: Third = Nothing(), _ fourth: Fourth = Nothing(), _ fifth: Fifth = Nothing(),
    _ sixth: Sixth = Nothing()
  ) {
    put(byte: family)
    put(byte: number)
    put(first, second, third, fourth, fifth, sixth)
  }
}

/// The byte form of each family's events; the numbers of families and cases are part of it.
extension TraceDigest {
  private mutating func add(_ event: SessionEvent) {
    switch event {
    case .began(let legend):
      add(0, 0, legend.viewSize, legend.viewMarginFraction, legend.framePeriod, legend.camera)
      put(legend.layers, legend.marks, legend.identifiers, legend.overlays, legend.snapshots)
    case .stepBegan: add(0, 1)
    case .stepEnded: add(0, 2)
    case .mark(let mark): add(0, 3, mark)
    case .expectationsDue: add(0, 4)
    case .ended: add(0, 5)
    case .neverSettled: add(0, 6)
    case .snapshot(let snapshot): add(0, 7, snapshot)
    case .neverHeld(let number): add(0, 8, number)
    case .nothingDone: break
    }
  }

  private mutating func add(_ event: MapEvent) {
    switch event {
    case .regionWillChange(let animated): add(1, 0, animated)
    case .visibleRegionChanged(let camera, _): add(1, 1, camera)
    case .regionDidChange(let animated, let camera): add(1, 2, animated, camera)
    case .regionChangeInterrupted: add(1, 3)
    case .reentered(let depth): add(1, 4, depth)
    case .reentryRefused(let depth): add(1, 5, depth)
    case .resized(let size): add(1, 6, size)
    case .trackingChanged(let mode): add(1, 7, mode)
    }
  }

  private mutating func add(_ event: DataEvent) {
    switch event {
    case .batchArrived(let layer, let points): add(2, 0, layer, points)
    case .pointsAdded(let layer, let points): add(2, 1, layer, points)
    case .pointsRemoved(let layer, let points): add(2, 2, layer, points)
    case .annotationAdded(let annotation, let layer, let content, let size):
      add(2, 3, annotation, layer, content, size)
    case .annotationRemoved(let annotation, let layer, let content, let isCluster):
      add(2, 4, annotation, layer, content, isCluster)
    case .annotationMoved(let annotation, let coordinate): add(2, 5, annotation, coordinate)
    case .replaced(let layer, let removed, let added, let kept, let compared):
      add(2, 6, layer, removed, added, kept, compared)
    case .clustersRemoved(let layer, let clusters): add(2, 7, layer, clusters)
    case .batchLost(let layer, let points, let isGivenUp): add(2, 8, layer, points, isGivenUp)
    case .downloadBegan(let download): add(2, 9, download)
    case .downloadEnded(let download): add(2, 10, download)
    case .downloadCancelled(let download, let batches): add(2, 11, download, batches)
    case .nothingToCancel: add(2, 12)
    }
  }

  private mutating func add(_ event: ViewEvent) {
    switch event {
    case .requested(let annotation, let identifier): add(3, 0, annotation, identifier)
    case .created(let view, let identifier): add(3, 1, view, identifier)
    case .reused(let view, let identifier): add(3, 2, view, identifier)
    case .returned(let view, let annotation, let identifier):
      add(3, 3, view, annotation, identifier)
    case .didAdd(let views): add(3, 4, views)
    case .providerAnsweredNil(let annotation): add(3, 5, annotation)
    case .displayed(let view, let annotation, let state): add(3, 6, view, annotation, state)
    case .hidden(let view, let other): add(3, 7, view, other)
    case .unhidden(let view): add(3, 8, view)
    case .joinedCluster(let annotation, let cluster): add(3, 9, annotation, cluster)
    case .leftCluster(let annotation, let cluster): add(3, 10, annotation, cluster)
    case .appearanceKept(let view, let annotation, let kept, let wanted):
      add(3, 11, view, annotation, kept, wanted)
    case .clusterTextRead(let cluster, let owner, let members):
      add(3, 12, cluster, owner, members)
    case .clusterAnnotationRequested(let first, let members): add(3, 13, first, members)
    case .clusteringLost(let view, let annotation): add(3, 14, view, annotation)
    case .poolsEmptied(let views): add(3, 15, views)
    case .memoryChanged(let view, let bytes): add(3, 16, view, bytes)
    case .roleKept: break
    }
  }

  private mutating func add(_ event: SelectionEvent) {
    switch event {
    case .willSelect(let annotation): add(4, 0, annotation)
    case .didSelect(let annotation): add(4, 1, annotation)
    case .willDeselect(let annotation): add(4, 2, annotation)
    case .didDeselect(let annotation): add(4, 3, annotation)
    case .missed(let missed):
      add(4, 4, missed.reason, missed.edge, missed.point, missed.withinPoints, missed.role)
      put(missed.nearest, missed.reachable)
    case .didSelectAnnotation(let annotation): add(4, 5, annotation)
    case .didDeselectAnnotation(let annotation): add(4, 6, annotation)
    case .refused(let missed): add(4, 7, missed.nearest?.annotation ?? .none)
    }
  }

  private mutating func add(_ event: ClusterEvent) {
    switch event {
    case .queued(let update, let layer, let trigger, let triggeredAt):
      add(5, 0, update, layer, trigger, triggeredAt)
    case .started(let update, let layer): add(5, 1, update, layer)
    case .computed(let update, let layer, let work): add(5, 2, update, layer, work)
    case .reused(let annotation, let layer, let content, let size):
      add(5, 3, annotation, layer, content, size)
    case .applied(let update, let layer, let change): add(5, 4, update, layer, change)
    case .finished(let update, let layer): add(5, 5, update, layer)
    case .indexed(let layer, let began, let work): add(5, 6, layer, began, work)
    case .coalesced(let update, let layer, let newer): add(5, 7, update, layer, newer)
    case .moved(let annotation, let layer, let coordinate): add(5, 8, annotation, layer, coordinate)
    case .listed(let annotation, let layer, let content, let count, let isUnique, let coordinate):
      add(5, 9, annotation, layer, content, count, isUnique, coordinate)
    case .audited(let update, let layer, let audit): add(5, 10, update, layer, audit)
    case .paused(let layer, let isPaused): add(5, 11, layer, isPaused)
    case .completed(let layer, let call): add(5, 12, layer, call)
    case .titleRequested(let annotation, let layer): add(5, 13, annotation, layer)
    case .viewNotRefreshed(let annotation, let layer): add(5, 14, annotation, layer)
    case .stalled(let update, let layer): add(5, 15, update, layer)
    case .unsupported(let layer, let request): add(5, 16, layer, request)
    case .followed(let annotation, let layer): add(5, 17, annotation, layer)
    case .subtitleRequested(let annotation, let layer): add(5, 18, annotation, layer)
    case .cancelled(let update, let layer): add(5, 19, update, layer)
    case .settingsChanged(let layer): add(5, 20, layer)
    case .coarsened(let update, let layer, let doublings): add(5, 21, update, layer, doublings)
    case .waited(let update, let layer, let time): add(5, 22, update, layer, time)
    case .worked(let update, let layer, let time): add(5, 23, update, layer, time)
    }
  }

  private mutating func add(_ event: CalloutEvent) {
    switch event {
    case .opened(let callout, let annotation, let opening):
      add(6, 0, callout, annotation, opening.rects, opening.insets, opening.camera)
      put(opening.move, opening.isRefused, opening.probes)
      // Without bars a session keeps the digest that it had before there were any.
      if opening.bars != EdgeInsets(all: 0) { put(opening.bars) }
    case .settled(let callout, let rest):
      add(6, 1, callout, rest.rects, rest.camera, rest.secondShift, rest.secondScaleRatio)
    case .interrupted(let callout): add(6, 2, callout)
    case .closed(let callout): add(6, 3, callout)
    case .accessoryTapped(let callout, let annotation, let side):
      add(6, 4, callout, annotation, side)
    case .pinned(let callout, let pin): add(6, 5, callout, pin.tip, pin.anchor, pin.scale)
    }
  }

  private mutating func add(_ event: InputEvent) {
    switch event {
    case .tapped(let point): add(9, 0, point)
    case .doubleTapped(let point): add(9, 1, point)
    case .twoFingersTapped: add(9, 2)
    case .began(let gesture): add(9, 3, gesture)
    case .ended(let gesture, let velocity): add(9, 4, gesture, velocity)
    case .longPressed(let point): add(9, 5, point)
    }
  }

  private mutating func add(_ event: DragEvent) {
    switch event {
    case .viewStateSet(let annotation, let state): add(10, 0, annotation, state)
    case .stateChanged(let annotation, let new, let old): add(10, 1, annotation, new, old)
    case .refused(let annotation): add(10, 2, annotation)
    case .geocodeRequested(let annotation, let coordinate): add(10, 3, annotation, coordinate)
    }
  }

  private mutating func add(_ event: OverlayEvent) {
    switch event {
    case .added(let overlay, let level, let index): add(11, 0, overlay, level, index)
    case .removed(let overlay): add(11, 1, overlay)
    case .exchanged(let first, let second): add(11, 2, first, second)
    case .rendererRequested(let overlay): add(11, 3, overlay)
    case .rendererMissing(let overlay): add(11, 4, overlay)
    }
  }

  private mutating func add(_ event: DelegateEvent) {
    switch event {
    case .set(let target): add(12, 0, target)
    case .unanswered(let callback): add(12, 1, callback)
    }
  }

  private mutating func add(_ event: AnimatorEvent) {
    switch event {
    case .added(let layer, let views): add(13, 0, layer, views)
    case .removes(let layer, let annotations): add(13, 1, layer, annotations)
    case .cutShort(let view): add(13, 2, view)
    case .alphaKept(let view, let annotation, let other): add(13, 3, view, annotation, other)
    }
  }

  private mutating func add(_ event: CalloutAnnotationEvent) {
    switch event {
    case .added(let annotation, let parent, let content, let maker):
      add(14, 0, annotation, parent, content, maker)
    case .moved(let annotation, let parent, let content): add(14, 1, annotation, parent, content)
    case .removed(let annotation): add(14, 2, annotation)
    case .leftBehind(let annotation): add(14, 3, annotation)
    case .laidOut(let annotation, let layout): add(14, 4, annotation, layout)
    case .tappedAway(let annotation): add(14, 5, annotation)
    case .held(let parent, let siblings): add(14, 6, parent, siblings)
    case .released(let siblings, let reenabled): add(14, 7, siblings, reenabled)
    case .deadTap(let annotation): add(14, 8, annotation)
    case .drawn(let annotation, let body, let tip): add(14, 9, annotation, body, tip)
    }
  }
}

/// A part of an event's byte form.
private protocol DigestValue { func add(to digest: inout TraceDigest) }

/// The byte form of a value that is left out.
private struct Nothing: DigestValue { @inline(__always) func add(to digest: inout TraceDigest) {} }

extension DigestValue where Self: RawRepresentable, RawValue == UInt8 {
  @inline(__always)
  fileprivate func add(to digest: inout TraceDigest) { digest.put(byte: rawValue) }
}

extension UInt64: DigestValue {
  @inline(__always)
  fileprivate func add(to digest: inout TraceDigest) { digest.put(self, bytes: 8) }
}
extension Int64: DigestValue {
  @inline(__always)
  fileprivate func add(to digest: inout TraceDigest) { digest.put(UInt64(bitPattern: self)) }
}
extension Int32: DigestValue {
  @inline(__always) fileprivate func add(to digest: inout TraceDigest) {
    digest.put(UInt64(UInt32(bitPattern: self)), bytes: 4)
  }
}
extension ID: DigestValue {
  @inline(__always) fileprivate func add(to digest: inout TraceDigest) { digest.put(rawValue) }
}
extension AnnotationRole: DigestValue {}
extension AnnotationViewKind: DigestValue {}
extension CalloutLook.Kind: DigestValue {}
extension CalloutMaker: DigestValue {}
extension CalloutRequest: DigestValue {}
extension CalloutSide: DigestValue {}
extension ClusterEvent.Request: DigestValue {}
extension ClusterEvent.Trigger: DigestValue {}
extension DelegateCallback: DigestValue {}
extension UserTrackingMode: DigestValue {}
extension DelegateTarget: DigestValue {}
extension DragState: DigestValue {}
extension Gesture: DigestValue {}
extension MapEdge: DigestValue {}
extension MissedSelection.Reason: DigestValue {}
extension OverlayLevel: DigestValue {}
extension Snapshot.Occasion: DigestValue {}
extension Snapshot.Shape.Kind: DigestValue {}

extension Double: DigestValue {
  fileprivate func add(to digest: inout TraceDigest) { digest.put(bitPattern) }
}
extension Bool: DigestValue {
  fileprivate func add(to digest: inout TraceDigest) { digest.put(byte: self ? 1 : 0) }
}
extension String: DigestValue {
  fileprivate func add(to digest: inout TraceDigest) {
    digest.put(Int32(utf8.count))
    for byte in utf8 { digest.put(byte: byte) }
  }
}
extension Array: DigestValue where Element: DigestValue {
  fileprivate func add(to digest: inout TraceDigest) {
    digest.put(Int32(count))
    for element in self { element.add(to: &digest) }
  }
}
extension Optional: DigestValue where Wrapped: DigestValue {
  fileprivate func add(to digest: inout TraceDigest) {
    digest.put(self != nil)
    if let self { self.add(to: &digest) }
  }
}
extension SimulatedTime: DigestValue {
  fileprivate func add(to digest: inout TraceDigest) { digest.put(nanoseconds) }
}
extension Coordinate: DigestValue {
  fileprivate func add(to digest: inout TraceDigest) { digest.put(latitude, longitude) }
}
extension MapPoint: DigestValue {
  fileprivate func add(to digest: inout TraceDigest) { digest.put(x, y) }
}
extension ScreenPoint: DigestValue {
  fileprivate func add(to digest: inout TraceDigest) { digest.put(x, y) }
}
extension ScreenOffset: DigestValue {
  fileprivate func add(to digest: inout TraceDigest) { digest.put(dx, dy) }
}
extension ScreenSize: DigestValue {
  fileprivate func add(to digest: inout TraceDigest) { digest.put(width, height) }
}
extension ScreenRect: DigestValue {
  fileprivate func add(to digest: inout TraceDigest) { digest.put(minX, minY, width, height) }
}
extension EdgeInsets: DigestValue {
  fileprivate func add(to digest: inout TraceDigest) { digest.put(top, left, bottom, right) }
}
extension Camera: DigestValue {
  fileprivate func add(to digest: inout TraceDigest) {
    digest.put(center, mapPointsPerPoint, headingDegrees)
  }
}
extension ViewAppearance: DigestValue {
  fileprivate func add(to digest: inout TraceDigest) {
    digest.put(kind, size, centerOffset, calloutOffset)
  }
}
extension ViewState: DigestValue {
  fileprivate func add(to digest: inout TraceDigest) {
    digest.put(title, accessory, callout, isTransformed, isSelected)
  }
}
extension MissedSelection.Nearest: DigestValue {
  fileprivate func add(to digest: inout TraceDigest) {
    digest.put(annotation, place, distancePoints)
  }
}
extension ClusterWork: DigestValue {
  fileprivate func add(to digest: inout TraceDigest) {
    digest.put(nodesVisited, pointsTouched, cellsVisited, distances)
  }
}
extension ClusterSize: DigestValue {
  fileprivate func add(to digest: inout TraceDigest) { digest.put(count, isUniqueLocation) }
}
extension ClusterChange: DigestValue {
  fileprivate func add(to digest: inout TraceDigest) { digest.put(shown, created, reused, removed) }
}
extension ClusterAudit: DigestValue {
  fileprivate func add(to digest: inout TraceDigest) {
    digest.put(visible, lost, countedTwice, ghosts)
  }
}
extension CalloutRects: DigestValue {
  fileprivate func add(to digest: inout TraceDigest) {
    digest.put(parent, body, tip, contain, leftAccessory, rightAccessory, look)
  }
}
extension CalloutLook: DigestValue {
  fileprivate func add(to digest: inout TraceDigest) {
    digest.put(kind, contentHeightPoints, offsetFromParent, pointsUp, scale)
  }
}
extension CalloutProbes: DigestValue {
  fileprivate func add(to digest: inout TraceDigest) {
    digest.put(atOnce, atOnceCenter, atOnceMapPointsPerPoint, mirroredEastWest)
    digest.put(mirroredNorthSouth, westOfAntimeridian, eastOfAntimeridian, quarterFurther)
    digest.put(otherLatitude, turned45, turned90, closest)
  }
}
extension CalloutProbe: DigestValue {
  fileprivate func add(to digest: inout TraceDigest) {
    digest.put(shift, scaleRatio, isRefused, isAtWorldEdge)
  }
}
extension CalloutAnnotationLayout: DigestValue {
  fileprivate func add(to digest: inout TraceDigest) {
    digest.put(view, maker, parent, over, content, shownContent, contentOwner)
  }
}
extension Snapshot.Grid: DigestValue {
  fileprivate func add(to digest: inout TraceDigest) {
    digest.put(layer, origin, sidePoints, columns, rows)
  }
}
extension Snapshot.Pin: DigestValue {
  fileprivate func add(to digest: inout TraceDigest) {
    digest.put(layer, point, frame, count, isSelected, kind, isUniqueLocation)
  }
}
extension Snapshot.Shape: DigestValue {
  fileprivate func add(to digest: inout TraceDigest) { digest.put(overlay, kind, points) }
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
