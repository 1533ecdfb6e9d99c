/// The declaration of one metric, apart from its name.
public struct MetricDeclaration: Hashable, Sendable {
  /// The room it belongs to.
  public let group: MetricGroup
  /// What its number counts.
  public let unit: MetricUnit
  /// Which way it improves.
  public let better: BetterDirection
  /// One sentence that says what is counted.
  public let help: String
}

extension Metric {
  /// Unit, group, direction and help of this metric.
  public var declaration: MetricDeclaration {
    switch self {
    case .queueWaitMedian, .queueWaitPercentile95, .queueWaitMaximum, .computeMedian,
      .computeMaximum, .animationMaximum, .latencyMedian, .latencyPercentile95, .latencyMaximum:
      latencyDeclaration
    case .clustersOfOnePoint, .clustersOfOneLocation, .clustersOfSeveralLocations:
      clusterKindDeclaration
    case .clusterUpdates, .updatesCoalesced, .updatesCancelled, .updatesWithoutWork,
      .pointsTouched, .nodesVisited, .cellsVisited, .distancesComputed, .clustersShown,
      .clustersCreated, .clustersReused,
      .clusterReuseRate, .churn:
      clusteringDeclaration
    case .pointsLost, .pointsCountedTwice, .ghostClusters, .clustersMoved, .clustersFlickered,
      .clusterCountsChanged, .titlesRequested, .subtitlesRequested, .staleClusterViews,
      .completions, .unsupportedCalls, .fadesCutShort:
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
      make(.callouts, .share, .higher, criterionHelp)
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

  private func make(
    _ group: MetricGroup, _ unit: MetricUnit, _ better: BetterDirection, _ help: String
  ) -> MetricDeclaration {
    MetricDeclaration(group: group, unit: unit, better: better, help: help)
  }

  private var latencyDeclaration: MetricDeclaration {
    switch self {
    case .queueWaitMedian:
      make(.clustering, .time, .lower, "Median wait of an update from its trigger to its start.")
    case .queueWaitPercentile95:
      make(.clustering, .time, .lower, "Wait within which 95 of 100 updates started.")
    case .queueWaitMaximum:
      make(.clustering, .time, .lower, "Longest wait of an update from its trigger to its start.")
    case .computeMedian:
      make(.clustering, .time, .lower, "Median modelled time that the background took to compute.")
    case .computeMaximum:
      make(.clustering, .time, .lower, "Longest modelled time that the background took to compute.")
    case .animationMaximum:
      make(.clustering, .time, .lower, "Longest time from the new clusters' coming to the end.")
    case .latencyMedian:
      make(.clustering, .time, .lower, "Median time from the trigger until the clusters stand.")
    case .latencyPercentile95:
      make(.clustering, .time, .lower, "Time within which 95 of 100 updates stand (nearest rank).")
    default:
      make(.clustering, .time, .lower, "Longest time from a trigger until its clusters stand.")
    }
  }

  private var clusterAuditDeclaration: MetricDeclaration {
    switch self {
    case .pointsLost:
      make(
        .clustering, .count, .lower,
        "Most visible points given to the index that no cluster on the map held after an update.")
    case .pointsCountedTwice:
      make(
        .clustering, .count, .lower,
        "Most visible points that several clusters on the map held after an update.")
    case .ghostClusters:
      make(
        .clustering, .count, .lower,
        "Most clusters on the map after an update that belonged to no result any more.")
    case .clustersMoved:
      make(
        .clustering, .count, .lower,
        "Clusters that stood elsewhere after an update than before, or than when that zoom was "
          + "shown last with the same data, with the same members.")
    case .clustersFlickered:
      make(
        .clustering, .count, .lower,
        "Clusters that came where one of the same points had left, in the same step or at the same "
          + "zoom, the place in view all the while.")
    case .clusterCountsChanged:
      make(
        .clustering, .count, .lower,
        "Clusters that held other points after an update than when that zoom was shown last, in "
          + "what both show, with the same data and settings.")
    case .titlesRequested:
      make(.clustering, .count, .lower, "Titles of clusters that the delegate was asked for.")
    case .subtitlesRequested:
      make(.clustering, .count, .lower, "Subtitles of clusters that the delegate was asked for.")
    case .fadesCutShort:
      make(
        .clustering, .count, .lower,
        "Views that left the map before an animator of the app's own had faded them in full.")
    case .staleClusterViews:
      make(
        .clustering, .count, .lower, "Times a view went on to show what its cluster held before.")
    case .unsupportedCalls:
      make(
        .clustering, .count, .lower,
        "Steps that asked something of a cluster controller that it cannot do, as it is.")
    default:
      make(.clustering, .count, .neither, "Completion handlers of an app's calls that were called.")
    }
  }

  private var clusterKindDeclaration: MetricDeclaration {
    switch self {
    case .clustersOfOnePoint:
      make(
        .clustering, .count, .neither,
        "Cluster annotations of a single point after the last update, margin too.")
    case .clustersOfOneLocation:
      make(
        .clustering, .count, .neither,
        "Cluster annotations of several points at one location after the last update, margin too.")
    default:
      make(
        .clustering, .count, .neither,
        "Cluster annotations of points at several locations after the last update, margin too.")
    }
  }

  private var clusteringDeclaration: MetricDeclaration {
    switch self {
    case .updatesCoalesced:
      make(
        .clustering, .count, .neither, "Updates that did not run, as a newer one did their work.")
    case .updatesCancelled:
      make(
        .clustering, .count, .lower,
        "Updates that the library cancelled while they waited or ran, and that ran all the same.")
    case .updatesWithoutWork:
      make(
        .clustering, .count, .neither,
        "Updates that found nothing new and did nothing: no node, point or cell was looked at.")
    case .pointsTouched:
      make(.clustering, .count, .lower, "Points that the index compared or delivered.")
    case .nodesVisited:
      make(.clustering, .count, .lower, "Nodes of the index that were opened.")
    case .cellsVisited:
      make(.clustering, .count, .lower, "Cells of the grid that were asked for their points.")
    case .distancesComputed:
      make(.clustering, .count, .lower, "Distances between two places that were computed.")
    case .clustersShown:
      make(.clustering, .count, .neither, "Cluster annotations on the map at the end, margin too.")
    case .clustersCreated:
      make(.clustering, .count, .lower, "Cluster annotations that were made anew.")
    case .clustersReused:
      make(.clustering, .count, .higher, "Cluster annotations that got new members and stayed.")
    case .clusterReuseRate:
      make(.clustering, .share, .higher, "Reused of all cluster annotations that updates needed.")
    case .churn:
      make(.clustering, .count, .lower, "Annotations removed and added again, same, within 1 s.")
    default:
      make(.clustering, .count, .neither, "Cluster updates that were applied to the map.")
    }
  }

  private var viewDeclaration: MetricDeclaration {
    switch self {
    case .viewsCreated:
      make(.views, .count, .lower, "Annotation views that had to be made.")
    case .viewsReused:
      make(.views, .count, .higher, "Annotation views taken out of a reuse pool.")
    case .viewReuseRate:
      make(.views, .share, .higher, "Reused of all annotation views that were requested.")
    case .liveViewsPeak:
      make(.views, .count, .lower, "Most annotation views on the map at one time.")
    case .largestPoolPeak:
      make(.views, .count, .lower, "Most views waiting in one reuse pool at one time.")
    case .pooledViewsPeak:
      make(.views, .count, .lower, "Most annotation views waiting in all reuse pools at one time.")
    case .dirtyReuses:
      make(
        .views, .count, .lower,
        "Views shown with something on them that an earlier use left: a title, a look, or the "
          + "kind, size or offsets of other views with the same reuse identifier.")
    case .providerNilAnswers:
      make(.views, .count, .lower, "Requests to which the app had no view; the map took its own.")
    case .mapClusters:
      make(.views, .count, .neither, "Clusters that the map's own clustering put on the map.")
    case .annotationsJoined:
      make(.views, .count, .neither, "Times an annotation joined a cluster of the map's own.")
    case .viewsHidden:
      make(.views, .count, .lower, "Times a view gave way to another one that it collided with.")
    case .viewsCreatedPerPan:
      make(
        .views, .perThousandPoints, .lower,
        "Annotation views made for each 1000 pt that the map centre moved on the screen.")
    default:
      make(.views, .count, .lower, "Annotation views that the map asked its delegate for.")
    }
  }

  private var calloutDeclaration: MetricDeclaration {
    switch self {
    case .calloutsOpened:
      make(.callouts, .count, .neither, "Callouts that opened.")
    case .calloutsJudged:
      make(.callouts, .count, .neither, "Callouts whose adjustment came to rest and was judged.")
    case .calloutsCorrect:
      make(.callouts, .share, .higher, "Judged callouts that kept every criterion.")
    case .accessoryTaps:
      make(.callouts, .count, .neither, "Controls of callouts whose tap the app was told of.")
    case .calloutsClosedInUpdates:
      make(
        .callouts, .count, .neither,
        "Callouts that closed as an update took their cluster away, and nothing took over.")
    case .calloutGrowthFrames:
      make(.callouts, .count, .neither, "Frames that showed a callout before it was in full size.")
    case .calloutOverflowMaximum:
      make(.callouts, .distance, .lower, "Furthest that a callout stuck out after adjustment.")
    default:
      make(.callouts, .distance, .lower, "Largest difference between the shift made and needed.")
    }
  }

  private var secondCalloutDeclaration: MetricDeclaration {
    switch self {
    case .calloutsMadeByAnnotations:
      make(
        .callouts, .count, .neither,
        "Views of callout annotations that the annotation itself made, not the map's delegate.")
    case .calloutsLeftBehind:
      make(.callouts, .count, .lower, "Callout annotations that lost the one who takes them away.")
    case .calloutsMisplaced:
      make(.callouts, .count, .lower, "Times a callout was laid out over another view or none.")
    case .calloutsTappedAway:
      make(.callouts, .count, .lower, "Taps on a callout annotation that deselected its parent.")
    case .deadTaps:
      make(.callouts, .count, .lower, "Taps on views that a callout's button had disabled.")
    default:
      make(.callouts, .count, .lower, "Views enabled by a callout's button against their settings.")
    }
  }

  private var frameDeclaration: MetricDeclaration {
    switch self {
    case .mainThreadTime:
      make(.frames, .time, .lower, "Modelled work of the main thread in all frames.")
    case .worstFrame:
      make(.frames, .time, .lower, "Modelled work of the main thread in the worst frame.")
    case .hitches:
      make(.frames, .count, .lower, "Frames whose modelled work did not fit into a frame.")
    case .droppedFrames:
      make(.frames, .count, .lower, "Frames that were never shown, as the one before took longer.")
    case .hitchTime:
      make(.frames, .time, .lower, "Time by which frames came late.")
    case .hitchRatio:
      make(
        .frames, .timePerSecond, .lower,
        "Time by which frames came late, each second; good below 5 ms, critical above 10 ms.")
    default:
      make(.frames, .count, .neither, "Frames in which anything moved or changed.")
    }
  }

  private var mapDeclaration: MetricDeclaration {
    switch self {
    case .animatedRegionChanges:
      make(.map, .count, .neither, "Pairs of region callbacks that said animated.")
    case .regionChangesInterrupted:
      make(.map, .count, .neither, "Region changes that another one ended before their goal.")
    case .reentries:
      make(.map, .count, .lower, "Region changes that the app began inside the end of another one.")
    case .reentriesRefused:
      make(.map, .count, .lower, "Region changes not made because the app nested them too deep.")
    case .callbacksUnanswered:
      make(.map, .count, .lower, "Callbacks of the map that found no delegate of the app's.")
    case .pointsPanned:
      make(.map, .distance, .neither, "Way of the map centre on the screen.")
    default:
      make(.map, .count, .neither, "Pairs of region callbacks.")
    }
  }
}

extension Metric {
  private var touchDeclaration: MetricDeclaration {
    switch self {
    case .selections:
      make(.map, .count, .neither, "Annotations that were selected.")
    case .deselections:
      make(.map, .count, .neither, "Annotations that were deselected.")
    case .selectionsMissed:
      make(.map, .count, .lower, "Steps that found no annotation or control to touch.")
    case .selectionsRefused:
      make(.map, .count, .neither, "Views that could not be selected: disabled or without title.")
    case .dragsStarted:
      make(.map, .count, .neither, "Annotations that a finger lifted off.")
    case .dragsDropped:
      make(.map, .count, .neither, "Drags that ended with the annotation at a new place.")
    case .dragsCancelled:
      make(.map, .count, .neither, "Drags after which the annotation went back.")
    case .dragsRefused:
      make(.map, .count, .neither, "Fingers put on an annotation that cannot be carried.")
    case .geocodeRequests:
      make(
        .map, .count, .neither, "Times an app would ask for the address of a dropped annotation.")
    default:
      make(.map, .count, .neither, "Single taps of a finger, whatever they hit.")
    }
  }

  private var overlayDeclaration: MetricDeclaration {
    switch self {
    case .overlaysRemoved:
      make(.map, .count, .neither, "Overlays taken from the map.")
    case .renderersRequested:
      make(.map, .count, .neither, "Renderers of overlays that the map asked its delegate for.")
    case .renderersMissing:
      make(.map, .count, .lower, "Overlays for which the app had no renderer: nothing is drawn.")
    default:
      make(.map, .count, .neither, "Overlays put on the map.")
    }
  }

  private var dataDeclaration: MetricDeclaration {
    switch self {
    case .batches:
      make(.data, .count, .neither, "Batches that arrived.")
    case .annotationsAdded:
      make(.data, .count, .neither, "Annotations given to the map or to a cluster layer.")
    case .waitsGivenUp:
      make(.data, .count, .lower, "Waits for the map to settle that gave up after an hour.")
    case .annotationsRemoved:
      make(.data, .count, .neither, "Annotations taken from the map or from a cluster layer.")
    case .annotationsMoved:
      make(.data, .count, .neither, "Annotations on the map whose coordinate changed.")
    case .annotationsCompared:
      make(.data, .count, .lower, "Annotations that the app compared to find what changed.")
    default:
      make(.data, .time, .neither, "Length of the session.")
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
