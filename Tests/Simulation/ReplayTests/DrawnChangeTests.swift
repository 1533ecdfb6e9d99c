import Clustering
import MapConfiguration
import MapEvents
import MapGeometry
import MapModel
import Replay
import Scenarios
import Support
import Testing

@Suite("Points that come, go and move at random")
struct DrawnChangeTests {
  private static func played(_ actions: [Step.Action], seed: UInt64 = 1) -> [Event] {
    var scenario = Sample.scenario(actions, seed: seed)
    // Nothing waits for the main thread.
    scenario.device.costs = DeviceCosts(framesPerSecond: 60)
    var events: [Event] = []
    Replayer(scenario).play(meter: StillMeter()) { events.append($0) }
    return events
  }

  private static func change(_ points: PointSelection, layer: Int = 0) -> DataChange {
    DataChange(data: 0, layer: layer, points: points)
  }

  private static func milliseconds(_ number: Int64) -> SimulatedTime {
    SimulatedTime(milliseconds: number)
  }

  /// The moves of annotations, in order.
  private static func moves(_ events: [Event]) -> [(time: SimulatedTime, place: Coordinate)] {
    events.compactMap { event in
      if case .data(.annotationMoved(_, let place)) = event.kind {
        (event.time, place)
      } else {
        nil
      }
    }
  }

  @Test
  func `are drawn among those that the layer lacks, or has`() {
    let some = DrawnChangeTests.change(.drawn(7, from: 10, to: 40))
    let rounds = Array(repeating: Step.Action.add(some), count: 6)
    let takings = Array(repeating: Step.Action.remove(some), count: 6)
    let told = DrawnChangeTests.played(rounds + takings + [.removeAll(layer: 0)]).compactMap {
      switch $0.kind {
      case .data(.pointsAdded(_, let points)): "+\(points)"
      case .data(.pointsRemoved(_, let points)): "-\(points)"
      case .session(.nothingDone(let reason)): "\(reason)"
      default: nil
      }
    }
    #expect(
      told == [
        "+7", "+7", "+7", "+7", "+2", "pointsPresent", "-7", "-7", "-7", "-7", "-2",
        "pointsAbsent", "pointsAbsent",
      ])
  }

  @Test
  func `are each as likely as another, and others each time`() {
    var counts = Array(repeating: 0, count: 60)
    var isRepeated = 0
    for seed in 0..<400 {
      let some = DrawnChangeTests.change(.drawn(2, from: 20, to: 28))
      let actions: [Step.Action] = [.add(some), .removeAll(layer: 0), .add(some)]
      let scenario = Sample.scenario(actions, seed: UInt64(seed))
      let replayer = Replayer(scenario)
      var contents: [UInt64] = []
      replayer.play(meter: StillMeter()) { event in
        if case .data(.annotationAdded(_, _, let content, _)) = event.kind {
          contents.append(content)
        }
      }
      let rows = replayer.points(withContents: Set(contents), ofLayer: 0)
      let drawn = contents.compactMap { rows[$0]?.row }
      #expect(drawn.count == 4)
      for row in drawn { counts[row] += 1 }
      if drawn.prefix(2) == drawn.suffix(2) { isRepeated += 1 }
    }
    // 1,600 draws of 8 rows: 200 each, within four standard deviations; a pair in 28 comes again.
    #expect(counts[20..<28].allSatisfy { (150...250).contains($0) }, "\(counts[20..<28])")
    #expect(counts[20..<28].reduce(0, +) == 1_600)
    #expect((1...40).contains(isRepeated))
  }

  @Test(arguments: [1.0, 200, 20_000])
  func `go no farther than they may, and anywhere in the circle`(meters: Double) {
    let all = DrawnChangeTests.change(.rows(from: 0, to: 60))
    var (inner, outer, north, east) = (0, 0, 0, 0)
    for seed in 0..<20 {
      let events = DrawnChangeTests.played(
        [.add(all), .move(all, .byUpTo(meters: meters))], seed: UInt64(seed))
      let moves = DrawnChangeTests.moves(events)
      #expect(moves.count == 60)
      for (move, old) in zip(moves, Sample.points.coordinates) {
        let way = old.distance(from: move.place)
        #expect(way <= meters * 1.01)
        if way < meters / 2 { inner += 1 } else { outer += 1 }
        if move.place.latitude > old.latitude { north += 1 }
        if move.place.longitude > old.longitude { east += 1 }
      }
    }
    // A quarter of the circle lies within half of the radius.
    #expect((250...350).contains(inner), "\(inner) of \(inner + outer)")
    #expect((500...700).contains(north) && (500...700).contains(east), "\(north), \(east)")
  }

  @Test
  func `stay on the earth near a pole`() {
    var data = Sample.points
    data.coordinates = data.coordinates.indices.map {
      Coordinate(latitude: $0 % 2 == 0 ? 90 : -89.9999, longitude: Double($0 * 6) - 180)
    }
    let all = DrawnChangeTests.change(.rows(from: 0, to: 60))
    var scenario = Sample.scenario([.add(all), .move(all, .byUpTo(meters: 200_000))])
    scenario.data = [data]
    var places: [Coordinate] = []
    Replayer(scenario).play(meter: StillMeter()) { event in
      if case .data(.annotationMoved(_, let place)) = event.kind { places.append(place) }
    }
    #expect(places.count > 30)
    #expect(places.allSatisfy { $0.latitude.magnitude <= 90 && $0.longitude.magnitude <= 180 })
  }

  /// In each frame a little, evenly, until the goal.
  @Test
  func `glide to their goal`() {
    let one = DrawnChangeTests.change(.list([33]))
    let old = Sample.points.coordinates[33]
    let goal = Coordinate(latitude: old.latitude + 0.01, longitude: old.longitude - 0.02)
    let events = DrawnChangeTests.played(
      [
        .add(one), .move(one, .to(goal), over: DrawnChangeTests.milliseconds(500)),
        .waitUntilSettled(),
      ])
    let moves = DrawnChangeTests.moves(events)
    #expect((29...32).contains(moves.count))
    #expect(moves.last?.place == goal)
    #expect(moves.last?.time == DrawnChangeTests.milliseconds(500))
    let isEven = moves.allSatisfy { move in
      let part = Double(move.time.nanoseconds) / 500_000_000
      return (move.place.latitude - old.latitude - 0.01 * part).magnitude < 1e-9
        && (move.place.longitude - old.longitude + 0.02 * part).magnitude < 1e-9
    }
    #expect(isEven)
  }

  @Test
  func `glide the short way around the world`() {
    let one = DrawnChangeTests.change(.list([33]))
    let time = DrawnChangeTests.milliseconds(200)
    let events = DrawnChangeTests.played([
      .add(one), .move(one, .to(Coordinate(latitude: 0, longitude: 179))),
      .move(one, .to(Coordinate(latitude: 0, longitude: -179)), over: time), .waitUntilSettled(),
    ])
    let moves = DrawnChangeTests.moves(events)
    #expect(moves.count > 10)
    #expect(moves.allSatisfy { $0.place.longitude.magnitude >= 179 })
  }

  @Test
  func `follow the last move, and end where they leave`() {
    let one = DrawnChangeTests.change(.list([33]))
    let time = DrawnChangeTests.milliseconds(400)
    let (here, there) = (
      Coordinate(latitude: 50, longitude: 8), Coordinate(latitude: 51, longitude: 9)
    )
    let half = Step.Action.wait(DrawnChangeTests.milliseconds(200))
    let glide = Step.Action.move(one, .to(there), over: time)
    let other = DrawnChangeTests.played(
      [.add(one), glide, half, .move(one, .to(here)), .waitUntilSettled()])
    #expect(DrawnChangeTests.moves(other).last?.place == here)
    #expect(DrawnChangeTests.moves(other).last.map { $0.time <= time } == true)
    let another = DrawnChangeTests.played(
      [.add(one), glide, half, .move(one, .to(here), over: time), .waitUntilSettled()])
    #expect(DrawnChangeTests.moves(another).last?.place == here)
    #expect(DrawnChangeTests.moves(another).last?.time == DrawnChangeTests.milliseconds(600))
    let gone = DrawnChangeTests.played([.add(one), glide, half, .remove(one), .waitUntilSettled()])
    #expect(
      DrawnChangeTests.moves(gone).allSatisfy { $0.time <= DrawnChangeTests.milliseconds(200) })
  }

  /// Clusters follow each step of the way, if their index follows moves.
  @Test
  func `glide in a layer with clusters, where the index follows`() {
    let one = DrawnChangeTests.change(.list([33]), layer: 1)
    let goal = Coordinate(latitude: 50.06, longitude: 8.01)
    func ends(movingPoints: Bool) -> Coordinate? {
      var scenario = Sample.scenario([
        .add(one), .waitUntilSettled(),
        .move(one, .to(goal), over: DrawnChangeTests.milliseconds(300)), .waitUntilSettled(),
      ])
      scenario.layers[1].cluster?.fixes.movesPoints = movingPoints
      var place: Coordinate?
      Replayer(scenario).play(meter: StillMeter()) { event in
        if case .cluster(.moved(_, _, let next)) = event.kind { place = next }
      }
      return place
    }
    #expect(ends(movingPoints: true) == goal)
    #expect(ends(movingPoints: false) == nil)
  }

  /// Each of these ends a glide; the point then stays where it is put.
  @Test
  func `end a glide when they are replaced, or leave and come again`() {
    let one = DrawnChangeTests.change(.list([33]))
    let glide = Step.Action.move(
      one, .to(Coordinate(latitude: 51, longitude: 9)), over: DrawnChangeTests.milliseconds(400))
    let half = Step.Action.wait(DrawnChangeTests.milliseconds(200))
    for rest: [Step.Action] in [
      [.remove(one), .add(one)], [.removeAll(layer: 0), .add(one)], [.replace(one, .all)],
    ] {
      let events = DrawnChangeTests.played([.add(one), glide, half] + rest + [.waitUntilSettled()])
      let last = DrawnChangeTests.moves(events).last?.time
      #expect(last.map { $0 <= DrawnChangeTests.milliseconds(200) } == true)
    }
  }

  // MARK: The user

  private static let here = Coordinate(latitude: 50.03, longitude: 8.05)
  private static let there = Coordinate(latitude: 50.04, longitude: 8.03)

  private static func walk(meters: Double = 0, every: Int64 = 1_000) -> Step.Action {
    .walkUser(
      UserWalk(
        to: there, over: milliseconds(10_000), every: milliseconds(every), errorMeters: meters))
  }

  @Test(arguments: [(0.0, 1_000, 10), (5, 1_000, 10), (0, 3_000, 4), (0, 60_000, 1)])
  func `report the user again and again, until the end of the way`(
    meters: Double, every: Int64, count: Int
  ) {
    let events = DrawnChangeTests.played([
      .moveUserLocation(DrawnChangeTests.here),
      DrawnChangeTests.walk(meters: meters, every: every), .waitUntilSettled(),
    ])
    let moves = DrawnChangeTests.moves(events)
    #expect(moves.count == count)
    #expect(moves.last?.time == DrawnChangeTests.milliseconds(10_000))
    let areNear = moves.allSatisfy { move in
      let part = Double(move.time.nanoseconds) / 10_000_000_000
      let place = DrawnChangeTests.here.onTheWay(to: DrawnChangeTests.there, part: part)
      return move.place.distance(from: place) <= meters * 1.01
        && (move.place == place) == (meters == 0)
    }
    #expect(areNear)
  }

  /// The app gets the places that came meanwhile one after the other.
  @Test
  func `report late where the main thread is busy`() {
    let walk = DrawnChangeTests.walk(every: 100)
    var scenario = Sample.scenario([
      .moveUserLocation(DrawnChangeTests.here), walk,
      .add(DrawnChangeTests.change(.rows(from: 0, to: 60))), .waitUntilSettled(),
    ])
    // Sixty annotations keep it for three seconds.
    scenario.device.costs.annotationChange = DrawnChangeTests.milliseconds(50)
    var times: [SimulatedTime] = []
    Replayer(scenario).play(meter: StillMeter()) { event in
      if case .data(.annotationMoved) = event.kind { times.append(event.time) }
    }
    #expect(times.count == 100)
    #expect(times == times.sorted())
    #expect(times.first.map { $0 > DrawnChangeTests.milliseconds(2_000) } == true)
  }

  @Test
  func `report no more of a way once the user is elsewhere`() {
    let wait = Step.Action.wait(DrawnChangeTests.milliseconds(3_500))
    let elsewhere = Coordinate(latitude: 51, longitude: 9)
    for (next, count) in [
      (Step.Action.moveUserLocation(elsewhere), 4), (DrawnChangeTests.walk(), 13),
    ] {
      let events = DrawnChangeTests.played([
        .moveUserLocation(DrawnChangeTests.here), DrawnChangeTests.walk(), wait, next,
        .waitUntilSettled(),
      ])
      #expect(DrawnChangeTests.moves(events).count == count)
      // What is left of the first walk keeps the map from settling no longer.
      let end = events.last?.time ?? .zero
      #expect(end <= DrawnChangeTests.milliseconds(count == 4 ? 4_000 : 13_600))
    }
    // No place of the user is known before.
    let events = DrawnChangeTests.played([DrawnChangeTests.walk(), .waitUntilSettled()])
    let dots = events.filter { if case .data(.annotationAdded) = $0.kind { true } else { false } }
    #expect(dots.map(\.time) == [DrawnChangeTests.milliseconds(1_000)])
    #expect(DrawnChangeTests.moves(events).isEmpty)
  }
}
