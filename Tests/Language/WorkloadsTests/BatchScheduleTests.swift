import ExactMath
import MapGeometry
import Testing
import Workloads

/// A network so slow that each nanosecond can be played: what a schedule says, step by step.
private struct SlowNetwork {
  let count: Int
  let requests: BatchSchedule.Requests
  let network: Network

  /// Plays one nanosecond after the other, with the draws of the streams of a schedule.
  func arrivals(_ jitter: RandomStream, _ losses: RandomStream, until end: Int64) -> [Int64?] {
    var (jitter, losses) = (jitter, losses)
    var sizes = stride(from: 0, to: count, by: requests.batchSize).map {
      min(requests.batchSize, count - $0)
    }
    if requests.endsEmpty { sizes.append(0) }
    let late = sizes.map { _ in
      network.jitter > .zero
        ? Int64(jitter.next(through: UInt64(network.jitter.nanoseconds))) : 0
    }
    // The instants at which something happens to each batch.
    var atLine: [Int64?] = []
    var givenUp: [Int64?] = []
    for index in sizes.indices {
      var time = requests.interval.nanoseconds * Int64(index + 1)
      var isLost = false
      for _ in 0..<(network.loss?.tries ?? 1) {
        isLost = network.loss.map { losses.next(through: 999_999) < $0.perMillion } ?? false
        guard isLost else { break }
        time += network.loss?.retryAfter.nanoseconds ?? 0
      }
      atLine.append(isLost ? nil : time + network.latency.nanoseconds + late[index])
      givenUp.append(isLost ? time : nil)
    }
    var arrivals = [Int64?](repeating: nil, count: sizes.count)
    var carried: (batch: Int, bits: Int64)?
    for now in 0...end {
      // A bit takes a billion parts, of which the line carries so many in a nanosecond.
      if let line = network.line, let (batch, bits) = carried {
        carried = (batch, bits - line.bitsPerSecond)
        if bits - line.bitsPerSecond <= 0 {
          arrivals[batch] = now
          carried = nil
        }
      }
      while carried == nil, let next = self.next(at: now, atLine, givenUp, arrivals) {
        let bits = Int64(sizes[next]) * (network.line?.pointBytes ?? 0) * 8 * 1_000_000_000
        if bits > 0 { carried = (next, bits) } else { arrivals[next] = now }
      }
    }
    return arrivals
  }

  /// The batch that the free line takes.
  private func next(
    at now: Int64, _ atLine: [Int64?], _ givenUp: [Int64?], _ arrivals: [Int64?]
  ) -> Int? {
    var found: Int?
    for index in atLine.indices where arrivals[index] == nil {
      if let time = atLine[index], time <= now {
        if network.order == .asSent { return index }
        if let other = found.flatMap({ atLine[$0] }), other <= time { continue }
        found = index
      } else if network.order == .asSent {
        guard let time = givenUp[index], time <= now else { return nil }
      }
    }
    return found
  }
}

@Suite("Batch schedule")
struct BatchScheduleTests {
  private func schedule(
    of count: Int, _ requests: BatchSchedule.Requests, _ network: Network, seed: Int = 3
  ) -> BatchSchedule {
    var jitter = RandomStream(seed: UInt64(seed), name: "download")
    var losses = RandomStream(seed: UInt64(seed), name: "losses")
    return BatchSchedule(
      of: count, in: requests, over: network, jitter: &jitter, losses: &losses)
  }

  private static func time(_ nanoseconds: Int64) -> SimulatedTime {
    SimulatedTime(nanoseconds: nanoseconds)
  }

  /// Every combination of a few values of each key, in worlds of a few nanoseconds.
  private static let networks: [Network] = {
    var networks: [Network] = []
    let lines = [
      nil, Network.Line(bitsPerSecond: 8_000_000_000, pointBytes: 1),
      Network.Line(bitsPerSecond: 3_000_000_000, pointBytes: 2),
    ]
    for order in Network.Order.allCases {
      for line in lines {
        for latency in [0, 4] as [Int64] {
          for jitter in [0, 9] as [Int64] {
            for perMillion in [0, 400_000] {
              for tries in perMillion == 0 ? [1] : [1, 3] {
                networks.append(
                  Network(
                    latency: time(latency), jitter: time(jitter), line: line,
                    loss: perMillion == 0
                      ? nil
                      : Network.Loss(perMillion: perMillion, retryAfter: time(5), tries: tries),
                    order: order))
              }
            }
          }
        }
      }
    }
    return networks
  }()

  @Test(arguments: networks)
  func `agrees with a network that is played nanosecond by nanosecond`(network: Network) {
    for count in [1, 2, 5, 7] {
      for size in [1, 2, 3] {
        for interval in [1, 3] as [Int64] {
          for endsEmpty in [false, true] {
            let requests = BatchSchedule.Requests(
              batchSize: size, interval: BatchScheduleTests.time(interval), endsEmpty: endsEmpty)
            let limit = BatchSchedule.longestTime(of: count, in: requests, over: network)
            for seed in 0..<3 {
              let schedule = schedule(of: count, requests, network, seed: seed)
              let played = SlowNetwork(count: count, requests: requests, network: network)
                .arrivals(
                  RandomStream(seed: UInt64(seed), name: "download"),
                  RandomStream(seed: UInt64(seed), name: "losses"), until: Int64(limit))
              #expect(
                schedule.batches.map { $0.time?.nanoseconds } == played,
                "\(count) by \(size) every \(interval), \(endsEmpty), \(seed)")
              #expect(schedule.batches.allSatisfy { $0.losses <= network.loss?.tries ?? 0 })
            }
          }
        }
      }
    }
  }

  /// Milliseconds of arrival with the points; a batch that is given up has none.
  private func words(_ schedule: BatchSchedule) -> String {
    schedule.batches.map { batch in
      let time = batch.time.map { "\($0.nanoseconds / 1_000_000)" } ?? "-"
      return "\(time):\(batch.from)-\(batch.to)"
    }.joined(separator: " ")
  }

  private static let line = Network.Line(bitsPerSecond: 8_000, pointBytes: 100)

  @Test(arguments: [
    (10, false, Network(), "300:0-4 600:4-8 900:8-10"),
    (4, false, Network(), "300:0-4"),
    (0, false, Network(), ""),
    (4, true, Network(), "300:0-4 600:4-4"),
    (0, true, Network(), "300:0-0"),
    (10, false, Network(latency: SimulatedTime(milliseconds: 80)), "380:0-4 680:4-8 980:8-10"),
    // 400 ms on the line for 300 ms between two batches: each waits for the one before.
    (10, true, Network(line: line), "700:0-4 1100:4-8 1300:8-10 1300:10-10"),
  ])
  func `plans batches of four`(
    count: Int, endsEmpty: Bool, network: Network, expected: String
  ) {
    let requests = BatchSchedule.Requests(
      batchSize: 4, interval: SimulatedTime(milliseconds: 300), endsEmpty: endsEmpty)
    #expect(words(schedule(of: count, requests, network)) == expected)
  }

  /// The streams of before: a network that loses, delays or carries draws the same jitter.
  @Test
  func `draws the jitter that it always drew`() {
    let requests = BatchSchedule.Requests(
      batchSize: 1, interval: SimulatedTime(milliseconds: 10))
    let jitter = SimulatedTime(milliseconds: 50)
    var stream = RandomStream(seed: 3, name: "download")
    var latest = SimulatedTime.zero
    let expected = (1...400).map { number -> SimulatedTime in
      let due = SimulatedTime(milliseconds: 10 * Int64(number))
      let late = Int64(stream.next(through: UInt64(jitter.nanoseconds)))
      latest = max(latest, due + SimulatedTime(nanoseconds: late))
      return latest
    }
    #expect(schedule(of: 400, requests, Network(jitter: jitter)).batches.map(\.time) == expected)
    let loss = Network.Loss(
      perMillion: 300_000, retryAfter: SimulatedTime(milliseconds: 40), tries: 2)
    let free = Network(jitter: jitter, order: .asTheyCome)
    let lossy = Network(jitter: jitter, loss: loss, order: .asTheyCome)
    let pairs = zip(
      schedule(of: 400, requests, free).batches, schedule(of: 400, requests, lossy).batches)
    let moves = pairs.compactMap { first, second -> Int64? in
      guard let one = first.time, let other = second.time else { return nil }
      return (other - one).nanoseconds / 1_000_000
    }
    #expect(Set(moves) == [0, 40])
  }

  @Test
  func `a late batch is overtaken only where the order is that in which they come`() {
    let requests = BatchSchedule.Requests(
      batchSize: 1, interval: SimulatedTime(milliseconds: 10))
    for order in Network.Order.allCases {
      let network = Network(jitter: SimulatedTime(milliseconds: 50), order: order)
      let times = schedule(of: 400, requests, network).batches.compactMap(\.time)
      #expect(times.count == 400)
      let isInOrder = zip(times, times.dropFirst()).allSatisfy { $0 <= $1 }
      #expect(isInOrder == (order == .asSent))
    }
  }

  @Test
  func `loses about as many attempts as it says, and gives a batch up after the last one`() {
    let requests = BatchSchedule.Requests(batchSize: 1, interval: SimulatedTime(milliseconds: 1))
    let loss = Network.Loss(
      perMillion: 200_000, retryAfter: SimulatedTime(milliseconds: 1), tries: 2)
    let batches = schedule(of: 10_000, requests, Network(loss: loss)).batches
    let counts = (0...2).map { losses in batches.count { $0.losses == losses } }
    #expect((7_800...8_200).contains(counts[0]))
    #expect((1_450...1_750).contains(counts[1]))
    #expect((300...500).contains(counts[2]))
    #expect(batches.allSatisfy { ($0.time == nil) == ($0.losses == 2) })
  }

  /// The largest values that scenarios can say; such a download is refused.
  @Test
  func `knows without an overflow how long a download takes`() {
    let hour = SimulatedTime(milliseconds: 3_600_000)
    let requests = BatchSchedule.Requests(batchSize: 1, interval: hour, endsEmpty: true)
    let network = Network(
      latency: hour, jitter: hour,
      line: Network.Line(bitsPerSecond: 1_000, pointBytes: 1 << 20),
      loss: Network.Loss(perMillion: 990_000, retryAfter: hour, tries: 20), order: .asTheyCome)
    let limit = BatchSchedule.longestTime(of: 2_000_000, in: requests, over: network)
    let line = Int128(8_388_608_000_000) * 2_000_000
    #expect(limit == Int128(hour.nanoseconds) * (2_000_001 + 22) + line)
  }
}
