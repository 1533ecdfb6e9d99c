/// The condition in a scope under which the number of a metric is meaningful.
///
/// A rule over a number whose opportunity never came is not evaluated, which fails, unless the
/// author writes `or nothing`. A number other than zero is always evaluated.
public enum Opportunity: Hashable, Sendable {
  /// Every session, for the reason given.
  case always(because: String)
  /// The metric counts the occasions themselves: none keeps `exactly 0`, but does not test
  /// `at most 3`.
  case itself
  /// Once this has happened.
  case after(Occasion)
}

extension Opportunity {
  /// The sentence for a scope in which it never came.
  public var absence: String {
    switch self {
    case .always: "there was nothing to measure"
    case .itself: "there were none"
    case .after(let occasion): occasion.absence
    }
  }
}

/// An event that gives a metric something to count.
public enum Occasion: Int, CaseIterable, Hashable, Sendable {
  // Clustering
  case updateRequested, updateStarted, updateComputed, updateApplied, updateFinished, indexing,
    clusterWork, clustersKnown, clusterNeeded, clusterReused, mapChange, auditedPoints, audit,
    comparedUpdate, placeShownTwice, controllerRequest, appAnimation, clustersListed,
    updateUnderCallout
  // Views
  case viewRequested, viewsKnown, memoryKnown, viewReused, pan
  // Callouts
  case calloutOpened, calloutJudged, calloutStood, criterionApplied, calloutFrame,
    calloutAnnotationLaidOut, calloutAnnotationShown, calloutButtonReleased
  // Frames, map and data
  case frame, regionChange, callback, tap, selectionAttempt, selectionOrDrag, selectionInForce,
    selectionOrTap, drag, dragAttempt, overlaysKnown, rendererRequested, replacement, batchAnswered,
    downloadEnded, cancellation, promiseBegun, loadBegun, loadAnswered
}

extension Occasion {
  /// The sentence for a scope without it.
  public var absence: String { Occasion.definitions[rawValue].absence }
  /// The metrics that count it, beside its own counter.
  public var metrics: [Metric] { Occasion.definitions[rawValue].metrics }
  /// Whether it lasts: one before a mark counts after it too.
  public var isLasting: Bool { Occasion.definitions[rawValue].isLasting }

  private struct Definition {
    let absence: String
    let metrics: [Metric]
    let isLasting: Bool

    init(_ absence: String, _ metrics: Metric..., isLasting: Bool = false) {
      self.absence = absence
      self.metrics = metrics
      self.isLasting = isLasting
    }
  }

  private static let definitions = allCases.map(\.row)

  private var row: Definition {
    switch self {
    // Clustering
    case .updateRequested: .init("no cluster update was requested")
    case .updateStarted: .init("no cluster update started")
    case .updateComputed: .init("no cluster update was computed")
    case .updateApplied: .init("no cluster update was applied", .clusterUpdates)
    case .updateFinished: .init("no cluster update ended")
    case .indexing: .init("no points were added to a cluster index or removed from it")
    case .clusterWork: .init("nothing was indexed and no cluster update was computed")
    case .clustersKnown:
      .init(
        "no cluster had been on the map and no cluster update had been applied", isLasting: true)
    case .clusterNeeded:
      .init("no cluster update needed a cluster", .clustersCreated, .clustersReused)
    case .clusterReused: .init("no cluster was reused", .clustersReused)
    case .mapChange: .init("no cluster update was applied and no annotation was added or removed")
    case .auditedPoints: .init("no cluster update ended with points in view")
    case .audit: .init("no cluster update was checked against its points")
    case .comparedUpdate: .init("no cluster update showed clusters where the one before had")
    case .placeShownTwice:
      .init("no clusters were shown twice at one place and zoom with the same data and settings")
    case .controllerRequest: .init("the app sent no request to a cluster controller")
    case .appAnimation: .init("no custom animator was asked to fade")
    case .clustersListed: .init("no update ended with a list of its clusters")
    case .updateUnderCallout: .init("no cluster update was applied after a callout had opened")

    // Views
    case .viewRequested: .init("no view was requested", .viewsRequested)
    case .viewsKnown: .init("no view had been requested", .viewsRequested, isLasting: true)
    case .memoryKnown:
      .init("no view had been made whose memory the device profile tells", isLasting: true)
    case .viewReused: .init("no view was reused", .viewsReused)
    case .pan: .init("no finger panned the map", .pointsPanned)

    // Callouts
    case .calloutOpened: .init("no callout opened", .calloutsOpened)
    case .calloutJudged: .init("no callout settled", .calloutsJudged)
    case .calloutStood: .init("no callout stood open in its full size")
    case .criterionApplied:
      .init("no callout that the criterion applies to settled", .calloutsJudged)
    case .calloutFrame: .init("no callout opened, moved or grew", .calloutsOpened)
    case .calloutAnnotationLaidOut: .init("no callout annotation was laid out")
    case .calloutAnnotationShown: .init("no callout annotation was on the map")
    case .calloutButtonReleased: .init("no callout's button was released")

    // Frames, map and data
    case .frame: .init("no frame was drawn", .frames)
    case .regionChange: .init("no region change began", .regionChanges)
    case .callback:
      .init(
        "the map had no callback for its delegate", .viewsRequested, .regionChanges, .selections,
        .deselections, .dragsStarted)
    case .tap: .init("nothing was tapped", .taps)
    case .selectionAttempt:
      .init(
        "nothing was tapped, touched, selected or dragged", .taps, .selections, .selectionsMissed,
        .selectionsRefused, .dragsStarted, .dragsRefused)
    // A finger that touches an annotation to pan from there selects nothing.
    case .selectionOrDrag:
      .init(
        "nothing was tapped, selected or dragged", .taps, .selections, .selectionsMissed,
        .selectionsRefused, .dragsStarted, .dragsRefused)
    case .selectionInForce: .init("nothing was selected", .selections)
    case .selectionOrTap:
      .init(
        "nothing was tapped or selected", .taps, .selections, .selectionsMissed, .selectionsRefused)
    case .drag: .init("no drag began", .dragsStarted)
    case .dragAttempt: .init("no drag was attempted", .dragsStarted, .dragsRefused)
    case .overlaysKnown: .init("no overlay had been added", .overlaysAdded, isLasting: true)
    case .rendererRequested: .init("no renderer was requested", .renderersRequested)
    case .replacement: .init("nothing was replaced")
    case .batchAnswered: .init("no batch came or was lost", .batches, .batchAttemptsLost)
    case .downloadEnded: .init("no download that has a name was over")
    case .cancellation:
      .init("no download was cancelled", .downloadsCancelled, .cancelsWithoutEffect)
    case .promiseBegun: .init("nothing began the promise")
    case .loadBegun: .init("the app asked for no visible points", .loads)
    case .loadAnswered: .init("no load was answered")
    }
  }
}
