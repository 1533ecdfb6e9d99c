extension Metric {
  /// The things to look at next when an expectation on it fails, as nouns that fit after
  /// "Next: check".
  public var lookAt: String {
    switch self {
    case .queueWaitMedian, .queueWaitPercentile95, .queueWaitMaximum:
      "the updates that were queued before it, and the work that kept the queue busy"
    case .indexingMedian, .indexingPercentile95, .indexingMaximum:
      "the number of points that arrived at once, and refills of the whole index by the engine"
    case .mainThreadWaitPercentile95, .mainThreadWaitMaximum, .mainThreadWorkMaximum:
      "the work of the main thread at that time: views, callbacks, another update"
    case .animationMaximum, .fadesCutShort:
      "the animator of the layer, and the call of its completion"
    case .clustersCreated, .clustersReused, .clusterReuseRate, .churn, .clustersMoved,
      .clustersFlickered, .clusterCountsChanged:
      "the region change or the batch just before, and moves of the grid of cells"
    case .pointsLost, .pointsCountedTwice, .ghostClusters:
      "the last change of the data, and the update after it"
    case .viewsOfAnotherRole:
      "the views that the layer declares for single points and for clusters"
    case .staleReuses, .staleClusterViews, .staleClusterTexts:
      "the state that the app leaves on a reused view, and the place where it should reset it"
    case .pooledViewsPeak, .largestPoolPeak, .pooledMemoryPeak, .viewMemoryPeak:
      "the annotations that left the map at once, and reuse pools that never shrink"
    case .calloutOverflowMaximum, .calloutInside, .calloutParentVisible:
      "the last move of the map, the callout or its pin, and the nearest edge or bar"
    case .calloutsUnsettled:
      "other moves of the map before it had made room, and the reasons why it made none"
    case .selectionsMissed, .selectionsRefused:
      "the target of the step, which may be off the map, out of view or in a cluster"
    case .selections, .deselections:
      "the selection before, and the step, tap or update that changed it"
    case .stepsWithoutEffect:
      "the map when the step ran: its annotations, selection, visible region and gestures"
    case .downloadsCancelled, .batchesCancelled, .cancelsWithoutEffect:
      "the downloads that were running when the step cancelled one"
    case .simulatedTime, .waitsGivenUp:
      "the update, batch or animation that was pending for so long"
    case .batches, .annotationsAdded, .annotationsRemoved, .annotationsMoved, .annotationsCompared,
      .clustersRemoved, .annotationsRetitled:
      "the steps that add, remove or move points, and whether their batches had arrived"
    case .loads, .loadsCancelled, .staleAnswers:
      "the moves of the map that called the app, and `wait` and `latency` of its load"
    case .rowsSkipped:
      "the rows that the report lists, and changes of the file since they were accepted"
    case .promisesKept:
      "the events since the promise began"
    default: definition.group.lookAt
    }
  }
}

extension MetricGroup {
  /// The things to look at next when an expectation on one of its metrics fails, as nouns.
  public var lookAt: String {
    switch self {
    case .clustering: "the updates that ran, their triggers, and the time of each part"
    case .views: "the change that brought the annotations into view, and shared identifiers"
    case .callouts: "the places of callout, pin and view, and the last move of each"
    case .frames: "the frame with the most work on the main thread, and the event just before it"
    case .map: "the step or callback that moved the map, and other moves at that time"
    case .data: "the steps that change the data"
    }
  }
}
