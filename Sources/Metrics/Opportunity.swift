/// What must have happened in a scope before the number of a metric says anything.
///
/// A rule over a number whose opportunity never came is not evaluated, which fails, unless the
/// author writes `or nothing`. A number other than zero is always evaluated.
public enum Opportunity: Hashable, Sendable {
  /// The number says something in every session, for the reason given.
  case always(because: String)
  /// The metric counts the occasions themselves: none is what `exactly 0` asks for, but it puts
  /// `at most 3` not to the test.
  case itself
  /// The number says something once this has happened.
  case after(Occasion)
}

/// What gives a metric something to count; each case is the sentence for a scope without it.
public enum Occasion: String, CaseIterable, Hashable, Sendable {
  // Clustering
  case updateRequested = "no cluster update was asked for"
  case updateStarted = "no cluster update started"
  case updateComputed = "no cluster update was computed"
  case updateApplied = "no cluster update was applied"
  case updateFinished = "no cluster update ended"
  case indexing = "no points went into a cluster index or out of it"
  case clusterWork = "nothing was indexed and no cluster update was computed"
  case clustersKnown = "no cluster had been on the map and no cluster update had been applied"
  case clusterNeeded = "no cluster update needed a cluster"
  case clusterReused = "no cluster was reused"
  case mapChange = "no cluster update was applied and no annotation came or left"
  case auditedPoints = "no cluster update ended with points in view"
  case audit = "no cluster update was checked against its points"
  case comparedUpdate = "no cluster update showed clusters where the one before had"
  case placeShownTwice =
    "no clusters were shown twice at one place and zoom with the same data and settings"
  case controllerRequest = "the app asked nothing of a cluster controller"
  case appAnimation = "no animator of the app's own was asked to fade"
  case updateUnderCallout = "no cluster update was applied after a callout had opened"

  // Views
  case viewRequested = "no view was requested"
  case viewsKnown = "no view had been requested"
  case viewReused = "no view was reused"
  case pan = "the map did not move"

  // Callouts
  case calloutOpened = "no callout opened"
  case calloutJudged = "no callout came to rest"
  case criterionApplied = "no callout that the criterion applies to came to rest"
  case calloutFrame = "no callout opened, moved or grew"
  case calloutAnnotationLaidOut = "no callout annotation was laid out"
  case calloutAnnotationShown = "no callout annotation was on the map"
  case calloutButtonReleased = "no callout's button was released"

  // Frames, map and data
  case frame = "no frame was drawn"
  case regionChange = "no region change began"
  case callback = "the map had nothing to tell its delegate"
  case tap = "nothing was tapped"
  case selectionAttempt = "nothing was tapped, selected or dragged"
  case selectionInForce = "nothing was selected"
  case selectionOrTap = "nothing was tapped or selected"
  case drag = "no drag began"
  case dragAttempt = "no drag was attempted"
  case overlaysKnown = "no overlay had been added"
  case rendererRequested = "no renderer was requested"
  case replacement = "nothing was replaced"

  /// Whether it lasts: what happened before a mark is an occasion for what comes after it.
  public var isLasting: Bool {
    switch self {
    case .clustersKnown, .viewsKnown, .overlaysKnown: true
    case .updateRequested, .updateStarted, .updateComputed, .updateApplied, .updateFinished,
      .indexing, .clusterWork, .clusterNeeded, .clusterReused, .mapChange, .auditedPoints, .audit,
      .comparedUpdate, .placeShownTwice, .controllerRequest, .appAnimation, .updateUnderCallout,
      .viewRequested, .viewReused, .pan, .calloutOpened, .calloutJudged, .criterionApplied,
      .calloutFrame, .calloutAnnotationLaidOut, .calloutAnnotationShown, .calloutButtonReleased,
      .frame, .regionChange, .callback, .tap, .selectionAttempt, .selectionInForce,
      .selectionOrTap, .drag, .dragAttempt, .rendererRequested, .replacement:
      false
    }
  }
}

extension Opportunity {
  /// The sentence for a scope in which it never came.
  public var absence: String {
    switch self {
    case .always: "there was nothing to measure"
    case .itself: "there were none"
    case .after(let occasion): occasion.rawValue
    }
  }
}
