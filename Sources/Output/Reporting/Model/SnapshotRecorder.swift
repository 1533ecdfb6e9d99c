public import MapEvents
public import MapGeometry

/// Records the snapshots of a session and its legend: the end always, callouts and others up to a
/// limit, so that a long session does not fill the report.
public struct SnapshotRecorder: EventObserver, Sendable {
  /// The most snapshots of callouts.
  public static let calloutLimit = 12
  /// The most snapshots in all.
  public static let limit = 40

  /// The snapshots in order.
  public private(set) var snapshots: [PlacedSnapshot] = []
  /// The names behind the indexes in events.
  public private(set) var legend: Legend?
  /// The margins that bars cover when each callout opened, in points, where there are any.
  public private(set) var bars: [Int32: EdgeInsets] = [:]
  private var calloutCount = 0
  /// The last opened callout.
  private var callout: Int32?
  /// Callouts left behind in the next snapshot.
  private var leftBehind: [PlacedSnapshot.LeftCallout] = []
  /// The extent of the map view, once that is another than at the beginning.
  private var viewSize: ScreenSize?
  private var mark = ""
  private var name = ""
  private var eventCount: Int64 = 0

  /// Makes a recorder without snapshots.
  public init() {}

  /// Records the event if it is a snapshot.
  public mutating func observe(_ event: Event) {
    defer { eventCount += 1 }
    switch event.kind {
    case .session(.began(let legend)): self.legend = legend
    case .session(.mark(let index)): mark = legend?.marks[Int(index)] ?? ""
    case .session(.snapshot(let index)): name = legend?.snapshots[Int(index)] ?? ""
    case .map(.resized(let size)): viewSize = size
    case .callout(.opened(let number, _, let opening)):
      callout = number
      if opening.bars != EdgeInsets(all: 0) { bars[number] = opening.bars }
    case .calloutAnnotation(.drawn(_, let body, let tip)):
      leftBehind.append(PlacedSnapshot.LeftCallout(body: body, tip: tip))
    case .snapshot(let scene):
      record(scene, of: event)
      leftBehind = []
    case .session, .map, .data, .view, .selection, .cluster, .callout, .frame, .input, .drag,
      .overlay, .delegate, .animator, .calloutAnnotation:
      break
    }
  }

  private mutating func record(_ scene: Snapshot, of event: Event) {
    if scene.occasion == .callout { calloutCount += 1 }
    let isFull =
      snapshots.count >= Self.limit - 1
      || scene.occasion == .callout && calloutCount > Self.calloutLimit
    guard scene.occasion == .end || !isFull else { return }
    let title =
      switch scene.occasion {
      case .mark: mark
      case .callout: callout.map { "callout \($0)" } ?? "callout"
      case .end: "end"
      case .snapshot: name
      }
    snapshots.append(
      PlacedSnapshot(
        title: title, time: event.time, step: Int(event.step), scene: scene.rounded,
        callout: scene.callout == nil ? nil : callout, leftBehind: leftBehind, viewSize: viewSize,
        event: eventCount))
  }
}

extension Snapshot {
  /// The snapshot with places of annotation views and shapes in whole thousandths of a point.
  ///
  /// That is finer than anybody sees, and short in files. The evidence on callouts stays exact.
  fileprivate var rounded: Snapshot {
    var snapshot = self
    for index in pins.indices {
      snapshot.pins[index].point = pins[index].point.rounded
      let frame = pins[index].frame
      snapshot.pins[index].frame = ScreenRect(
        minX: Thousandths.rounded(frame.minX), minY: Thousandths.rounded(frame.minY),
        width: Thousandths.rounded(frame.width), height: Thousandths.rounded(frame.height))
    }
    for index in shapes.indices {
      snapshot.shapes[index].points = shapes[index].points.map(\.rounded)
    }
    return snapshot
  }
}

extension ScreenPoint {
  fileprivate var rounded: ScreenPoint {
    ScreenPoint(x: Thousandths.rounded(x), y: Thousandths.rounded(y))
  }
}

/// Points of the screen in whole thousandths.
enum Thousandths {
  /// The nearest whole thousandth.
  static func rounded(_ points: Double) -> Double {
    // Beyond a billion points a double has no exact thousandths; and NaN must stay.
    abs(points) < 1e9 ? (points * 1_000).rounded() / 1_000 : points
  }
}
