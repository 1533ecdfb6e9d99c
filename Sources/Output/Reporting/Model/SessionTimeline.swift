public import MapEvents
public import MapGeometry

/// When things happened in a session, for traces and players: spans and instants of simulated time.
///
/// It begins where facts end: cluster updates and marks have their times there, and are not here
/// again. Rows of a kind are in the order of time, up to its limit.
public struct SessionTimeline: Codable, Hashable, Sendable {
  /// The length of the session.
  public var length = SimulatedTime.zero
  /// Each round of each step.
  public var steps = TimelineRows<StepSpan>()
  /// What fingers did.
  public var touches = TimelineRows<TouchSpan>()
  /// Changes of the visible region.
  public var regionChanges = TimelineRows<RegionSpan>()
  /// When cluster updates left their queues, in the order of starting.
  public var updateStarts = TimelineRows<UpdateStart>()
  /// When indexes of cluster layers were filled.
  public var indexings = TimelineRows<IndexingSpan>()
  /// Annotation views, each time that one is on the map.
  public var views = TimelineRows<ViewSpan>()
  /// How many views there are, whenever a frame has others.
  public var viewCounts = TimelineRows<ViewCount>()
  /// Callouts, as long as they are open.
  public var callouts = TimelineRows<CalloutSpan>()
  /// Batches that arrived or got lost.
  public var batches = TimelineRows<BatchAnswer>()
  /// Frames that came late.
  public var hitches = TimelineRows<Hitch>()
  /// The work of the main thread for frames; nil in a run file of a version without it, and for a
  /// session that never ended.
  public var frames: TimelineRows<FrameWork>?
  /// In which order things happened, also those of one time; nil in a run file of a version without
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
    /// What they do.
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

  /// An annotation view, as long as it is on the map.
  public struct ViewSpan: TimelineRow {
    /// What a view is shown for.
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
    /// What it is shown for.
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

  /// A callout, as long as it is open.
  public struct CalloutSpan: TimelineRow {
    /// When it opens.
    public var start: SimulatedTime
    /// When it closes; nil when it stays open.
    public var end: SimulatedTime?
    /// When the map has made room for it, or something else moved the map; nil when it never did.
    public var rest: SimulatedTime?
    /// Its number.
    public var callout: Int32
    /// The annotation over which it opens.
    public var annotation: AnnotationID
    /// Whether something else moved the map before.
    public var isInterrupted = false
  }

  /// A batch of a download.
  public struct BatchAnswer: TimelineRow {
    /// What became of it.
    public enum Outcome: Int64, CaseIterable, Hashable, Sendable {
      case arrived, askedForAgain, givenUp
    }

    /// When it arrived, or the app stopped to wait for it.
    public var start: SimulatedTime
    /// The layer that it is for.
    public var layer: LayerID
    /// How many points it has.
    public var points: Int32
    /// What became of it.
    public var outcome: Outcome
  }

  /// Some frames in a row, by the one with most work.
  public struct FrameWork: TimelineRow {
    /// When the first of them is made.
    public var start: SimulatedTime
    /// The most work of the main thread since the frame before.
    public var mainThread: SimulatedTime
    /// How many they are.
    public var frames: Int64
  }

  /// The place of something among the events of the session, which its time alone does not say.
  public struct Occurrence: TimelineRow {
    /// What happens: mostly what another row begins or ends with.
    public enum Kind: Int64, CaseIterable, Hashable, Sendable {
      case step, touch, regionWillChange, regionDidChange, batch
      /// The first view that a frame shows.
      case views
      case calloutOpens, calloutRests, calloutCloses, lateFrame
      /// An update is asked for, which may enter its queue when data has been indexed.
      case updateRequested
      /// The map gets the clusters of an update.
      case updateApplied
    }

    /// The time of its event.
    public var start: SimulatedTime
    /// The number of its event, from 0.
    public var event: Int64
    /// What happens.
    public var kind: Kind
    /// The index of the row of its kind, or the number of the update.
    public var row: Int64
  }

  /// A frame that comes late onto the screen.
  public struct Hitch: TimelineRow {
    /// When it is made.
    public var start: SimulatedTime
    /// How late it comes: whole frame periods.
    public var lateness: SimulatedTime
    /// Work of the main thread since the frame before.
    public var mainThread: SimulatedTime
    /// Its number.
    public var frame: Int64
  }
}
