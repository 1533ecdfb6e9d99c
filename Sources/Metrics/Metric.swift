/// Everything that a session is measured by, declared once: the name in plain words, the unit, the
/// group, which direction is better, its opportunity and a sentence of help.
///
/// Scenario files, facts, verdicts and reports all read this declaration. Every metric here is a
/// *fact*: an exact number, the same on every machine. Times observed on a real clock are no
/// metrics; they never gate.
public enum Metric: String, CaseIterable, Codable, Hashable, Sendable {
  // Clustering
  case clusterUpdates = "cluster updates"
  case updatesCoalesced = "updates coalesced"
  case updatesCancelled = "updates cancelled"
  case updatesWithoutWork = "updates with nothing new"
  case queueWaitMedian = "clustering queue wait p50"
  case queueWaitPercentile95 = "clustering queue wait p95"
  case queueWaitMaximum = "clustering queue wait max"
  case indexingMedian = "clustering indexing p50"
  case indexingPercentile95 = "clustering indexing p95"
  case indexingMaximum = "clustering indexing max"
  case computeMedian = "clustering compute p50"
  case computePercentile95 = "clustering compute p95"
  case computeMaximum = "clustering compute max"
  case animationMaximum = "clustering animation max"
  case latencyMedian = "clustering latency p50"
  case latencyPercentile95 = "clustering latency p95"
  case latencyMaximum = "clustering latency max"
  case latencyWithoutFadeMedian = "clustering latency without fade p50"
  case latencyWithoutFadePercentile95 = "clustering latency without fade p95"
  case latencyWithoutFadeMaximum = "clustering latency without fade max"
  case pointsTouched = "clustering points touched"
  case nodesVisited = "clustering nodes visited"
  case cellsVisited = "clustering cells visited"
  case distancesComputed = "clustering distances"
  case clustersShown = "clusters shown"
  case clustersOfOnePoint = "clusters of one point"
  case clustersOfOneLocation = "clusters of one location"
  case clustersOfSeveralLocations = "clusters of several locations"
  case clustersCreated = "clusters created"
  case clustersReused = "clusters reused"
  case clusterReuseRate = "cluster reuse rate"
  case churn = "churn"
  case pointsLost = "points lost"
  case pointsCountedTwice = "points counted twice"
  case ghostClusters = "ghost clusters"
  case clustersMoved = "clusters moved"
  case clustersFlickered = "clusters flickered"
  case clusterCountsChanged = "cluster counts changed"
  case titlesRequested = "titles requested"
  case subtitlesRequested = "subtitles requested"
  case staleClusterViews = "stale cluster views"
  case completions = "completions"
  case unsupportedCalls = "calls not supported"
  case gridsCoarsened = "grids coarsened"
  case fadesCutShort = "fades cut short"

  // Views
  case viewsRequested = "views requested"
  case viewsCreated = "views created"
  case viewsReused = "views reused"
  case viewReuseRate = "view reuse rate"
  case liveViewsPeak = "live views peak"
  case pooledViewsPeak = "pooled views peak"
  case largestPoolPeak = "largest pool peak"
  case dirtyReuses = "dirty reuses"
  case providerNilAnswers = "provider nil answers"
  case viewsHidden = "views hidden by collisions"
  case mapClusters = "map clusters formed"
  case annotationsJoined = "annotations joined"
  case viewsCreatedPerPan = "views created per 1000 pt panned"

  // Callouts
  case calloutsOpened = "callouts opened"
  case calloutsJudged = "callouts judged"
  case calloutsCorrect = "callouts correct"
  case calloutInside = "callout inside map"
  case calloutZoomUnchanged = "callout zoom unchanged"
  case calloutShiftMinimal = "callout shift minimal"
  case calloutUntouched = "callout untouched when visible"
  case calloutIdempotent = "callout adjustment idempotent"
  case calloutTipPinned = "callout tip pinned"
  case calloutAnimatedAsAtOnce = "callout animated as at once"
  case calloutMirrored = "callout shift mirrored"
  case calloutSameAtAnyLongitude = "callout same at any longitude"
  case calloutSameAtAnyLatitude = "callout same at any latitude"
  case calloutMoveAccepted = "callout move accepted"
  case calloutSameWhenTurned = "callout same on a turned map"
  case calloutOversize = "callout oversize rule"
  case calloutSteadyAtWorldEdge = "callout steady at world edge"
  case calloutExactWhenClose = "callout exact at zoom 20"
  case calloutParentVisible = "callout parent visible"
  case calloutCallbacksPaired = "callout callbacks paired"
  case calloutOverflowMaximum = "callout overflow max"
  case calloutExcessShiftMaximum = "callout excess shift max"
  case accessoryTaps = "accessory taps"
  case calloutsClosedInUpdates = "callouts closed in updates"
  case calloutGrowthFrames = "frames of growing callouts"
  case calloutsMadeByAnnotations = "callouts made by annotations"
  case calloutsLeftBehind = "callouts left behind"
  case calloutsMisplaced = "callouts over other views"
  case calloutsTappedAway = "callouts tapped away"
  case deadTaps = "taps on dead views"
  case viewsRevived = "views revived"

  // Frames
  case frames = "frames"
  case mainThreadTime = "main thread time"
  case worstFrame = "worst frame"
  case hitches = "hitches"
  case droppedFrames = "dropped frames"
  case hitchTime = "hitch time"
  case hitchRatio = "hitch ratio"

  // Map
  case regionChanges = "region changes"
  case animatedRegionChanges = "animated region changes"
  case regionChangesInterrupted = "region changes interrupted"
  case reentries = "region changes reentered"
  case reentriesRefused = "region reentries refused"
  case callbacksUnanswered = "callbacks unanswered"
  case pointsPanned = "points panned"
  case taps = "taps"
  case selections = "selections"
  case deselections = "deselections"
  case selectionsMissed = "selections missed"
  case selectionsRefused = "selections refused"
  case dragsStarted = "drags started"
  case dragsDropped = "drags dropped"
  case dragsCancelled = "drags cancelled"
  case dragsRefused = "drags refused"
  case geocodeRequests = "geocode requests"
  case overlaysAdded = "overlays added"
  case overlaysRemoved = "overlays removed"
  case renderersRequested = "renderers requested"
  case renderersMissing = "renderers missing"

  // Data
  case batches = "batches"
  case annotationsAdded = "annotations added"
  case annotationsRemoved = "annotations removed"
  case annotationsMoved = "annotations moved"
  case annotationsCompared = "annotations compared"
  case simulatedTime = "simulated time"
  case waitsGivenUp = "waits given up"

  /// The name in plain words, as scenario files and reports write it.
  public var name: String { rawValue }
}

/// What the number of a metric counts.
public enum MetricUnit: String, Hashable, Sendable {
  /// A whole number of things.
  case count
  /// A part of a whole, written in percent.
  case share
  /// Simulated time, in whole nanoseconds.
  case time
  /// A distance on the screen, in millionths of a point.
  case distance
  /// Time lost for each second of the session, written in ms per s.
  case timePerSecond = "time per second"
  /// Things for each 1000 points of the screen that the map moved.
  case perThousandPoints = "per 1000 points"
}

/// The room of the product that a metric belongs to; reports make one table of each.
public enum MetricGroup: String, CaseIterable, Hashable, Sendable {
  case clustering
  case views
  case callouts
  case frames
  case map
  case data
}

/// Which way a metric improves.
public enum BetterDirection: String, Hashable, Sendable {
  case lower
  case higher
  /// Neither: the number describes the session.
  case neither
}
