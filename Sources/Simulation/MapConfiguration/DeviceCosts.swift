public import Clustering
public import MapEvents
public import MapGeometry

/// Modeled costs of a phone in simulated time and in memory, not measured.
public struct DeviceCosts: Hashable, Sendable {
  /// The number of frames in a second, at least 1.
  public var framesPerSecond: Int64
  /// Main-thread time to make a view.
  public var viewCreation: SimulatedTime
  /// Main-thread time to prepare a view from a pool.
  public var viewReuse: SimulatedTime
  /// Main-thread time to lay out one view in a frame in which the map moved.
  public var viewLayout: SimulatedTime
  /// Main-thread time to add or remove an annotation.
  public var annotationChange: SimulatedTime
  /// Background time for each point that clustering touches.
  public var pointVisit: SimulatedTime
  /// Background time for each node of the index that clustering opens.
  public var nodeVisit: SimulatedTime
  /// Main-thread time for each annotation that is compared to find changes.
  public var annotationComparison: SimulatedTime
  /// Main-thread time of a callback of the map or of a cluster controller.
  public var callback = SimulatedTime.zero
  /// Main-thread time for each view of a pass that finds which views hide others.
  public var collisionCheck = SimulatedTime.zero
  /// Main-thread time for each view of a pass of native clustering.
  public var groupingCheck = SimulatedTime.zero
  /// Main-thread time of a block on the main queue: the end of background work or of an animation.
  public var mainQueueBlock = SimulatedTime.zero
  /// Main-thread time for each point of a batch that arrives.
  public var batchPoint = SimulatedTime.zero
  /// Main-thread time to deliver a touch: a tap, the ends of a gesture, a frame that follows it.
  public var touch = SimulatedTime.zero
  /// Main-thread time to make a marker, beyond that of any view.
  public var markerCreation = SimulatedTime.zero
  /// Main-thread time to resize an image each time a view is set up.
  public var imageResizing = SimulatedTime.zero
  /// Main-thread time to draw a shadow each time a view comes onto the map.
  public var shadowDrawing = SimulatedTime.zero
  /// Main-thread time to make an accessory view of a callout.
  public var accessoryCreation = SimulatedTime.zero
  /// Main-thread time for each view on the map in a call that adds or removes annotations.
  public var annotationRelayout = SimulatedTime.zero
  /// Main-thread time for each point of the overlays in view in a frame in which the map moved.
  public var overlayPoint = SimulatedTime.zero
  /// Memory of a view without its drawing, in bytes.
  public var viewBytes: Int64 = 0
  /// Memory of a marker beyond that of any view and of its bitmap, in bytes.
  public var markerBytes: Int64 = 0
  /// Memory of an accessory view, in bytes.
  public var accessoryBytes: Int64 = 0
  /// Memory of a square point of a drawing for one view alone, in bytes: 4 for each pixel.
  public var squarePointBytes: Int64 = 0

  /// Makes costs of their parts; an omitted cost takes no time and no memory.
  public init(
    framesPerSecond: Int64, viewCreation: SimulatedTime = .zero, viewReuse: SimulatedTime = .zero,
    viewLayout: SimulatedTime = .zero, annotationChange: SimulatedTime = .zero,
    pointVisit: SimulatedTime = .zero, nodeVisit: SimulatedTime = .zero,
    annotationComparison: SimulatedTime = .zero
  ) {
    precondition(framesPerSecond > 0, "\(framesPerSecond) frames a second show nothing")
    self.framesPerSecond = framesPerSecond
    self.viewCreation = viewCreation
    self.viewReuse = viewReuse
    self.viewLayout = viewLayout
    self.annotationChange = annotationChange
    self.pointVisit = pointVisit
    self.nodeVisit = nodeVisit
    self.annotationComparison = annotationComparison
  }

  private static let second: Int64 = 1_000_000_000

  /// The time at which a frame is shown.
  ///
  /// Frames are numbered from 0, and rounding errors do not add up.
  public func time(ofFrame number: Int64) -> SimulatedTime {
    // Whole seconds apart, so that the product stays small in a session of years.
    let (seconds, rest) = number.quotientAndRemainder(dividingBy: framesPerSecond)
    return SimulatedTime(
      nanoseconds: seconds * DeviceCosts.second + rest * DeviceCosts.second / framesPerSecond)
  }

  /// The first frame after an instant.
  public func frame(after time: SimulatedTime) -> Int64 {
    let (seconds, rest) = time.nanoseconds.quotientAndRemainder(dividingBy: DeviceCosts.second)
    var number = seconds * framesPerSecond + rest * framesPerSecond / DeviceCosts.second
    while self.time(ofFrame: number) <= time { number += 1 }
    return number
  }

  /// Length of a frame.
  public var framePeriod: SimulatedTime {
    SimulatedTime(nanoseconds: 1_000_000_000 / framesPerSecond)
  }

  /// The length of `count` frame periods.
  package func framePeriods(_ count: Int64) -> SimulatedTime {
    DeviceCosts.cost(framePeriod, times: count)
  }

  /// The longest modeled duration of one operation.
  ///
  /// More work costs no more.
  public static let longestOperation = SimulatedTime(milliseconds: 24 * 3_600_000)

  /// Modeled background time of clustering work; a distance costs as much as a point.
  public func compute(_ work: Work) -> SimulatedTime {
    let points = DeviceCosts.cost(pointVisit, times: work.pointsTouched)
    let distances = DeviceCosts.cost(pointVisit, times: work.distances)
    let nodes = DeviceCosts.cost(nodeVisit, times: work.nodesVisited)
    return min(points + distances + nodes, DeviceCosts.longestOperation)
  }

  /// The modeled memory of a view in bytes, by its class, its extent and its contents.
  ///
  /// Markers, callouts and resized images have a bitmap each. Views with the same image share
  /// one.
  ///
  /// - Complexity: O(1).
  public func bytes(
    _ appearance: ViewAppearance, contents: ViewContents, accessories: Int
  ) -> Int64 {
    var bytes = viewBytes + accessoryBytes * Int64(accessories)
    let hasBitmap =
      switch appearance.kind {
      case .marker, .callout: true
      case .image, .pin, .userDot: contents.contains(.resizedImage)
      }
    if appearance.kind == .marker { bytes += markerBytes }
    if hasBitmap {
      let area = appearance.size.width.rounded(.up) * appearance.size.height.rounded(.up)
      bytes += Int64(area) * squarePointBytes
    }
    return bytes
  }

  /// A cost multiplied by a count, at most `longestOperation`.
  package static func cost(_ cost: SimulatedTime, times: Int64) -> SimulatedTime {
    assert(times >= 0, "nothing can be done \(times) times")
    let (product, isTooLong) = cost.nanoseconds.multipliedReportingOverflow(by: times)
    guard !isTooLong else { return longestOperation }
    return min(SimulatedTime(nanoseconds: product), longestOperation)
  }
}
