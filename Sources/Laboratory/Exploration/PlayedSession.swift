internal import Formatting
internal import MapEvents
internal import MapGeometry
internal import MapModel
internal import Measures
internal import Metrics
internal import Replay
internal import ScenarioFiles
internal import Scenarios
internal import Sessions

/// The record of two replays of a session, against which laws are held.
struct PlayedSession: Sendable {
  let scenario: Scenario
  /// The facts of the first replay.
  var facts: Facts
  /// The contradictions that the auditor found.
  var contradictions: [String]
  /// The fingerprint of the second replay; nil without one.
  var secondDigest: TraceDigest?
  /// The outcome of the expectation that is looked for; nil without one.
  var sought: Verdict?
  /// The clusters that the map had after the last update of each layer.
  var clusters: ClusterList
  /// The tables of the session, then of its parts, then of its steps.
  let scopes: [Scope]
  var parts: ArraySlice<Scope> { scopes.dropFirst().prefix(facts.marks.count) }
  var steps: ArraySlice<Scope> { scopes.dropFirst(1 + facts.marks.count) }
  /// The numbers of what happened before the first step, such as the first layout.
  let layout: MetricTable
  /// Where the map is at the end.
  let camera: Camera?
  /// Whether an end of the world may have been in the view while a callout was open: the map moves
  /// no further there.
  let reachedWorldEnd: Bool
  /// The numbers of the signs of what happened, from which a search learns where something new is.
  var signs: Set<Int>

  /// A part of a session with its numbers.
  struct Scope: Sendable {
    let name: String
    let table: MetricTable
  }

  /// Something that happened in a session: an event of one kind after one of another, a situation
  /// of `mapreplay coverage`, or the way in which a verdict came about.
  enum Sign {
    case events(Int, Int)
    case situation(Int)
    case criterion(Int, isKept: Bool)
  }

  /// The part that a replay has in a search.
  enum Part {
    /// The session is held to laws.
    case held
    /// The session that is held to laws is replayed once more.
    case again
    /// The session stands for the held one in a relation.
    case one
    /// The session is the other one of a relation.
    case other
  }

  /// Replays a session, twice if it is held to laws; a session of a relation has no signs.
  ///
  /// - Parameters:
  ///   - scenario: The session.
  ///   - part: The part that it has in the search.
  ///   - sought: An expectation of the whole session that is looked for.
  ///   - asked: Further expectations, whose values are wanted.
  ///   - isCounted: Whether its facts are wanted, which take time.
  init(
    _ scenario: Scenario, as part: Part = .held, sought: PlacedExpectation? = nil,
    asked: [BoundExpectation] = [], isCounted: Bool = true
  ) {
    self.scenario = scenario
    let final = asked + [sought].compactMap { $0.map { scenario.bound($0, since: .start) } }
    var observers = Observers(
      recorder: FactsRecorder(
        stepExpectations: Array(repeating: [], count: scenario.stepCount),
        finalExpectations: final, plans: scenario.stepPlans),
      situations: part == .held ? SituationObserver(scenario) : nil)
    if part == .held { observers.auditor = TraceAuditor() }
    observers.isCounted = isCounted
    var replayed = scenario
    // The map reports the numbers on which a promise depends.
    if let sought { replayed.expectations.append(sought) }
    Self.play(replayed, as: part) { observers.observe($0) }
    facts = observers.recorder.result
    #if DEBUG
    PlantedFault.current?.facts(&facts)
    #endif
    scopes =
      [Scope(name: "session", table: facts.session)]
      + facts.marks.map { Scope(name: "part '\($0.name)'", table: $0.table) }
      + facts.steps.enumerated().map { Scope(name: "step \($0.offset + 1)", table: $0.element) }
    self.sought = sought == nil ? nil : facts.verdicts.last
    contradictions = observers.auditor?.contradictions.map(\.sentence) ?? []
    if !observers.hasEnded { contradictions.append("the session never ended") }
    (clusters, signs) = (observers.clusters, observers.signs)
    (layout, camera) = (observers.layout ?? facts.session, observers.camera)
    // The limits of the camera end a map as the world does.
    reachedWorldEnd =
      observers.reachedWorldEnd || scenario.map.viewportOptions.cameraLimits != nil
    guard part == .held else { return }
    let situations = observers.situations?.end(with: facts) ?? []
    signs.formUnion(situations.map { Sign.situation($0).number })
    for callout in facts.callouts {
      for criterion in Criterion.allCases {
        guard let isKept = callout.keeps(criterion) else { continue }
        signs.insert(Sign.criterion(criterion.rawValue, isKept: isKept).number)
      }
    }
    // A sign counts as new again in a session that judged the expectation.
    if isNear { signs.formUnion(signs.map { $0 | Sign.near }) }
    secondDigest = Self.digest(of: replayed, as: .again)
  }

  /// The fingerprint of a replay at which nothing else looks.
  static func digest(of scenario: Scenario, as part: Part) -> TraceDigest {
    var behavior = BehaviorDigest()
    play(scenario, as: part) { behavior.observe($0) }
    return behavior.digest
  }

  private static func play(
    _ scenario: Scenario, as part: Part, _ observe: @escaping (Event) -> Void
  ) {
    #if DEBUG
    if let fault = PlantedFault.current {
      return fault.play(scenario, as: part, observe)
    }
    #endif
    Replayer(scenario).play(meter: StillMeter(), observer: observe)
  }

  /// Whether an engine may choose the place of any cluster, and so which clusters overlap: that of
  /// any member.
  var hasFreeClusters: Bool {
    clusters.haveOneOfOneLocation && (scenario.hasWideLocations || scenario.movesPoints)
  }

  /// How many expectations are broken besides the one that was looked for.
  var flaws: Int {
    facts.verdicts.count { $0.outcome == .broken } - (isSoughtBroken ? 1 : 0)
  }

  /// Whether the expectation that was looked for is broken.
  var isSoughtBroken: Bool { sought?.outcome == .broken }

  /// Whether the expectation that was looked for was judged: a variation may break it.
  var isNear: Bool { sought.map { $0.outcome != .neverEvaluated } ?? false }

  /// The value of the expectation that was looked for, in words.
  var soughtWords: String {
    guard let sought else { return "" }
    var words =
      "\(sought.expectation.subject.name): "
      + MetricText.short(sought.value, of: sought.expectation.subject.metric)
    if case .promise(let breach) = sought.worst?.place, let time = sought.worst?.time {
      words +=
        ", began at \(MetricText.instant(breach.began)), broken at \(MetricText.instant(time))"
    }
    return words
  }

  /// The observers of the first replay.
  private struct Observers {
    /// Nil for a session of a relation, which has no signs either.
    var auditor: TraceAuditor?
    var recorder: FactsRecorder
    var isCounted = true
    var situations: SituationObserver?
    var clusters = ClusterList()
    var signs: Set<Int> = []
    var hasEnded = false
    /// The numbers before the first step.
    var layout: MetricTable?
    var reachedWorldEnd = false
    private var viewSize = ScreenSize(width: 0, height: 0)
    private(set) var camera: Camera?
    private var isCalloutOpen = false
    private var last = 0

    init(recorder: FactsRecorder, situations: SituationObserver?) {
      (self.recorder, self.situations) = (recorder, situations)
    }

    mutating func observe(_ event: Event) {
      if isCounted {
        if layout == nil, case .session(.stepBegan) = event.kind {
          var first = recorder
          first.observe(Event(time: event.time, step: -1, kind: .session(.ended)))
          layout = first.result.session
        }
        recorder.observe(event)
      }
      auditor?.observe(event)
      situations?.observe(event)
      clusters.observe(event)
      switch event.kind {
      case .session(.ended): hasEnded = true
      case .session(.began(let legend)):
        viewSize = legend.viewSize
        camera = legend.camera
      case .map(.resized(let size)): viewSize = size
      case .map(.visibleRegionChanged(let camera, _)): self.camera = camera
      case .callout(.opened): isCalloutOpen = true
      case .callout(.closed): isCalloutOpen = false
      default: break
      }
      if isCalloutOpen, let camera { look(camera) }
      guard auditor != nil, let number = event.kind.number, number != last else { return }
      signs.insert(Sign.events(last, number).number)
      last = number
    }

    /// The end of the world in the north, for a map that goes to coordinates.
    private static let northEnd = Projection.mapKit.mapPoint(
      for: Coordinate(latitude: 85, longitude: 0)
    ).y

    /// Notes whether the view may reach an end of the world, whatever its heading.
    private mutating func look(_ camera: Camera) {
      let reach = (viewSize.width + viewSize.height) * camera.mapPointsPerPoint + Self.northEnd
      reachedWorldEnd =
        reachedWorldEnd || camera.center.y < reach || camera.center.y > MapSize.worldSide - reach
    }
  }
}

/// The clusters on the map after the last update of each layer: which points, and where.
struct ClusterList: Sendable {
  private struct Cluster {
    /// The points, as a number.
    let content: UInt64
    let count: Int32
    let hasOneLocation: Bool
    let place: Coordinate

    /// Whether it equals another one in an aspect, apart from rounding of its place.
    func isLike(_ other: Cluster, in aspect: Aspect) -> Bool {
      count == other.count && (aspect == .places || content == other.content)
        && (aspect == .members
          || abs(place.latitude - other.place.latitude) < 1e-9
            && abs(place.longitude - other.place.longitude) < 1e-9)
    }

    var words: String {
      "\(count) points at \(ValueType.words(place.latitude)), \(ValueType.words(place.longitude))"
    }

    var isOfOneLocation: Bool { hasOneLocation && count > 1 }
  }

  /// The properties in which clusters can be equal.
  enum Aspect {
    /// Their layers, their points and their places.
    case all
    /// Their layers and their points: a cluster that an update keeps does not move.
    case members
    /// How many points each has, and where it is.
    case places
  }

  private var layers: [[Cluster]] = []
  private var listed: [Cluster] = []

  mutating func observe(_ event: Event) {
    guard case .cluster(let cluster) = event.kind else { return }
    switch cluster {
    case .listed(_, _, let content, let count, let hasOneLocation, var place):
      // The date line has two names, between which rounding decides.
      if place.longitude < -180 + 1e-9 { place.longitude += 360 }
      listed.append(
        Cluster(content: content, count: count, hasOneLocation: hasOneLocation, place: place))
    case .audited(_, let layer, _):
      while layers.count <= layer.index { layers.append([]) }
      layers[layer.index] = listed
      listed = []
    default: break
    }
  }

  var isEmpty: Bool { layers.allSatisfy(\.isEmpty) }

  /// Whether any has several points of one location.
  var haveOneOfOneLocation: Bool { layers.contains { $0.contains(where: \.isOfOneLocation) } }

  /// A cluster that another list has otherwise, in words; nil where the lists are equal in an
  /// aspect, in any order.
  func difference(from other: ClusterList, in aspect: Aspect) -> String? {
    let (one, two) = (sorted(by: aspect), other.sorted(by: aspect))
    guard one.count == two.count else {
      return "\(one.count) clusters in one session, \(two.count) in the other"
    }
    return zip(one, two).first { !$0.isLike($1, in: aspect) }.map { first, second in
      "\(first.words) in one session, \(second.words) in the other"
    }
  }

  private func sorted(by aspect: Aspect) -> [Cluster] {
    layers.joined().sorted {
      aspect == .places
        ? ($0.place.longitude, $0.place.latitude, $0.count)
          < ($1.place.longitude, $1.place.latitude, $1.count)
        : $0.content < $1.content
    }
  }
}
