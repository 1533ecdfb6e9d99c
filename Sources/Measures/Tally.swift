internal import MapEvents
internal import MapGeometry
internal import Metrics

/// Running counts of one scope: the session, a part of it, or a step.
struct Tally: Codable, Hashable {
  // Clustering
  var updates: Int64 = 0
  var updatesCoalesced: Int64 = 0
  var updatesCancelled: Int64 = 0
  var updatesWithoutWork: Int64 = 0
  var updatesRequested: Int64 = 0
  /// Times of updates, so that a percentile is one look however long the session is.
  private(set) var times = SortedTimes()
  var animationMaximum: Int64 = 0
  var pointsTouched: Int64 = 0
  var nodesVisited: Int64 = 0
  var cellsVisited: Int64 = 0
  var distances: Int64 = 0
  /// The clusters on the map by kind; nil before the first ones.
  var kindsShown: ClusterKinds?
  var clustersCreated: Int64 = 0
  var clustersReused: Int64 = 0
  var churn: Int64 = 0
  /// Updates after which points and clusters were compared.
  var audits: Int64 = 0
  /// Those after which points were in view.
  var auditsOfPoints: Int64 = 0
  var pointsLost: Int64 = 0
  var pointsCountedTwice: Int64 = 0
  var ghostClusters: Int64 = 0
  /// Updates after which every cluster on the map was told of.
  var pictures: Int64 = 0
  /// Those with clusters where an earlier one had some, and where one of the same zoom, data and
  /// settings had or they have them now.
  var comparedPictures: Int64 = 0
  var alikePictures: Int64 = 0
  var clustersMoved: Int64 = 0
  var clustersFlickered: Int64 = 0
  var clusterCountsChanged: Int64 = 0
  var titlesRequested: Int64 = 0
  var subtitlesRequested: Int64 = 0
  var staleClusterViews: Int64 = 0
  var completions: Int64 = 0
  var unsupportedCalls: Int64 = 0
  var controllerRequests: Int64 = 0
  var appAnimations: Int64 = 0
  var gridsCoarsened: Int64 = 0
  var fadesCutShort: Int64 = 0

  // Views
  var viewsRequested: Int64 = 0
  var viewsCreated: Int64 = 0
  var viewsReused: Int64 = 0
  var liveViewsPeak: Int64 = 0
  var pooledViewsPeak: Int64 = 0
  var largestPoolPeak: Int64 = 0
  var dirtyReuses: Int64 = 0
  var providerNilAnswers: Int64 = 0
  var viewsHidden: Int64 = 0
  var mapClusters: Int64 = 0
  var annotationsJoined: Int64 = 0

  /// Annotations that came or left, and updates and replacements that could have made them.
  var mapChanges: Int64 = 0

  // Callouts
  var calloutsOpened: Int64 = 0
  var calloutsJudged: Int64 = 0
  var calloutsCorrect: Int64 = 0
  var criteriaKept = [Int64](repeating: 0, count: Criterion.count)
  var criteriaJudged = [Int64](repeating: 0, count: Criterion.count)
  var overflowMaximum: Int64 = 0
  var excessShiftMaximum: Int64 = 0
  var accessoryTaps: Int64 = 0
  var calloutsClosedInUpdates: Int64 = 0
  var updatesUnderCallouts: Int64 = 0
  var calloutFrames: Int64 = 0
  var calloutGrowthFrames: Int64 = 0
  var calloutAnnotationsAtStart: Int64 = 0
  var calloutAnnotationsAdded: Int64 = 0
  var calloutAnnotationsLaidOut: Int64 = 0
  var calloutButtonsReleased: Int64 = 0
  var calloutsMadeByAnnotations: Int64 = 0
  var calloutsLeftBehind: Int64 = 0
  var calloutsMisplaced: Int64 = 0
  var calloutsTappedAway: Int64 = 0
  var deadTaps: Int64 = 0
  var viewsRevived: Int64 = 0

  // Frames
  var frames: Int64 = 0
  var mainThread: Int64 = 0
  var worstFrame: Int64 = 0
  var hitches: Int64 = 0
  var droppedFrames: Int64 = 0
  var hitchTime: Int64 = 0

  // Map and data
  var regionChanges: Int64 = 0
  var animatedRegionChanges: Int64 = 0
  var regionChangesInterrupted: Int64 = 0
  var reentries: Int64 = 0
  var reentriesRefused: Int64 = 0
  var callbacksUnanswered: Int64 = 0
  var micropointsPanned: Int64 = 0
  var taps: Int64 = 0
  /// How many annotations were selected when the scope began.
  var selectedAtStart: Int64 = 0
  var selections: Int64 = 0
  var deselections: Int64 = 0
  var selectionsMissed: Int64 = 0
  var selectionsRefused: Int64 = 0
  var dragsStarted: Int64 = 0
  var dragsDropped: Int64 = 0
  var dragsCancelled: Int64 = 0
  var dragsRefused: Int64 = 0
  var geocodeRequests: Int64 = 0
  var overlaysAdded: Int64 = 0
  var overlaysRemoved: Int64 = 0
  var renderersRequested: Int64 = 0
  var renderersMissing: Int64 = 0
  var batches: Int64 = 0
  var annotationsAdded: Int64 = 0
  var annotationsRemoved: Int64 = 0
  var annotationsMoved: Int64 = 0
  var replacements: Int64 = 0
  var annotationsCompared: Int64 = 0
  var duration: Int64 = 0
  var waitsGivenUp: Int64 = 0

  /// Takes in a frame; it hitches by the whole frames that its work needs beyond the first.
  mutating func add(_ frame: FrameReport, period: SimulatedTime) {
    frames += 1
    let work = frame.mainThread.nanoseconds
    mainThread = Tally.sum(mainThread, work)
    worstFrame = max(worstFrame, work)
    if work > period.nanoseconds {
      let missed = (work - 1) / period.nanoseconds
      hitches += 1
      droppedFrames = Tally.sum(droppedFrames, missed)
      hitchTime = Tally.sum(hitchTime, missed * period.nanoseconds)
    }
  }

  /// Lets a scope begin with what there is then.
  mutating func begin(
    _ views: ViewCounts, _ kinds: ClusterKinds?, selected: Int32?, _ calloutAnnotations: Int64
  ) {
    see(views)
    kindsShown = kinds
    selectedAtStart = selected == nil ? 0 : 1
    calloutAnnotationsAtStart = calloutAnnotations
  }

  /// Raises the peaks to the views that there are now.
  mutating func see(_ views: ViewCounts) {
    liveViewsPeak = max(liveViewsPeak, views.live)
    pooledViewsPeak = max(pooledViewsPeak, views.pooled)
    largestPoolPeak = max(largestPoolPeak, views.largestPool)
  }

  /// Takes in the work of an index.
  mutating func add(_ work: ClusterWork) {
    nodesVisited = Tally.sum(nodesVisited, work.nodesVisited)
    pointsTouched = Tally.sum(pointsTouched, work.pointsTouched)
    cellsVisited = Tally.sum(cellsVisited, work.cellsVisited)
    distances = Tally.sum(distances, work.distances)
  }

  /// Takes in a time of an update or of a change of the index.
  mutating func add(_ time: SimulatedTime, to samples: TimeSamples) {
    times[samples].insert(time.nanoseconds)
  }

  /// Takes in what an audit after an update found; each count is the largest one.
  mutating func add(_ audit: ClusterAudit) {
    audits += 1
    auditsOfPoints += audit.visible > 0 ? 1 : 0
    pointsLost = max(pointsLost, Int64(audit.lost))
    pointsCountedTwice = max(pointsCountedTwice, Int64(audit.countedTwice))
    ghostClusters = max(ghostClusters, Int64(audit.ghosts))
  }

  /// Takes in how a layer differs after an update from what it was after the one before.
  mutating func add(_ changes: StabilityChanges) {
    pictures += 1
    comparedPictures += changes.isCompared ? 1 : 0
    alikePictures += changes.isShownAgain ? 1 : 0
    clustersMoved += changes.moved
    clustersFlickered += changes.flickered
    clusterCountsChanged += changes.changed
  }

  /// A sum that stays at the largest number instead of overflowing.
  static func sum(_ left: Int64, _ right: Int64) -> Int64 {
    assert(left >= 0 && right >= 0, "sums of \(left) and \(right) only grow")
    let (sum, isTooLarge) = left.addingReportingOverflow(right)
    return isTooLarge ? .max : sum
  }

  /// Takes in the verdict on a callout that was judged.
  mutating func add(_ verdict: CalloutVerdict) {
    count(verdict, by: 1)
    overflowMaximum = max(overflowMaximum, Tally.micropoints(verdict.overflowPoints))
    excessShiftMaximum = max(excessShiftMaximum, Tally.micropoints(verdict.excessShiftPoints))
  }

  /// Takes back a verdict that a later frame changes; its distances come again.
  mutating func takeBack(_ verdict: CalloutVerdict) { count(verdict, by: -1) }

  private mutating func count(_ verdict: CalloutVerdict, by sign: Int64) {
    calloutsJudged += sign
    calloutsCorrect += verdict.isCorrect ? sign : 0
    for criterion in Criterion.allCases {
      guard let kept = verdict.keeps(criterion) else { continue }
      criteriaJudged[criterion.ordinal] += sign
      criteriaKept[criterion.ordinal] += kept ? sign : 0
    }
    assert(calloutsCorrect >= 0 && calloutsCorrect <= calloutsJudged, "a verdict came back twice")
  }

  /// Whole millionths of a distance in points; distances beyond a billion points count as that.
  static func micropoints(_ points: Double) -> Int64 {
    guard points < 1e9 else { return 1_000_000_000_000_000 }
    return Int64((points * 1_000_000).rounded())
  }
}

extension Tally {
  /// The values of every metric in this scope.
  var table: MetricTable {
    var table = MetricTable()
    fillTimes(&table)
    fillClustering(&table)
    fillClusterAudit(&table)
    fillViews(&table)
    fillCallouts(&table)
    fillFrames(&table)
    fillMap(&table)
    fillTouches(&table)
    fillData(&table)
    return table
  }

  private func fillClustering(_ table: inout MetricTable) {
    table[.clusterUpdates] = .count(updates)
    table[.updatesCoalesced] = .count(updatesCoalesced)
    table[.updatesCancelled] = .count(updatesCancelled)
    table[.updatesWithoutWork] = .count(updatesWithoutWork)
    table[.pointsTouched] = .count(pointsTouched)
    table[.nodesVisited] = .count(nodesVisited)
    table[.cellsVisited] = .count(cellsVisited)
    table[.distancesComputed] = .count(distances)
    table[.clustersShown] = .count(kindsShown?.total ?? 0)
    table[.clustersCreated] = .count(clustersCreated)
    table[.clustersReused] = .count(clustersReused)
    table[.clusterReuseRate] = .share(part: clustersReused, of: clustersReused + clustersCreated)
    table[.churn] = .count(churn)
  }

  private func fillTimes(_ table: inout MetricTable) {
    for (metric, rank) in Tally.rankedMetrics {
      table[metric] = times[rank.samples].value(at: rank.percent)
    }
    for samples in TimeSamples.allCases { table[samples] = times[samples].count }
    table[.animationMaximum] =
      times[.latencies].count == 0 ? .never : .nanoseconds(animationMaximum)
  }

  private static let rankedMetrics = Metric.allCases.compactMap { metric in
    metric.declaration.rank.map { (metric: metric, rank: $0) }
  }

  /// What nobody looked at has no count, and not the count of nothing wrong.
  private func fillClusterAudit(_ table: inout MetricTable) {
    table[.titlesRequested] = .count(titlesRequested)
    table[.subtitlesRequested] = .count(subtitlesRequested)
    table[.fadesCutShort] = .count(fadesCutShort)
    table[.staleClusterViews] = .count(staleClusterViews)
    table[.completions] = .count(completions)
    table[.unsupportedCalls] = .count(unsupportedCalls)
    table[.gridsCoarsened] = .count(gridsCoarsened)
    if audits > 0 {
      table[.pointsLost] = .count(pointsLost)
      table[.pointsCountedTwice] = .count(pointsCountedTwice)
      table[.ghostClusters] = .count(ghostClusters)
    }
    if let kindsShown {
      table[.clustersOfOnePoint] = .count(kindsShown.onePoint)
      table[.clustersOfOneLocation] = .count(kindsShown.oneLocation)
      table[.clustersOfSeveralLocations] = .count(kindsShown.severalLocations)
    }
    if pictures > 0 {
      table[.clustersMoved] = .count(clustersMoved)
      table[.clustersFlickered] = .count(clustersFlickered)
      table[.clusterCountsChanged] = .count(clusterCountsChanged)
    }
  }

  private func fillViews(_ table: inout MetricTable) {
    table[.viewsRequested] = .count(viewsRequested)
    table[.viewsCreated] = .count(viewsCreated)
    table[.viewsReused] = .count(viewsReused)
    table[.viewReuseRate] = .share(part: viewsReused, of: viewsReused + viewsCreated)
    table[.liveViewsPeak] = .count(liveViewsPeak)
    table[.pooledViewsPeak] = .count(pooledViewsPeak)
    table[.largestPoolPeak] = .count(largestPoolPeak)
    table[.dirtyReuses] = .count(dirtyReuses)
    table[.providerNilAnswers] = .count(providerNilAnswers)
    table[.viewsHidden] = .count(viewsHidden)
    table[.mapClusters] = .count(mapClusters)
    table[.annotationsJoined] = .count(annotationsJoined)
    table[.viewsCreatedPerPan] = .share(part: viewsCreated, of: micropointsPanned)
  }

  private func fillCallouts(_ table: inout MetricTable) {
    table[.accessoryTaps] = .count(accessoryTaps)
    table[.calloutsClosedInUpdates] = .count(calloutsClosedInUpdates)
    table[.calloutGrowthFrames] = .count(calloutGrowthFrames)
    table[.calloutsMadeByAnnotations] = .count(calloutsMadeByAnnotations)
    table[.calloutsLeftBehind] = .count(calloutsLeftBehind)
    table[.calloutsMisplaced] = .count(calloutsMisplaced)
    table[.calloutsTappedAway] = .count(calloutsTappedAway)
    table[.deadTaps] = .count(deadTaps)
    table[.viewsRevived] = .count(viewsRevived)
    table[.calloutsOpened] = .count(calloutsOpened)
    table[.calloutsJudged] = .count(calloutsJudged)
    table[.calloutsCorrect] = .share(part: calloutsCorrect, of: calloutsJudged)
    for criterion in Criterion.allCases {
      let index = criterion.ordinal
      table[criterion.metric] = .share(part: criteriaKept[index], of: criteriaJudged[index])
    }
    guard calloutsJudged > 0 else { return }
    table[.calloutOverflowMaximum] = .micropoints(overflowMaximum)
    table[.calloutExcessShiftMaximum] = .micropoints(excessShiftMaximum)
  }

  private func fillFrames(_ table: inout MetricTable) {
    table[.frames] = .count(frames)
    table[.mainThreadTime] = .nanoseconds(mainThread)
    table[.worstFrame] = frames > 0 ? .nanoseconds(worstFrame) : .never
    table[.hitches] = .count(hitches)
    table[.droppedFrames] = .count(droppedFrames)
    table[.hitchTime] = .nanoseconds(hitchTime)
    // What came late took time too.
    table[.hitchRatio] = .share(part: hitchTime, of: Tally.sum(duration, hitchTime))
  }

  private func fillMap(_ table: inout MetricTable) {
    table[.regionChanges] = .count(regionChanges)
    table[.animatedRegionChanges] = .count(animatedRegionChanges)
    table[.regionChangesInterrupted] = .count(regionChangesInterrupted)
    table[.reentries] = .count(reentries)
    table[.reentriesRefused] = .count(reentriesRefused)
    table[.callbacksUnanswered] = .count(callbacksUnanswered)
    table[.pointsPanned] = .micropoints(micropointsPanned)
    table[.overlaysAdded] = .count(overlaysAdded)
    table[.overlaysRemoved] = .count(overlaysRemoved)
    table[.renderersRequested] = .count(renderersRequested)
    table[.renderersMissing] = .count(renderersMissing)
  }

  private func fillTouches(_ table: inout MetricTable) {
    table[.taps] = .count(taps)
    table[.selections] = .count(selections)
    table[.deselections] = .count(deselections)
    table[.selectionsMissed] = .count(selectionsMissed)
    table[.selectionsRefused] = .count(selectionsRefused)
    table[.dragsStarted] = .count(dragsStarted)
    table[.dragsDropped] = .count(dragsDropped)
    table[.dragsCancelled] = .count(dragsCancelled)
    table[.dragsRefused] = .count(dragsRefused)
    table[.geocodeRequests] = .count(geocodeRequests)
  }

  private func fillData(_ table: inout MetricTable) {
    table[.batches] = .count(batches)
    table[.annotationsAdded] = .count(annotationsAdded)
    table[.annotationsRemoved] = .count(annotationsRemoved)
    table[.annotationsMoved] = .count(annotationsMoved)
    table[.annotationsCompared] = .count(annotationsCompared)
    table[.simulatedTime] = .nanoseconds(duration)
    table[.waitsGivenUp] = .count(waitsGivenUp)
  }
}
