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
  case viewsRequested, viewsCreated, viewsReused, ownViewsShown, viewReuseRate, liveViewsPeak,
    pooledViewsPeak, largestPoolPeak, viewMemoryPeak, pooledMemoryPeak, staleReuses,
    providerNilAnswers, viewsOfAnotherRole, viewsHidden, mapClusters, annotationsJoined,
    annotationsSeparated, clusterTexts, staleClusterTexts, clusterAnnotationsRequested,
    viewsDiscarded, viewsCreatedPerPan
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
    downloadsCancelled, batchesCancelled, cancelsWithoutEffect, stepsWithoutEffect, promisesKept,
    loads, loadsCancelled, staleAnswers, rowsSkipped, annotationsRetitled
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

  private static let definitions: [MetricDefinition] = {
    let tables: [(MetricGroup, [Metric: MetricDefinition])] = [
      (.clustering, clusteringRows), (.views, viewsRows), (.callouts, calloutsRows),
      (.frames, framesRows), (.map, mapRows), (.data, dataRows),
    ]
    return allCases.map { metric in
      for (group, rows) in tables { if let row = rows[metric] { return row.in(group) } }
      preconditionFailure("\(metric) has no row")
    }
  }()
  private static let named = Dictionary(uniqueKeysWithValues: allCases.map { ($0.name, $0) })
}

/// The rows of metrics, in a table for each group.
extension Metric {
  private static let clusteringRows: [Metric: MetricDefinition] = [
    .clusterUpdates: .count("cluster updates", .neither, .itself)
      .help("Cluster updates that were applied to the map; the first layout asks for two."),
    .updatesCoalesced: .count("updates coalesced", .neither, .after(.updateRequested))
      .help("Updates that did not run, because a newer one did their work."),
    .updatesCancelled: .count("updates cancelled", .lower, .after(.updateRequested))
      .help("Updates that the library cancelled while they waited or ran; they run all the same."),
    .updatesWithoutWork: .count("updates with nothing new", .neither, .after(.updateComputed))
      .help("Updates that found nothing new: no node, point or cell was visited."),
    .queueWaitMedian: .rank("clustering queue wait p50", 50, .queueWaits)
      .help("Median wait of an update in its queue, without indexing and the main thread."),
    .queueWaitPercentile95: .rank("clustering queue wait p95", 95, .queueWaits)
      .help(
        "95th percentile of the wait of updates in their queue, without indexing and the main "
          + "thread."),
    .queueWaitMaximum: .rank("clustering queue wait max", 100, .queueWaits)
      .help("Longest wait of an update in its queue, without indexing and the main thread."),
    .indexingMedian: .rank("clustering indexing p50", 50, .indexings)
      .help("Median modeled time to fill the index with a change of the data."),
    .indexingPercentile95: .rank("clustering indexing p95", 95, .indexings)
      .help("Modeled time within which 95 of 100 changes were in the index."),
    .indexingMaximum: .rank("clustering indexing max", 100, .indexings)
      .help("Longest modeled time to fill the index with a change of the data."),
    .computeMedian: .rank("clustering compute p50", 50, .computes)
      .help("Median modeled time to compute an update, the index being filled."),
    .computePercentile95: .rank("clustering compute p95", 95, .computes)
      .help("Modeled time within which 95 of 100 updates were computed."),
    .computeMaximum: .rank("clustering compute max", 100, .computes)
      .help("Longest modeled time to compute an update, the index being filled."),
    .mainThreadWaitPercentile95: .rank("clustering main thread wait p95", 95, .mainThreadWaits)
      .help("95th percentile of the wait of updates for a busy main thread."),
    .mainThreadWaitMaximum: .rank("clustering main thread wait max", 100, .mainThreadWaits)
      .help("Longest wait of an update for a busy main thread."),
    .mainThreadWorkMaximum: .rank("clustering main thread work max", 100, .mainThreadWorks)
      .help("Longest time for which an update keeps the main thread busy."),
    .animationMaximum: .rank("clustering animation max", 100, .animations)
      .help("Longest fade, from the new clusters on the map until the old ones may go."),
    .latencyMedian: .rank("clustering latency p50", 50, .latencies)
      .help("Median time from the trigger until the old clusters are removed."),
    .latencyPercentile90: .rank("clustering latency p90", 90, .latencies).notCommitted
      .help("Time from the trigger within which 90 of 100 updates ended."),
    .latencyPercentile99: .rank("clustering latency p99", 99, .latencies).notCommitted
      .help("Time from the trigger within which 99 of 100 updates ended."),
    .latencyPercentile95: .rank("clustering latency p95", 95, .latencies)
      .help("Time from the trigger within which 95 of 100 updates ended."),
    .latencyMaximum: .rank("clustering latency max", 100, .latencies)
      .help("Longest time from a trigger until the old clusters are removed."),
    .latencyWithoutFadeMedian:
      .rank("clustering latency without fade p50", 50, .latenciesWithoutFade)
      .help("Median time from the trigger until the map has the clusters."),
    .latencyWithoutFadePercentile90:
      .rank("clustering latency without fade p90", 90, .latenciesWithoutFade).notCommitted
      .help("Time from the trigger within which 90 of 100 updates had their clusters on the map."),
    .latencyWithoutFadePercentile99:
      .rank("clustering latency without fade p99", 99, .latenciesWithoutFade).notCommitted
      .help("Time from the trigger within which 99 of 100 updates had their clusters on the map."),
    .latencyWithoutFadePercentile95:
      .rank("clustering latency without fade p95", 95, .latenciesWithoutFade)
      .help("Time from the trigger within which 95 of 100 updates had their clusters on the map."),
    .latencyWithoutFadeMaximum:
      .rank("clustering latency without fade max", 100, .latenciesWithoutFade)
      .help("Longest time from a trigger until the map has the clusters."),
    .pointsTouched: .count("clustering points touched", .lower, .after(.clusterWork))
      .help("Points that the index compared or returned."),
    .nodesVisited: .count("clustering nodes visited", .lower, .after(.clusterWork))
      .help("Nodes of the index that were opened."),
    .cellsVisited: .count("clustering cells visited", .lower, .after(.clusterWork))
      .help("Cells of the grid that were queried."),
    .distancesComputed: .count("clustering distances", .lower, .after(.clusterWork))
      .help("Distances between two places that were computed."),
    .clustersShown: .count("clusters shown", .neither, .after(.clustersKnown), .state)
      .help(
        "Cluster annotations on the map at the end, with fading ones and those in the margin."),
    .clustersOfOnePoint: .count("clusters of one point", .neither, .after(.clustersKnown), .state)
      .unmeasured(before: .clustersKnown)
      .help("Clusters shown that have a single point."),
    .clustersOfOneLocation:
      .count("clusters of one location", .neither, .after(.clustersKnown), .state)
      .unmeasured(before: .clustersKnown)
      .help("Clusters shown that have several points at one location."),
    .clustersOfSeveralLocations:
      .count("clusters of several locations", .neither, .after(.clustersKnown), .state)
      .unmeasured(before: .clustersKnown)
      .help("Clusters shown that have points at several locations."),
    .clustersCreated: .count("clusters created", .lower, .after(.updateApplied))
      .help("Cluster annotations that were created."),
    .clustersReused: .count("clusters reused", .higher, .after(.updateApplied))
      .help("Cluster annotations that got new members and stayed."),
    .clusterReuseRate:
      .init(
        "cluster reuse rate", .share, .higher, .after(.clusterNeeded),
        .ratio(of: .clustersReused, to: [.clustersReused, .clustersCreated])
      )
      .help("Share of the cluster annotations needed by updates that were reused."),
    .churn: .count("churn", .lower, .after(.mapChange))
      .help("Annotations removed and added again unchanged within 1 s."),
    .pointsLost: .count("points lost", .lower, .after(.auditedPoints), .largest)
      .unmeasured(before: .audit)
      .help(
        "Most visible points given to the index that no cluster on the map held after an update. A "
          + "negative margin leaves out points near the edges of the view; these count as lost."),
    .pointsCountedTwice: .count("points counted twice", .lower, .after(.auditedPoints), .largest)
      .unmeasured(before: .audit)
      .help("Most visible points that several clusters on the map held after an update."),
    .ghostClusters: .count("ghost clusters", .lower, .after(.audit), .largest)
      .unmeasured(before: .audit)
      .help("Most clusters on the map after an update that belonged to no result."),
    .clustersMoved: .count("clusters moved", .lower, .after(.comparedUpdate))
      .unmeasured(before: .clustersListed)
      .help(
        "Clusters at another place after an update than before, or than when that zoom was shown "
          + "last with the same data, with the same members."),
    .clustersFlickered: .count("clusters flickered", .lower, .after(.comparedUpdate))
      .unmeasured(before: .clustersListed)
      .help(
        "Clusters that came where one of the same points had left, in the same step or at the same "
          + "zoom, the place in view all the while."),
    .clusterCountsChanged: .count("cluster counts changed", .lower, .after(.placeShownTwice))
      .unmeasured(before: .clustersListed)
      .help(
        "Clusters that held other points after an update than when that zoom was shown last, in "
          + "what both show, with the same data and settings."),
    .titlesRequested: .count("titles requested", .lower, .itself)
      .help("Titles of clusters that were requested from the delegate."),
    .subtitlesRequested: .count("subtitles requested", .lower, .itself)
      .help("Subtitles of clusters that were requested from the delegate."),
    .staleClusterViews: .count("stale cluster views", .lower, .after(.clusterReused))
      .help("Times a view continued to show the former members of its cluster."),
    .completions: .count("completions", .neither, .itself)
      .help("Completion handlers of an app's calls that were called."),
    .unsupportedCalls: .count("calls not supported", .lower, .after(.controllerRequest))
      .help("Steps with a request that a cluster controller does not support."),
    .gridsCoarsened: .count("grids coarsened", .lower, .after(.updateRequested))
      .help(
        "Updates with longer cells than the library's, which would be so short that there were "
          + "more than 524,288: see 'cells by scale'."),
    .fadesCutShort: .count("fades cut short", .lower, .after(.appAnimation))
      .help("Views that left the map before a custom animator had faded them in full."),
  ]

  private static let viewsRows: [Metric: MetricDefinition] = [
    .viewsRequested: .count("views requested", .lower, .itself)
      .help("Annotation views that the map requested from its delegate."),
    .viewsCreated: .count("views created", .lower, .after(.viewRequested))
      .help("Annotation views that were created."),
    .viewsReused: .count("views reused", .higher, .after(.viewRequested))
      .help("Annotation views taken from a reuse pool."),
    .ownViewsShown: .count("own views shown", .neither, .itself).notCommitted
      .help(
        "Annotation views that came back onto the map for the annotation that keeps them, as with "
          + "`provider: own view`. They are neither created nor reused."),
    .viewReuseRate:
      .init(
        "view reuse rate", .share, .higher, .after(.viewRequested),
        .ratio(of: .viewsReused, to: [.viewsReused, .viewsCreated])
      )
      .help(
        "Share of the requested annotation views that were reused. Views that annotations keep for "
          + "themselves do not count."),
    .liveViewsPeak: .count("live views peak", .lower, .after(.viewsKnown), .peak)
      .help("Most annotation views on the map at one time."),
    .pooledViewsPeak: .count("pooled views peak", .lower, .after(.viewsKnown), .peak)
      .help("Most annotation views in all reuse pools at one time."),
    .largestPoolPeak: .count("largest pool peak", .lower, .after(.viewsKnown), .peak)
      .help("Most views in one reuse pool at one time."),
    .viewMemoryPeak: .init("view memory peak", .bytes, .lower, .after(.memoryKnown), .peak)
      .unmeasured(before: .memoryKnown)
      .help(
        "Most memory of all annotation views at one time, on the map and in reuse pools, as the "
          + "device profile has it."),
    .pooledMemoryPeak: .init("pooled memory peak", .bytes, .lower, .after(.memoryKnown), .peak)
      .unmeasured(before: .memoryKnown)
      .help("Most memory of the annotation views in all reuse pools at one time."),
    .staleReuses: .count("stale reuses", .lower, .after(.viewReused))
      .help(
        "Views shown with stale state of an earlier use: a title, a look, or the kind, size or "
          + "offsets of other views with the same reuse identifier; or without the clustering "
          + "identifier that they had then."),
    .providerNilAnswers: .count("provider nil answers", .lower, .after(.viewRequested))
      .help("Requests for which the app had no view; the map used a default view."),
    .viewsOfAnotherRole: .count("views of another role", .lower, .after(.clusterReused))
      .help(
        "Times a view stayed when its annotation became a cluster or a single point, and kept the "
          + "identifier, the size or the callout of the old role."
      )
      .added(inSet: 2),
    .viewsHidden: .count("views hidden by collisions", .lower, .after(.viewsKnown))
      .help("Times a view was hidden by collision with another one."),
    .mapClusters: .count("map clusters formed", .neither, .after(.viewsKnown))
      .help("Native clusters that were added to the map."),
    .annotationsJoined: .count("annotations joined", .neither, .after(.viewsKnown))
      .help("Times an annotation joined a native cluster."),
    .annotationsSeparated: .count("annotations separated", .neither, .after(.viewsKnown))
      .help("Times an annotation left a native cluster."),
    .clusterTexts: .count("cluster subtitles read", .neither, .after(.calloutOpened))
      .help("Times a callout over a native cluster showed its number of annotations."),
    .staleClusterTexts: .count("stale cluster subtitles", .lower, .after(.calloutOpened))
      .help("Cluster subtitles with another number of annotations than the cluster had."),
    .clusterAnnotationsRequested:
      .count("cluster annotations requested", .neither, .after(.viewsKnown))
      .help("Native clusters whose annotation the map requested from its delegate."),
    .viewsDiscarded: .count("views discarded", .lower, .after(.viewsKnown))
      .help("Annotation views that were discarded with their reuse pools when memory was short."),
    .viewsCreatedPerPan:
      .init(
        "views created per 1000 pt panned", .perThousandPoints, .lower, .after(.pan),
        .ratio(of: .viewsCreated, to: [.pointsPanned])
      )
      .help("Annotation views created for each 1000 pt that fingers panned the map.")
      .added(inSet: 2),
  ]

  private static let calloutsRows: [Metric: MetricDefinition] = [
    .calloutsOpened: .count("callouts opened", .neither, .after(.selectionOrTap))
      .help("Callouts that opened."),
    .calloutsJudged: .count("callouts judged", .neither, .after(.calloutOpened), .distinct)
      .help("Callouts that were judged; each counts once."),
    .calloutsUnsettled: .count("callouts unsettled", .lower, .after(.calloutOpened))
      .help(
        "Callouts for which the map had not made room in time: something else interrupted it, and "
          + "they were left open. A callout that closes earlier does not count."
      )
      .added(inSet: 2),
    .calloutVisibleTime:
      .init("callout visible time", .share, .higher, .after(.calloutStood), .share)
      .help(
        "Share of the time in which callout and pin were inside the part of the map that no bar "
          + "covers. The time counts while a callout stands open in its full size, unless fingers "
          + "moved it out."
      )
      .added(inSet: 2),
    .calloutsCorrect: .init("callouts correct", .share, .higher, .after(.calloutJudged), .share)
      .help("Judged callouts that kept every criterion."),
    .calloutInside: .criterion(
      "C1", "inside map",
      "callout and pin lie inside the part of the map that no bar covers, as long as the callout "
        + "is open (0.5 pt)."),
    .calloutZoomUnchanged: .criterion(
      "C2", "zoom unchanged", "making room keeps the scale (1 ppm)."),
    .calloutShiftMinimal: .criterion(
      "C3", "shift minimal", "the map moves just as far as needed (0.5 pt)."),
    .calloutUntouched: .criterion(
      "C4", "untouched when visible",
      "a callout that is visible leaves the map alone (0.5 pt, 1 ppm; 0 after a callback)."),
    .calloutIdempotent: .criterion(
      "C5", "adjustment idempotent", "adjusting again changes nothing (0.5 pt, 1 ppm)."),
    .calloutTipPinned: .criterion(
      "C6", "tip pinned",
      "the tip touches its pin in every frame (0.5 pt, 1.5 pt while it grows)."),
    .calloutAnimatedAsAtOnce: .criterion(
      "C7", "animated as at once",
      "the animation ends where a jump would (0.003 pt at zoom 22, half as much at each level "
        + "further out; 0.000001 ppm)."),
    .calloutMirrored: .criterion(
      "C8", "shift mirrored",
      "in a mirror, east-west or north-south, the adjustment is mirrored (0.5 pt, 1 ppm)."),
    .calloutSameAtAnyLongitude: .criterion(
      "C9", "same at any longitude",
      "the shift is the same at other longitudes, across the 180th meridian too (0.5 pt)."),
    .calloutSameAtAnyLatitude: .criterion(
      "C10", "same at any latitude", "the shift is the same at another latitude (0.5 pt)."),
    .calloutMoveAccepted: .criterion(
      "C11", "move accepted", "the map does not refuse where it is asked to go."),
    .calloutSameWhenTurned: .criterion(
      "C12", "same on a turned map",
      "the shift on the screen is the same with the map turned (0.5 pt)."),
    .calloutOversize: .criterion(
      "C13", "oversize rule",
      "when callout and pin do not fit, the pin stays inside at the same scale, or the map zooms "
        + "out until what they covered fits (0.5 pt, 1 ppm)."),
    .calloutSteadyAtWorldEdge: .criterion(
      "C14", "steady at world edge",
      "where the world ends, the map goes the right way, not too far, and once (0.5 pt)."),
    .calloutExactWhenClose: .criterion(
      "C15", "exact at zoom 20",
      "at zoom 20 near the 180th meridian the shift is the one needed (0.5 pt, 1 ppm)."),
    .calloutParentVisible: .criterion(
      "C16", "parent visible",
      "the pin is visible as long as the callout is open, inside the part of the map that no bar "
        + "covers."),
    .calloutCallbacksPaired: .criterion(
      "C17", "callbacks paired",
      "one pair of region callbacks for a move, animated as requested; none without one."),
    .calloutOverflowMaximum:
      .init("callout overflow max", .distance, .lower, .after(.calloutJudged), .largest)
      .unmeasured(before: .calloutJudged)
      .help("Largest distance by which a judged callout stuck out, unless fingers moved it."),
    .calloutExcessShiftMaximum:
      .init("callout excess shift max", .distance, .lower, .after(.calloutJudged), .largest)
      .unmeasured(before: .calloutJudged)
      .help("Largest difference between the actual and the needed shift."),
    .accessoryTaps: .count("accessory taps", .neither, .itself)
      .help("Taps on controls of callouts that the app received."),
    .calloutsClosedInUpdates:
      .count("callouts closed in updates", .neither, .after(.updateUnderCallout))
      .help("Callouts that closed as an update removed their cluster, without a successor."),
    .calloutGrowthFrames: .count("frames of growing callouts", .neither, .after(.calloutFrame))
      .help("Frames that showed a callout before it was in full size."),
    .calloutsMadeByAnnotations:
      .count("callouts made by annotations", .neither, .after(.calloutAnnotationLaidOut))
      .help(
        "Views of callout annotations that the annotation itself made, not the map's delegate."),
    .calloutsLeftBehind: .count("callouts left behind", .lower, .after(.calloutAnnotationShown))
      .help("Callout annotations that the app can no longer remove."),
    .calloutsMisplaced:
      .count("callouts over other views", .lower, .after(.calloutAnnotationLaidOut))
      .help("Times a callout was laid out over another view or none."),
    .calloutsTappedAway: .count("callouts tapped away", .lower, .after(.tap))
      .help("Taps on a callout annotation that deselected its parent."),
    .deadTaps: .count("taps on disabled views", .lower, .after(.tap))
      .help("Taps on views that a callout's button had disabled."),
    .viewsRevived: .count("views enabled again", .lower, .after(.calloutButtonReleased))
      .help("Views enabled by a callout's button against their settings."),
  ]

  private static let framesRows: [Metric: MetricDefinition] = [
    .frames: .count("frames", .neither, .itself).help("Frames in which anything moved or changed."),
    .mainThreadTime: .init("main thread time", .time, .lower, .after(.frame), .sum)
      .help("Modeled work of the main thread in all frames."),
    .worstFrame: .init("worst frame", .time, .lower, .after(.frame), .largest)
      .unmeasured(before: .frame)
      .help(
        "Modeled work of the main thread in the frame with the most work. For the delay of a frame "
          + "see 'longest hitch'."),
    .longestHitch: .init("longest hitch", .time, .lower, .after(.frame), .largest)
      .unmeasured(before: .frame)
      .help("The longest time by which a frame came late onto the screen.").added(inSet: 2),
    .hitches: .count("hitches", .lower, .after(.frame))
      .help("Frames that came late onto the screen."),
    .droppedFrames: .count("dropped frames", .lower, .after(.frame))
      .help("Times the screen was refreshed without the frame that was due."),
    .hitchTime: .init("hitch time", .time, .lower, .after(.frame), .sum)
      .help(
        "Time during which the screen waited for frames that were late; those that wait at the "
          + "same time count once."),
    .hitchRatio:
      .init(
        "hitch ratio", .timePerSecond, .lower, .after(.frame),
        .ratio(of: .hitchTime, to: [.simulatedTime])
      )
      .help(
        "Time during which the screen waited for late frames, per second of the session; good "
          + "below 5 ms, critical above 10 ms."),
  ]

  private static let mapRows: [Metric: MetricDefinition] = [
    .regionChanges: .count("region changes", .neither, .itself)
      .help("Pairs of region callbacks; the first layout of the map has two of them."),
    .animatedRegionChanges: .count("animated region changes", .neither, .after(.regionChange))
      .help("Pairs of region callbacks of animated changes."),
    .regionChangesInterrupted: .count("region changes interrupted", .neither, .after(.regionChange))
      .help("Region changes that another one ended before their goal."),
    .reentries: .count("region changes reentered", .lower, .after(.regionChange))
      .help("Region changes that the app began inside the end of another one."),
    .reentriesRefused: .count("region reentries refused", .lower, .after(.regionChange))
      .help("Region changes that the map refused, because the app nested them too deep."),
    .callbacksUnanswered: .count("callbacks unanswered", .lower, .after(.callback))
      .help("Callbacks of the map that no delegate of the app received."),
    .pointsPanned: .init("points panned", .distance, .neither, .itself, .sum)
      .help(
        "Distance that fingers moved the map center on the screen, with the drift that they left "
          + "behind."
      )
      .added(inSet: 2),
    .pointsMovedByApp: .init("points moved by the app", .distance, .neither, .itself, .sum)
      .help(
        "Distance that the map center moved on the screen without fingers: by the app, to make "
          + "room for a callout, with the user, and as the view was laid out or resized."
      )
      .added(inSet: 2),
    .taps: .count("taps", .neither, .itself).help(
      "Single taps of a finger, whether they hit an annotation or not."),
    .selections: .count("selections", .neither, .itself).help("Annotations that were selected."),
    .deselections: .count("deselections", .neither, .after(.selectionInForce))
      .help("Annotations that were deselected."),
    .selectionsMissed: .count("selections missed", .lower, .after(.selectionAttempt))
      .help("Steps that found no annotation or control."),
    .selectionsRefused: .count("selections refused", .lower, .after(.selectionOrDrag))
      .help("Views that could not be selected: disabled or without title."),
    .dragsStarted: .count("drags started", .neither, .itself)
      .help("Annotations that a finger lifted off."),
    .dragsDropped: .count("drags dropped", .neither, .after(.drag))
      .help("Drags that ended with the annotation at a new place."),
    .dragsCancelled: .count("drags cancelled", .neither, .after(.drag))
      .help("Drags after which the annotation went back."),
    .dragsRefused: .count("drags refused", .neither, .after(.dragAttempt))
      .help("Drags of annotations that cannot be dragged."),
    .geocodeRequests: .count("geocode requests", .neither, .after(.drag))
      .help("Times an app would request the address of a dropped annotation."),
    .overlaysAdded: .count("overlays added", .neither, .itself).help("Overlays added to the map."),
    .overlaysRemoved: .count("overlays removed", .neither, .itself)
      .help("Overlays removed from the map."),
    .renderersRequested: .count("renderers requested", .neither, .after(.overlaysKnown))
      .help("Renderers of overlays that the map requested from its delegate."),
    .renderersMissing: .count("renderers missing", .lower, .after(.rendererRequested))
      .help("Overlays for which the app had no renderer: nothing is drawn."),
  ]

  private static let dataRows: [Metric: MetricDefinition] = [
    .batches: .count("batches", .neither, .itself).help("Batches that arrived."),
    .annotationsAdded: .count("annotations added", .neither, .itself)
      .help("Annotations added to the map or to a cluster layer."),
    .annotationsRemoved: .count("annotations removed", .neither, .itself)
      .help(
        "Annotations removed from the map or from a cluster layer; clusters that the app removes "
          + "are 'map clusters removed'."),
    .annotationsMoved: .count("annotations moved", .neither, .itself)
      .help(
        "Annotations on the map whose coordinate changed; points of a clustered layer are not on "
          + "the map themselves."),
    .clustersRemoved: .count("map clusters removed", .lower, .after(.replacement))
      .help("Clusters that the app removed from the map with other annotations."),
    .annotationsCompared: .count("annotations compared", .lower, .after(.replacement))
      .help("Annotations that the app compared to find what changed."),
    .simulatedTime:
      .init(
        "simulated time", .time, .neither, .always(because: "time passes in every session"), .sum
      )
      .help("Length of the session."),
    .waitsGivenUp:
      .count("waits given up", .lower, .always(because: "each wait is held to it where it ends"))
      .help("Waits that gave up at their limit, which is an hour for `wait: settled`."),
    .batchAttemptsLost: .count("batch attempts lost", .lower, .after(.batchAnswered))
      .help("Attempts for a batch whose answers never came, which the app waited for in vain."),
    .batchesGivenUp: .count("batches given up", .lower, .after(.batchAnswered))
      .help("Batches that never came, as all attempts for them were lost."),
    .emptyBatches: .count("empty batches", .neither, .after(.batchAnswered))
      .help("Batches that arrived without a point."),
    .downloadTime: .init("download time", .time, .lower, .after(.downloadEnded), .largest)
      .unmeasured(before: .downloadEnded)
      .help(
        "Longest time from the step of a download that has a name until its last batch had come or "
          + "was given up; one that is cancelled has none."),
    .downloadsCancelled: .count("downloads cancelled", .neither, .itself)
      .help("Downloads that the app cancelled while they were running."),
    .batchesCancelled: .count("batches cancelled", .neither, .after(.cancellation))
      .help("Batches that never came, as the app cancelled their download."),
    .cancelsWithoutEffect: .count("cancels without effect", .lower, .after(.cancellation))
      .help("Steps that cancelled downloads when none was running."),
    .stepsWithoutEffect:
      .count(
        "steps without effect", .lower,
        .always(because: "each step that can do nothing is held to it")
      )
      .help(
        "Times a step added, removed, moved, showed or deselected nothing, as all was so already, "
          + "and gestures that the map does not follow."
      )
      .added(inSet: 2),
    .promisesKept: .init("promises kept", .share, .higher, .after(.promiseBegun), .share)
      .notCommitted
      .help(
        "Promises that were kept, of the promises that began; a block with `then`, `always` or "
          + "`never` writes one."),
    .loads: .count("loads", .neither, .itself).notCommitted
      .help("Requests of the app to its server for the points that are visible."),
    .loadsCancelled: .count("loads cancelled", .neither, .after(.loadBegun)).notCommitted
      .help("Loads that the app cancelled before their answers came."),
    .staleAnswers: .count("stale answers", .lower, .after(.loadAnswered)).notCommitted
      .help("Answers that came after the app had asked for points of the same layer again."),
    .rowsSkipped:
      .count(
        "rows skipped", .lower, .always(because: "the reader counts them in every file of points")
      )
      .notCommitted
      .help(
        "Rows of tables and features of GeoJSON files that `faulty rows` or `areas` leaves out. "
          + "Each data set counts its own, also where two read the same file."),
    .annotationsRetitled: .count("annotations retitled", .neither, .itself).notCommitted
      .help("Annotations on the map to which the app gave another title, or none."),
  ]
}
