internal import MapEvents
internal import MapGeometry
internal import Metrics

/// The counts for expectations on a named interval, on a layer alone or on frames of some lateness.
///
/// Sessions without such expectations have no windows and pay nothing for them.
struct CountedWindow {
  /// An instant by the number of moments until then, which orders simultaneous moments.
  struct Instant {
    var moments: Int
    var time: SimulatedTime
    var step: Int32
  }

  /// The events that a window counts; expectations with the same filter share a window.
  struct Filter: Equatable {
    let since: BoundExpectation.Since
    /// The only layer that it counts; none for all of the session.
    let layer: LayerID
    /// The lateness that a frame must exceed to count as a hitch; nil for every late frame.
    var latenessNanoseconds: Int64?
  }

  let filter: Filter
  private(set) var begin: Instant?
  /// Nil while it lasts.
  private(set) var end: Instant?
  var counts = MetricAccumulator()
  var peaks = PeakPlaces()
  /// The counts of each step, under a single part.
  var steps = IntervalStepAccumulators()

  init(_ filter: Filter) { self.filter = filter }

  /// The windows that expectations need, and one of each layer over the whole session, which tells
  /// what lasts there.
  static func windows(for expectations: some Sequence<BoundExpectation>) -> [CountedWindow] {
    var filters: [Filter] = []
    func add(_ filter: Filter) {
      if !filters.contains(filter) { filters.append(filter) }
    }
    for bound in expectations where bound.needsWindow {
      if let layer = bound.layer { add(Filter(since: .start, layer: layer.id)) }
      add(bound.windowFilter)
    }
    return filters.map(CountedWindow.init)
  }

  var layer: LayerID { filter.layer }

  /// Whether what counts for a scope counts for it.
  func holds(_ scope: Tally.Scope) -> Bool {
    guard let begin, scope.moments >= begin.moments, scope.moments < end?.moments ?? .max else {
      return false
    }
    return layer.isNone || scope.layer == layer
  }

  /// Whether the window counts a frame with this lateness.
  func holds(latenessNanoseconds lateness: Int64) -> Bool {
    filter.latenessNanoseconds.map { lateness > $0 } ?? true
  }

  mutating func count(in step: Int32, _ change: (inout MetricAccumulator) -> Void) {
    change(&counts)
    if step >= 0 { change(&steps[0, step]) }
  }

  mutating func begin(at instant: Instant, with counts: MetricAccumulator) {
    (begin, end, self.counts) = (instant, nil, counts)
    (peaks, steps) = (PeakPlaces(), IntervalStepAccumulators())
  }

  /// Ends it, when it has begun and this is its last moment.
  mutating func end(at instant: Instant, _ moment: SessionMoment) {
    guard case .interval(let interval) = filter.since, interval.last == moment, begin != nil,
      end == nil
    else { return }
    end = instant
  }

  /// Whether an expectation on it can be judged.
  var isOver: Bool {
    guard begin != nil else { return false }
    if case .interval = filter.since { return end != nil }
    return true
  }

  /// The time that it has lasted so far, and the part of a step in it.
  func length(until now: SimulatedTime, since start: SimulatedTime = .zero) -> SimulatedTime {
    guard let begin else { return .zero }
    let (from, to) = (max(begin.time, start), min(end?.time ?? now, now))
    return from < to ? to - from : .zero
  }
}

extension BoundExpectation.Since {
  /// Whether the range begins anew at a moment.
  func begins(at moment: SessionMoment) -> Bool {
    switch self {
    case .start: moment == .start
    case .lastMark: if case .mark = moment { true } else { moment == .start }
    case .mark(let name): moment == .mark(name)
    case .interval(let interval): moment == interval.first
    }
  }
}

extension BoundExpectation {
  /// The filter of the window that the expectation needs.
  var windowFilter: CountedWindow.Filter {
    CountedWindow.Filter(
      since: since, layer: layer?.id ?? .none, latenessNanoseconds: latenessNanoseconds)
  }
}
