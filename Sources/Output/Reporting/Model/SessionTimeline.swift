public import MapEvents
public import MapGeometry

/// The times of events in a session, for traces and players: spans and instants of
/// simulated time.
///
/// It complements the facts. The times of cluster updates and marks are in the facts and
/// are not repeated here. Rows of a kind are in the order of time, up to its limit.
public struct SessionTimeline: Codable, Hashable, Sendable {
  /// The length of the session.
  public var length = SimulatedTime.zero
  /// The rounds of each step.
  public var steps = TimelineRows<StepSpan>()
  /// The touches of fingers.
  public var touches = TimelineRows<TouchSpan>()
  /// Changes of the visible region.
  public var regionChanges = TimelineRows<RegionSpan>()
  /// The times at which cluster updates left their queues, in the order of starting.
  public var updateStarts = TimelineRows<UpdateStart>()
  /// The times at which the indexes of cluster layers were updated.
  public var indexings = TimelineRows<IndexingSpan>()
  /// The annotation views, with a row for each time that one is on the map.
  public var views = TimelineRows<ViewSpan>()
  /// The numbers of views, with a row for each frame that changes them.
  public var viewCounts = TimelineRows<ViewCount>()
  /// The callouts while they are open.
  public var callouts = TimelineRows<CalloutSpan>()
  /// The batches that arrived or were lost.
  public var batches = TimelineRows<BatchAnswer>()
  /// The late frames.
  public var hitches = TimelineRows<Hitch>()
  /// The work of the main thread for frames; nil in a run file of a version without it, and for a
  /// session that never ended.
  public var frames: TimelineRows<FrameWork>?
  /// The order of events, including simultaneous ones; nil in a run file of a version without
  /// it, and for a session that never ended.
  public var occurrences: TimelineRows<Occurrence>?

  /// Makes the timeline of a session that never began.
  public init() {}

  /// The columns of each kind of row in files, the first of which counts from the row before, but
  /// those of occurrences, which only say more of the others.
  package static let columns: [(kind: String, columns: [String])] = [
    ("steps", StepSpan.columns), ("touches", TouchSpan.columns),
    ("region changes", RegionSpan.columns), ("update starts", UpdateStart.columns),
    ("indexings", IndexingSpan.columns), ("views", ViewSpan.columns),
    ("view counts", ViewCount.columns), ("callouts", CalloutSpan.columns),
    ("batches", BatchAnswer.columns), ("hitches", Hitch.columns), ("frames", FrameWork.columns),
  ]

  /// The numbers of each kind of row, in the order of `columns`.
  package var numbers: [(numbers: [Int64], leftOut: Int)] {
    [
      steps.parts, touches.parts, regionChanges.parts, updateStarts.parts, indexings.parts,
      views.parts, viewCounts.parts, callouts.parts, batches.parts, hitches.parts,
      frames?.parts ?? ([], 0),
    ]
  }
}

extension SessionTimeline {
  /// A step while it is played.
  public struct StepSpan: TimelineRow {
    /// When it begins.
    public var start: SimulatedTime
    /// When it ends; nil when the session ended in it.
    public var end: SimulatedTime?
    /// Its id.
    public var step: Int32
  }

  /// Fingers on the screen: for a moment, or as long as a gesture takes.
  public struct TouchSpan: TimelineRow {
    /// The kinds of touches.
    public enum Kind: Int64, CaseIterable, Hashable, Sendable {
      case pan, pinch, rotation, drag, tap, doubleTap, twoFingerTap, longPress
    }

    /// When they touch it.
    public var start: SimulatedTime
    /// When they leave it; nil when they never did.
    public var end: SimulatedTime?
    /// The kind of the touch.
    public var kind: Kind
  }

  /// A change of the visible region, from the first callback to the last.
  public struct RegionSpan: TimelineRow {
    /// When it begins.
    public var start: SimulatedTime
    /// When it ends; nil when the session ended before.
    public var end: SimulatedTime?
    /// Whether it is animated.
    public var isAnimated: Bool
    /// Whether it ended before its goal.
    public var isInterrupted = false
  }

  /// A cluster update that leaves its queue.
  public struct UpdateStart: TimelineRow {
    /// When it does.
    public var start: SimulatedTime
    /// Its number.
    public var update: Int32
  }

  /// A change of the data on its way into the index of a layer.
  public struct IndexingSpan: TimelineRow {
    /// When the index begins to take it in.
    public var start: SimulatedTime
    /// When it is in the index.
    public var end: SimulatedTime?
    /// The layer.
    public var layer: LayerID
  }

  /// An annotation view while it is on the map.
  public struct ViewSpan: TimelineRow {
    /// The subjects of a view.
    public enum Subject: Int64, CaseIterable, Hashable, Sendable {
      case point, cluster, userLocation, callout
    }

    /// When it is displayed.
    public var start: SimulatedTime
    /// When it goes back to its pool; nil when it stays.
    public var end: SimulatedTime?
    /// Its number.
    public var view: ViewID
    /// The annotation that it is shown for.
    public var annotation: AnnotationID
    /// The layer of that; negative for none.
    public var layer: LayerID
    /// The index of its reuse identifier in the legend.
    public var identifier: Int32
    /// Whether it was used before.
    public var isReused: Bool
    /// The subject of the view.
    public var subject: Subject
  }

  /// The numbers of views from a frame on.
  public struct ViewCount: TimelineRow {
    /// The time of the frame.
    public var start: SimulatedTime
    /// Views on the map.
    public var live: Int32
    /// Views in reuse pools.
    public var pooled: Int32
  }

  /// A callout while it is open.
  public struct CalloutSpan: TimelineRow {
    /// When it opens.
    public var start: SimulatedTime
    /// When it closes; nil when it stays open.
    public var end: SimulatedTime?
    /// The time at which the map finished moving for it, or at which another cause moved the
    /// map; nil when neither happened.
    public var rest: SimulatedTime?
    /// Its number.
    public var callout: Int32
    /// The annotation over which it opens.
    public var annotation: AnnotationID
    /// Whether another cause moved the map first.
    public var isInterrupted = false
  }

  /// A batch of a download.
  public struct BatchAnswer: TimelineRow {
    /// The outcome of a batch.
    public enum Outcome: Int64, CaseIterable, Hashable, Sendable {
      case arrived, askedForAgain, givenUp
    }

    /// The time at which it arrived, or at which the app stopped waiting for it.
    public var start: SimulatedTime
    /// The layer that it is for.
    public var layer: LayerID
    /// The number of its points.
    public var points: Int32
    /// The outcome of a batch.
    public var outcome: Outcome
  }

  /// Several consecutive frames, represented by the one with the most work.
  public struct FrameWork: TimelineRow {
    /// When the first of them is made.
    public var start: SimulatedTime
    /// The most work of the main thread since the frame before.
    public var mainThread: SimulatedTime
    /// The number of frames.
    public var frames: Int64
  }

  /// The place of an occurrence among the events of the session.
  ///
  /// Its time alone is ambiguous.
  public struct Occurrence: TimelineRow {
    /// The kinds of occurrences.
    ///
    /// Most of them are the start or the end of another table's row.
    public enum Kind: Int64, CaseIterable, Hashable, Sendable {
      case step, touch, regionWillChange, regionDidChange, batch
      /// The first view that a frame shows.
      case views
      case calloutOpens, calloutRests, calloutCloses, lateFrame
      /// An update is requested.
      ///
      /// It may enter its queue later, after data has been indexed.
      case updateRequested
      /// The map gets the clusters of an update.
      case updateApplied
    }

    /// The time of its event.
    public var start: SimulatedTime
    /// The number of its event, from 0.
    public var event: Int64
    /// The kind of the occurrence.
    public var kind: Kind
    /// The index of the row of its kind, or the number of the update.
    public var row: Int64
  }

  /// A late frame.
  public struct Hitch: TimelineRow {
    /// The time at which it is made.
    public var start: SimulatedTime
    /// The lateness: whole frame periods.
    public var lateness: SimulatedTime
    /// Work of the main thread since the frame before.
    public var mainThread: SimulatedTime
    /// Its number.
    public var frame: Int64
  }
}
