/// What is measured of clusters and of their updates.
extension Metric {
  var clusterTimeDeclaration: MetricDeclaration {
    switch self {
    case .queueWaitMedian:
      ranked(50, .queueWaits, "Median wait of an update from its trigger to its start.")
    case .queueWaitPercentile95:
      ranked(95, .queueWaits, "Wait within which 95 of 100 updates started.")
    case .queueWaitMaximum:
      ranked(100, .queueWaits, "Longest wait of an update from its trigger to its start.")
    case .indexingMedian:
      ranked(50, .indexings, "Median modelled time to fill the index with a change of the data.")
    case .indexingPercentile95:
      ranked(95, .indexings, "Modelled time within which 95 of 100 changes were in the index.")
    case .indexingMaximum:
      ranked(100, .indexings, "Longest modelled time to fill the index with a change of the data.")
    case .computeMedian:
      ranked(50, .computes, "Median modelled time to compute an update, the index being filled.")
    case .computePercentile95:
      ranked(95, .computes, "Modelled time within which 95 of 100 updates were computed.")
    case .computeMaximum:
      ranked(100, .computes, "Longest modelled time to compute an update, the index being filled.")
    case .animationMaximum:
      make(
        .clustering, .time, .lower, .after(.updateFinished),
        "Longest time from the new clusters' coming until the old ones are gone.")
    case .latencyMedian:
      ranked(50, .latencies, "Median time from the trigger until the old clusters are gone.")
    case .latencyPercentile95:
      ranked(95, .latencies, "Time from the trigger within which 95 of 100 updates ended.")
    case .latencyMaximum:
      ranked(100, .latencies, "Longest time from a trigger until the old clusters are gone.")
    case .latencyWithoutFadeMedian:
      ranked(
        50, .latenciesWithoutFade, "Median time from the trigger until the map has the clusters.")
    case .latencyWithoutFadePercentile95:
      ranked(
        95, .latenciesWithoutFade,
        "Time from the trigger within which 95 of 100 updates had their clusters on the map.")
    default:
      ranked(
        100, .latenciesWithoutFade, "Longest time from a trigger until the map has the clusters.")
    }
  }

  private func ranked(
    _ percent: Int, _ samples: TimeSamples, _ help: String
  ) -> MetricDeclaration {
    make(
      .clustering, .time, .lower, .after(samples.occasion), help,
      rank: TimeRank(percent: percent, samples: samples))
  }

  var clusteringDeclaration: MetricDeclaration {
    switch self {
    case .updatesCoalesced:
      make(
        .clustering, .count, .neither, .after(.updateRequested),
        "Updates that did not run, as a newer one did their work.")
    case .updatesCancelled:
      make(
        .clustering, .count, .lower, .after(.updateRequested),
        "Updates that the library cancelled while they waited or ran, and that ran all the same.")
    case .updatesWithoutWork:
      make(
        .clustering, .count, .neither, .after(.updateComputed),
        "Updates that found nothing new and did nothing: no node, point or cell was looked at.")
    case .pointsTouched:
      make(
        .clustering, .count, .lower, .after(.clusterWork),
        "Points that the index compared or delivered.")
    case .nodesVisited:
      make(
        .clustering, .count, .lower, .after(.clusterWork), "Nodes of the index that were opened.")
    case .cellsVisited:
      make(
        .clustering, .count, .lower, .after(.clusterWork),
        "Cells of the grid that were asked for their points.")
    case .distancesComputed:
      make(
        .clustering, .count, .lower, .after(.clusterWork),
        "Distances between two places that were computed.")
    case .clustersShown:
      make(
        .clustering, .count, .neither, .after(.clustersKnown),
        "Cluster annotations on the map at the end, fading ones and those of the margin too.")
    case .clustersCreated:
      make(
        .clustering, .count, .lower, .after(.updateApplied),
        "Cluster annotations that were created.")
    case .clustersReused:
      make(
        .clustering, .count, .higher, .after(.updateApplied),
        "Cluster annotations that got new members and stayed.")
    case .clusterReuseRate:
      make(
        .clustering, .share, .higher, .after(.clusterNeeded),
        "Reused of all cluster annotations that updates needed.")
    case .churn:
      make(
        .clustering, .count, .lower, .after(.mapChange),
        "Annotations removed and added again, same, within 1 s.")
    default:
      make(.clustering, .count, .neither, .itself, "Cluster updates that were applied to the map.")
    }
  }

  var clusterKindDeclaration: MetricDeclaration {
    switch self {
    case .clustersOfOnePoint:
      make(
        .clustering, .count, .neither, .after(.clustersKnown),
        "Those of the clusters shown that stand for a single point.")
    case .clustersOfOneLocation:
      make(
        .clustering, .count, .neither, .after(.clustersKnown),
        "Those of the clusters shown that stand for several points at one location.")
    default:
      make(
        .clustering, .count, .neither, .after(.clustersKnown),
        "Those of the clusters shown that stand for points at several locations.")
    }
  }

  var clusterAuditDeclaration: MetricDeclaration {
    switch self {
    case .pointsLost:
      make(
        .clustering, .count, .lower, .after(.auditedPoints),
        "Most visible points given to the index that no cluster on the map held after an update. A "
          + "negative margin leaves out what lies near the edges of the view: those count as lost.")
    case .pointsCountedTwice:
      make(
        .clustering, .count, .lower, .after(.auditedPoints),
        "Most visible points that several clusters on the map held after an update.")
    case .ghostClusters:
      make(
        .clustering, .count, .lower, .after(.audit),
        "Most clusters on the map after an update that belonged to no result any more.")
    case .clustersMoved:
      make(
        .clustering, .count, .lower, .after(.comparedUpdate),
        "Clusters that stood elsewhere after an update than before, or than when that zoom was "
          + "shown last with the same data, with the same members.")
    case .clustersFlickered:
      make(
        .clustering, .count, .lower, .after(.comparedUpdate),
        "Clusters that came where one of the same points had left, in the same step or at the same "
          + "zoom, the place in view all the while.")
    case .clusterCountsChanged:
      make(
        .clustering, .count, .lower, .after(.placeShownTwice),
        "Clusters that held other points after an update than when that zoom was shown last, in "
          + "what both show, with the same data and settings.")
    case .titlesRequested:
      make(
        .clustering, .count, .lower, .itself, "Titles of clusters that the delegate was asked for.")
    case .subtitlesRequested:
      make(
        .clustering, .count, .lower, .itself,
        "Subtitles of clusters that the delegate was asked for.")
    case .fadesCutShort:
      make(
        .clustering, .count, .lower, .after(.appAnimation),
        "Views that left the map before an animator of the app's own had faded them in full.")
    case .staleClusterViews:
      make(
        .clustering, .count, .lower, .after(.clusterReused),
        "Times a view went on to show what its cluster held before.")
    case .unsupportedCalls:
      make(
        .clustering, .count, .lower, .after(.controllerRequest),
        "Steps that asked something of a cluster controller that it cannot do, as it is.")
    case .gridsCoarsened:
      make(
        .clustering, .count, .lower, .after(.updateRequested),
        "Updates that were asked for with longer cells than the library's, because its came out so "
          + "short that there would be more than 524,288: see 'cells by scale'.")
    default:
      make(
        .clustering, .count, .neither, .itself,
        "Completion handlers of an app's calls that were called.")
    }
  }
}
