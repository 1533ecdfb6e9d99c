internal import Authoring
internal import Callouts
internal import Clustering
internal import MapConfiguration
internal import MapEvents
internal import MapGeometry
internal import Measures
internal import Metrics
internal import ScenarioFiles
internal import Scenarios
internal import Workloads

extension Law {
  /// All laws, in the order in which they are listed.
  package static let all = ofSessions + ofPairs

  // MARK: Sessions

  /// The percentiles of each kind of samples, from the lowest one on.
  private static let percentiles = TimeSamples.allCases.map { samples in
    Metric.allCases.filter { $0.definition.rank?.samples == samples }
      .sorted { ($0.definition.rank?.percent ?? 0) < ($1.definition.rank?.percent ?? 0) }
  }

  private static let ofSessions = [
    Law(
      name: "no contradiction",
      sentence: "The auditor finds no contradiction in the events.",
      check: .session { played in
        played.contradictions.prefix(1).map {
          Breach(reason: String($0.filter { !$0.isNumber }), sentence: $0)
        }
      }),
    Law(
      name: "two replays",
      sentence: "Two replays of a session produce the same events.",
      check: .session { played in
        played.facts.digest == played.secondDigest
          ? [] : [Breach(reason: "", sentence: "the events of two replays differ")]
      }),
    Law(
      name: "views add up",
      sentence: "Every requested view is created, reused or its annotation's own, in the session "
        + "and in each part and step.",
      check: .session { played in
        played.scopes.flatMap { scope -> [Breach] in
          let table = scope.table
          let requested = table.count(.viewsRequested)
          let given =
            table.count(.viewsCreated) + table.count(.viewsReused) + table.count(.ownViewsShown)
          guard requested != given else { return [] }
          return [
            Breach(
              reason: "",
              sentence: "\(scope.name): \(requested) views requested, \(given) created or reused")
          ]
        }
      }),
    Law(
      name: "sums",
      sentence: "A sum over the session equals that over its steps and what happens before them, "
        + "and is at least that over its parts.",
      check: .session { $0.sumBreaches(withExactParts: false) }),
    Law(
      name: "bounds",
      sentence: "A share lies between 0 and 1, and no number is negative.",
      check: .session { played in
        played.scopes.flatMap { scope in
          scope.table.measured.compactMap { metric, value in
            value.isWithinBounds(isShare: metric.definition.unit.definition.isShare)
              ? nil
              : Breach(
                reason: metric.name,
                sentence: "\(scope.name): \(metric.name) is \(value.plainWords)")
          }
        }
      }),
    Law(
      name: "percentiles in order",
      sentence: "A percentile is at most the next higher one: p50, p90, p95, p99, maximum.",
      check: .session { played in
        percentiles.flatMap { ranks in
          zip(ranks, ranks.dropFirst()).compactMap { low, high in
            let (less, more) = (played.facts.session[low], played.facts.session[high])
            return (less.order(against: more) ?? 0) <= 0
              ? nil
              : Breach(
                reason: low.name,
                sentence: "\(low.name) is \(less.plainWords), \(high.name) \(more.plainWords)")
          }
        }
      }),
    Law(
      name: "balance",
      sentence: "A session removes no more annotations than it adds, and ends with at most "
        + "one selected.",
      check: .session { played in
        let table = played.facts.session
        let pairs = [
          (Metric.annotationsAdded, Metric.annotationsRemoved, Int64.max),
          (.selections, .deselections, 1), (.annotationsJoined, .annotationsSeparated, .max),
        ]
        return pairs.compactMap { more, fewer, most in
          (0...most).contains(table.count(more) - table.count(fewer))
            ? nil
            : Breach(
              reason: more.name,
              sentence: "\(more.name): \(table.count(more)), \(fewer.name): \(table.count(fewer))")
        }
      }),
    Law(
      name: "kinds of clusters",
      sentence: "Clusters of one point, of one location and of several locations add up to "
        + "the clusters shown.",
      check: .session { played in
        played.scopes.flatMap { scope -> [Breach] in
          let table = scope.table
          guard table[.clustersOfOnePoint].isMeasured else { return [] }
          let shown = table.count(.clustersShown)
          let kinds =
            table.count(.clustersOfOnePoint) + table.count(.clustersOfOneLocation)
            + table.count(.clustersOfSeveralLocations)
          return shown == kinds
            ? []
            : [Breach(reason: "", sentence: "\(scope.name): \(shown) shown, \(kinds) of all kinds")]
        }
      }),
    Law(
      name: "each point in one cluster",
      sentence: "With all fixes and a margin of at least 0, every visible point is in exactly "
        + "one cluster after each update, and no ghost cluster stays.",
      check: .session { played in
        guard played.scenario.isCorrected else { return nil }
        return [Metric.pointsLost, .pointsCountedTwice, .ghostClusters].compactMap { metric in
          let number = played.facts.session.count(metric)
          return number == 0
            ? nil : Breach(reason: metric.name, sentence: "\(metric.name): \(number)")
        }
      }),
    Law(
      name: "kept promises",
      sentence: "An adjuster keeps each criterion that it promises while what it brings inside "
        + "fits and the map can move.",
      check: .session { played in
        let scenario = played.scenario
        let areFaultless = scenario.hasOnlyFaultlessAdjusters
        // At an end of the world the map cannot make room.
        guard !played.reachedWorldEnd, areFaultless || scenario.leavesRoomToAdjusters else {
          return nil
        }
        // An update can give a callout to another cluster, which asks no adjuster.
        let promised = scenario.layers.map { layer in
          areFaultless
            ? Set(Criterion.allCases) : layer.cluster == nil ? layer.promisedCriteria : []
        }
        guard promised.contains(where: { !$0.isEmpty }) else { return nil }
        return played.facts.callouts.compactMap { callout in
          let timeline = played.facts.calloutTimelines.first { $0.callout == callout.callout }
          // A callout larger than the map has no place, and the app gives a bubble its own.
          guard callout.keeps(.oversize) == nil, callout.before.look.kind != .bubble,
            areFaultless || callout.promiseFits(in: scenario.map.size),
            let layer = timeline?.layer, promised.indices.contains(layer)
          else { return nil }
          // Later moves of fingers, data and clusters are not the adjuster's.
          let later = (callout.later ?? []).map(\.criterion)
          return callout.broken.first { promised[layer].contains($0) && !later.contains($0) }.map {
            Breach(reason: $0.title, sentence: "callout \(callout.callout) breaks \($0.title)")
          }
        }
      }),
  ]

  // MARK: Pairs of sessions

  private static let ofPairs = [
    Law(
      name: "fmt",
      sentence: "A scenario plays the same after `fmt`.",
      check: .pair(
        Relation(common: .behavior) { made, maker, _ in
          do throws(FileFormatter.FormatError) {
            return maker.other(ScenarioText.root(of: try ScenarioText(made.root).formatted()))
          } catch { return .invalid("fmt refuses it: \(error)") }
        })),
    Law(
      name: "order of keys",
      sentence: "The order of the keys of an object does not matter.",
      check: .pair(
        Relation(common: .behavior) { made, maker, _ in
          // Names are in an order; the keys of the schema are not.
          maker.other(made.root.withKeysReversed(maker.reader.schema))
        })),
    Law(
      name: "explicit defaults",
      sentence: "Writing out a default changes nothing.",
      check: .pair(
        Relation(common: .behavior) { made, maker, chance in
          let others = maker.other(made.root.withDefault(maker.reader.schema, chance))
          // The reader refuses a key that has no effect beside the values of others.
          if case .invalid = others { return .none }
          return others
        })),
    Law(
      name: "repeat once",
      sentence: "A `repeat` with `times: 1` plays its steps once.",
      check: .pair(
        Relation(common: .behavior) { made, maker, chance in
          let root = made.root.wrappingSteps(chance) { steps in
            YAMLNode(
              .map([
                YAMLPair(
                  "repeat",
                  YAMLNode(
                    .map([
                      YAMLPair("times", YAMLNode("1")), YAMLPair("steps", YAMLNode(.list(steps))),
                    ])))
              ]))
          }
          return maker.other(root)
        })),
    Law(
      name: "for each",
      sentence: "A `for each` with one value plays its steps with that value.",
      check: .pair(
        Relation(common: .behavior) { made, maker, chance in
          let root = made.root.wrappingSteps(chance) { steps in
            let (steps, value, _) = YAMLNode(.list(steps)).namingScalar(chance["scalar"])
            return YAMLNode(
              .map([
                YAMLPair(
                  "for each",
                  YAMLNode(
                    .map([
                      YAMLPair("value", YAMLNode(.list([value]))), YAMLPair("steps", steps),
                    ])))
              ]))
          }
          return maker.other(root)
        })),
    Law(
      name: "snapshot",
      sentence: "A snapshot changes nothing.",
      check: .pair(
        Relation(common: .behavior) { made, maker, chance in
          maker.other(made.root.with(("snapshot", YAMLNode("a picture")), at: chance["place"]))
        })),
    Law(
      name: "mark",
      sentence: "A mark does not change the numbers of the session.",
      check: .pair(
        Relation(common: .metrics) { made, maker, chance in
          // The numbers between marks change, so those of the session are compared.
          maker.other(made.root.with(("mark", YAMLNode("a mark")), at: chance["place"]))
        })),
    Law(
      name: "parts add up",
      sentence: "After a mark at the beginning, a sum over the session equals that over its parts "
        + "and what happens before them.",
      check: .pair(
        Relation(common: .sums) { made, maker, _ in
          var root = made.root
          let key = root["setup"]?.items.isEmpty == false ? "setup" : "steps"
          let mark = YAMLNode(.map([YAMLPair("mark", YAMLNode("the beginning"))]))
          root.set(key, to: YAMLNode(.list([mark] + (root[key]?.items ?? []))))
          return maker.other(root)
        })),
    Law(
      name: "layers add up",
      sentence: "A sum over the session equals that over its layers while there is no user's dot, "
        + "which belongs to none.",
      weight: 2,
      check: .pair(
        Relation(common: .sumsOverLayers) { made, _, _ in
          guard !made.scenario.showsUser, made.scenario.layers.count > 1 else { return .none }
          var other = made
          other.scenario.expectations = made.scenario.sumsOfLayers
          return .sessions(one: nil, other: other)
        })),
    Law(
      name: "split wait",
      sentence: "Two waits leave all metrics as one wait of the same total time does.",
      weight: 6,
      check: .pair(
        Relation(common: .metrics) { made, maker, chance in
          maker.other(made.root.splittingWait(chance))
        })),
    Law(
      name: "part",
      sentence: "Steps of a part play like steps of the scenario.",
      check: .pair(
        Relation(common: .behavior) { made, maker, chance in
          var part: [YAMLNode] = []
          let root = made.root.wrappingSteps(chance) { steps in
            part = steps
            let run = YAMLNode(.map([YAMLPair("file", YAMLNode("part.yaml"))]))
            return YAMLNode(.map([YAMLPair("run", run)]))
          }
          let text = ScenarioText(
            YAMLNode(
              .map([
                YAMLPair("part", YAMLNode("Drawn steps")), YAMLPair("steps", YAMLNode(.list(part))),
              ])))
          return maker.reading(text.text, at: "part.yaml").other(root)
        })),
    Law(
      name: "file of points",
      sentence: "Points from a CSV or a GeoJSON file are those that the scenario writes or draws.",
      check: .pair(
        Relation(common: .behavior) { made, maker, chance in
          let sets = made.scenario.data.filter { $0.name != DataSet.droppedPins && $0.count > 0 }
          guard !sets.isEmpty else { return .none }
          let set = chance["set"].one(of: sets)
          let isTable = chance["format"].happens(percent: 50)
          let path = isTable ? "points.csv" : "points.geojson"
          var (root, data) = (made.root, made.root["data"] ?? YAMLNode(.map([])))
          data.set(set.name, to: YAMLNode(.map([YAMLPair("file", YAMLNode(path))])))
          root.set("data", to: data)
          return maker.reading(isTable ? set.csv : set.geoJSON, at: path).other(root)
        })),
    Law(
      name: "device file",
      sentence: "A profile in a file of Devices plays like the same built-in one.",
      check: .pair(
        Relation(common: .behavior) { made, maker, _ in
          guard let name = made.root["device"]?.text, let text = BuiltInDevices.text(of: name)
          else { return .none }
          var root = made.root
          root.set("device", to: YAMLNode("drawn"))
          return maker.reading(
            text.replacing("device: \(name)", with: "device: drawn"), at: "Devices/drawn.yaml"
          ).other(root)
        })),
    Law(
      name: "variant",
      sentence: "A scenario plays the same where a variant sets its device and options.",
      check: .pair(
        Relation(common: .behavior) { made, maker, chance in
          guard made.root["variants"] == nil, let device = made.root["device"] else { return .none }
          let options = made.root["options"].map { [YAMLPair("options", $0)] } ?? []
          let changes = [YAMLPair("device", device)] + options
          var root = YAMLNode(.map(made.root.pairs.filter { $0.key.text != "options" }))
          let others = BuiltInDevices.names.filter { $0 != device.text }
          root.set("device", to: YAMLNode(chance["device"].one(of: others)))
          let variants = [
            YAMLPair("first", YAMLNode(.map(changes))), YAMLPair("second", YAMLNode(.map([]))),
          ]
          root.set("variants", to: YAMLNode(.map(variants)))
          let session = maker.other(root)
          // The reader can refuse the second variant, which has other options.
          if case .invalid = session { return .none }
          return session
        })),
    Law(
      name: "seed",
      sentence: "Without jitter, loss and draws the seed does not matter.",
      check: .pair(
        Relation(common: .behavior) { made, maker, _ in
          guard !made.scenario.usesChance else { return .none }
          var other = made
          other.scenario.seed &+= 1
          return .sessions(one: nil, other: other)
        })),
    Law(
      name: "unused data",
      sentence: "A data set that no step uses changes nothing.",
      check: .pair(
        Relation(common: .behavior) { made, maker, _ in
          guard !made.scenario.dropsPins else { return .none }
          let point = YAMLNode(
            .map([YAMLPair("lat", YAMLNode("1")), YAMLPair("lon", YAMLNode("2"))]))
          return maker.other(made.root.withPoint(point, in: "points of no layer"))
        })),
    Law(
      name: "add and remove",
      sentence: "With all fixes and one method, adding a point and removing it again leaves the "
        + "points of the clusters unchanged.",
      weight: 6,
      check: .pair(
        Relation(common: .clustersOfSameView(.members)) { made, maker, chance in
          guard made.scenario.isCorrected, !made.scenario.dropsPins,
            !made.scenario.changesMethod, let shown = made.showingClusters(chance["clusters"]),
            let one = maker.exactly(shown.root),
            let layers = one.root["layers"]?.pairs.filter({ $0.value["cluster"] != nil }),
            !layers.isEmpty
          else { return .none }
          let layer = chance["layer"].one(of: layers).key.text ?? ""
          return maker.other(one.root.addingAndRemoving(in: layer), one: one)
        })),
    Law(
      name: "setup",
      sentence: "Steps of `setup` play like the first steps.",
      weight: 2,
      check: .pair(
        Relation(common: .behavior) { made, maker, _ in
          guard let setup = made.root["setup"]?.items, !setup.isEmpty else { return .none }
          var root = made.root
          root.set("setup", to: YAMLNode(.list([])))
          root.set("steps", to: YAMLNode(.list(setup + (root["steps"]?.items ?? []))))
          return maker.other(root)
        })),
    Law(
      name: "split add",
      sentence: "With all fixes and one method, points that are added at once or in two groups "
        + "end in the same clusters.",
      weight: 14,
      check: .pair(
        Relation(common: .clustersOfSameView(.all)) { made, maker, chance in
          guard made.scenario.endsInSameClusters, !made.scenario.changesMethod else {
            return .none
          }
          guard let one = made.showingClusters(chance["clusters"])?.root else { return .none }
          let counts = made.scenario.data.map { ($0.name, $0.count) }
          return maker.others(one, one.splittingAdd(counts, chance))
        })),
    Law(
      name: "order of layers",
      sentence: "With all fixes, the order of the layers does not matter for the places of their "
        + "clusters.",
      weight: 14,
      check: .pair(
        Relation(common: .clustersOfSameView(.places)) { made, maker, chance in
          guard made.scenario.endsInSameClusters,
            let layers = made.root["layers"]?.pairs, layers.count > 1,
            let one = made.showingClusters(chance["clusters"])?.root
          else { return .none }
          var other = one
          other.set("layers", to: YAMLNode(.map(layers.reversed())))
          return maker.others(one, other)
        })),
    Law(
      name: "zoom out and in",
      sentence: "With all fixes, zooming out and in again leaves the points of each cluster "
        + "unchanged.",
      weight: 8,
      check: .pair(
        Relation(common: .clustersOfSameView(.members)) { made, maker, chance in
          guard made.scenario.endsInSameClusters,
            let (near, other) = made.showingClusters(chance["clusters"])
          else { return .none }
          return maker.others(near, other)
        })),
    Law(
      name: "elsewhere",
      sentence: "Without clusters and answers of the app, a session counts the same elsewhere on "
        + "its parallels, and across the date line.",
      weight: 4,
      check: .pair(
        Relation(common: .counts) { made, maker, chance in
          guard made.scenario.isLikeElsewhere, made.scenario.hasExactAdjusters else {
            return .none
          }
          return made.moved(byPartsOf: MadeScenario.placesAroundWorld, maker, chance)
        })),
    Law(
      name: "mirror",
      sentence: "Without clusters and answers of the app, a session counts the same in a mirror "
        + "that changes east and west.",
      weight: 5,
      check: .pair(
        Relation(common: .counts) { made, maker, _ in
          made.scenario.isLikeElsewhere && made.scenario.hasExactAdjusters
            ? made.mirrored(maker) : .none
        })),
    Law(
      name: "mirrored clusters",
      sentence: "With all fixes, a session ends in clusters of the same points in a mirror that "
        + "changes east and west.",
      weight: 7,
      check: .pair(
        // Indexes open other nodes there, so nothing else is compared.
        Relation(common: .clustersElsewhere) { made, maker, chance in
          guard made.scenario.endsInSameClustersElsewhere,
            let shown = made.showingClusters(chance["clusters"])
          else { return .none }
          return maker.exactly(shown.root)?.mirrored(maker) ?? .none
        })),
    Law(
      name: "whole cells",
      sentence: "With all fixes, a session that is moved east by whole cells ends in clusters of "
        + "the same points, across the date line too.",
      weight: 7,
      check: .pair(
        Relation(common: .clustersElsewhere) { made, maker, chance in
          guard made.scenario.endsInSameClustersElsewhere,
            let shown = made.showingClusters(chance["clusters"]),
            let near = maker.exactly(shown.root),
            let scale = PlayedSession(near.scenario, as: .one, isCounted: false).camera?
              .mapPointsPerPoint
          else { return .none }
          let cells = near.scenario.sharedCells(mapPointsPerPoint: scale)
          return near.moved(byPartsOf: cells, maker, chance)
        })),
    Law(
      name: "engines agree",
      sentence: "With all fixes, exact engines show the same clusters at the end of a session.",
      weight: 5,
      check: .pair(
        Relation(common: .clusters) { made, maker, chance in
          let engines = maker.reader.schema.engines.definitions.filter(\.isExact).map(\.name)
          guard made.scenario.isCorrected, !made.scenario.hasWideLocations, engines.count > 1,
            let shown = made.showingClusters(chance["clusters"])?.root,
            var one = maker.exactly(shown.settingEngine(engines[0]))
          else { return .none }
          let engine = engines[1 + chance["engine"].below(engines.count - 1)]
          guard
            case .sessions(_, var other) = maker.other(shown.settingEngine(engine))
          else { return .none }
          one.scenario.leaveEnginesNoChoice()
          other.scenario.leaveEnginesNoChoice()
          return .sessions(one: one, other: other)
        })),
  ]
}

extension PlayedSession {
  private static let sums = Metric.allCases.filter { $0.definition.combination == .sum }

  /// The sums over its steps and parts that differ from those over the session.
  ///
  /// - Parameter hasExactParts: Whether its first step is a mark, so that each step is in a part.
  /// - Returns: Each such sum.
  func sumBreaches(withExactParts hasExactParts: Bool) -> [Law.Breach] {
    Self.sums.flatMap { metric -> [Law.Breach] in
      let whole = facts.session.count(metric)
      func sum(_ scopes: ArraySlice<Scope>) -> Int64 {
        scopes.reduce(0) { $0 + $1.table.count(metric) }
      }
      let layout = layout.count(metric)
      let (inSteps, inParts) = (sum(steps) + layout, sum(parts) + (hasExactParts ? layout : 0))
      // An update of the first layout that a step replaces or cancels counts for no step.
      let isExact = ![.updatesCoalesced, .updatesCancelled].contains(metric)
      func isWrong(_ sum: Int64, _ isWhole: Bool) -> Bool {
        isExact && isWhole ? sum != whole : sum > whole
      }
      return [
        ("steps", inSteps, isWrong(inSteps, true)),
        ("parts", inParts, isWrong(inParts, hasExactParts)),
      ].filter(\.2).map { name, sum, _ in
        Law.Breach(
          reason: metric.name,
          sentence: "\(metric.name): \(whole) in the session, \(sum) in its \(name)")
      }
    }
  }
}

extension PlayedSession {
  /// The sums over its layers, as expectations ask for them, that differ from those over the
  /// session.
  var layerBreaches: [Law.Breach] {
    Metric.sumsOfLayers.compactMap { metric in
      let whole = facts.session.count(metric)
      let sum = facts.verdicts.filter { $0.expectation.metric == metric }
        .reduce(0) { $0 + $1.value.number }
      return sum == whole
        ? nil
        : Law.Breach(
          reason: metric.name,
          sentence: "\(metric.name): \(whole) in the session, \(sum) in its layers")
    }
  }
}

extension Metric {
  /// Metrics that are added up, and can be counted for a layer alone.
  fileprivate static let sumsOfLayers = ofLayers.filter { $0.definition.combination == .sum }
}

extension MetricTable {
  /// The number of a metric that counts; 0 when nothing was measured.
  fileprivate func count(_ metric: Metric) -> Int64 { self[metric].number }
}

extension MetricValue {
  fileprivate var number: Int64 {
    switch self {
    case .count(let number), .nanoseconds(let number), .micropoints(let number): number
    case .share, .never: 0
    }
  }

  fileprivate func isWithinBounds(isShare: @autoclosure () -> Bool) -> Bool {
    switch self {
    case .count(let number), .nanoseconds(let number), .micropoints(let number): number >= 0
    case .share(let part, let whole): part >= 0 && whole >= 0 && (part <= whole || !isShare())
    case .never: true
    }
  }
}

extension Scenario {
  /// Expectations that ask for the sums of each layer.
  fileprivate var sumsOfLayers: [PlacedExpectation] {
    layers.indices.flatMap { layer in
      Metric.sumsOfLayers.map { metric in
        var placed = PlacedExpectation(
          expectation: Expectation(metric: metric, rule: .atLeast(.count(0))),
          written: WrittenRule("at least 0", line: 1, column: 1))
        placed.layer = layer
        return placed
      }
    }
  }

  /// Whether clusters have all fixes, never leave out points near the edges of the view, are
  /// removed by no app, and hear of all moves.
  var isCorrected: Bool {
    let clusters = layers.compactMap(\.cluster)
    let losesSome = steps.hasAction { action in
      switch action {
      case .changeClustering(_, let change): change.marginFraction ?? 0 < 0
      case .replace(_, _, let source): source != .ownList
      case .move(_, _, _, let how): how == .unannounced
      default: false
      }
    }
    return !clusters.isEmpty && !losesSome
      && clusters.allSatisfy {
        $0.marginFraction >= 0 && $0.fixes == ClusterMode.corrected.fixes
      }
  }

  /// Whether there is a user's dot on the map.
  fileprivate var showsUser: Bool {
    map.userLocation != nil
      || steps.hasAction(where: \.movesUser)
  }

  /// Whether a finger drops pins, whose numbers follow those of all data sets.
  var dropsPins: Bool { data.contains { $0.name == DataSet.droppedPins } }

  /// Whether only the data and the region decide which clusters are there at the end: all mistakes
  /// are fixed, no finger puts points where it happens to be, and neither chance nor the visible
  /// region decides which points there are.
  fileprivate var endsInSameClusters: Bool {
    isCorrected && !dropsPins && movesInSteps && app.loads.isEmpty && !limitsCamera
      && !steps.hasAction { if case .drag = $0 { true } else { false } }
  }

  /// Whether the app keeps the map in a place or near a scale.
  var limitsCamera: Bool { map.viewportOptions.cameraLimits != nil }

  /// Whether that is so on other meridians and in a mirror too.
  fileprivate var endsInSameClustersElsewhere: Bool {
    endsInSameClusters && !pausesClustering && !alignsMap
  }

  /// Whether a step changes where clusters are; those that an update keeps do not move.
  fileprivate var changesMethod: Bool {
    steps.hasAction { action in
      guard case .changeClustering(_, let change) = action else { return false }
      return change.method != nil || change.placer != nil
    }
  }

  /// Lets only points and regions decide where clusters are.
  ///
  /// Engines differ in their work, and in the order of members, by which an update chooses the
  /// cluster that it keeps in its place.
  fileprivate mutating func leaveEnginesNoChoice() {
    device.costs.pointVisit = .zero
    device.costs.nodeVisit = .zero
    for layer in layers.indices { layers[layer].cluster?.reusesAnnotations = false }
  }

  /// Whether points of one location are at different places, of which an engine may choose any for
  /// their cluster.
  var hasWideLocations: Bool {
    let places = data.flatMap(\.coordinates)
    // An index keeps points beyond 85 degrees at its edge.
    let keys = places.compactMap { place in
      let latitude = max(-85, min(85, place.latitude))
      return LocationKey(Coordinate(latitude: latitude, longitude: place.longitude))
    }
    return Set(keys).count < Set(places).count
  }

  /// Whether a step moves points.
  var movesPoints: Bool {
    steps.hasAction { action in
      switch action {
      case .move, .drag: true
      default: false
      }
    }
  }

  /// Whether all callouts have adjusters that promise every criterion, whatever else happens.
  fileprivate var hasOnlyFaultlessAdjusters: Bool {
    let callouts = layers.flatMap(\.callouts)
    return !callouts.isEmpty
      && callouts.allSatisfy { $0.adjuster.keptCriteria.count == Criterion.allCases.count }
  }

  /// Whether the adjuster alone decides about the room of a callout.
  ///
  /// The app does not answer region changes, no step moves a pin or resizes the view, and no bar
  /// covers the map.
  fileprivate var leavesRoomToAdjusters: Bool {
    app.isPassive && map.insets == EdgeInsets(all: 0) && !movesPoints
      && !steps.hasAction { action in
        switch action {
        case .change, .resize: true
        default: false
        }
      }
  }

  /// Whether every adjuster moves the map by points of the map.
  ///
  /// A move to a coordinate can differ from no move in the last bit of the center.
  fileprivate var hasExactAdjusters: Bool {
    layers.allSatisfy { layer in
      layer.callouts.isEmpty
        || layer.promisedCriteria.isSuperset(
          of: [.mirrored, .sameAtAnyLongitude, .untouchedWhenVisible])
    }
  }

  /// Whether any of its draws comes from its seed.
  fileprivate var usesChance: Bool {
    app.loads.contains { $0.jitter > .zero } || drawsPoints
      || steps.hasAction { action in
        guard case .download(let download) = action else { return false }
        return download.network.jitter > .zero || download.network.loss != nil
      }
  }
}

extension Step.Action {
  /// Whether the step draws points or their ways.
  fileprivate var drawsPoints: Bool {
    if case .drawn? = change?.points { return true }
    return switch self {
    case .move(_, .byUpTo, _, _): true
    case .walkUser(let walk): walk.errorMeters > 0
    default: false
    }
  }

  /// The points that the step is about, if they are of a data set.
  private var change: DataChange? {
    switch self {
    case .add(let change), .remove(let change), .move(let change, _, _, _),
      .retitle(let change, _), .replace(let change, _, _):
      change
    case .download(let download): download.change
    default: nil
    }
  }

  /// Whether the step lets points glide, which are between two places at the time of each frame.
  fileprivate var glides: Bool {
    if case .move(_, _, let time, _) = self { time > .zero } else { false }
  }
}

extension Scenario {
  /// Whether steps draw points or their ways.
  var drawsPoints: Bool { steps.hasAction(where: \.drawsPoints) }

  /// Whether the session counts the same in another place, or in a mirror, as far as its points and
  /// its user go: none is drawn and none is between two places.
  var movesInSteps: Bool {
    !steps.hasAction { action in
      if case .walkUser = action { return true }
      return action.drawsPoints || action.glides
    }
  }
}

extension LayerSetup {
  /// The criteria that the adjusters of all its callouts promise to keep.
  ///
  /// The app lays out a callout annotation, and so decides where its tip is.
  fileprivate var promisedCriteria: Set<Criterion> {
    guard var kept = callouts.first?.adjuster.keptCriteria else { return [] }
    for callout in callouts {
      kept.formIntersection(callout.adjuster.keptCriteria)
      if callout.annotation != nil { kept.remove(.tipPinned) }
    }
    return kept
  }
}

extension CalloutVerdict {
  /// Whether the rectangle that the adjuster brings inside a view fits there.
  fileprivate func promiseFits(in size: ScreenSize) -> Bool {
    before.contain.width + insets.left + insets.right <= size.width
      && before.contain.height + insets.top + insets.bottom <= size.height
  }
}

extension CalloutTimeline {
  /// The index of the layer whose annotation has the callout; nil for none.
  fileprivate var layer: Int? { subjects.first { $0.annotation == annotation }?.layer.index }
}

extension DataSet {
  /// The points as a table.
  var csv: String {
    let rows = zip(zip(ids, titles), coordinates).map { words, place in
      let (id, title) = (quoted(words.0, quote: "\"\""), quoted(words.1, quote: "\"\""))
      return "\(id),\(place.latitude),\(place.longitude),\(title)\n"
    }
    return "id,lat,lon,title\n" + rows.joined()
  }

  /// The points as GeoJSON.
  fileprivate var geoJSON: String {
    let features = zip(zip(ids, titles), coordinates).map { words, place in
      let texts = [words.0, words.1].map {
        quoted($0.replacing("\\", with: "\\\\"), quote: "\\\"")
      }
      return #"{"type":"Feature","id":\#(texts[0]),"properties":{"title":\#(texts[1])},"#
        + #""geometry":{"type":"Point","coordinates":[\#(place.longitude),\#(place.latitude)]}}"#
    }
    return #"{"type":"FeatureCollection","features":["# + features.joined(separator: ",") + "]}"
  }

  private func quoted(_ text: String, quote: String) -> String {
    "\"\(text.replacing("\"", with: quote))\""
  }
}
