public import MapEvents
public import MapGeometry
public import Metrics

/// Where an expectation was missed worst: what to look at first.
public struct WorstCase: Codable, Hashable, Sendable {
  /// What it is.
  public enum Place: Codable, Hashable, Sendable {
    /// The step that contributes most to a number that adds up, or lasts longest.
    case step
    /// The instant of the largest or last value.
    case instant
    /// The cluster update that took so long; or the one with the rank, for a percentile.
    case update(Int32, layer: Int32)
    /// The first of the callouts that miss the expectation, and the worst of them.
    case callouts(first: Callout, worst: Callout)
    /// A selection that missed, with what is known of the annotations that it names.
    case missed(MissedSelection, subjects: [CalloutLife.Subject])
  }

  /// A callout with what counts against it.
  public struct Callout: Codable, Hashable, Sendable {
    /// Number of the callout in the session.
    public var number: Int32
    /// The step that opened it.
    public var step: Int32
    /// When it opened.
    public var openedAt: SimulatedTime
    /// The criterion that it breaks worst; nil for one that is counted for another reason.
    public var criterion: Criterion?
    /// How far it is from that criterion.
    public var measure: CriterionMeasure?
    /// The side of the view, or of what bars leave of it, beyond which callout and pin stick out
    /// furthest; nil when they do not.
    public var side: MapEdge?
  }

  /// What it is.
  public var place: Place
  /// Its value; of a step the contribution to the number that was judged.
  public var value: MetricValue
  /// The step in which it happened; nil outside of steps.
  public var step: Int?
  /// When it happened; nil for a step, which can run often.
  public var time: SimulatedTime?
}

/// How the number of a metric comes about, and so what its worst case is.
enum Accumulation {
  /// Every step adds to it.
  case sum
  /// A part of a whole, to both of which steps add.
  case share
  /// The state at the instant at which it is judged.
  case state
  /// The largest value at some instant.
  case peak(PeakPlaces.Peak)
  /// A time of cluster updates by its rank: so many percent are not longer.
  case rank(Int, @Sendable (UpdateFacts) -> SimulatedTime?)
  /// The share of callouts that keep a criterion; nil for all of them.
  case callouts(Criterion?)
  /// The largest distance of a callout.
  case calloutMaximum(@Sendable (CalloutVerdict) -> Double)
}

extension Metric {
  var accumulation: Accumulation {
    switch self {
    case .queueWaitMedian: .rank(50) { $0.queueWait }
    case .queueWaitPercentile95: .rank(95) { $0.queueWait }
    case .queueWaitMaximum: .rank(100) { $0.queueWait }
    case .indexingMedian, .indexingPercentile95, .indexingMaximum: .peak(.indexing)
    case .computeMedian: .rank(50) { $0.compute }
    case .computePercentile95: .rank(95) { $0.compute }
    case .computeMaximum: .rank(100) { $0.compute }
    case .animationMaximum: .rank(100) { $0.animation }
    case .latencyMedian: .rank(50) { $0.latency }
    case .latencyPercentile95: .rank(95) { $0.latency }
    case .latencyMaximum: .rank(100) { $0.latency }
    case .latencyWithoutFadeMedian: .rank(50) { $0.latencyWithoutFade }
    case .latencyWithoutFadePercentile95: .rank(95) { $0.latencyWithoutFade }
    case .latencyWithoutFadeMaximum: .rank(100) { $0.latencyWithoutFade }
    case .clustersShown, .clustersOfOnePoint, .clustersOfOneLocation, .clustersOfSeveralLocations:
      .state
    case .pointsLost: .peak(.pointsLost)
    case .pointsCountedTwice: .peak(.pointsCountedTwice)
    case .ghostClusters: .peak(.ghostClusters)
    case .liveViewsPeak: .peak(.liveViews)
    case .pooledViewsPeak: .peak(.pooledViews)
    case .largestPoolPeak: .peak(.largestPool)
    case .worstFrame: .peak(.frame)
    case .clusterReuseRate, .viewReuseRate, .viewsCreatedPerPan, .hitchRatio: .share
    case .calloutsCorrect: .callouts(nil)
    case .calloutOverflowMaximum: .calloutMaximum { $0.overflowPoints }
    case .calloutExcessShiftMaximum: .calloutMaximum { $0.excessShiftPoints }
    case .calloutInside, .calloutZoomUnchanged, .calloutShiftMinimal, .calloutUntouched,
      .calloutIdempotent, .calloutTipPinned, .calloutAnimatedAsAtOnce, .calloutMirrored,
      .calloutSameAtAnyLongitude, .calloutSameAtAnyLatitude, .calloutMoveAccepted,
      .calloutSameWhenTurned, .calloutOversize, .calloutSteadyAtWorldEdge,
      .calloutExactWhenClose, .calloutParentVisible, .calloutCallbacksPaired:
      .callouts(Criterion.allCases.first { $0.metric == self })
    case .clusterUpdates, .updatesCoalesced, .updatesCancelled, .updatesWithoutWork,
      .pointsTouched, .nodesVisited, .cellsVisited, .distancesComputed, .clustersCreated,
      .clustersReused, .churn, .clustersMoved, .clustersFlickered, .clusterCountsChanged,
      .titlesRequested, .subtitlesRequested, .staleClusterViews, .completions, .unsupportedCalls,
      .gridsCoarsened, .fadesCutShort, .viewsRequested, .viewsCreated, .viewsReused, .dirtyReuses,
      .providerNilAnswers, .viewsHidden, .mapClusters, .annotationsJoined, .calloutsOpened,
      .calloutsJudged, .accessoryTaps, .calloutsClosedInUpdates, .calloutGrowthFrames,
      .calloutsMadeByAnnotations, .calloutsLeftBehind, .calloutsMisplaced, .calloutsTappedAway,
      .deadTaps, .viewsRevived, .frames, .mainThreadTime, .hitches, .droppedFrames, .hitchTime,
      .regionChanges, .animatedRegionChanges, .regionChangesInterrupted, .reentries,
      .reentriesRefused, .callbacksUnanswered, .pointsPanned, .taps, .selections, .deselections,
      .selectionsMissed, .selectionsRefused, .dragsStarted, .dragsDropped, .dragsCancelled,
      .dragsRefused, .geocodeRequests, .overlaysAdded, .overlaysRemoved, .renderersRequested,
      .renderersMissing, .batches, .annotationsAdded, .annotationsRemoved, .annotationsMoved,
      .annotationsCompared, .simulatedTime, .waitsGivenUp:
      .sum
    }
  }
}

/// Where the largest values of a scope were reached.
struct PeakPlaces {
  /// What has a largest value at an instant.
  enum Peak: Int, CaseIterable {
    case indexing
    case pointsLost
    case pointsCountedTwice
    case ghostClusters
    case liveViews
    case pooledViews
    case largestPool
    case frame
  }

  /// A largest value with the instant at which it was reached first.
  struct Entry {
    var value: Int64 = 0
    var place = WorstCase.Place.instant
    var step: Int32 = -1
    var time: SimulatedTime
  }

  private var entries: [Entry]

  /// Makes places of a scope that begins now.
  init(at time: SimulatedTime) {
    entries = Array(repeating: Entry(time: time), count: Peak.allCases.count)
  }

  subscript(peak: Peak) -> Entry { entries[peak.rawValue] }

  /// Takes in a value; of equal ones the first counts.
  mutating func see(_ peak: Peak, _ entry: Entry) {
    if entry.value > entries[peak.rawValue].value { entries[peak.rawValue] = entry }
  }
}

extension MetricValue {
  /// Another number of the same kind; of a share it is a number of things.
  ///
  /// - Returns: The number in this value's unit.
  public func with(_ amount: Int64) -> MetricValue {
    switch self {
    case .count, .share, .never: .count(amount)
    case .nanoseconds: .nanoseconds(amount)
    case .micropoints: .micropoints(amount)
    }
  }
}
