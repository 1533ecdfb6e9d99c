import MapGeometry
import Testing

@testable import Measures

@Suite("The time of hitches")
struct HitchClockTests {
  /// A frame that is made at some time, was due on the screen at another, and is late.
  private struct Frame {
    var madeAt: Int64
    var dueAt: Int64
    var lateness: Int64
  }

  /// Every session of 5 ms with two frames and two steps, against a look at each half millisecond.
  @Test
  func `is that of the scope in which it passes, counts once, and ends with the session`() {
    var errors: [String] = []
    let frames = (0...4).flatMap { made in
      (max(0, made - 2)...made + 1).flatMap { due in
        (0...4).map { Frame(madeAt: made, dueAt: due, lateness: $0) }
      }
    }
    for first in frames {
      for second in frames
      where second.madeAt > first.madeAt && second.dueAt >= first.dueAt {
        for border in Int64(0)...5 {
          let found = HitchClockTests.counted([first, second], border: border)
          let expected = HitchClockTests.looked([first, second], border: border)
          if found != expected { errors.append("\(first) \(second) \(border): \(found)") }
        }
      }
    }
    #expect(errors.isEmpty, "\(errors.prefix(5))")
  }

  private static func time(_ milliseconds: Int64) -> SimulatedTime {
    SimulatedTime(milliseconds: milliseconds)
  }

  private static func counted(_ frames: [Frame], border: Int64) -> [Int64] {
    var clock = HitchClock()
    var counts: [Int64] = [0, 0]
    func take(until now: Int64) {
      for (scope, duration) in clock.take(until: time(now)) {
        counts[Int(scope.step)] += duration.nanoseconds / 1_000_000
      }
    }
    clock.enter(.init(part: nil, step: 0), at: .zero)
    for now in Int64(0)...5 {
      take(until: now)
      if now == border { clock.enter(.init(part: nil, step: 1), at: time(now)) }
      for frame in frames where frame.madeAt == now {
        clock.show(dueAt: time(frame.dueAt), lateness: time(frame.lateness))
        take(until: now)
      }
    }
    return counts
  }

  private static func looked(_ frames: [Frame], border: Int64) -> [Int64] {
    var counts: [Int64] = [0, 0]
    for moment in Int64(0)..<5 {
      let waits = frames.contains { frame in
        (frame.dueAt..<frame.dueAt + frame.lateness).contains(moment)
      }
      if waits { counts[moment < border ? 0 : 1] += 1 }
    }
    return counts
  }
}
