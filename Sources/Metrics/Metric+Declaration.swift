/// The declaration of one metric, apart from its name.
public struct MetricDeclaration: Hashable, Sendable {
  /// The room it belongs to.
  public let group: MetricGroup
  /// What its number counts.
  public let unit: MetricUnit
  /// Which way it improves.
  public let better: BetterDirection
  /// What must have happened before the number says anything.
  public let opportunity: Opportunity
  /// The times of which it is one, by their order; nil for any other metric.
  public let rank: TimeRank?
  /// One sentence that says what is counted.
  public let help: String
}

extension Metric {
  /// Unit, group, direction, opportunity and help of this metric.
  public var declaration: MetricDeclaration {
    switch self {
    case .queueWaitMedian, .queueWaitPercentile95, .queueWaitMaximum, .indexingMedian,
      .indexingPercentile95, .indexingMaximum, .computeMedian, .computePercentile95,
      .computeMaximum, .animationMaximum, .latencyMedian, .latencyPercentile95, .latencyMaximum,
      .latencyWithoutFadeMedian, .latencyWithoutFadePercentile95, .latencyWithoutFadeMaximum:
      clusterTimeDeclaration
    case .clustersOfOnePoint, .clustersOfOneLocation, .clustersOfSeveralLocations:
      clusterKindDeclaration
    case .clusterUpdates, .updatesCoalesced, .updatesCancelled, .updatesWithoutWork,
      .pointsTouched, .nodesVisited, .cellsVisited, .distancesComputed, .clustersShown,
      .clustersCreated, .clustersReused,
      .clusterReuseRate, .churn:
      clusteringDeclaration
    case .pointsLost, .pointsCountedTwice, .ghostClusters, .clustersMoved, .clustersFlickered,
      .clusterCountsChanged, .titlesRequested, .subtitlesRequested, .staleClusterViews,
      .completions, .unsupportedCalls, .gridsCoarsened, .fadesCutShort:
      clusterAuditDeclaration
    case .viewsRequested, .viewsCreated, .viewsReused, .viewReuseRate, .liveViewsPeak,
      .pooledViewsPeak, .largestPoolPeak, .dirtyReuses, .providerNilAnswers, .viewsHidden,
      .mapClusters, .annotationsJoined,
      .viewsCreatedPerPan:
      viewDeclaration
    case .calloutsOpened, .calloutsJudged, .calloutsCorrect, .calloutOverflowMaximum,
      .calloutExcessShiftMaximum, .accessoryTaps, .calloutsClosedInUpdates,
      .calloutGrowthFrames:
      calloutDeclaration
    case .calloutInside, .calloutZoomUnchanged, .calloutShiftMinimal, .calloutUntouched,
      .calloutIdempotent, .calloutTipPinned, .calloutAnimatedAsAtOnce, .calloutMirrored,
      .calloutSameAtAnyLongitude, .calloutSameAtAnyLatitude, .calloutMoveAccepted,
      .calloutSameWhenTurned, .calloutOversize, .calloutSteadyAtWorldEdge,
      .calloutExactWhenClose, .calloutParentVisible, .calloutCallbacksPaired:
      make(.callouts, .share, .higher, .after(.criterionApplied), criterionHelp)
    case .calloutsLeftBehind, .calloutsMisplaced, .calloutsTappedAway, .deadTaps, .viewsRevived,
      .calloutsMadeByAnnotations:
      secondCalloutDeclaration
    case .frames, .mainThreadTime, .worstFrame, .hitches, .droppedFrames, .hitchTime, .hitchRatio:
      frameDeclaration
    case .regionChanges, .animatedRegionChanges, .regionChangesInterrupted, .reentries,
      .reentriesRefused, .callbacksUnanswered, .pointsPanned:
      mapDeclaration
    case .taps, .selections, .deselections, .selectionsMissed, .selectionsRefused, .dragsStarted,
      .dragsDropped, .dragsCancelled, .dragsRefused, .geocodeRequests:
      touchDeclaration
    case .overlaysAdded, .overlaysRemoved, .renderersRequested, .renderersMissing:
      overlayDeclaration
    case .batches, .annotationsAdded, .annotationsRemoved, .annotationsMoved, .annotationsCompared,
      .simulatedTime, .waitsGivenUp:
      dataDeclaration
    }
  }

  func make(
    _ group: MetricGroup, _ unit: MetricUnit, _ better: BetterDirection,
    _ opportunity: Opportunity, _ help: String, rank: TimeRank? = nil
  ) -> MetricDeclaration {
    MetricDeclaration(
      group: group, unit: unit, better: better, opportunity: opportunity, rank: rank, help: help)
  }

  private var viewDeclaration: MetricDeclaration {
    switch self {
    case .viewsCreated:
      make(.views, .count, .lower, .after(.viewRequested), "Annotation views that had to be made.")
    case .viewsReused:
      make(
        .views, .count, .higher, .after(.viewRequested),
        "Annotation views taken out of a reuse pool.")
    case .viewReuseRate:
      make(
        .views, .share, .higher, .after(.viewRequested),
        "Reused of all annotation views that were requested.")
    case .liveViewsPeak:
      make(
        .views, .count, .lower, .after(.viewsKnown), "Most annotation views on the map at one time."
      )
    case .largestPoolPeak:
      make(
        .views, .count, .lower, .after(.viewsKnown),
        "Most views waiting in one reuse pool at one time.")
    case .pooledViewsPeak:
      make(
        .views, .count, .lower, .after(.viewsKnown),
        "Most annotation views waiting in all reuse pools at one time.")
    case .dirtyReuses:
      make(
        .views, .count, .lower, .after(.viewReused),
        "Views shown with something on them that an earlier use left: a title, a look, or the "
          + "kind, size or offsets of other views with the same reuse identifier.")
    case .providerNilAnswers:
      make(
        .views, .count, .lower, .after(.viewRequested),
        "Requests to which the app had no view; the map took its own.")
    case .mapClusters:
      make(
        .views, .count, .neither, .after(.viewsKnown),
        "Clusters that the map's own clustering put on the map.")
    case .annotationsJoined:
      make(
        .views, .count, .neither, .after(.viewsKnown),
        "Times an annotation joined a cluster of the map's own.")
    case .viewsHidden:
      make(
        .views, .count, .lower, .after(.viewsKnown),
        "Times a view gave way to another one that it collided with.")
    case .viewsCreatedPerPan:
      make(
        .views, .perThousandPoints, .lower, .after(.pan),
        "Annotation views made for each 1000 pt that the map centre moved on the screen.")
    default:
      make(.views, .count, .lower, .itself, "Annotation views that the map asked its delegate for.")
    }
  }

  private var calloutDeclaration: MetricDeclaration {
    switch self {
    case .calloutsOpened:
      make(.callouts, .count, .neither, .after(.selectionOrTap), "Callouts that opened.")
    case .calloutsJudged:
      make(
        .callouts, .count, .neither, .after(.calloutOpened),
        "Callouts whose adjustment came to rest and was judged.")
    case .calloutsCorrect:
      make(
        .callouts, .share, .higher, .after(.calloutJudged),
        "Judged callouts that kept every criterion.")
    case .accessoryTaps:
      make(
        .callouts, .count, .neither, .itself, "Controls of callouts whose tap the app was told of.")
    case .calloutsClosedInUpdates:
      make(
        .callouts, .count, .neither, .after(.updateUnderCallout),
        "Callouts that closed as an update took their cluster away, and nothing took over.")
    case .calloutGrowthFrames:
      make(
        .callouts, .count, .neither, .after(.calloutFrame),
        "Frames that showed a callout before it was in full size.")
    case .calloutOverflowMaximum:
      make(
        .callouts, .distance, .lower, .after(.calloutJudged),
        "Furthest that a callout stuck out after adjustment.")
    default:
      make(
        .callouts, .distance, .lower, .after(.calloutJudged),
        "Largest difference between the shift made and needed.")
    }
  }

  private var secondCalloutDeclaration: MetricDeclaration {
    switch self {
    case .calloutsMadeByAnnotations:
      make(
        .callouts, .count, .neither, .after(.calloutAnnotationLaidOut),
        "Views of callout annotations that the annotation itself made, not the map's delegate.")
    case .calloutsLeftBehind:
      make(
        .callouts, .count, .lower, .after(.calloutAnnotationShown),
        "Callout annotations that lost the one who takes them away.")
    case .calloutsMisplaced:
      make(
        .callouts, .count, .lower, .after(.calloutAnnotationLaidOut),
        "Times a callout was laid out over another view or none.")
    case .calloutsTappedAway:
      make(
        .callouts, .count, .lower, .after(.tap),
        "Taps on a callout annotation that deselected its parent.")
    case .deadTaps:
      make(
        .callouts, .count, .lower, .after(.tap),
        "Taps on views that a callout's button had disabled.")
    default:
      make(
        .callouts, .count, .lower, .after(.calloutButtonReleased),
        "Views enabled by a callout's button against their settings.")
    }
  }

  private var frameDeclaration: MetricDeclaration {
    switch self {
    case .mainThreadTime:
      make(
        .frames, .time, .lower, .after(.frame), "Modelled work of the main thread in all frames.")
    case .worstFrame:
      make(
        .frames, .time, .lower, .after(.frame),
        "Modelled work of the main thread in the worst frame.")
    case .hitches:
      make(
        .frames, .count, .lower, .after(.frame),
        "Frames whose modelled work did not fit into a frame.")
    case .droppedFrames:
      make(
        .frames, .count, .lower, .after(.frame),
        "Frames that were never shown, as the one before took longer.")
    case .hitchTime:
      make(.frames, .time, .lower, .after(.frame), "Time by which frames came late.")
    case .hitchRatio:
      make(
        .frames, .timePerSecond, .lower, .after(.frame),
        "Time by which frames came late of each second that passed, lateness included: hitch time "
          + "/ (simulated time + hitch time); good below 5 ms, critical above 10 ms.")
    default:
      make(.frames, .count, .neither, .itself, "Frames in which anything moved or changed.")
    }
  }

  private var mapDeclaration: MetricDeclaration {
    switch self {
    case .animatedRegionChanges:
      make(
        .map, .count, .neither, .after(.regionChange),
        "Pairs of region callbacks that said animated.")
    case .regionChangesInterrupted:
      make(
        .map, .count, .neither, .after(.regionChange),
        "Region changes that another one ended before their goal.")
    case .reentries:
      make(
        .map, .count, .lower, .after(.regionChange),
        "Region changes that the app began inside the end of another one.")
    case .reentriesRefused:
      make(
        .map, .count, .lower, .after(.regionChange),
        "Region changes not made because the app nested them too deep.")
    case .callbacksUnanswered:
      make(
        .map, .count, .lower, .after(.callback),
        "Callbacks of the map that found no delegate of the app's.")
    case .pointsPanned:
      make(.map, .distance, .neither, .itself, "Way of the map centre on the screen.")
    default:
      make(.map, .count, .neither, .itself, "Pairs of region callbacks.")
    }
  }
}

extension Metric {
  private var touchDeclaration: MetricDeclaration {
    switch self {
    case .selections:
      make(.map, .count, .neither, .itself, "Annotations that were selected.")
    case .deselections:
      make(.map, .count, .neither, .after(.selectionInForce), "Annotations that were deselected.")
    case .selectionsMissed:
      make(
        .map, .count, .lower, .after(.selectionAttempt),
        "Steps that found no annotation or control to touch.")
    case .selectionsRefused:
      make(
        .map, .count, .neither, .after(.selectionAttempt),
        "Views that could not be selected: disabled or without title.")
    case .dragsStarted:
      make(.map, .count, .neither, .itself, "Annotations that a finger lifted off.")
    case .dragsDropped:
      make(
        .map, .count, .neither, .after(.drag),
        "Drags that ended with the annotation at a new place.")
    case .dragsCancelled:
      make(.map, .count, .neither, .after(.drag), "Drags after which the annotation went back.")
    case .dragsRefused:
      make(
        .map, .count, .neither, .after(.dragAttempt),
        "Fingers put on an annotation that cannot be carried.")
    case .geocodeRequests:
      make(
        .map, .count, .neither, .after(.drag),
        "Times an app would ask for the address of a dropped annotation.")
    default:
      make(.map, .count, .neither, .itself, "Single taps of a finger, whatever they hit.")
    }
  }

  private var overlayDeclaration: MetricDeclaration {
    switch self {
    case .overlaysRemoved:
      make(.map, .count, .neither, .itself, "Overlays taken from the map.")
    case .renderersRequested:
      make(
        .map, .count, .neither, .after(.overlaysKnown),
        "Renderers of overlays that the map asked its delegate for.")
    case .renderersMissing:
      make(
        .map, .count, .lower, .after(.rendererRequested),
        "Overlays for which the app had no renderer: nothing is drawn.")
    default:
      make(.map, .count, .neither, .itself, "Overlays put on the map.")
    }
  }

  private var dataDeclaration: MetricDeclaration {
    switch self {
    case .batches:
      make(.data, .count, .neither, .itself, "Batches that arrived.")
    case .annotationsAdded:
      make(.data, .count, .neither, .itself, "Annotations given to the map or to a cluster layer.")
    case .waitsGivenUp:
      make(
        .data, .count, .lower, .always(because: "each wait is held to it where it ends"),
        "Waits for the map to settle that gave up after an hour.")
    case .annotationsRemoved:
      make(
        .data, .count, .neither, .itself, "Annotations taken from the map or from a cluster layer.")
    case .annotationsMoved:
      make(.data, .count, .neither, .itself, "Annotations on the map whose coordinate changed.")
    case .annotationsCompared:
      make(
        .data, .count, .lower, .after(.replacement),
        "Annotations that the app compared to find what changed.")
    default:
      make(
        .data, .time, .neither, .always(because: "time passes in every session"),
        "Length of the session.")
    }
  }
}

extension Metric {
  private static let ordinals: [Metric: Int] = Dictionary(
    uniqueKeysWithValues: allCases.enumerated().map { ($0.element, $0.offset) })

  /// The number of this metric in the order of declaration, from 0.
  public var ordinal: Int {
    guard let ordinal = Metric.ordinals[self] else {
      preconditionFailure("\(name) is not among the declared metrics")
    }
    return ordinal
  }
}
