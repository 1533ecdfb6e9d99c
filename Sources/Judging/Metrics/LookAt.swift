extension Metric {
  /// Where to look next when an expectation on it fails, in one sentence.
  public var lookAt: String {
    switch self {
    case .queueWaitMedian, .queueWaitPercentile95, .queueWaitMaximum:
      "Which updates were queued before it, and what kept the queue busy?"
    case .indexingMedian, .indexingPercentile95, .indexingMaximum:
      "How many points came at once, and does the engine fill its index anew each time?"
    case .mainThreadWaitPercentile95, .mainThreadWaitMaximum, .mainThreadWorkMaximum:
      "What did the main thread do meanwhile: views, callbacks, another update?"
    case .animationMaximum, .fadesCutShort:
      "What does the animator of the layer do, and is its completion called?"
    case .clustersCreated, .clustersReused, .clusterReuseRate, .churn, .clustersMoved,
      .clustersFlickered, .clusterCountsChanged:
      "Which region change or batch came just before, and does the grid of cells move with it?"
    case .pointsLost, .pointsCountedTwice, .ghostClusters:
      "What changed the data just before, and is the update after it the one that was judged?"
    case .viewsOfAnotherRole:
      "Which views does the layer declare for single points and for clusters?"
    case .staleReuses, .staleClusterViews, .staleClusterTexts:
      "What does the app leave on a view that it reuses, and where should it set it anew?"
    case .pooledViewsPeak, .largestPoolPeak, .pooledMemoryPeak, .viewMemoryPeak:
      "What left the map at once, and does a reuse pool ever get smaller?"
    case .calloutOverflowMaximum, .calloutInside, .calloutParentVisible:
      "What moved the map, the callout or its pin last, and which edge or bar was near?"
    case .calloutsUnsettled:
      "What else moved the map before it had made room, or kept it from that?"
    case .selectionsMissed, .selectionsRefused:
      "Is what the step means on the map, in view and in no cluster at that time?"
    case .selections, .deselections:
      "What was selected before, and which step, tap or update changes that?"
    case .stepsWithoutEffect:
      "What was on the map, selected or shown when the step ran, and which gestures does it follow?"
    case .downloadsCancelled, .batchesCancelled, .cancelsWithoutEffect:
      "Which downloads were running when the step cancelled one?"
    case .simulatedTime, .waitsGivenUp:
      "Which update, batch or animation was pending for so long?"
    case .batches, .annotationsAdded, .annotationsRemoved, .annotationsMoved, .annotationsCompared,
      .clustersRemoved, .annotationsRetitled:
      "Which steps give, take or move points, and had their batches arrived by then?"
    case .loads, .loadsCancelled, .staleAnswers:
      "Which moves of the map called the app, and how long are `wait` and `latency` of its load?"
    case .rowsSkipped:
      "Which rows does the report list, and what became of the file since they were accepted?"
    case .promisesKept:
      "What happened from the time when the promise began?"
    default: definition.group.lookAt
    }
  }
}

extension MetricGroup {
  /// Where to look next when an expectation on one of its metrics fails, in one sentence.
  public var lookAt: String {
    switch self {
    case .clustering: "Which updates ran, what triggered them, and how long did each part take?"
    case .views: "What brought so many annotations in view, and which identifiers do views share?"
    case .callouts: "Where were callout, pin and view, and what moved them last?"
    case .frames: "Which frame did most on the main thread, and what came in just before it?"
    case .map: "Which step or callback asked the map to move, and what else did at that time?"
    case .data: "Which steps change the data?"
    }
  }
}
