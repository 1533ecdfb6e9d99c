public import MapEvents
public import MapGeometry

/// Keeps the pictures of a session and its legend.
///
/// Marks and the end are always kept, callouts only up to a limit, so that a long session does not
/// fill the report.
public struct SceneRecorder: EventObserver, Sendable {
  /// The most callouts that are pictured.
  public static let calloutLimit = 12
  /// The most pictures in all.
  public static let limit = 40

  /// The pictures in order.
  public private(set) var scenes: [PlacedScene] = []
  /// The names behind the indexes in events.
  public private(set) var legend: Legend?
  /// What bars cover of the view, by the number of the callout that opened under them; only where
  /// there are any.
  public private(set) var bars: [Int32: EdgeInsets] = [:]
  private var calloutCount = 0
  /// The callout that opened last, by the number that the log and the tables give it.
  private var callout: Int32?
  /// What the next picture shows beside the open callout.
  private var leftBehind: [PlacedScene.LeftCallout] = []
  private var mark = ""
  private var snapshot = ""

  /// Makes a recorder without pictures.
  public init() {}

  /// Keeps the event when it is a picture.
  public mutating func observe(_ event: Event) {
    switch event.kind {
    case .session(.began(let legend)): self.legend = legend
    case .session(.mark(let index)): mark = legend?.marks[Int(index)] ?? ""
    case .session(.snapshot(let index)): snapshot = legend?.snapshots[Int(index)] ?? ""
    case .callout(.opened(let number, _, let opening)):
      callout = number
      if opening.bars != EdgeInsets(all: 0) { bars[number] = opening.bars }
    case .second(.stands(_, let body, let tip)):
      leftBehind.append(PlacedScene.LeftCallout(body: body, tip: tip))
    case .scene(let scene):
      keep(scene, of: event)
      leftBehind = []
    default: break
    }
  }

  private mutating func keep(_ scene: Scene, of event: Event) {
    let title: String
    switch scene.occasion {
    case .mark:
      guard scenes.count < SceneRecorder.limit - 1 else { return }
      title = mark
    case .callout:
      calloutCount += 1
      guard calloutCount <= SceneRecorder.calloutLimit, scenes.count < SceneRecorder.limit - 1
      else { return }
      title = callout.map { "callout \($0)" } ?? "callout"
    case .end: title = "end"
    case .snapshot:
      guard scenes.count < SceneRecorder.limit - 1 else { return }
      title = snapshot
    }
    scenes.append(
      PlacedScene(
        title: title, time: event.time, step: Int(event.step), scene: scene,
        callout: scene.callout == nil ? nil : callout, leftBehind: leftBehind))
  }
}
