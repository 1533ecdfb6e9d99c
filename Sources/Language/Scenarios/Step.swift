public import MapConfiguration
public import MapEvents
public import MapGeometry
public import Workloads

/// One step of a session and its place in the file.
public struct Step: Hashable, Sendable {
  /// The step's number in the order of the file, from 0; a step inside `repeat` has its own.
  public var id: Int
  /// The place of its verb.
  public var place: Place
  /// The line of its verb, as the author wrote it, without indentation and dash.
  public var text: String
  /// Its action.
  public var action: Action
  /// Whether it is no failure when it changes nothing.
  public var mayDoNothing = false

  /// Makes a step of its parts.
  public init(id: Int, place: Place, text: String = "", action: Action) {
    self.id = id
    self.place = place
    self.text = text
    self.action = action
  }

  /// The action of a step.
  ///
  /// Layers, data sets and overlays are meant by their index in the scenario.
  public enum Action: Hashable, Sendable {
    /// Starts a download; batches arrive while later steps run.
    case download(Download)
    /// Ends all downloads of this name that are still running: what has not arrived never does.
    case cancelDownload(String)
    /// Gives points to a layer at once.
    case add(DataChange)
    /// Takes points from a layer at once.
    case remove(DataChange)
    /// Takes all points from a layer at once.
    case removeAll(layer: Int)
    /// Moves points to other places, at once or gliding there.
    case move(
      DataChange, Displacement, over: SimulatedTime = .zero, how: MoveMethod = .announced)
    /// Gives points of a layer a title; nil takes their titles away.
    case retitle(DataChange, title: String?)
    /// Gives a layer these points in place of those that it has.
    case replace(DataChange, ReplaceMethod, knownFrom: ReplaceSource = .ownList)
    /// Drags the map with a finger: the content moves by this much, along this curve.
    case pan(
      by: ScreenOffset, from: TouchPlace? = nil, over: SimulatedTime,
      curve: MapOptions.TimingCurve = .linear, release: GestureRelease, waitsForRest: Bool = true)
    /// Drags the map with a finger that goes from a place through these points of the view.
    case panAlong(
      [ScreenPoint], from: TouchPlace, over: SimulatedTime,
      curve: MapOptions.TimingCurve = .linear, release: GestureRelease, waitsForRest: Bool = true)
    /// Lets the content go at this speed, in points a second; the map slows down by itself.
    case fling(
      pointsPerSecond: ScreenOffset, from: TouchPlace? = nil, waitsForRest: Bool = true)
    /// Pinches by so many levels about a point of the view, or about its middle; positive comes
    /// closer.
    case pinch(
      levels: Double, about: ScreenPoint?, over: SimulatedTime, release: GestureRelease = .resting)
    /// Turns the heading by so many degrees, clockwise as a bearing, about a point of the view or
    /// about its middle.
    case rotate(
      degrees: Double, about: ScreenPoint?, over: SimulatedTime, release: GestureRelease = .resting)
    /// Taps twice with one finger, which comes one level closer.
    case doubleTap(ScreenPoint)
    /// Taps once with two fingers, which goes one level away.
    case twoFingerTap
    /// Asks the map to show a region.
    case setRegion(CoordinateRegion, animated: Bool, over: SimulatedTime? = nil)
    /// Asks the map to move its center.
    case setCenter(Coordinate, animated: Bool, over: SimulatedTime? = nil)
    /// Asks the map to show all annotations of these layers.
    case show(
      layers: [Int], padding: EdgeInsets, animated: Bool, over: SimulatedTime? = nil)
    /// Taps a point of the view, whatever is there.
    case tap(ScreenPoint)
    /// A finger rests so long at a point that the app drops a pin there: the next point of a data
    /// set, on a layer.
    ///
    /// An app that does not look at the state of its recognizer drops another one at once.
    case longPress(ScreenPoint, data: Int, layer: Int, press: SimulatedTime, drops: Int = 1)
    /// Taps an annotation.
    case select(TapTarget)
    /// Taps the empty map.
    case tapMap
    /// Taps an accessory view of the open callout.
    case tapAccessory(CalloutSide)
    /// Carries an annotation with a finger that rests on it first, so long or as long as it has to.
    case drag(
      TapTarget, by: ScreenOffset, over: SimulatedTime, end: DragEnd, press: SimulatedTime? = nil)
    /// Selects an annotation without a finger.
    case selectAnnotation(TapTarget)
    /// Deselects what is selected without a finger.
    case deselectAnnotation
    /// Memory is short: the pools of views are emptied.
    case memoryWarning
    /// Reports another place of the user.
    case moveUserLocation(Coordinate)
    /// Reports places of the user while later steps run.
    case walkUser(UserWalk)
    /// Reports where the user looks, in degrees clockwise from north.
    case turnUser(Double)
    /// Lets the map follow the user, or no more.
    case trackUser(UserTrackingMode)
    /// Gives the map view another size, in points.
    case resize(ScreenSize)
    /// Puts an overlay on the map.
    case addOverlay(Int, OverlayPlacement)
    /// Takes an overlay from the map.
    case removeOverlay(Int)
    /// Lets two overlays change places.
    case exchangeOverlays(Int, Int)
    /// Gives the views of a layer, or those of some of its points, other properties.
    case change(layer: Int, ViewChange, of: [PointID]? = nil)
    /// Gives the clustering of a layer other settings.
    case changeClustering(layer: Int, ClusteringChange)
    /// Lets the cluster controller of a layer select a point and zoom to so many meters around it.
    case selectAndZoom(Point, latitudinalMeters: Double, longitudinalMeters: Double, animated: Bool)
    /// Shows all points of the cluster that is meant, with so much free at the edges.
    case zoomToCluster(TapTarget, padding: EdgeInsets, animated: Bool)
    /// Pauses the cluster controller of a layer, or resumes it and catches up.
    case setClusteringPaused(layer: Int, Bool)
    /// Lets the cluster controller of a layer update now.
    case updateClusters(layer: Int)
    /// Gives the map another delegate, or none.
    case setDelegate(DelegateTarget)
    /// Lets time pass.
    case wait(SimulatedTime)
    /// Waits until nothing moves, arrives or computes any more, at most for a time; without one,
    /// at most for an hour.
    case waitUntilSettled(atMost: SimulatedTime? = nil)
    /// Waits until something occurs, or until the time has passed.
    case waitUntil(Occurrence, atMost: SimulatedTime)
    /// Begins a named part of the session.
    case mark(String)
    /// Keeps a picture of the map under a name.
    case snapshot(String)
    /// Does its steps several times.
    case `repeat`(times: Int, steps: [Step])
    /// Judges expectations on the session so far, or since a mark.
    case expect([PlacedExpectation], since: Since)
  }

  /// A point of a data set, on a layer.
  public struct Point: Hashable, Sendable {
    /// Index of the layer.
    public var layer: Int
    /// Index of the data set.
    public var data: Int
    /// Row in the data set, from 0.
    public var row: Int

    /// Makes a point of its parts.
    public init(layer: Int, data: Int, row: Int) {
      self.layer = layer
      self.data = data
      self.row = row
    }
  }

  /// The displacement of a point.
  public enum Displacement: Hashable, Sendable {
    /// To a place.
    case to(Coordinate)
    /// A displacement in degrees to the north and to the east of the last place.
    case by(EarthOffset)
    /// A displacement that is drawn for each point, by this many meters at most in any direction.
    case byUpTo(meters: Double)
  }

  /// The beginning of the range that an expectation inside the steps counts.
  public enum Since: Hashable, Sendable {
    /// The beginning of the session.
    case start
    /// The last mark before it, or the start when there is none.
    case lastMark
    /// The last mark of this name before it; other marks may follow that one.
    case mark(String)
  }
}

/// The points of a data set that a step uses.
public enum PointSelection: Hashable, Sendable {
  /// Rows `from` up to, not including, `to`.
  case rows(from: Int, to: Int)
  /// Single rows, in this order.
  case list([Int])
  /// A number of rows of `from` up to, not including, `to`. They are drawn among those that a layer
  /// has; a step that gives points to it draws among those that it lacks.
  case drawn(Int, from: Int, to: Int)

  /// The number of points.
  public var count: Int {
    switch self {
    case .rows(let from, let to): to - from
    case .list(let rows): rows.count
    case .drawn(let count, _, _): count
    }
  }

  /// The number of points that a step looks at.
  package var visitedCount: Int {
    if case .drawn(_, let from, let to) = self { to - from } else { count }
  }
}

extension Step.Action {
  /// Whether the step reports places of the user.
  package var movesUser: Bool {
    if case .walkUser = self { return true }
    if case .moveUserLocation = self { return true }
    return false
  }
}

extension [Step] {
  /// Visits every step once, in the order of the file, with its depth in repetitions.
  package func visit(depth: Int = 0, _ look: (Step, _ depth: Int) -> Void) {
    for step in self {
      look(step, depth)
      if case .repeat(_, let inner) = step.action { inner.visit(depth: depth + 1, look) }
    }
  }

  /// Whether a step, inside repetitions too, has an action of some kind.
  package func hasAction(where isSuch: (Step.Action) -> Bool) -> Bool {
    contains { step in
      if case .repeat(_, let inner) = step.action, inner.hasAction(where: isSuch) { return true }
      return isSuch(step.action)
    }
  }
}

/// A change of a layer's data at one instant.
public struct DataChange: Hashable, Sendable {
  /// Index of the data set.
  public var data: Int
  /// Index of the layer.
  public var layer: Int
  /// The points.
  public var points: PointSelection

  /// Makes a change of its parts.
  public init(data: Int, layer: Int, points: PointSelection) {
    self.data = data
    self.layer = layer
    self.points = points
  }
}

/// A way of the user, as the location hardware reports it.
public struct UserWalk: Hashable, Sendable {
  /// Where the user goes, evenly and in a straight line.
  public var goal: Coordinate
  /// How long that takes.
  public var duration: SimulatedTime
  /// Time between two reports.
  public var interval: SimulatedTime
  /// How far from the user a reported place may be, in meters.
  public var errorMeters: Double
  /// The number of reports, the last of them at the end.
  public var reportCount: Int { Int((duration.nanoseconds - 1) / interval.nanoseconds) + 1 }

  /// Makes a walk of its parts.
  public init(
    to goal: Coordinate, over duration: SimulatedTime, every interval: SimulatedTime,
    errorMeters: Double = 0
  ) {
    precondition(duration > .zero && interval > .zero, "a walk over \(duration)")
    self.goal = goal
    self.duration = duration
    self.interval = interval
    self.errorMeters = errorMeters
  }
}

/// Points that arrive in batches.
public struct Download: Hashable, Sendable {
  /// The name under which steps mean it, and all others of that name.
  public var name: String?
  /// The points that arrive, and their layer.
  public var change: DataChange
  /// The batches that the app asks for.
  public var requests: BatchSchedule.Requests
  /// The network that brings them.
  public var network: Network
  /// Layers that take turns with that of the change, which gets the first batch.
  public var furtherLayers: [Int]

  /// Makes a download of its parts.
  public init(
    name: String? = nil, change: DataChange, requests: BatchSchedule.Requests,
    network: Network = Network(), furtherLayers: [Int] = []
  ) {
    self.name = name
    self.change = change
    self.requests = requests
    self.network = network
    self.furtherLayers = furtherLayers
  }

  /// The layers that get the batches in turn.
  public var layers: [Int] { [change.layer] + furtherLayers }
  /// Time between two batches.
  public var interval: SimulatedTime { requests.interval }
  /// How many batches the app asks for.
  public var batchCount: Int { requests.number(for: change.points.count) }
}
