/// Everything that a session is measured by.
///
/// Scenario files, facts, verdicts and reports all read the one definition of a metric, an exact
/// number that is the same on every machine. Times of a real clock are no metrics.
///
/// A new metric is a case with a row below, and a line where the events are counted.
public enum Metric: Int, CaseIterable, Codable, Hashable, Sendable {
  // Clustering
  case clusterUpdates, updatesCoalesced, updatesCancelled, updatesWithoutWork, queueWaitMedian,
    queueWaitPercentile95, queueWaitMaximum, indexingMedian, indexingPercentile95, indexingMaximum,
    computeMedian, computePercentile95, computeMaximum, mainThreadWaitPercentile95,
    mainThreadWaitMaximum, mainThreadWorkMaximum, animationMaximum, latencyMedian,
    latencyPercentile90, latencyPercentile95, latencyPercentile99, latencyMaximum,
    latencyWithoutFadeMedian, latencyWithoutFadePercentile90, latencyWithoutFadePercentile95,
    latencyWithoutFadePercentile99, latencyWithoutFadeMaximum, pointsTouched, nodesVisited,
    cellsVisited, distancesComputed,
    clustersShown, clustersOfOnePoint, clustersOfOneLocation, clustersOfSeveralLocations,
    clustersCreated, clustersReused, clusterReuseRate, churn, pointsLost, pointsCountedTwice,
    ghostClusters, clustersMoved, clustersFlickered, clusterCountsChanged, titlesRequested,
    subtitlesRequested, staleClusterViews, completions, unsupportedCalls, gridsCoarsened,
    fadesCutShort
  // Views
  case viewsRequested, viewsCreated, viewsReused, viewReuseRate, liveViewsPeak, pooledViewsPeak,
    largestPoolPeak, viewMemoryPeak, pooledMemoryPeak, staleReuses, providerNilAnswers,
    viewsOfAnotherRole, viewsHidden, mapClusters, annotationsJoined, annotationsSeparated,
    clusterTexts, staleClusterTexts, clusterAnnotationsRequested, viewsDiscarded, viewsCreatedPerPan
  // Callouts
  case calloutsOpened, calloutsJudged, calloutsUnsettled, calloutVisibleTime, calloutsCorrect,
    calloutInside, calloutZoomUnchanged,
    calloutShiftMinimal, calloutUntouched, calloutIdempotent, calloutTipPinned,
    calloutAnimatedAsAtOnce, calloutMirrored, calloutSameAtAnyLongitude, calloutSameAtAnyLatitude,
    calloutMoveAccepted, calloutSameWhenTurned, calloutOversize, calloutSteadyAtWorldEdge,
    calloutExactWhenClose, calloutParentVisible, calloutCallbacksPaired, calloutOverflowMaximum,
    calloutExcessShiftMaximum, accessoryTaps, calloutsClosedInUpdates, calloutGrowthFrames,
    calloutsMadeByAnnotations, calloutsLeftBehind, calloutsMisplaced, calloutsTappedAway, deadTaps,
    viewsRevived
  // Frames
  case frames, mainThreadTime, worstFrame, longestHitch, hitches, droppedFrames, hitchTime,
    hitchRatio
  // Map
  case regionChanges, animatedRegionChanges, regionChangesInterrupted, reentries, reentriesRefused,
    callbacksUnanswered, pointsPanned, pointsMovedByApp, taps, selections, deselections,
    selectionsMissed,
    selectionsRefused, dragsStarted, dragsDropped, dragsCancelled, dragsRefused, geocodeRequests,
    overlaysAdded, overlaysRemoved, renderersRequested, renderersMissing
  // Data
  case batches, annotationsAdded, annotationsRemoved, annotationsMoved, annotationsCompared,
    clustersRemoved,
    simulatedTime, waitsGivenUp, batchAttemptsLost, batchesGivenUp, emptyBatches, downloadTime,
    downloadsCancelled, batchesCancelled, cancelsWithoutEffect, stepsWithoutEffect
}

extension Metric {
  /// Everything that is declared of this metric.
  public var definition: MetricDefinition { Metric.definitions[rawValue] }
  /// The name in plain words, as scenario files and reports write it.
  public var name: String { definition.name }
  /// The name without the group that it begins with, for narrow places: `latency without fade p95`.
  public var title: String {
    let group = "\(definition.group.rawValue) "
    return name.hasPrefix(group) ? String(name.dropFirst(group.count)) : name
  }

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
      .count("cluster updates", .clustering, .neither, .itself)
        .help("Cluster updates that were applied to the map; the first layout asks for two.")
    case .updatesCoalesced:
      .count("updates coalesced", .clustering, .neither, .after(.updateRequested))
        .help("Updates that did not run, as a newer one did their work.")
    case .updatesCancelled:
      .count("updates cancelled", .clustering, .lower, .after(.updateRequested))
        .help("Updates that the library cancelled while they waited or ran; they run all the same.")
    case .updatesWithoutWork:
      .count("updates with nothing new", .clustering, .neither, .after(.updateComputed))
        .help("Updates that found nothing new: no node, point or cell was visited.")
    case .queueWaitMedian:
      .rank("clustering queue wait p50", 50, .queueWaits)
        .help("Median wait of an update in its queue, but for indexing and the main thread.")
    case .queueWaitPercentile95:
      .rank("clustering queue wait p95", 95, .queueWaits)
        .help(
          "Wait of 95 of 100 updates in their queue at most, but for indexing and the main thread.")
    case .queueWaitMaximum:
      .rank("clustering queue wait max", 100, .queueWaits)
        .help("Longest wait of an update in its queue, but for indexing and the main thread.")
    case .indexingMedian:
      .rank("clustering indexing p50", 50, .indexings)
        .help("Median modeled time to fill the index with a change of the data.")
    case .indexingPercentile95:
      .rank("clustering indexing p95", 95, .indexings)
        .help("Modeled time within which 95 of 100 changes were in the index.")
    case .indexingMaximum:
      .rank("clustering indexing max", 100, .indexings)
        .help("Longest modeled time to fill the index with a change of the data.")
    case .computeMedian:
      .rank("clustering compute p50", 50, .computes)
        .help("Median modeled time to compute an update, the index being filled.")
    case .computePercentile95:
      .rank("clustering compute p95", 95, .computes)
        .help("Modeled time within which 95 of 100 updates were computed.")
    case .computeMaximum:
      .rank("clustering compute max", 100, .computes)
        .help("Longest modeled time to compute an update, the index being filled.")
    case .mainThreadWaitPercentile95:
      .rank("clustering main thread wait p95", 95, .mainThreadWaits)
        .help("Wait of 95 of 100 updates for a main thread that did something else, at most.")
    case .mainThreadWaitMaximum:
      .rank("clustering main thread wait max", 100, .mainThreadWaits)
        .help("Longest wait of an update for a main thread that did something else.")
    case .mainThreadWorkMaximum:
      .rank("clustering main thread work max", 100, .mainThreadWorks)
        .help("Longest time for which an update keeps the main thread busy.")
    case .animationMaximum:
      .rank("clustering animation max", 100, .animations)
        .help("Longest fade, from the new clusters on the map until the old ones may go.")
    case .latencyMedian:
      .rank("clustering latency p50", 50, .latencies)
        .help("Median time from the trigger until the old clusters are removed.")
    case .latencyPercentile90:
      .rank("clustering latency p90", 90, .latencies).notCommitted
        .help("Time from the trigger within which 90 of 100 updates ended.")
    case .latencyPercentile99:
      .rank("clustering latency p99", 99, .latencies).notCommitted
        .help("Time from the trigger within which 99 of 100 updates ended.")
    case .latencyPercentile95:
      .rank("clustering latency p95", 95, .latencies)
        .help("Time from the trigger within which 95 of 100 updates ended.")
    case .latencyMaximum:
      .rank("clustering latency max", 100, .latencies)
        .help("Longest time from a trigger until the old clusters are removed.")
    case .latencyWithoutFadeMedian:
      .rank("clustering latency without fade p50", 50, .latenciesWithoutFade)
        .help("Median time from the trigger until the map has the clusters.")
    case .latencyWithoutFadePercentile90:
      .rank("clustering latency without fade p90", 90, .latenciesWithoutFade).notCommitted
        .help("Time from the trigger within which 90 of 100 updates had their clusters on the map.")
    case .latencyWithoutFadePercentile99:
      .rank("clustering latency without fade p99", 99, .latenciesWithoutFade).notCommitted
        .help("Time from the trigger within which 99 of 100 updates had their clusters on the map.")
    case .latencyWithoutFadePercentile95:
      .rank("clustering latency without fade p95", 95, .latenciesWithoutFade)
        .help("Time from the trigger within which 95 of 100 updates had their clusters on the map.")
    case .latencyWithoutFadeMaximum:
      .rank("clustering latency without fade max", 100, .latenciesWithoutFade)
        .help("Longest time from a trigger until the map has the clusters.")
    case .pointsTouched:
      .count("clustering points touched", .clustering, .lower, .after(.clusterWork))
        .help("Points that the index compared or returned.")
    case .nodesVisited:
      .count("clustering nodes visited", .clustering, .lower, .after(.clusterWork))
        .help("Nodes of the index that were opened.")
    case .cellsVisited:
      .count("clustering cells visited", .clustering, .lower, .after(.clusterWork))
        .help("Cells of the grid that were queried.")
    case .distancesComputed:
      .count("clustering distances", .clustering, .lower, .after(.clusterWork))
        .help("Distances between two places that were computed.")
    case .clustersShown:
      .count("clusters shown", .clustering, .neither, .after(.clustersKnown), .state)
        .help("Cluster annotations on the map at the end, fading ones and those of the margin too.")
    case .clustersOfOnePoint:
      .count("clusters of one point", .clustering, .neither, .after(.clustersKnown), .state)
        .unmeasured(before: .clustersKnown)
        .help("Clusters shown that have a single point.")
    case .clustersOfOneLocation:
      .count("clusters of one location", .clustering, .neither, .after(.clustersKnown), .state)
        .unmeasured(before: .clustersKnown)
        .help("Clusters shown that have several points at one location.")
    case .clustersOfSeveralLocations:
      .count("clusters of several locations", .clustering, .neither, .after(.clustersKnown), .state)
        .unmeasured(before: .clustersKnown)
        .help("Clusters shown that have points at several locations.")
    case .clustersCreated:
      .count("clusters created", .clustering, .lower, .after(.updateApplied))
        .help("Cluster annotations that were created.")
    case .clustersReused:
      .count("clusters reused", .clustering, .higher, .after(.updateApplied))
        .help("Cluster annotations that got new members and stayed.")
    case .clusterReuseRate:
      .init(
        "cluster reuse rate", .clustering, .share, .higher, .after(.clusterNeeded),
        .ratio(of: .clustersReused, to: [.clustersReused, .clustersCreated])
      )
      .help("Reused of all cluster annotations that updates needed.")
    case .churn:
      .count("churn", .clustering, .lower, .after(.mapChange))
        .help("Annotations removed and added again, same, within 1 s.")
    case .pointsLost:
      .count("points lost", .clustering, .lower, .after(.auditedPoints), .largest)
        .unmeasured(before: .audit)
        .help(
          "Most visible points given to the index that no cluster on the map held after an update. "
            + "A negative margin leaves out what lies near the edges of the view: those count as "
            + "lost.")
    case .pointsCountedTwice:
      .count("points counted twice", .clustering, .lower, .after(.auditedPoints), .largest)
        .unmeasured(before: .audit)
        .help("Most visible points that several clusters on the map held after an update.")
    case .ghostClusters:
      .count("ghost clusters", .clustering, .lower, .after(.audit), .largest)
        .unmeasured(before: .audit)
        .help("Most clusters on the map after an update that belonged to no result any more.")
    case .clustersMoved:
      .count("clusters moved", .clustering, .lower, .after(.comparedUpdate))
        .unmeasured(before: .clustersListed)
        .help(
          "Clusters at another place after an update than before, or than when that zoom was shown "
            + "last with the same data, with the same members.")
    case .clustersFlickered:
      .count("clusters flickered", .clustering, .lower, .after(.comparedUpdate))
        .unmeasured(before: .clustersListed)
        .help(
          "Clusters that came where one of the same points had left, in the same step or at the "
            + "same zoom, the place in view all the while.")
    case .clusterCountsChanged:
      .count("cluster counts changed", .clustering, .lower, .after(.placeShownTwice))
        .unmeasured(before: .clustersListed)
        .help(
          "Clusters that held other points after an update than when that zoom was shown last, in "
            + "what both show, with the same data and settings.")
    case .titlesRequested:
      .count("titles requested", .clustering, .lower, .itself)
        .help("Titles of clusters that were requested from the delegate.")
    case .subtitlesRequested:
      .count("subtitles requested", .clustering, .lower, .itself)
        .help("Subtitles of clusters that were requested from the delegate.")
    case .staleClusterViews:
      .count("stale cluster views", .clustering, .lower, .after(.clusterReused))
        .help("Times a view continued to show the former members of its cluster.")
    case .completions:
      .count("completions", .clustering, .neither, .itself)
        .help("Completion handlers of an app's calls that were called.")
    case .unsupportedCalls:
      .count("calls not supported", .clustering, .lower, .after(.controllerRequest))
        .help("Steps with a request that a cluster controller does not support.")
    case .gridsCoarsened:
      .count("grids coarsened", .clustering, .lower, .after(.updateRequested))
        .help(
          "Updates with longer cells than the library's, which would be so short that there were "
            + "more than 524,288: see 'cells by scale'.")
    case .fadesCutShort:
      .count("fades cut short", .clustering, .lower, .after(.appAnimation))
        .help("Views that left the map before a custom animator had faded them in full.")

    // Views
    case .viewsRequested:
      .count("views requested", .views, .lower, .itself)
        .help("Annotation views that the map requested from its delegate.")
    case .viewsCreated:
      .count("views created", .views, .lower, .after(.viewRequested))
        .help("Annotation views that were created.")
    case .viewsReused:
      .count("views reused", .views, .higher, .after(.viewRequested))
        .help("Annotation views taken from a reuse pool.")
    case .viewReuseRate:
      .init(
        "view reuse rate", .views, .share, .higher, .after(.viewRequested),
        .ratio(of: .viewsReused, to: [.viewsReused, .viewsCreated])
      )
      .help("Reused of all annotation views that were requested.")
    case .liveViewsPeak:
      .count("live views peak", .views, .lower, .after(.viewsKnown), .peak)
        .help("Most annotation views on the map at one time.")
    case .pooledViewsPeak:
      .count("pooled views peak", .views, .lower, .after(.viewsKnown), .peak)
        .help("Most annotation views in all reuse pools at one time.")
    case .largestPoolPeak:
      .count("largest pool peak", .views, .lower, .after(.viewsKnown), .peak)
        .help("Most views in one reuse pool at one time.")
    case .viewMemoryPeak:
      .init("view memory peak", .views, .bytes, .lower, .after(.memoryKnown), .peak)
        .unmeasured(before: .memoryKnown)
        .help(
          "Most memory of all annotation views at one time, on the map and in reuse pools, as the "
            + "device profile has it.")
    case .pooledMemoryPeak:
      .init("pooled memory peak", .views, .bytes, .lower, .after(.memoryKnown), .peak)
        .unmeasured(before: .memoryKnown)
        .help("Most memory of the annotation views in all reuse pools at one time.")
    case .staleReuses:
      .count("stale reuses", .views, .lower, .after(.viewReused))
        .help(
          "Views shown with stale state of an earlier use: a title, a look, or the kind, size or "
            + "offsets of other views with the same reuse identifier; or without the clustering "
            + "identifier that they had then.")
    case .providerNilAnswers:
      .count("provider nil answers", .views, .lower, .after(.viewRequested))
        .help("Requests for which the app had no view; the map used a default view.")
    case .viewsOfAnotherRole:
      .count("views of another role", .views, .lower, .after(.clusterReused))
        .help(
          "Times a view stayed when its annotation became a cluster or a single point, and kept "
            + "the identifier, the size or the callout of the old role."
        )
        .added(inSet: 2)
    case .viewsHidden:
      .count("views hidden by collisions", .views, .lower, .after(.viewsKnown))
        .help("Times a view was hidden by collision with another one.")
    case .mapClusters:
      .count("map clusters formed", .views, .neither, .after(.viewsKnown))
        .help("Native clusters that were added to the map.")
    case .annotationsJoined:
      .count("annotations joined", .views, .neither, .after(.viewsKnown))
        .help("Times an annotation joined a native cluster.")
    case .annotationsSeparated:
      .count("annotations separated", .views, .neither, .after(.viewsKnown))
        .help("Times an annotation left a native cluster.")
    case .clusterTexts:
      .count("cluster subtitles read", .views, .neither, .after(.calloutOpened))
        .help("Times a callout over a native cluster said how many annotations it stands for.")
    case .staleClusterTexts:
      .count("stale cluster subtitles", .views, .lower, .after(.calloutOpened))
        .help("Those that spoke of another number of annotations than the cluster stood for.")
    case .clusterAnnotationsRequested:
      .count("cluster annotations requested", .views, .neither, .after(.viewsKnown))
        .help("Native clusters whose annotation the map requested from its delegate.")
    case .viewsDiscarded:
      .count("views discarded", .views, .lower, .after(.viewsKnown))
        .help("Annotation views that went with their reuse pools when memory was short.")
    case .viewsCreatedPerPan:
      .init(
        "views created per 1000 pt panned", .views, .perThousandPoints, .lower, .after(.pan),
        .ratio(of: .viewsCreated, to: [.pointsPanned])
      )
      .help("Annotation views created for each 1000 pt that fingers panned the map.")
      .added(inSet: 2)

    // Callouts
    case .calloutsOpened:
      .count("callouts opened", .callouts, .neither, .after(.selectionOrTap))
        .help("Callouts that opened.")
    case .calloutsJudged:
      .count("callouts judged", .callouts, .neither, .after(.calloutOpened))
        .help("Callouts that were judged, each once, whatever moved them and how often.")
    case .calloutsUnsettled:
      .count("callouts unsettled", .callouts, .lower, .after(.calloutOpened))
        .help(
          "Callouts for which the map had not made room in time: something else interrupted it, "
            + "and they were left open. A callout that closes earlier does not count."
        )
        .added(inSet: 2)
    case .calloutVisibleTime:
      .init("callout visible time", .callouts, .share, .higher, .after(.calloutStood), .share)
        .help(
          "Share of the time in which callout and pin were inside what bars leave of the map. The "
            + "time counts while a callout stands open in its full size, unless fingers moved it "
            + "out."
        )
        .added(inSet: 2)
    case .calloutsCorrect:
      .init("callouts correct", .callouts, .share, .higher, .after(.calloutJudged), .share)
        .help("Judged callouts that kept every criterion.")
    case .calloutInside:
      .criterion(
        "C1", "inside map",
        "callout and pin lie inside what bars leave of the map, as long as the callout is open "
          + "(0.5 pt).")
    case .calloutZoomUnchanged:
      .criterion("C2", "zoom unchanged", "making room keeps the scale (1 ppm).")
    case .calloutShiftMinimal:
      .criterion("C3", "shift minimal", "the map moves just as far as needed (0.5 pt).")
    case .calloutUntouched:
      .criterion(
        "C4", "untouched when visible",
        "a callout that is visible leaves the map alone (0.5 pt, 1 ppm; 0 after a callback).")
    case .calloutIdempotent:
      .criterion(
        "C5", "adjustment idempotent",
        "adjusting again changes nothing (0.5 pt, 1 ppm).")
    case .calloutTipPinned:
      .criterion(
        "C6", "tip pinned",
        "the tip touches its pin in every frame (0.5 pt, 1.5 pt while it grows).")
    case .calloutAnimatedAsAtOnce:
      .criterion(
        "C7", "animated as at once",
        "the animation ends where a jump would (0.003 pt at zoom 22, half as much at each level "
          + "further out; 0.000001 ppm).")
    case .calloutMirrored:
      .criterion(
        "C8", "shift mirrored",
        "in a mirror, east-west or north-south, the adjustment is mirrored (0.5 pt, 1 ppm).")
    case .calloutSameAtAnyLongitude:
      .criterion(
        "C9", "same at any longitude",
        "the shift is the same at other longitudes, across the 180th meridian too (0.5 pt).")
    case .calloutSameAtAnyLatitude:
      .criterion(
        "C10", "same at any latitude",
        "the shift is the same at another latitude (0.5 pt).")
    case .calloutMoveAccepted:
      .criterion("C11", "move accepted", "the map does not refuse where it is asked to go.")
    case .calloutSameWhenTurned:
      .criterion(
        "C12", "same on a turned map",
        "the shift on the screen is the same with the map turned (0.5 pt).")
    case .calloutOversize:
      .criterion(
        "C13", "oversize rule",
        "when callout and pin do not fit, the pin stays inside at the same scale, or the map zooms "
          + "out until what they covered fits (0.5 pt, 1 ppm).")
    case .calloutSteadyAtWorldEdge:
      .criterion(
        "C14", "steady at world edge",
        "where the world ends, the map goes the right way, not too far, and once (0.5 pt).")
    case .calloutExactWhenClose:
      .criterion(
        "C15", "exact at zoom 20",
        "at zoom 20 near the 180th meridian the shift is the one needed (0.5 pt, 1 ppm).")
    case .calloutParentVisible:
      .criterion(
        "C16", "parent visible",
        "the pin is visible as long as the callout is open, inside what bars leave of the map.")
    case .calloutCallbacksPaired:
      .criterion(
        "C17", "callbacks paired",
        "one pair of region callbacks for a move, animated as requested; none without one.")
    case .calloutOverflowMaximum:
      .init("callout overflow max", .callouts, .distance, .lower, .after(.calloutJudged), .largest)
        .unmeasured(before: .calloutJudged)
        .help("Furthest that a callout stuck out when it was judged, unless fingers moved it.")
    case .calloutExcessShiftMaximum:
      .init(
        "callout excess shift max", .callouts, .distance, .lower, .after(.calloutJudged), .largest
      )
      .unmeasured(before: .calloutJudged)
      .help("Largest difference between the shift made and needed.")
    case .accessoryTaps:
      .count("accessory taps", .callouts, .neither, .itself)
        .help("Taps on controls of callouts that the app received.")
    case .calloutsClosedInUpdates:
      .count("callouts closed in updates", .callouts, .neither, .after(.updateUnderCallout))
        .help("Callouts that closed as an update removed their cluster, without a successor.")
    case .calloutGrowthFrames:
      .count("frames of growing callouts", .callouts, .neither, .after(.calloutFrame))
        .help("Frames that showed a callout before it was in full size.")
    case .calloutsMadeByAnnotations:
      .count("callouts made by annotations", .callouts, .neither, .after(.calloutAnnotationLaidOut))
        .help(
          "Views of callout annotations that the annotation itself made, not the map's delegate.")
    case .calloutsLeftBehind:
      .count("callouts left behind", .callouts, .lower, .after(.calloutAnnotationShown))
        .help("Callout annotations that the app can no longer remove.")
    case .calloutsMisplaced:
      .count("callouts over other views", .callouts, .lower, .after(.calloutAnnotationLaidOut))
        .help("Times a callout was laid out over another view or none.")
    case .calloutsTappedAway:
      .count("callouts tapped away", .callouts, .lower, .after(.tap))
        .help("Taps on a callout annotation that deselected its parent.")
    case .deadTaps:
      .count("taps on disabled views", .callouts, .lower, .after(.tap))
        .help("Taps on views that a callout's button had disabled.")
    case .viewsRevived:
      .count("views enabled again", .callouts, .lower, .after(.calloutButtonReleased))
        .help("Views enabled by a callout's button against their settings.")

    // Frames
    case .frames:
      .count("frames", .frames, .neither, .itself).help(
        "Frames in which anything moved or changed.")
    case .mainThreadTime:
      .init("main thread time", .frames, .time, .lower, .after(.frame), .sum)
        .help("Modeled work of the main thread in all frames.")
    case .worstFrame:
      .init("worst frame", .frames, .time, .lower, .after(.frame), .largest)
        .unmeasured(before: .frame)
        .help(
          "Modeled work of the main thread in the frame with most of it: work, and not how late "
            + "the frame was, which 'longest hitch' is.")
    case .longestHitch:
      .init("longest hitch", .frames, .time, .lower, .after(.frame), .largest)
        .unmeasured(before: .frame)
        .help("The longest time by which a frame came late onto the screen.")
        .added(inSet: 2)
    case .hitches:
      .count("hitches", .frames, .lower, .after(.frame))
        .help("Frames that came late onto the screen.")
    case .droppedFrames:
      .count("dropped frames", .frames, .lower, .after(.frame))
        .help("Times the screen was refreshed without the frame that was due.")
    case .hitchTime:
      .init("hitch time", .frames, .time, .lower, .after(.frame), .sum)
        .help(
          "Time during which the screen waited for frames that were late; those that wait at the "
            + "same time count once.")
    case .hitchRatio:
      .init(
        "hitch ratio", .frames, .timePerSecond, .lower, .after(.frame),
        .ratio(of: .hitchTime, to: [.simulatedTime])
      )
      .help(
        "Time during which the screen waited for late frames, of each second that passed; good "
          + "below 5 ms, critical above 10 ms.")

    // Map
    case .regionChanges:
      .count("region changes", .map, .neither, .itself)
        .help("Pairs of region callbacks; the first layout of the map has two of them.")
    case .animatedRegionChanges:
      .count("animated region changes", .map, .neither, .after(.regionChange))
        .help("Pairs of region callbacks of animated changes.")
    case .regionChangesInterrupted:
      .count("region changes interrupted", .map, .neither, .after(.regionChange))
        .help("Region changes that another one ended before their goal.")
    case .reentries:
      .count("region changes reentered", .map, .lower, .after(.regionChange))
        .help("Region changes that the app began inside the end of another one.")
    case .reentriesRefused:
      .count("region reentries refused", .map, .lower, .after(.regionChange))
        .help("Region changes not made because the app nested them too deep.")
    case .callbacksUnanswered:
      .count("callbacks unanswered", .map, .lower, .after(.callback))
        .help("Callbacks of the map without a delegate of the app.")
    case .pointsPanned:
      .init("points panned", .map, .distance, .neither, .itself, .sum)
        .help(
          "Distance that fingers moved the map center on the screen, with the drift that they left "
            + "behind."
        )
        .added(inSet: 2)
    case .pointsMovedByApp:
      .init("points moved by the app", .map, .distance, .neither, .itself, .sum)
        .help(
          "Distance that the map center moved on the screen without fingers: by the app, to make "
            + "room for a callout, with the user, and as the view was laid out or resized."
        )
        .added(inSet: 2)
    case .taps:
      .count("taps", .map, .neither, .itself).help("Single taps of a finger, whatever they hit.")
    case .selections:
      .count("selections", .map, .neither, .itself).help("Annotations that were selected.")
    case .deselections:
      .count("deselections", .map, .neither, .after(.selectionInForce))
        .help("Annotations that were deselected.")
    case .selectionsMissed:
      .count("selections missed", .map, .lower, .after(.selectionAttempt))
        .help("Steps that found no annotation or control.")
    case .selectionsRefused:
      .count("selections refused", .map, .lower, .after(.selectionAttempt))
        .help("Views that could not be selected: disabled or without title.")
    case .dragsStarted:
      .count("drags started", .map, .neither, .itself).help("Annotations that a finger lifted off.")
    case .dragsDropped:
      .count("drags dropped", .map, .neither, .after(.drag))
        .help("Drags that ended with the annotation at a new place.")
    case .dragsCancelled:
      .count("drags cancelled", .map, .neither, .after(.drag))
        .help("Drags after which the annotation went back.")
    case .dragsRefused:
      .count("drags refused", .map, .neither, .after(.dragAttempt))
        .help("Drags of annotations that cannot be dragged.")
    case .geocodeRequests:
      .count("geocode requests", .map, .neither, .after(.drag))
        .help("Times an app would request the address of a dropped annotation.")
    case .overlaysAdded:
      .count("overlays added", .map, .neither, .itself).help("Overlays added to the map.")
    case .overlaysRemoved:
      .count("overlays removed", .map, .neither, .itself).help("Overlays removed from the map.")
    case .renderersRequested:
      .count("renderers requested", .map, .neither, .after(.overlaysKnown))
        .help("Renderers of overlays that the map requested from its delegate.")
    case .renderersMissing:
      .count("renderers missing", .map, .lower, .after(.rendererRequested))
        .help("Overlays for which the app had no renderer: nothing is drawn.")

    // Data
    case .batches: .count("batches", .data, .neither, .itself).help("Batches that arrived.")
    case .annotationsAdded:
      .count("annotations added", .data, .neither, .itself)
        .help("Annotations added to the map or to a cluster layer.")
    case .annotationsRemoved:
      .count("annotations removed", .data, .neither, .itself)
        .help(
          "Annotations removed from the map or from a cluster layer; clusters that the app removes "
            + "are 'map clusters removed'.")
    case .annotationsMoved:
      .count("annotations moved", .data, .neither, .itself)
        .help(
          "Annotations on the map whose coordinate changed; points of a clustered layer are not "
            + "on the map themselves.")
    case .clustersRemoved:
      .count("map clusters removed", .data, .lower, .after(.replacement))
        .help("Clusters that the app removed from the map with other annotations.")
    case .annotationsCompared:
      .count("annotations compared", .data, .lower, .after(.replacement))
        .help("Annotations that the app compared to find what changed.")
    case .simulatedTime:
      .init(
        "simulated time", .data, .time, .neither, .always(because: "time passes in every session"),
        .sum
      )
      .help("Length of the session.")
    case .waitsGivenUp:
      .count(
        "waits given up", .data, .lower, .always(because: "each wait is held to it where it ends")
      )
      .help(
        "Waits that gave up: for the map to settle after an hour, for a condition at its limit.")
    case .batchAttemptsLost:
      .count("batch attempts lost", .data, .lower, .after(.batchAnswered))
        .help("Attempts for a batch whose answers never came, which the app waited for in vain.")
    case .batchesGivenUp:
      .count("batches given up", .data, .lower, .after(.batchAnswered))
        .help("Batches that never came, as all attempts for them were lost.")
    case .emptyBatches:
      .count("empty batches", .data, .neither, .after(.batchAnswered))
        .help("Batches that arrived without a point.")
    case .downloadTime:
      .init("download time", .data, .time, .lower, .after(.downloadEnded), .largest)
        .unmeasured(before: .downloadEnded)
        .help(
          "Longest time from the step of a download that has a name until its last batch had come "
            + "or was given up; one that is cancelled has none.")
    case .downloadsCancelled:
      .count("downloads cancelled", .data, .neither, .itself)
        .help("Downloads that the app cancelled while they were running.")
    case .batchesCancelled:
      .count("batches cancelled", .data, .neither, .after(.cancellation))
        .help("Batches that never came, as the app cancelled their download.")
    case .cancelsWithoutEffect:
      .count("cancels without effect", .data, .lower, .after(.cancellation))
        .help("Steps that cancelled downloads of which none was running any more.")
    case .stepsWithoutEffect:
      .count(
        "steps without effect", .data, .lower,
        .always(because: "each step that can do nothing is held to it")
      )
      .help(
        "Times a step added, removed, moved, showed or deselected nothing, as all was so already."
      )
      .added(inSet: 2)
    }
  }
}
