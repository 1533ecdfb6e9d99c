/// Everything that a session is measured by.
///
/// Scenario files, facts, verdicts and reports all read the one definition of a metric, and what a
/// session counts adds up as it says. Every metric here is a *fact*: an exact number, the same on
/// every machine. Times observed on a real clock are no metrics; they never gate.
///
/// A new metric is a case with a row below, and a line where the events are counted.
public enum Metric: Int, CaseIterable, Codable, Hashable, Sendable {
  // Clustering
  case clusterUpdates, updatesCoalesced, updatesCancelled, updatesWithoutWork, queueWaitMedian,
    queueWaitPercentile95, queueWaitMaximum, indexingMedian, indexingPercentile95, indexingMaximum,
    computeMedian, computePercentile95, computeMaximum, animationMaximum, latencyMedian,
    latencyPercentile95, latencyMaximum, latencyWithoutFadeMedian, latencyWithoutFadePercentile95,
    latencyWithoutFadeMaximum, pointsTouched, nodesVisited, cellsVisited, distancesComputed,
    clustersShown, clustersOfOnePoint, clustersOfOneLocation, clustersOfSeveralLocations,
    clustersCreated, clustersReused, clusterReuseRate, churn, pointsLost, pointsCountedTwice,
    ghostClusters, clustersMoved, clustersFlickered, clusterCountsChanged, titlesRequested,
    subtitlesRequested, staleClusterViews, completions, unsupportedCalls, gridsCoarsened,
    fadesCutShort
  // Views
  case viewsRequested, viewsCreated, viewsReused, viewReuseRate, liveViewsPeak, pooledViewsPeak,
    largestPoolPeak, staleReuses, providerNilAnswers, viewsHidden, mapClusters, annotationsJoined,
    viewsCreatedPerPan
  // Callouts
  case calloutsOpened, calloutsJudged, calloutsCorrect, calloutInside, calloutZoomUnchanged,
    calloutShiftMinimal, calloutUntouched, calloutIdempotent, calloutTipPinned,
    calloutAnimatedAsAtOnce, calloutMirrored, calloutSameAtAnyLongitude, calloutSameAtAnyLatitude,
    calloutMoveAccepted, calloutSameWhenTurned, calloutOversize, calloutSteadyAtWorldEdge,
    calloutExactWhenClose, calloutParentVisible, calloutCallbacksPaired, calloutOverflowMaximum,
    calloutExcessShiftMaximum, accessoryTaps, calloutsClosedInUpdates, calloutGrowthFrames,
    calloutsMadeByAnnotations, calloutsLeftBehind, calloutsMisplaced, calloutsTappedAway, deadTaps,
    viewsRevived
  // Frames
  case frames, mainThreadTime, worstFrame, hitches, droppedFrames, hitchTime, hitchRatio
  // Map
  case regionChanges, animatedRegionChanges, regionChangesInterrupted, reentries, reentriesRefused,
    callbacksUnanswered, pointsPanned, taps, selections, deselections, selectionsMissed,
    selectionsRefused, dragsStarted, dragsDropped, dragsCancelled, dragsRefused, geocodeRequests,
    overlaysAdded, overlaysRemoved, renderersRequested, renderersMissing
  // Data
  case batches, annotationsAdded, annotationsRemoved, annotationsMoved, annotationsCompared,
    simulatedTime, waitsGivenUp
}

extension Metric {
  /// Everything that is declared of this metric.
  public var definition: MetricDefinition { Metric.definitions[rawValue] }

  /// The name in plain words, as scenario files and reports write it.
  public var name: String { definition.name }

  /// The metric of a name; nil where there is none.
  public init?(named name: String) {
    guard let metric = Metric.named[name] else { return nil }
    self = metric
  }

  private static let definitions = allCases.map(\.row)
  private static let named = Dictionary(uniqueKeysWithValues: allCases.map { ($0.name, $0) })

  private var row: MetricDefinition {
    switch self {
    // Clustering
    case .clusterUpdates:
      .count(
        "cluster updates", .clustering, .neither, .itself,
        "Cluster updates that were applied to the map.")
    case .updatesCoalesced:
      .count(
        "updates coalesced", .clustering, .neither, .after(.updateRequested),
        "Updates that did not run, as a newer one did their work.")
    case .updatesCancelled:
      .count(
        "updates cancelled", .clustering, .lower, .after(.updateRequested),
        "Updates that the library cancelled while they waited or ran, and that ran all the same.")
    case .updatesWithoutWork:
      .count(
        "updates with nothing new", .clustering, .neither, .after(.updateComputed),
        "Updates that found nothing new and did nothing: no node, point or cell was looked at.")
    case .queueWaitMedian:
      .rank(
        "clustering queue wait p50", 50, .queueWaits,
        "Median wait of an update from its trigger to its start.")
    case .queueWaitPercentile95:
      .rank(
        "clustering queue wait p95", 95, .queueWaits, "Wait within which 95 of 100 updates started."
      )
    case .queueWaitMaximum:
      .rank(
        "clustering queue wait max", 100, .queueWaits,
        "Longest wait of an update from its trigger to its start.")
    case .indexingMedian:
      .rank(
        "clustering indexing p50", 50, .indexings,
        "Median modelled time to fill the index with a change of the data.")
    case .indexingPercentile95:
      .rank(
        "clustering indexing p95", 95, .indexings,
        "Modelled time within which 95 of 100 changes were in the index.")
    case .indexingMaximum:
      .rank(
        "clustering indexing max", 100, .indexings,
        "Longest modelled time to fill the index with a change of the data.")
    case .computeMedian:
      .rank(
        "clustering compute p50", 50, .computes,
        "Median modelled time to compute an update, the index being filled.")
    case .computePercentile95:
      .rank(
        "clustering compute p95", 95, .computes,
        "Modelled time within which 95 of 100 updates were computed.")
    case .computeMaximum:
      .rank(
        "clustering compute max", 100, .computes,
        "Longest modelled time to compute an update, the index being filled.")
    case .animationMaximum:
      .rank(
        "clustering animation max", 100, .animations,
        "Longest time from the new clusters' coming until the old ones are gone.")
    case .latencyMedian:
      .rank(
        "clustering latency p50", 50, .latencies,
        "Median time from the trigger until the old clusters are gone.")
    case .latencyPercentile95:
      .rank(
        "clustering latency p95", 95, .latencies,
        "Time from the trigger within which 95 of 100 updates ended.")
    case .latencyMaximum:
      .rank(
        "clustering latency max", 100, .latencies,
        "Longest time from a trigger until the old clusters are gone.")
    case .latencyWithoutFadeMedian:
      .rank(
        "clustering latency without fade p50", 50, .latenciesWithoutFade,
        "Median time from the trigger until the map has the clusters.")
    case .latencyWithoutFadePercentile95:
      .rank(
        "clustering latency without fade p95", 95, .latenciesWithoutFade,
        "Time from the trigger within which 95 of 100 updates had their clusters on the map.")
    case .latencyWithoutFadeMaximum:
      .rank(
        "clustering latency without fade max", 100, .latenciesWithoutFade,
        "Longest time from a trigger until the map has the clusters.")
    case .pointsTouched:
      .count(
        "clustering points touched", .clustering, .lower, .after(.clusterWork),
        "Points that the index compared or delivered.")
    case .nodesVisited:
      .count(
        "clustering nodes visited", .clustering, .lower, .after(.clusterWork),
        "Nodes of the index that were opened.")
    case .cellsVisited:
      .count(
        "clustering cells visited", .clustering, .lower, .after(.clusterWork),
        "Cells of the grid that were asked for their points.")
    case .distancesComputed:
      .count(
        "clustering distances", .clustering, .lower, .after(.clusterWork),
        "Distances between two places that were computed.")
    case .clustersShown:
      .init(
        "clusters shown", .clustering, .count, .neither, .after(.clustersKnown), .state,
        "Cluster annotations on the map at the end, fading ones and those of the margin too.")
    case .clustersOfOnePoint:
      .init(
        "clusters of one point", .clustering, .count, .neither, .after(.clustersKnown), .state,
        "Those of the clusters shown that stand for a single point.",
        unmeasuredBefore: .clustersKnown)
    case .clustersOfOneLocation:
      .init(
        "clusters of one location", .clustering, .count, .neither, .after(.clustersKnown), .state,
        "Those of the clusters shown that stand for several points at one location.",
        unmeasuredBefore: .clustersKnown)
    case .clustersOfSeveralLocations:
      .init(
        "clusters of several locations", .clustering, .count, .neither, .after(.clustersKnown),
        .state, "Those of the clusters shown that stand for points at several locations.",
        unmeasuredBefore: .clustersKnown)
    case .clustersCreated:
      .count(
        "clusters created", .clustering, .lower, .after(.updateApplied),
        "Cluster annotations that were created.")
    case .clustersReused:
      .count(
        "clusters reused", .clustering, .higher, .after(.updateApplied),
        "Cluster annotations that got new members and stayed.")
    case .clusterReuseRate:
      .init(
        "cluster reuse rate", .clustering, .share, .higher, .after(.clusterNeeded),
        .ratio(of: .clustersReused, to: [.clustersReused, .clustersCreated]),
        "Reused of all cluster annotations that updates needed.")
    case .churn:
      .count(
        "churn", .clustering, .lower, .after(.mapChange),
        "Annotations removed and added again, same, within 1 s.")
    case .pointsLost:
      .init(
        "points lost", .clustering, .count, .lower, .after(.auditedPoints), .largest,
        "Most visible points given to the index that no cluster on the map held after an update. A "
          + "negative margin leaves out what lies near the edges of the view: those count as lost.",
        unmeasuredBefore: .audit)
    case .pointsCountedTwice:
      .init(
        "points counted twice", .clustering, .count, .lower, .after(.auditedPoints), .largest,
        "Most visible points that several clusters on the map held after an update.",
        unmeasuredBefore: .audit)
    case .ghostClusters:
      .init(
        "ghost clusters", .clustering, .count, .lower, .after(.audit), .largest,
        "Most clusters on the map after an update that belonged to no result any more.",
        unmeasuredBefore: .audit)
    case .clustersMoved:
      .count(
        "clusters moved", .clustering, .lower, .after(.comparedUpdate),
        "Clusters that stood elsewhere after an update than before, or than when that zoom was "
          + "shown last with the same data, with the same members.",
        unmeasuredBefore: .clustersListed
      )
    case .clustersFlickered:
      .count(
        "clusters flickered", .clustering, .lower, .after(.comparedUpdate),
        "Clusters that came where one of the same points had left, in the same step or at the same "
          + "zoom, the place in view all the while.", unmeasuredBefore: .clustersListed)
    case .clusterCountsChanged:
      .count(
        "cluster counts changed", .clustering, .lower, .after(.placeShownTwice),
        "Clusters that held other points after an update than when that zoom was shown last, in "
          + "what both show, with the same data and settings.", unmeasuredBefore: .clustersListed)
    case .titlesRequested:
      .count(
        "titles requested", .clustering, .lower, .itself,
        "Titles of clusters that the delegate was asked for.")
    case .subtitlesRequested:
      .count(
        "subtitles requested", .clustering, .lower, .itself,
        "Subtitles of clusters that the delegate was asked for.")
    case .staleClusterViews:
      .count(
        "stale cluster views", .clustering, .lower, .after(.clusterReused),
        "Times a view went on to show what its cluster held before.")
    case .completions:
      .count(
        "completions", .clustering, .neither, .itself,
        "Completion handlers of an app's calls that were called.")
    case .unsupportedCalls:
      .count(
        "calls not supported", .clustering, .lower, .after(.controllerRequest),
        "Steps that asked something of a cluster controller that it cannot do, as it is.")
    case .gridsCoarsened:
      .count(
        "grids coarsened", .clustering, .lower, .after(.updateRequested),
        "Updates that were asked for with longer cells than the library's, because its came out so "
          + "short that there would be more than 524,288: see 'cells by scale'.")
    case .fadesCutShort:
      .count(
        "fades cut short", .clustering, .lower, .after(.appAnimation),
        "Views that left the map before an animator of the app's own had faded them in full.")

    // Views
    case .viewsRequested:
      .count(
        "views requested", .views, .lower, .itself,
        "Annotation views that the map asked its delegate for.")
    case .viewsCreated:
      .count(
        "views created", .views, .lower, .after(.viewRequested),
        "Annotation views that had to be made.")
    case .viewsReused:
      .count(
        "views reused", .views, .higher, .after(.viewRequested),
        "Annotation views taken out of a reuse pool.")
    case .viewReuseRate:
      .init(
        "view reuse rate", .views, .share, .higher, .after(.viewRequested),
        .ratio(of: .viewsReused, to: [.viewsReused, .viewsCreated]),
        "Reused of all annotation views that were requested.")
    case .liveViewsPeak:
      .init(
        "live views peak", .views, .count, .lower, .after(.viewsKnown), .peak,
        "Most annotation views on the map at one time.")
    case .pooledViewsPeak:
      .init(
        "pooled views peak", .views, .count, .lower, .after(.viewsKnown), .peak,
        "Most annotation views waiting in all reuse pools at one time.")
    case .largestPoolPeak:
      .init(
        "largest pool peak", .views, .count, .lower, .after(.viewsKnown), .peak,
        "Most views waiting in one reuse pool at one time.")
    case .staleReuses:
      .count(
        "stale reuses", .views, .lower, .after(.viewReused),
        "Views shown with something on them that an earlier use left: a title, a look, or the "
          + "kind, size or offsets of other views with the same reuse identifier.")
    case .providerNilAnswers:
      .count(
        "provider nil answers", .views, .lower, .after(.viewRequested),
        "Requests to which the app had no view; the map took its own.")
    case .viewsHidden:
      .count(
        "views hidden by collisions", .views, .lower, .after(.viewsKnown),
        "Times a view gave way to another one that it collided with.")
    case .mapClusters:
      .count(
        "map clusters formed", .views, .neither, .after(.viewsKnown),
        "Clusters that the map's own clustering put on the map.")
    case .annotationsJoined:
      .count(
        "annotations joined", .views, .neither, .after(.viewsKnown),
        "Times an annotation joined a cluster of the map's own.")
    case .viewsCreatedPerPan:
      .init(
        "views created per 1000 pt panned", .views, .perThousandPoints, .lower, .after(.pan),
        .ratio(of: .viewsCreated, to: [.pointsPanned]),
        "Annotation views made for each 1000 pt that the map centre moved on the screen.")

    // Callouts
    case .calloutsOpened:
      .count(
        "callouts opened", .callouts, .neither, .after(.selectionOrTap), "Callouts that opened.")
    case .calloutsJudged:
      .count(
        "callouts judged", .callouts, .neither, .after(.calloutOpened),
        "Callouts whose adjustment came to rest and was judged.")
    case .calloutsCorrect:
      .init(
        "callouts correct", .callouts, .share, .higher, .after(.calloutJudged), .share,
        "Judged callouts that kept every criterion.")
    case .calloutInside:
      .criterion(
        "C1", "inside map", "callout and pin lie inside what bars leave of the map (0.5 pt).")
    case .calloutZoomUnchanged:
      .criterion("C2", "zoom unchanged", "the adjustment keeps the scale (1 ppm).")
    case .calloutShiftMinimal:
      .criterion("C3", "shift minimal", "the map moves just as far as needed (0.5 pt).")
    case .calloutUntouched:
      .criterion(
        "C4", "untouched when visible",
        "a callout that is visible leaves the map alone (0.5 pt; no zoom, no callbacks).")
    case .calloutIdempotent:
      .criterion(
        "C5", "adjustment idempotent", "adjusting again changes nothing (0.5 pt; no zoom).")
    case .calloutTipPinned:
      .criterion(
        "C6", "tip pinned",
        "the tip touches its pin in every frame (0.5 pt, 1.5 pt while it grows).")
    case .calloutAnimatedAsAtOnce:
      .criterion(
        "C7", "animated as at once",
        "the animation ends where a jump would (0.003 pt at zoom 22, half as much at each level "
          + "further out; no zoom).")
    case .calloutMirrored:
      .criterion(
        "C8", "shift mirrored",
        "in a mirror, east-west or north-south, the adjustment is mirrored (0.5 pt; same zoom).")
    case .calloutSameAtAnyLongitude:
      .criterion(
        "C9", "same at any longitude",
        "the shift is the same at other longitudes, across the 180th meridian too (0.5 pt).")
    case .calloutSameAtAnyLatitude:
      .criterion(
        "C10", "same at any latitude", "the shift is the same at another latitude (0.5 pt).")
    case .calloutMoveAccepted:
      .criterion("C11", "move accepted", "the map does not refuse where it is asked to go.")
    case .calloutSameWhenTurned:
      .criterion(
        "C12", "same on a turned map",
        "the shift on the screen is the same with the map turned (0.5 pt).")
    case .calloutOversize:
      .criterion(
        "C13", "oversize rule",
        "when callout and pin do not fit, the pin stays inside at the same scale, or the map "
          + "zooms out until what they covered fits (0.5 pt).")
    case .calloutSteadyAtWorldEdge:
      .criterion(
        "C14", "steady at world edge",
        "where the world ends, the map goes the right way, not too far, and once (0.5 pt).")
    case .calloutExactWhenClose:
      .criterion(
        "C15", "exact at zoom 20",
        "at zoom 20 near the 180th meridian the shift is the one needed (0.5 pt; no zoom).")
    case .calloutParentVisible:
      .criterion(
        "C16", "parent visible",
        "the pin is still visible afterwards, inside what bars leave of the map.")
    case .calloutCallbacksPaired:
      .criterion(
        "C17", "callbacks paired",
        "one pair of region callbacks for a move, animated as asked for; none without one.")
    case .calloutOverflowMaximum:
      .init(
        "callout overflow max", .callouts, .distance, .lower, .after(.calloutJudged), .largest,
        "Furthest that a callout stuck out after adjustment.", unmeasuredBefore: .calloutJudged)
    case .calloutExcessShiftMaximum:
      .init(
        "callout excess shift max", .callouts, .distance, .lower, .after(.calloutJudged), .largest,
        "Largest difference between the shift made and needed.", unmeasuredBefore: .calloutJudged)
    case .accessoryTaps:
      .count(
        "accessory taps", .callouts, .neither, .itself,
        "Controls of callouts whose tap the app was told of.")
    case .calloutsClosedInUpdates:
      .count(
        "callouts closed in updates", .callouts, .neither, .after(.updateUnderCallout),
        "Callouts that closed as an update took their cluster away, and nothing took over.")
    case .calloutGrowthFrames:
      .count(
        "frames of growing callouts", .callouts, .neither, .after(.calloutFrame),
        "Frames that showed a callout before it was in full size.")
    case .calloutsMadeByAnnotations:
      .count(
        "callouts made by annotations", .callouts, .neither, .after(.calloutAnnotationLaidOut),
        "Views of callout annotations that the annotation itself made, not the map's delegate.")
    case .calloutsLeftBehind:
      .count(
        "callouts left behind", .callouts, .lower, .after(.calloutAnnotationShown),
        "Callout annotations that lost the one who takes them away.")
    case .calloutsMisplaced:
      .count(
        "callouts over other views", .callouts, .lower, .after(.calloutAnnotationLaidOut),
        "Times a callout was laid out over another view or none.")
    case .calloutsTappedAway:
      .count(
        "callouts tapped away", .callouts, .lower, .after(.tap),
        "Taps on a callout annotation that deselected its parent.")
    case .deadTaps:
      .count(
        "taps on disabled views", .callouts, .lower, .after(.tap),
        "Taps on views that a callout's button had disabled.")
    case .viewsRevived:
      .count(
        "views enabled again", .callouts, .lower, .after(.calloutButtonReleased),
        "Views enabled by a callout's button against their settings.")

    // Frames
    case .frames:
      .count("frames", .frames, .neither, .itself, "Frames in which anything moved or changed.")
    case .mainThreadTime:
      .init(
        "main thread time", .frames, .time, .lower, .after(.frame), .sum,
        "Modelled work of the main thread in all frames.")
    case .worstFrame:
      .init(
        "worst frame", .frames, .time, .lower, .after(.frame), .largest,
        "Modelled work of the main thread in the worst frame.", unmeasuredBefore: .frame)
    case .hitches:
      .count(
        "hitches", .frames, .lower, .after(.frame),
        "Frames whose modelled work did not fit into a frame.")
    case .droppedFrames:
      .count(
        "dropped frames", .frames, .lower, .after(.frame),
        "Frames that were never shown, as the one before took longer.")
    case .hitchTime:
      .init(
        "hitch time", .frames, .time, .lower, .after(.frame), .sum,
        "Time by which frames came late.")
    case .hitchRatio:
      .init(
        "hitch ratio", .frames, .timePerSecond, .lower, .after(.frame),
        .ratio(of: .hitchTime, to: [.simulatedTime, .hitchTime]),
        "Time by which frames came late of each second that passed, lateness included: hitch time "
          + "/ (simulated time + hitch time); good below 5 ms, critical above 10 ms.")

    // Map
    case .regionChanges:
      .count("region changes", .map, .neither, .itself, "Pairs of region callbacks.")
    case .animatedRegionChanges:
      .count(
        "animated region changes", .map, .neither, .after(.regionChange),
        "Pairs of region callbacks that said animated.")
    case .regionChangesInterrupted:
      .count(
        "region changes interrupted", .map, .neither, .after(.regionChange),
        "Region changes that another one ended before their goal.")
    case .reentries:
      .count(
        "region changes reentered", .map, .lower, .after(.regionChange),
        "Region changes that the app began inside the end of another one.")
    case .reentriesRefused:
      .count(
        "region reentries refused", .map, .lower, .after(.regionChange),
        "Region changes not made because the app nested them too deep.")
    case .callbacksUnanswered:
      .count(
        "callbacks unanswered", .map, .lower, .after(.callback),
        "Callbacks of the map that found no delegate of the app's.")
    case .pointsPanned:
      .init(
        "points panned", .map, .distance, .neither, .itself, .sum,
        "Way of the map centre on the screen.")
    case .taps:
      .count("taps", .map, .neither, .itself, "Single taps of a finger, whatever they hit.")
    case .selections:
      .count("selections", .map, .neither, .itself, "Annotations that were selected.")
    case .deselections:
      .count(
        "deselections", .map, .neither, .after(.selectionInForce),
        "Annotations that were deselected.")
    case .selectionsMissed:
      .count(
        "selections missed", .map, .lower, .after(.selectionAttempt),
        "Steps that found no annotation or control to touch.")
    case .selectionsRefused:
      .count(
        "selections refused", .map, .neither, .after(.selectionAttempt),
        "Views that could not be selected: disabled or without title.")
    case .dragsStarted:
      .count("drags started", .map, .neither, .itself, "Annotations that a finger lifted off.")
    case .dragsDropped:
      .count(
        "drags dropped", .map, .neither, .after(.drag),
        "Drags that ended with the annotation at a new place.")
    case .dragsCancelled:
      .count(
        "drags cancelled", .map, .neither, .after(.drag),
        "Drags after which the annotation went back.")
    case .dragsRefused:
      .count(
        "drags refused", .map, .neither, .after(.dragAttempt),
        "Fingers put on an annotation that cannot be carried.")
    case .geocodeRequests:
      .count(
        "geocode requests", .map, .neither, .after(.drag),
        "Times an app would ask for the address of a dropped annotation.")
    case .overlaysAdded:
      .count("overlays added", .map, .neither, .itself, "Overlays put on the map.")
    case .overlaysRemoved:
      .count("overlays removed", .map, .neither, .itself, "Overlays taken from the map.")
    case .renderersRequested:
      .count(
        "renderers requested", .map, .neither, .after(.overlaysKnown),
        "Renderers of overlays that the map asked its delegate for.")
    case .renderersMissing:
      .count(
        "renderers missing", .map, .lower, .after(.rendererRequested),
        "Overlays for which the app had no renderer: nothing is drawn.")

    // Data
    case .batches: .count("batches", .data, .neither, .itself, "Batches that arrived.")
    case .annotationsAdded:
      .count(
        "annotations added", .data, .neither, .itself,
        "Annotations given to the map or to a cluster layer.")
    case .annotationsRemoved:
      .count(
        "annotations removed", .data, .neither, .itself,
        "Annotations taken from the map or from a cluster layer.")
    case .annotationsMoved:
      .count(
        "annotations moved", .data, .neither, .itself,
        "Annotations on the map whose coordinate changed.")
    case .annotationsCompared:
      .count(
        "annotations compared", .data, .lower, .after(.replacement),
        "Annotations that the app compared to find what changed.")
    case .simulatedTime:
      .init(
        "simulated time", .data, .time, .neither, .always(because: "time passes in every session"),
        .sum, "Length of the session.")
    case .waitsGivenUp:
      .count(
        "waits given up", .data, .lower, .always(because: "each wait is held to it where it ends"),
        "Waits for the map to settle that gave up after an hour.")
    }
  }
}
