import Callouts
import MapConfiguration
import MapEvents
import MapGeometry
import Measures
import Metrics
import Scenarios

@testable import Exploration

extension Law {
  /// A mistake that breaks the law.
  var fault: PlantedFault? { PlantedFault.all[name] }

  /// A seed with which a search soon finds the mistake.
  var seed: UInt64 {
    switch name {
    case "each point in one cluster", "balance": 4
    case "kinds of clusters": 8
    case "mirror": 16
    case "elsewhere": 19
    case "two replays": 23
    default: 17
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
    "faultless adjusters": PlantedFault("the map makes no room") { scenario in
      for index in scenario.layers.indices {
        scenario.layers[index].callout?.adjuster = NoAdjuster()
      }
    },
    "fmt": .losesAnEvent,
    "order of keys": .losesAnEvent,
    "explicit defaults": .losesAnEvent,
    "repeat once": .losesAnEvent,
    "for each": .losesAnEvent,
    "snapshot": .losesAnEvent,
    "mark": .countsAFrameTwice,
    "parts add up": PlantedFault("a frame is counted for no part") { facts in
      guard case .count(let number) = facts.marks.first?.table[.frames] else { return }
      facts.marks[0].table[.frames] = .count(number - 1)
    }.ofOthers,
    "layers add up": PlantedFault("the dot of the user is on the map") { scenario in
      scenario.map.userLocation = scenario.map.region.center
    }.ofOthers,
    "split wait": .countsAFrameTwice,
    "part": .losesAnEvent,
    "file of points": .losesAnEvent,
    "device file": .losesAnEvent,
    "variant": .losesAnEvent,
    "seed": .losesAnEvent,
    "unused data": .losesAnEvent,
    "add and remove": .countsAPointTwice,
    "setup": .losesAnEvent,
    "split add": .countsAPointTwice,
    "order of layers": .countsAPointTwice,
    "zoom out and in": .countsAPointTwice,
    "elsewhere": PlantedFault("points beyond the date line are as far from it as from 0") {
      scenario in
      let east = scenario.map.region.center.longitude
      scenario.movePoints { place in
        if abs(place.longitude - east) > 180 { place.longitude = -place.longitude / 2 }
      }
    }.ofOthers,
    "mirror": PlantedFault("points are in the mirror, and the map is not") { scenario in
      scenario.movePoints { $0.longitude = -$0.longitude }
    }.ofOthers,
    "whole cells": PlantedFault("points are a third of a degree east of their cells") { scenario in
      scenario.movePoints { place in
        if place.longitude < 179 { place.longitude += 1.0 / 3 }
      }
    }.ofOthers,
    "engines agree": .countsAPointTwice,
  ]
}

extension PlantedFault {
  /// The third event of the other session is lost.
  static let losesAnEvent = PlantedFault("an event is lost") { event, number in
    number == 3 ? [] : [event]
  }.ofOthers

  /// A frame of the other session is counted twice.
  static let countsAFrameTwice = PlantedFault("a frame is counted twice") { facts in
    guard case .count(let number) = facts.session[.frames] else { return }
    facts.session[.frames] = .count(number + 1)
  }.ofOthers

  /// The clusters of the other session have a point more each.
  static let countsAPointTwice = PlantedFault("a point is counted twice") { event, _ in
    guard
      case .cluster(
        .listed(let annotation, let layer, let content, let count, let isOne, let place)) = event
        .kind
    else { return [event] }
    let listed = ClusterEvent.listed(
      annotation: annotation, layer: layer, content: content, count: count + 1,
      isUniqueLocation: isOne, place)
    return [Event(time: event.time, step: event.step, kind: .cluster(listed))]
  }.ofOthers

  /// This mistake in the sessions that others are compared with.
  private var ofOthers: PlantedFault {
    var fault = self
    fault.strikesOthers = true
    return fault
  }

  /// A mistake in the replayed scenario.
  init(_ name: String, changing: @escaping @Sendable (inout Scenario) -> Void) {
    self.init(name)
    replayed = { scenario in
      var scenario = scenario
      changing(&scenario)
      return scenario
    }
  }

  init(_ name: String, reseedsSecondReplay: Bool) {
    self.init(name)
    self.reseedsSecondReplay = reseedsSecondReplay
  }
}

extension Scenario {
  /// Changes the place of each point.
  fileprivate mutating func movePoints(_ change: (inout Coordinate) -> Void) {
    for set in data.indices {
      for row in data[set].coordinates.indices { change(&data[set].coordinates[row]) }
    }
  }
}
