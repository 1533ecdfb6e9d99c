import MapEvents
import MapGeometry
import Testing

@testable import Measures

@Suite("Churn")
struct ChurnCounterTests {
  /// What the documentation says, over the whole history and without forgetting anything.
  struct SlowCounter {
    struct Change {
      var isArrival: Bool
      var annotation: AnnotationID
      var content: UInt64
      var time: Int64
      var isPaired = false
    }
    var history: [Change] = []

    mutating func add(_ annotation: AnnotationID, _ content: UInt64, _ time: Int64) -> Bool {
      let partner = history.firstIndex { change in
        !change.isArrival && !change.isPaired && change.content == content
          && time - change.time <= 1_000
      }
      return note(true, annotation, content, time, partner)
    }

    mutating func remove(_ annotation: AnnotationID, _ content: UInt64, _ time: Int64) -> Bool {
      let partner = history.indices.first { index in
        let change = history[index]
        let hasLeft = history[index...].contains {
          !$0.isArrival && $0.annotation == change.annotation
        }
        return change.isArrival && !change.isPaired && change.content == content
          && change.annotation != annotation && !hasLeft && time - change.time <= 1_000
      }
      return note(false, annotation, content, time, partner)
    }

    /// What stands for something else now has been that, for all that comes later, since it came.
    mutating func renew(_ annotation: AnnotationID, _ content: UInt64) {
      let arrival = history.lastIndex { $0.annotation == annotation }
      guard let arrival, history[arrival].isArrival else { return }
      history[arrival].content = content
    }

    private mutating func note(
      _ isArrival: Bool, _ annotation: AnnotationID, _ content: UInt64, _ time: Int64,
      _ partner: Int?
    ) -> Bool {
      if let partner { history[partner].isPaired = true }
      history.append(
        Change(
          isArrival: isArrival, annotation: annotation, content: content, time: time,
          isPaired: partner != nil))
      return partner != nil
    }
  }

  /// Both counters side by side, with the annotations on the map.
  struct World {
    var slow = SlowCounter()
    var fast = ChurnCounter()
    var isOnMap: [Bool]
    /// What each annotation stands for; twins until one is renewed.
    var contents: [UInt64]
    var now: Int64 = 0

    init(isOnMap: [Bool], contents: [UInt64]? = nil) {
      self.isOnMap = isOnMap
      self.contents = contents ?? isOnMap.map { _ in 9 }
    }

    /// Lets an annotation come or leave; false when the counters differ.
    mutating func toggle(_ annotation: Int, after time: Int64) -> Bool {
      now += time
      let instant = SimulatedTime(milliseconds: now)
      let number = AnnotationID(annotation)
      let content = contents[annotation]
      isOnMap[annotation].toggle()
      return isOnMap[annotation]
        ? slow.add(number, content, now) == fast.add(number, content: content, at: instant)
        : slow.remove(number, content, now) == fast.remove(number, content: content, at: instant)
    }

    /// Lets an annotation on the map stand for something else.
    mutating func renew(_ annotation: Int, content: UInt64, after time: Int64) {
      now += time
      contents[annotation] = content
      slow.renew(AnnotationID(annotation), content)
      fast.renew(AnnotationID(annotation), content: content, at: SimulatedTime(milliseconds: now))
    }
  }

  private func explore(
    _ world: World, times: [Int64], depth: Int, path: [String] = [], failures: inout [[String]]
  ) {
    guard depth > 0 else { return }
    for annotation in world.isOnMap.indices {
      for time in times {
        var next = world
        let step = path + ["\(annotation) after \(time)"]
        if !next.toggle(annotation, after: time) { failures.append(step) }
        explore(next, times: times, depth: depth - 1, path: step, failures: &failures)
      }
      // Time passes before and after it; what it stands for goes there and back.
      guard world.isOnMap[annotation] else { continue }
      var next = world
      next.renew(annotation, content: 17 - world.contents[annotation], after: 0)
      explore(
        next, times: times, depth: depth - 1, path: path + ["renew \(annotation)"],
        failures: &failures)
    }
  }

  @Test(arguments: 0..<8)
  func `is what the definition says in every short course of three twins`(start: Int) {
    let world = World(isOnMap: (0..<3).map { start >> $0 & 1 == 1 })
    var failures: [[String]] = []
    explore(world, times: [0, 500, 1_000, 1_001], depth: 4, failures: &failures)
    #expect(failures.isEmpty, "\(failures.first ?? []) and \(failures.count) in all")
  }

  @Test(arguments: 0..<8)
  func `is what the definition says in every course of one instant`(start: Int) {
    let world = World(isOnMap: (0..<3).map { start >> $0 & 1 == 1 }, contents: [9, 8, 8])
    var failures: [[String]] = []
    explore(world, times: [0], depth: 6, failures: &failures)
    #expect(failures.isEmpty, "\(failures.first ?? []) and \(failures.count) in all")
  }

  @Test
  func `is what the definition says in a long course of many contents`() {
    var world = World(
      isOnMap: Array(repeating: false, count: 12), contents: (0..<12).map { UInt64($0 % 4) })
    var numbers = ArbitraryNumbers(seed: 3)
    for change in 0..<3_000 {
      let annotation = numbers.next(below: 12)
      let wait = Int64([0, 0, 40, 200, 600][numbers.next(below: 5)])
      let isAgreed = world.toggle(annotation, after: wait)
      #expect(isAgreed, "change \(change)")
      let renewed = numbers.next(below: 12)
      guard numbers.next(below: 3) == 0, world.isOnMap[renewed] else { continue }
      let pause = Int64([0, 0, 40, 600][numbers.next(below: 4)])
      world.renew(renewed, content: UInt64(numbers.next(below: 4)), after: pause)
    }
  }

  @Test(arguments: [
    ("-1 +2", 1), ("+2 -1", 1), ("+1 -1", 0), ("+1 -1 +2 -2", 1), ("-1 +2 -2 +3", 2),
    ("-1 -2 +3 +4", 2), ("-1 +2 +3", 1), ("+2 -1 -3", 1), ("+2 +3 -1 -4", 2), ("+1 +2 -1 -2", 1),
    ("+1 +2 -2 -1", 1), ("-1", 0), ("", 0),
  ])
  func `counts each change once`(course: String, churn: Int) {
    var counter = ChurnCounter()
    var found = 0
    for change in course.split(separator: " ") {
      let annotation = AnnotationID(Int(change.dropFirst()) ?? 0)
      let isChurn =
        change.hasPrefix("+")
        ? counter.add(annotation, content: 1, at: .zero)
        : counter.remove(annotation, content: 1, at: .zero)
      found += isChurn ? 1 : 0
    }
    #expect(found == churn)
  }

  /// The number of an annotation, then what it stands for: `+1a` comes, `=1b` is renewed.
  @Test(arguments: [
    ("+1a =1b -2a", 0), ("+1a =1b -2b", 1), ("+1a =1a -2a", 1), ("+1a =1b =1a -2a", 1),
    ("-2a +1a =1b -3b", 1), ("-2a +1b =1a", 0), ("-2a +1b =1a +3a", 1), ("=1b -2a -3b", 0),
    ("+1a =1b -1b", 0), ("+1a =1b -1b +2a", 0), ("+1a =1b -1b +2b", 1), ("+1a =1b -2b -3b", 1),
    ("+1a +2b =1b -2b -3b", 1), ("+1a +2b =1b -3b -1b", 2), ("+1a +2b =1b -3b -2b", 1),
  ])
  func `goes by what an annotation stands for now`(course: String, churn: Int) {
    var counter = ChurnCounter()
    var found = 0
    for change in course.split(separator: " ").map({ Array($0.utf8) }) {
      let annotation = AnnotationID(Int(change[1]))
      let content = UInt64(change[2])
      switch UnicodeScalar(change[0]) {
      case "+": found += counter.add(annotation, content: content, at: .zero) ? 1 : 0
      case "-": found += counter.remove(annotation, content: content, at: .zero) ? 1 : 0
      default: counter.renew(annotation, content: content, at: .zero)
      }
    }
    #expect(found == churn)
  }

  @Test(arguments: [(0, true), (999_999_999, true), (1_000_000_000, true), (1_000_000_001, false)])
  func `looks back one second in both orders`(nanoseconds: Int64, isChurn: Bool) {
    let start = SimulatedTime(milliseconds: 70)
    let later = start + SimulatedTime(nanoseconds: nanoseconds)
    var counter = ChurnCounter()
    let early = [
      counter.remove(1, content: 5, at: start), counter.add(3, content: 6, at: start),
    ]
    let late = [
      counter.add(2, content: 5, at: later), counter.remove(4, content: 6, at: later),
    ]
    #expect(early == [false, false])
    #expect(late == [isChurn, isChurn])
  }

  @Test
  func `an old change is not kept alive by younger ones of its content`() {
    var counter = ChurnCounter()
    let found = [
      counter.remove(1, content: 5, at: SimulatedTime(milliseconds: 0)),
      counter.remove(2, content: 5, at: SimulatedTime(milliseconds: 900)),
      counter.add(3, content: 5, at: SimulatedTime(milliseconds: 1_500)),
      counter.add(4, content: 5, at: SimulatedTime(milliseconds: 1_600)),
    ]
    #expect(found == [false, false, true, false])
  }

  @Test(arguments: [1, 1_000_000])
  func `holds no more than the last second in memory`(contents: UInt64) {
    var counter = ChurnCounter()
    var most = 0
    // 100 changes a second, each of another annotation, for an hour.
    for index in 0..<360_000 {
      let time = SimulatedTime(milliseconds: Int64(index) * 10)
      _ = counter.remove(AnnotationID(index), content: UInt64(index) % contents, at: time)
      most = max(most, counter.heldCount)
    }
    #expect(most < 2_500, "held \(most)")
  }

  @Test
  func `holds no more than the last second of renewals`() {
    var counter = ChurnCounter()
    for number: AnnotationID in 0..<10 { _ = counter.add(number, content: 0, at: .zero) }
    var most = 0
    for index in 0..<100_000 {
      let time = SimulatedTime(milliseconds: Int64(index) * 10)
      counter.renew(AnnotationID(index % 10), content: UInt64(index % 3), at: time)
      most = max(most, counter.heldCount)
    }
    #expect(most < 2_500, "held \(most)")
  }
}
