internal import MapEvents
internal import MapGeometry
internal import Metrics

/// The counts of a session in each scope: the session, its parts, its steps and the windows that
/// expectations need.
///
/// The counter of each family of events adds to it: it counts, raises a largest value, follows a
/// state, keeps an occasion or reports an event that should not happen.
struct Tally {
  /// The scopes that an event counts for, beside the session.
  struct Scope: Equatable {
    var part: Int?
    var step: Int32
    /// How many moments had come, where there are windows.
    var moments = 0
    /// The layer of the event, where an expectation is about one.
    var layer = LayerID.none
  }

  /// The counts since the last mark of a name, beyond later marks.
  private struct Span {
    let name: String
    /// The part that the mark began, and when; nil before the mark.
    var begin: (part: Int, time: SimulatedTime)?
    var counts = MetricAccumulator()
  }

  private(set) var now = SimulatedTime.zero
  private(set) var currentStep: Int32 = -1
  /// The layers of events; nil where no expectation is about one.
  private var layers: LayerTracker?
  private var currentLayer = LayerID.none

  private(set) var session = MetricAccumulator()
  private(set) var steps: AccumulatorStore
  private var stepBegan = SimulatedTime.zero
  /// The parts with their beginnings; their tables follow at the end.
  private(set) var marks: [IntervalFacts] = []
  private var parts = AccumulatorStore()
  private var partSteps = IntervalStepAccumulators()
  /// Whether any expectation counts from a mark.
  private let keepsPartSteps: Bool
  /// The first part that an expectation can still refer to.
  private var firstKeptPart = 0
  /// The counts since the marks that expectations name.
  private var spans: [Span]
  /// The counts of intervals and of layers that expectations name.
  private var windows: [CountedWindow]
  /// The promises that expectations name.
  private(set) var promises: [PromiseWatch] = []
  /// How many moments have come; counted only where there are windows.
  private var momentCount = 0
  /// The current states that metrics follow, and the occasions that last.
  private var states = MetricAccumulator()
  private var hitches = HitchClock()

  private var sessionPeaks = PeakPlaces()
  /// For each part, where its largest values were reached.
  private var partPeaks: [PeakPlaces] = []
  private(set) var misses: [PlacedMiss] = []
  private(set) var rareEvents: [PlacedEvent] = []

  init(stepExpectations: [[BoundExpectation]], finalExpectations: [BoundExpectation]) {
    let all = [stepExpectations.joined(), [finalExpectations].joined()].joined()
    promises = all.compactMap(PromiseWatch.init)
    let ofSteps = stepExpectations.joined()
    windows = CountedWindow.windows(for: all)
    if windows.contains(where: \.layer.isSome) { layers = LayerTracker() }
    steps = AccumulatorStore(count: stepExpectations.count)
    let names = Set(ofSteps.filter { !$0.needsWindow }.compactMap(\.since.name))
    spans = names.sorted().map { Span(name: $0) }
    keepsPartSteps = ofSteps.contains { $0.since != .start && !$0.needsWindow }
  }

  var currentScope: Scope {
    Scope(
      part: parts.count == 0 ? nil : parts.count - 1, step: currentStep, moments: momentCount,
      layer: currentLayer)
  }

  // MARK: Promises

  /// Shows an event to the promises.
  mutating func watchPromises(_ event: Event) {
    for index in promises.indices { promises[index].observe(event) }
  }

  /// The watch of an expectation about a promise; nil for any other.
  func promise(of bound: BoundExpectation) -> PromiseWatch? {
    bound.promise.flatMap { _ in promises.first { $0.bound == bound } }
  }

  // MARK: Counting

  mutating func count(_ metric: Metric, by amount: Int64 = 1, in scope: Scope? = nil) {
    count(in: scope ?? currentScope) { $0.add(metric, amount) }
  }

  mutating func count(_ occasion: Occasion, in scope: Scope? = nil) {
    count(in: scope ?? currentScope) { $0.add(occasion) }
  }

  /// Raises the largest value of a metric, and records where that was.
  mutating func raise(
    _ metric: Metric, to value: Int64, in scope: Scope? = nil, update: UpdatePlace? = nil
  ) {
    let scope = scope ?? currentScope
    count(in: scope) { $0.raise(metric, to: value) }
    see(metric, value, in: scope, update)
  }

  /// Sets a state to its current value; later scopes begin with it.
  mutating func follow(_ metric: Metric, _ value: Int64) {
    states[metric] = value
    // It is a state of the map, which no layer has alone.
    var scope = currentScope
    scope.layer = .none
    count(in: scope) { $0.follow(metric, value) }
    see(metric, value, in: scope)
  }

  /// Sets the states of the current layer in its windows.
  mutating func followLayer() {
    guard let layers, currentLayer.isSome else { return }
    let scope = currentScope
    for index in windows.indices where windows[index].layer == currentLayer {
      guard windows[index].holds(scope) else { continue }
      layers.visitStates(of: currentLayer) { metric, value in
        windows[index].counts.follow(metric, value)
        windows[index].peaks.see(
          PeakPlaces.Peak(
            metric: metric, value: value, update: nil, step: currentStep, time: now))
      }
    }
  }

  /// Sets how often an occasion holds now; later scopes begin with it.
  mutating func keep(_ occasion: Occasion, _ number: Int64) { states.set(occasion, to: number) }

  /// Changes the counts of the session, of a scope and of the open windows.
  ///
  /// - Parameters:
  ///   - scope: The step, part and layer to count for.
  ///   - lateness: The lateness of a frame; windows with a higher limit skip it.
  ///   - change: The change of one set of counts.
  mutating func count(
    in scope: Scope, latenessNanoseconds lateness: Int64 = .max,
    _ change: (inout MetricAccumulator) -> Void
  ) {
    change(&session)
    for index in windows.indices
    where windows[index].holds(scope) && windows[index].holds(latenessNanoseconds: lateness) {
      windows[index].count(in: scope.step, change)
    }
    if let part = scope.part {
      change(&parts[Int32(part)])
      for index in spans.indices {
        if let begin = spans[index].begin, part >= begin.part { change(&spans[index].counts) }
      }
    }
    guard scope.step >= 0 else { return }
    change(&steps[scope.step])
    guard keepsPartSteps, let part = scope.part, part >= firstKeptPart else { return }
    change(&partSteps[part, scope.step])
  }

  /// Records a value that can be the largest of a metric in the session or in the part of a scope.
  mutating func see(
    _ metric: Metric, _ value: Int64, in scope: Scope, _ update: UpdatePlace? = nil
  ) {
    let peak = PeakPlaces.Peak(
      metric: metric, value: value, update: update, step: scope.step, time: now)
    sessionPeaks.see(peak)
    if let part = scope.part { partPeaks[part].see(peak) }
    for index in windows.indices where windows[index].holds(scope) {
      windows[index].peaks.see(peak)
    }
  }

  // MARK: Events to look at

  /// The most missed selections, and the most rare events, that are recorded.
  private static let keptEventLimit = 500

  /// Counts and records an event that should not happen at all.
  mutating func report(
    _ metric: Metric, since time: SimulatedTime? = nil, in scope: Scope? = nil,
    because idle: IdleReason? = nil
  ) {
    let scope = scope ?? currentScope
    count(metric, in: scope)
    guard rareEvents.count < Tally.keptEventLimit else { return }
    rareEvents.append(PlacedEvent(metric: metric, time: time ?? now, scope: scope, idle: idle))
  }

  /// Counts and records a selection that missed or was refused.
  mutating func report(
    _ missed: MissedSelection, as metric: Metric, among annotations: AnnotationRegistry
  ) {
    count(metric)
    guard misses.count < Tally.keptEventLimit else { return }
    let named = [missed.nearest?.annotation, missed.reachable?.annotation].compactMap(\.self)
    misses.append(
      PlacedMiss(
        metric: metric, missed: missed, subjects: named.compactMap { annotations[$0] }, time: now,
        scope: currentScope))
  }
}

/// Scopes begin and end with the events of the session.
extension Tally {
  /// Counts from now on for the time, the step and the layer of an event.
  mutating func advance(to event: Event) {
    now = event.time
    countHitches()
    currentStep = event.step
    if let layer = layers?.observe(event.kind) { currentLayer = layer }
  }

  mutating func beginStep() {
    stepBegan = now
    if currentStep >= 0 { steps[currentStep].begin(with: beginning) }
  }

  mutating func endStep() {
    let duration = (now - stepBegan).nanoseconds
    let scope = currentScope
    guard scope.step >= 0 else { return }
    steps[scope.step].add(.simulatedTime, duration)
    for index in windows.indices {
      let length = windows[index].length(until: now, since: stepBegan).nanoseconds
      if length > 0 { windows[index].steps[0, scope.step].add(.simulatedTime, length) }
    }
    guard let part = scope.part, keepsPartSteps else { return }
    partSteps[part, scope.step].add(.simulatedTime, duration)
  }

  mutating func beginPart(named name: String) {
    endPart()
    marks.append(IntervalFacts(name: name, start: now, table: MetricTable()))
    let beginning = beginning
    for index in spans.indices where spans[index].name == name {
      spans[index].begin = (part: parts.count, time: now)
      spans[index].counts = beginning
    }
    parts.append(beginning)
    partPeaks.append(PeakPlaces())
    reach(.mark(name))
    firstKeptPart = spans.compactMap(\.begin?.part).min() ?? parts.count - 1
    partSteps.remove(before: firstKeptPart)
    for metric in MetricAccumulator.states { see(metric, states[metric], in: currentScope) }
  }

  private mutating func endPart() {
    guard let mark = marks.last else { return }
    parts[Int32(parts.count - 1)][.simulatedTime] = (now - mark.start).nanoseconds
  }

  /// Ends the last part and the session.
  mutating func end() {
    endPart()
    session[.simulatedTime] = now.nanoseconds
    reach(.end)
  }

  /// Fills in the tables of the parts.
  mutating func fillParts() {
    for (index, table) in parts.tables.enumerated() { marks[index].table = table }
  }

  /// Ends and begins windows at a moment.
  mutating func reach(_ moment: SessionMoment) {
    for index in promises.indices { promises[index].reach(moment) }
    guard !windows.isEmpty else { return }
    momentCount += 1
    let instant = CountedWindow.Instant(moments: momentCount, time: now, step: currentStep)
    for index in windows.indices {
      windows[index].end(at: instant, moment)
      guard windows[index].filter.since.begins(at: moment) else { continue }
      windows[index].begin(at: instant, with: beginning(of: windows[index].layer))
    }
    enterScope()
  }

  /// The counts that a scope begins with.
  private var beginning: MetricAccumulator {
    var counts = states
    for occasion in Occasion.allCases where occasion.isLasting && session.count(of: occasion) > 0 {
      counts.add(occasion)
    }
    return counts
  }

  /// The counts that a scope of a layer begins with.
  private func beginning(of layer: LayerID) -> MetricAccumulator {
    guard layer.isSome else { return beginning }
    let filter = CountedWindow.Filter(since: .start, layer: layer)
    guard let whole = windows.first(where: { $0.filter == filter })?.counts
    else { return MetricAccumulator() }
    var counts = MetricAccumulator()
    layers?.visitStates(of: layer) { counts.follow($0, $1) }
    for occasion in Occasion.allCases where occasion.isLasting && whole.count(of: occasion) > 0 {
      counts.add(occasion)
    }
    return counts
  }
}

/// Frames and the time of hitches, which counts for the scopes in which it passes.
extension Tally {
  /// Counts a frame, which hitches by the whole frame periods that it comes late onto the screen.
  mutating func count(_ frame: FrameReport, period: SimulatedTime) {
    let work = frame.mainThread.nanoseconds
    let late = frame.lateness.nanoseconds
    count(in: currentScope) { counts in
      counts.add(.frames)
      counts.add(.mainThreadTime, work)
      counts.add(.droppedFrames, late / max(1, period.nanoseconds))
    }
    if late > 0 { count(in: currentScope, latenessNanoseconds: late) { $0.add(.hitches) } }
    raise(.worstFrame, to: work)
    raise(.longestHitch, to: late)
    hitches.show(dueAt: frame.dueAt, lateness: frame.lateness)
    countHitches()
  }

  /// Notes that hitches count for the current scope from now on.
  mutating func enterScope() { hitches.enter(currentScope, at: now) }

  /// Counts the time of hitches that has passed.
  private mutating func countHitches() {
    guard hitches.isPending(at: now) else { return }
    for (scope, time) in hitches.take(until: now) {
      count(.hitchTime, by: time.nanoseconds, in: scope)
    }
  }
}

/// The counts of an expectation.
extension Tally {
  typealias Judged = (counts: MetricAccumulator, scope: JudgedScope, mark: String?)

  /// The counts of an expectation, and the mark since which they count; nil before that mark.
  func counts(for bound: BoundExpectation) -> Judged? {
    if let step = bound.step { return (steps[Int32(step)], .step(step), nil) }
    func until(now counts: MetricAccumulator, since start: SimulatedTime) -> MetricAccumulator {
      var counts = counts
      counts[.simulatedTime] = (now - start).nanoseconds
      return counts
    }
    if bound.needsWindow { return windowCounts(for: bound) }
    switch bound.since {
    case .start, .interval: break
    case .lastMark:
      guard let mark = marks.last else { break }
      let part = parts.count - 1
      return (until(now: parts[Int32(part)], since: mark.start), .since(part: part), mark.name)
    case .mark(let name):
      guard let span = spans.first(where: { $0.name == name }), let begin = span.begin else {
        return nil
      }
      return (until(now: span.counts, since: begin.time), .since(part: begin.part), name)
    }
    return (until(now: session, since: .zero), .session, nil)
  }

  /// The mark since which an expectation counts; nil for any other range.
  func mark(of bound: BoundExpectation) -> String? {
    bound.since == .lastMark ? marks.last?.name : bound.since.name
  }

  /// The counts of an expectation on an interval or a layer; nil before it can be judged or, if it
  /// may be open, before it begins.
  private func windowCounts(for bound: BoundExpectation, isOpen: Bool = false) -> Judged? {
    guard let (index, window) = window(for: bound), isOpen ? window.begin != nil : window.isOver
    else { return nil }
    var counts = window.counts
    counts[.simulatedTime] = window.length(until: now).nanoseconds
    return (counts, .window(index), mark(of: bound))
  }

  /// The value of an expectation's metric so far, in an interval that may still last; nil before it
  /// begins.
  func currentValue(for bound: BoundExpectation) -> MetricValue? {
    if let watch = promise(of: bound) { return watch.unbroken }
    let judged = bound.needsWindow ? windowCounts(for: bound, isOpen: true) : counts(for: bound)
    return judged?.counts.value(of: bound.expectation.metric)
  }

  /// How often the occasion that a metric needs occurred in a scope or, if it lasts, before.
  func occasions(of metric: Metric, in counts: MetricAccumulator, isWindow: Bool) -> Int64 {
    guard case .after(let occasion) = metric.definition.opportunity else { return 0 }
    // A window begins with what lasts, and does not see what comes after its end.
    return (occasion.isLasting && !isWindow ? session : counts).count(of: occasion)
  }

  /// When the range that an expectation counts began.
  func beginning(of bound: BoundExpectation) -> SimulatedTime {
    if bound.needsWindow { return window(for: bound)?.window.begin?.time ?? .zero }
    switch bound.since {
    case .start, .interval: return .zero
    case .lastMark: return marks.last?.start ?? .zero
    case .mark(let name): return marks.last { $0.name == name }?.start ?? .zero
    }
  }

  private func window(for bound: BoundExpectation) -> (index: Int, window: CountedWindow)? {
    let filter = bound.windowFilter
    return windows.firstIndex { $0.filter == filter }.map { ($0, windows[$0]) }
  }
}

/// The steps and instants that make a number what it is.
extension Tally {
  func holds(_ scope: JudgedScope, _ other: Scope) -> Bool {
    switch scope {
    case .session: true
    case .since(let part): (other.part ?? -1) >= part
    case .step(let step): other.step == Int32(step)
    case .window(let index): windows[index].holds(other)
    }
  }

  /// The instant at which a scope ended, or now.
  func lastInstant(in scope: JudgedScope, _ value: MetricValue) -> WorstCase {
    guard case .window(let index) = scope, let end = windows[index].end else {
      return WorstCase(.instant, value: value, step: currentStep, time: now)
    }
    return WorstCase(.instant, value: value, step: end.step, time: end.time)
  }

  /// The number of steps that are searched for the worst case of a metric.
  func stepCount(in scope: JudgedScope, for metric: Metric) -> Int {
    switch metric.definition.combination {
    case .sum, .distinct, .ratio: break
    case .state, .peak, .largest, .rank, .share: return 0
    }
    return switch scope {
    case .session: steps.count
    case .step: 1
    case .since: partSteps.count
    case .window(let index): windows[index].steps.count
    }
  }

  /// Visits the counts of each step in a scope, in the order of steps and once for each part.
  private func visitSteps(
    in scope: JudgedScope, _ body: (_ step: Int32, _ counts: MetricAccumulator) -> Void
  ) {
    switch scope {
    case .session: for step in 0..<Int32(steps.count) { body(step, steps[step]) }
    case .step(let step): body(Int32(step), steps[Int32(step)])
    case .since(let part): partSteps.visit(since: part, body)
    case .window(let index): windows[index].steps.visit(since: 0, body)
    }
  }

  /// The step that contributes most to a number, or the first selection that missed.
  func worstStep(
    of metric: Metric, in scope: JudgedScope, of value: MetricValue,
    _ amount: (MetricValue) -> Int64
  ) -> WorstCase? {
    let miss = misses.first { $0.metric == metric && holds(scope, $0.scope) }
    if let miss {
      return WorstCase(
        .missed(miss.missed, subjects: miss.subjects), value: .count(1), step: miss.scope.step,
        time: miss.time)
    }
    var best: (step: Int32, amount: Int64)?
    var sum: (step: Int32, amount: Int64) = (-1, 0)
    visitSteps(in: scope) { step, counts in
      let more = amount(counts.value(of: metric))
      sum = (step, sum.step == step ? sum.amount.clampedSum(more) : more)
      if sum.amount > best?.amount ?? 0 { best = sum }
    }
    guard let best else { return nil }
    let first = rareEvents.first {
      $0.metric == metric && $0.scope.step == best.step && holds(scope, $0.scope)
    }
    return WorstCase(
      first?.idle.map { .idle($0) } ?? .step,
      value: metric == .hitchRatio ? .nanoseconds(best.amount) : value.with(best.amount),
      step: best.step, time: first?.time)
  }

  /// The instant or the cluster update with the largest value.
  func worstPeak(_ metric: Metric, in scope: JudgedScope, _ value: MetricValue) -> WorstCase? {
    let peaks: ArraySlice<PeakPlaces>
    switch scope {
    case .session: peaks = [sessionPeaks]
    case .since(let part): peaks = partPeaks.dropFirst(part)
    case .window(let index): peaks = [windows[index].peaks]
    case .step: return nil
    }
    let found = peaks.compactMap { $0[metric] }
    guard var highest = found.first else { return nil }
    for peak in found where peak.value > highest.value { highest = peak }
    return WorstCase(
      highest.update.map { .update($0.update, layer: $0.layer) } ?? .instant,
      value: value.with(highest.value), step: highest.step, time: highest.time)
  }
}
