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
    case .clusterUpdates, .queueWaitMaximum, .latencyMedian, .latencyPercentile95, .latencyMaximum,
      .pointsTouched, .nodesVisited, .cellsVisited, .distancesComputed, .clustersShown,
      .clustersCreated, .clustersReused, .clusterReuseRate, .churn:
      clusteringDeclaration
    case .viewsRequested, .viewsCreated, .viewsReused, .viewReuseRate, .liveViewsPeak,
      .pooledViewsPeak, .largestPoolPeak:
      viewDeclaration
    case .calloutsOpened, .calloutsJudged, .calloutsCorrect, .calloutInside, .calloutZoomUnchanged,
      .calloutShiftMinimal, .calloutUntouched, .calloutIdempotent, .calloutParentVisible,
      .calloutOverflowMaximum, .calloutExcessShiftMaximum:
      calloutDeclaration
    case .frames, .mainThreadTime, .worstFrame, .hitches, .hitchTime, .hitchRatio:
      frameDeclaration
    case .regionChanges, .animatedRegionChanges, .pointsPanned, .selections, .deselections,
      .selectionsMissed, .batches, .annotationsAdded, .annotationsRemoved, .simulatedTime,
      .waitsGivenUp:
      mapDeclaration
    }
  }

  private func make(
    _ group: MetricGroup, _ unit: MetricUnit, _ better: BetterDirection, _ help: String
  ) -> MetricDeclaration {
    MetricDeclaration(group: group, unit: unit, better: better, help: help)
  }

  private var clusteringDeclaration: MetricDeclaration {
    switch self {
    case .queueWaitMaximum:
      make(.clustering, .time, .lower, "Longest wait of an update from its trigger to its start.")
    case .latencyMedian:
      make(.clustering, .time, .lower, "Median time from the trigger until the clusters stand.")
    case .latencyPercentile95:
      make(.clustering, .time, .lower, "Time within which 95 of 100 updates stand (nearest rank).")
    case .latencyMaximum:
      make(.clustering, .time, .lower, "Longest time from a trigger until its clusters stand.")
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
    case .calloutInside:
      make(.callouts, .share, .higher, "C1: callout and pin lie inside the map (0.5 pt).")
    case .calloutZoomUnchanged:
      make(.callouts, .share, .higher, "C2: the adjustment keeps the scale (1e-6).")
    case .calloutShiftMinimal:
      make(.callouts, .share, .higher, "C3: the map moves no further than needed (0.5 pt).")
    case .calloutUntouched:
      make(.callouts, .share, .higher, "C4: a callout that fits leaves the map alone.")
    case .calloutIdempotent:
      make(.callouts, .share, .higher, "C5: adjusting again changes nothing (0.5 pt, 1e-6).")
    case .calloutParentVisible:
      make(.callouts, .share, .higher, "C16: the pin is still visible afterwards.")
    case .calloutOverflowMaximum:
      make(.callouts, .distance, .lower, "Furthest that a callout stuck out after adjustment.")
    default:
      make(.callouts, .distance, .lower, "Largest difference between the shift made and needed.")
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
    case .hitchTime:
      make(.frames, .time, .lower, "Time by which frames came late.")
    case .hitchRatio:
      make(.frames, .timePerSecond, .lower, "Time by which frames came late, each second.")
    default:
      make(.frames, .count, .neither, "Frames in which anything moved or changed.")
    }
  }

  private var mapDeclaration: MetricDeclaration {
    switch self {
    case .regionChanges:
      make(.map, .count, .neither, "Pairs of region callbacks.")
    case .animatedRegionChanges:
      make(.map, .count, .neither, "Pairs of region callbacks that said animated.")
    case .pointsPanned:
      make(.map, .distance, .neither, "Way of the map centre on the screen.")
    case .selections:
      make(.map, .count, .neither, "Annotations that were selected.")
    case .deselections:
      make(.map, .count, .neither, "Annotations that were deselected.")
    case .selectionsMissed:
      make(.map, .count, .lower, "Select steps that found no annotation.")
    case .batches:
      make(.data, .count, .neither, "Batches that arrived.")
    case .annotationsAdded:
      make(.data, .count, .neither, "Annotations given to the map or to a cluster layer.")
    case .waitsGivenUp:
      make(.data, .count, .lower, "Waits for the map to settle that gave up after an hour.")
    case .annotationsRemoved:
      make(.data, .count, .neither, "Annotations taken from the map or from a cluster layer.")
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
