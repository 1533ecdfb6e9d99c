import MapGeometry

@testable import MapEvents

/// The documented byte form of events, written a second time.
///
/// Payloads are read by reflection, so a field that the digest forgets is not forgotten here. The
/// numbers of rooms and cases are spelled out, and a new case does not compile without one.
struct ByteForm {
  private(set) var bytes: [UInt8] = []
  /// Values that the documentation says nothing about.
  private(set) var unknown: [String] = []

  /// The bytes of an event.
  init(_ event: Event) {
    guard !event.kind.isRemark else { return }
    put(event.time)
    put(event.step)
    let (room, number) = ByteForm.place(of: event.kind)
    put(room)
    put(number)
    if case .selection(.refused(let missed)) = event.kind {
      put(missed.nearest?.annotation ?? .none)
      return
    }
    guard let payload = Mirror(reflecting: event.kind).children.first?.value else { return }
    let mirror = Mirror(reflecting: payload)
    // A room with one case only holds its payload without an enumeration around it.
    if mirror.displayStyle == .enum {
      for child in mirror.children { put(child.value) }
    } else {
      put(payload)
    }
  }

  /// FNV-1a of bytes, 64 bits.
  static func fingerprint(_ bytes: [UInt8]) -> UInt64 {
    bytes.reduce(14_695_981_039_346_656_037) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
  }

  private mutating func put(_ value: Any) {
    // An optional would be cast to what it wraps.
    if Mirror(reflecting: value).displayStyle == .optional { return putParts(of: value) }
    switch value {
    case let number as UInt8: bytes.append(number)
    case let number as Int32: put(UInt64(UInt32(bitPattern: number)), width: 4)
    case let number as Int64: put(UInt64(bitPattern: number), width: 8)
    case let number as UInt64: put(number, width: 8)
    case let number as Double: put(number.bitPattern, width: 8)
    case let flag as Bool: bytes.append(flag ? 1 : 0)
    case let text as String:
      put(UInt64(text.utf8.count), width: 4)
      bytes += text.utf8
    case is RegionMover: break
    case let pin as CalloutPin: put((pin.tip, pin.anchor, pin.scale))
    case let frame as FrameReport: putParts(of: frame, without: "dueAt")
    case let opening as CalloutOpening: putParts(of: opening, without: "duration")
    case let choice as any RawRepresentable<UInt8>: bytes.append(choice.rawValue)
    default: putParts(of: value)
    }
  }

  private mutating func putParts(of value: Any, without name: String? = nil) {
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .struct, .tuple: break
    case .collection: put(UInt64(mirror.children.count), width: 4)
    case .optional: bytes.append(mirror.children.isEmpty ? 0 : 1)
    default: unknown.append("\(value)")
    }
    for child in mirror.children where name == nil || child.label != name { put(child.value) }
  }

  private mutating func put(_ number: UInt64, width: Int) {
    for byte in 0..<width { bytes.append(UInt8(number >> (8 * byte) & 255)) }
  }
}

/// The numbers of rooms and cases.
extension ByteForm {
  static func place(of kind: Event.Kind) -> (room: UInt8, number: UInt8) {
    switch kind {
    case .session(let event): (0, number(of: event))
    case .map(let event): (1, number(of: event))
    case .data(let event): (2, number(of: event))
    case .view(let event): (3, number(of: event))
    case .selection(let event): (4, number(of: event))
    case .cluster(let event): (5, number(of: event))
    case .callout(let event): (6, number(of: event))
    case .frame: (7, 0)
    case .snapshot: (8, 0)
    case .input(let event): (9, number(of: event))
    case .drag(let event): (10, number(of: event))
    case .overlay(let event): (11, number(of: event))
    case .delegate(let event): (12, number(of: event))
    case .animator(let event): (13, number(of: event))
    case .calloutAnnotation(let event): (14, number(of: event))
    }
  }

  private static func number(of event: SessionEvent) -> UInt8 {
    switch event {
    case .began: 0
    case .stepBegan: 1
    case .stepEnded: 2
    case .mark: 3
    case .expectationsDue: 4
    case .ended: 5
    case .neverSettled: 6
    case .snapshot: 7
    case .neverHeld: 8
    case .nothingDone: 9
    case .counted: 10
    case .rowsSkipped: 11
    }
  }

  private static func number(of event: MapEvent) -> UInt8 {
    switch event {
    case .regionWillChange: 0
    case .visibleRegionChanged: 1
    case .regionDidChange: 2
    case .regionChangeInterrupted: 3
    case .reentered: 4
    case .reentryRefused: 5
    case .resized: 6
    case .trackingChanged: 7
    }
  }

  private static func number(of event: DataEvent) -> UInt8 {
    switch event {
    case .batchArrived: 0
    case .pointsAdded: 1
    case .pointsRemoved: 2
    case .annotationAdded: 3
    case .annotationRemoved: 4
    case .annotationMoved: 5
    case .replaced: 6
    case .clustersRemoved: 7
    case .batchLost: 8
    case .downloadBegan: 9
    case .downloadEnded: 10
    case .downloadCancelled: 11
    case .nothingToCancel: 12
    case .loadBegan: 13
    case .loadEnded: 14
    case .loadCancelled: 15
    case .annotationRetitled: 16
    }
  }

  private static func number(of event: ViewEvent) -> UInt8 {
    switch event {
    case .requested: 0
    case .created: 1
    case .reused: 2
    case .returned: 3
    case .didAdd: 4
    case .providerAnsweredNil: 5
    case .displayed: 6
    case .hidden: 7
    case .unhidden: 8
    case .joinedCluster: 9
    case .leftCluster: 10
    case .appearanceKept: 11
    case .clusterTextRead: 12
    case .clusterAnnotationRequested: 13
    case .clusteringLost: 14
    case .poolsEmptied: 15
    case .memoryChanged: 16
    case .setAside: 17
    case .shownAgain: 18
    case .released: 19
    case .roleKept: 20
    }
  }

  private static func number(of event: SelectionEvent) -> UInt8 {
    switch event {
    case .willSelect: 0
    case .didSelect: 1
    case .willDeselect: 2
    case .didDeselect: 3
    case .missed: 4
    case .didSelectAnnotation: 5
    case .didDeselectAnnotation: 6
    case .refused: 7
    }
  }

  private static func number(of event: ClusterEvent) -> UInt8 {
    switch event {
    case .queued: 0
    case .started: 1
    case .computed: 2
    case .reused: 3
    case .applied: 4
    case .finished: 5
    case .indexed: 6
    case .coalesced: 7
    case .moved: 8
    case .listed: 9
    case .audited: 10
    case .paused: 11
    case .completed: 12
    case .titleRequested: 13
    case .viewNotRefreshed: 14
    case .stalled: 15
    case .unsupported: 16
    case .followed: 17
    case .subtitleRequested: 18
    case .cancelled: 19
    case .settingsChanged: 20
    case .coarsened: 21
    case .waited: 22
    case .worked: 23
    }
  }

  private static func number(of event: CalloutEvent) -> UInt8 {
    switch event {
    case .opened: 0
    case .settled: 1
    case .interrupted: 2
    case .closed: 3
    case .accessoryTapped: 4
    case .pinned: 5
    }
  }

  private static func number(of event: CalloutAnnotationEvent) -> UInt8 {
    switch event {
    case .added: 0
    case .moved: 1
    case .removed: 2
    case .leftBehind: 3
    case .laidOut: 4
    case .tappedAway: 5
    case .held: 6
    case .released: 7
    case .deadTap: 8
    case .drawn: 9
    }
  }

  private static func number(of event: InputEvent) -> UInt8 {
    switch event {
    case .tapped: 0
    case .doubleTapped: 1
    case .twoFingersTapped: 2
    case .began: 3
    case .ended: 4
    case .longPressed: 5
    case .touched: 6
    }
  }

  private static func number(of event: DragEvent) -> UInt8 {
    switch event {
    case .viewStateSet: 0
    case .stateChanged: 1
    case .refused: 2
    case .geocodeRequested: 3
    }
  }

  private static func number(of event: OverlayEvent) -> UInt8 {
    switch event {
    case .added: 0
    case .removed: 1
    case .exchanged: 2
    case .rendererRequested: 3
    case .rendererMissing: 4
    }
  }

  private static func number(of event: DelegateEvent) -> UInt8 {
    switch event {
    case .set: 0
    case .unanswered: 1
    }
  }

  private static func number(of event: AnimatorEvent) -> UInt8 {
    switch event {
    case .added: 0
    case .removes: 1
    case .cutShort: 2
    case .alphaKept: 3
    }
  }
}

extension Event.Kind {
  /// Whether it follows from other events and from the settings.
  var isRemark: Bool {
    switch self {
    case .session(.nothingDone), .session(.counted), .session(.rowsSkipped), .view(.roleKept): true
    case .session, .map, .data, .view, .selection, .cluster, .callout, .frame, .snapshot, .input,
      .drag, .overlay, .delegate, .animator, .calloutAnnotation:
      false
    }
  }
}
