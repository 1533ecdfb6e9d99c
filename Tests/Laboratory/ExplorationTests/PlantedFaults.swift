import Callouts
import Clustering
import MapConfiguration
import MapEvents
import MapGeometry
import Measures
import Metrics
import ScenarioFiles
import Scenarios

@testable import Exploration

extension Law {
  /// A mistake that breaks the law.
  var fault: PlantedFault? { PlantedFault.all[name] }

  /// A seed with which a search soon finds the mistake.
  var seed: UInt64 {
    switch name {
    case "mirror": 1
    case "zoom out and in": 2
    case "unused data": 3
    case "each point in one cluster", "balance", "two replays": 4
    case "split add": 6
    case "file of points": 7
    case "kinds of clusters", "engines agree": 8
    case "mirrored clusters": 9
    case "setup": 10
    case "layers add up": 11
    case "whole cells", "elsewhere": 12
    case "order of layers": 17
    default: 14
    }
  }
}

extension PlantedFault {
  /// A mistake for each law, by its name.
  static let all: [String: PlantedFault] = [
    "no contradiction": PlantedFault("a view comes that was asked for by nothing") { event, _ in
      if case .view(.requested) = event.kind { [] } else { [event] }
    },
    "two replays": PlantedFault("the second replay has another seed", reseedsSecondReplay: true),
    "views add up": PlantedFault("a view is counted that was never created") { facts in
      guard case .count(let number) = facts.session[.viewsCreated] else { return }
      facts.session[.viewsCreated] = .count(number + 1)
    },
    "sums": PlantedFault("a frame of a step is counted for the step alone") { facts in
      guard case .count(let number) = facts.session[.frames] else { return }
      facts.session[.frames] = .count(number - 1)
    },
    "bounds": PlantedFault("more views are reused than are requested") { facts in
      guard case .share(_, let whole) = facts.session[.viewReuseRate] else { return }
      facts.session[.viewReuseRate] = .share(part: whole + 1, of: whole)
    },
    "percentiles in order": PlantedFault("the median takes a longer time") { facts in
      guard case .nanoseconds(let time) = facts.session[.latencyMaximum] else { return }
      facts.session[.latencyMedian] = .nanoseconds(time + 1)
    },
    "balance": PlantedFault("a deselection is told twice") { event, _ in
      if case .selection(.didDeselect) = event.kind { [event, event, event] } else { [event] }
    },
    "kinds of clusters": PlantedFault("a cluster of one point is counted for no kind") { facts in
      guard case .count(let number) = facts.session[.clustersOfOnePoint], number > 0 else {
        return
      }
      facts.session[.clustersOfOnePoint] = .count(number - 1)
    },
    "each point in one cluster": PlantedFault("a point is lost") { event, _ in
      guard case .cluster(.audited(let update, let layer, var audit)) = event.kind,
        audit.visible > 2
      else { return [event] }
      audit.lost += 1
      return [
        Event(
          time: event.time, step: event.step,
          kind: .cluster(.audited(update: update, layer: layer, audit)))
      ]
    },
    "kept promises": PlantedFault("the map makes no room") { scenario in
      for index in scenario.layers.indices {
        scenario.layers[index].callout?.adjuster = NoAdjuster()
      }
    },
    "fmt": PlantedFault(
      "fmt leaves out decimals",
      formatted: { text in
        text.replacing(/(\d)\.\d+/) { $0.output.1 }
      }),
    "order of keys": PlantedFault(
      "a map whose size comes first is smaller",
      read: { scenario, root in
        if root["map"]?.pairs.first?.key.text == "size" { scenario.map.size.width -= 0.5 }
      }),
    "explicit defaults": PlantedFault(
      "a written default makes the map smaller",
      read: { scenario, root in
        scenario.map.size.width -= Double(root.writtenDefaults) / 64
      }),
    "repeat once": PlantedFault("a repeat plays its steps once more") { scenario in
      scenario.changeSteps { action in
        guard case .repeat(let times, let steps) = action else { return [action] }
        return [.repeat(times: times + 1, steps: steps)]
      }
    },
    "for each": PlantedFault(
      "each `for each` takes the last step",
      read: { scenario, root in
        scenario.steps.removeLast(min(root.count(of: "for each"), scenario.steps.count))
      }),
    "snapshot": PlantedFault("a snapshot takes a millisecond") { scenario in
      scenario.changeSteps { action in
        if case .snapshot = action { [action, .millisecond] } else { [action] }
      }
    },
    "mark": PlantedFault("each mark counts a frame") { facts in
      guard case .count(let number) = facts.session[.frames] else { return }
      facts.session[.frames] = .count(number + Int64(facts.marks.count))
    },
    "parts add up": PlantedFault("a frame is counted for no part") { facts in
      guard case .count(let number) = facts.marks.first?.table[.frames] else { return }
      facts.marks[0].table[.frames] = .count(number - 1)
    },
    "layers add up": PlantedFault("an added annotation is counted for no layer") { facts in
      for index in facts.verdicts.indices
      where facts.verdicts[index].expectation.metric == .annotationsAdded {
        guard case .count(let number) = facts.verdicts[index].value, number > 0 else { continue }
        facts.verdicts[index].value = .count(number - 1)
      }
    },
    "split wait": PlantedFault("each wait takes a millisecond more") { scenario in
      scenario.changeSteps { action in
        if case .wait = action { [action, .millisecond] } else { [action] }
      }
    },
    "part": PlantedFault(
      "a millisecond passes before a scenario with parts",
      read: { scenario, root in
        guard root.count(of: "run") > 0, let first = scenario.steps.first else { return }
        scenario.steps.insert(first.doing(.millisecond), at: 0)
      }),
    "file of points": PlantedFault("points of a file lie a degree further north") { scenario in
      for set in scenario.data.indices where scenario.data[set].file != nil {
        for row in scenario.data[set].coordinates.indices {
          scenario.data[set].coordinates[row].latitude += 1
        }
      }
    },
    "device file": PlantedFault("a device of a file draws more frames") { scenario in
      if scenario.device.file != nil { scenario.device.costs.framesPerSecond += 1 }
    },
    "variant": PlantedFault("the map of a variant is smaller") { scenario in
      if scenario.variant != nil { scenario.map.size.width -= 0.5 }
    },
    "seed": PlantedFault("the map of an odd seed is smaller") { scenario in
      scenario.map.size.width -= Double(scenario.seed % 2) / 2
    },
    "unused data": PlantedFault("each data set changes the seed") { scenario in
      scenario.seed &+= UInt64(scenario.data.count)
    },
    "add and remove": PlantedFault("points that are removed stay") { scenario in
      scenario.changeSteps { action in
        if case .remove = action { [] } else { [action] }
      }
    },
    "setup": PlantedFault(
      "the first step of a setup is left out",
      read: { scenario, root in
        scenario.steps.removeFirst(min(root["setup"]?.items.count ?? 0, 1))
      }),
    "split add": PlantedFault("the last one of several added points is lost") { scenario in
      scenario.changeSteps { action in
        guard case .add(var change) = action, change.points.count > 1 else { return [action] }
        switch change.points {
        case .rows(let from, let to): change.points = .rows(from: from, to: to - 1)
        case .list(let rows): change.points = .list(rows.dropLast())
        case .drawn(let count, let from, let to):
          change.points = .drawn(count - 1, from: from, to: to)
        }
        return [.add(change)]
      }
    },
    "order of layers": PlantedFault("clusters of the first layer have a point more") { event, _ in
      guard
        case .cluster(
          .listed(let annotation, let layer, let content, let count, let isOne, let place)) = event
          .kind, layer.index == 0
      else { return [event] }
      let listed = ClusterEvent.listed(
        annotation: annotation, layer: layer, content: content, count: count + 1,
        isUniqueLocation: isOne, place)
      return [Event(time: event.time, step: event.step, kind: .cluster(listed))]
    },
    "zoom out and in": PlantedFault("a map that shows a wider region loses a point") { scenario in
      var last = 360.0
      scenario.changeSteps { [layers = scenario.layers.indices] action in
        guard case .setRegion(let region, _, _) = action else { return [action] }
        defer { last = region.span.latitudeDelta }
        guard region.span.latitudeDelta > last else { return [action] }
        let rows = PointSelection.rows(from: 0, to: 1)
        return [action] + layers.map { .remove(DataChange(data: 0, layer: $0, points: rows)) }
      }
    },
    "elsewhere": PlantedFault("points beyond the date line are as far from it as from 0") {
      scenario in
      let east = scenario.map.region.center.longitude
      scenario.movePoints { place in
        if abs(place.longitude - east) > 180 { place.longitude = -place.longitude / 2 }
      }
    },
    "mirror": PlantedFault("points in the east of the map lie further east") { scenario in
      let east = scenario.map.region.center.longitude
      scenario.movePoints { place in
        if place.longitude > east { place.longitude += (180 - place.longitude) / 2 }
      }
    },
    "mirrored clusters": PlantedFault("points in the west of the map lie further west") {
      scenario in
      let west = scenario.map.region.center.longitude
      scenario.movePoints { place in
        if place.longitude < west { place.longitude = (place.longitude - 180) / 2 }
      }
    },
    "whole cells": PlantedFault("points of one half of the world lie further east") { scenario in
      scenario.movePoints { place in
        if place.longitude > 0, place.longitude < 179 { place.longitude += 1.0 / 3 }
      }
    },
    "engines agree": PlantedFault("the cells of one engine are larger") { scenario in
      for layer in scenario.layers.indices
      where scenario.layers[layer].cluster?.engine.name == "aggregate" {
        scenario.layers[layer].cluster?.cellSizePoints *= 2
      }
    },
  ]
}

extension PlantedFault {
  /// A mistake in the replayed scenario.
  init(_ name: String, changing: @escaping @Sendable (inout Scenario) -> Void) {
    self.init(name)
    replayed = { scenario in
      var scenario = scenario
      changing(&scenario)
      return scenario
    }
  }

  /// A mistake in the scenario that is read from nodes.
  init(_ name: String, read: @escaping @Sendable (inout Scenario, YAMLNode) -> Void) {
    self.init(name)
    self.read = read
  }

  /// A mistake in the text that `fmt` writes.
  init(_ name: String, formatted: @escaping @Sendable (String) -> String) {
    self.init(name)
    self.formatted = formatted
  }

  init(_ name: String, reseedsSecondReplay: Bool) {
    self.init(name)
    self.reseedsSecondReplay = reseedsSecondReplay
  }
}

extension YAMLNode {
  /// How often objects have a key.
  fileprivate func count(of key: String) -> Int {
    var count = 0
    visit { node, _ in count += node.pairs.count { $0.key.text == key } }
    return count
  }

  private static let schema = ScenarioSchema()

  /// How many keys have their default as a word.
  fileprivate var writtenDefaults: Int {
    var count = 0
    visitObjects(Self.schema) { _, kind, pairs in
      let object = Self.schema.object(kind)
      count += pairs.count { pair in
        guard case .default(let text)? = object.field(pair.key.text ?? "")?.need else {
          return false
        }
        return pair.value.text == text
      }
    }
    return count
  }
}

extension Step {
  /// This step with another action.
  fileprivate func doing(_ action: Action) -> Step {
    var step = self
    step.action = action
    return step
  }
}

extension Step.Action {
  fileprivate static let millisecond = wait(SimulatedTime(milliseconds: 1))
}

extension Scenario {
  /// Puts the actions of a closure in place of each step that is in no `repeat`.
  fileprivate mutating func changeSteps(_ change: (Step.Action) -> [Step.Action]) {
    steps = steps.flatMap { step in change(step.action).map(step.doing) }
  }

  /// Changes the place of each point.
  fileprivate mutating func movePoints(_ change: (inout Coordinate) -> Void) {
    for set in data.indices {
      for row in data[set].coordinates.indices { change(&data[set].coordinates[row]) }
    }
  }
}
