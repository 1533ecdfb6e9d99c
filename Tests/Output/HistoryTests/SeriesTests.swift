import Counts
import ExactMath
import Foundation
import Metrics
import Reporting
import Statistics
import Support
import Testing
import Workloads

@testable import History

/// What belongs together in a series, and what does not.
@Suite("Series of a history")
struct SeriesTests {
  /// The values of a quantity, for each series of its own.
  private func values(_ name: String, of runs: [RunRecord]) throws -> [[Int64]] {
    let scratch = try Scratch()
    return try Sample.store(in: scratch, runs).contents(of: name, constantToo: true).series
      .map { $0.points.map(\.value) }
  }

  private static let other = Fingerprint([
    .compiler: "Swift 6.2", .configuration: "release", .processor: "Xeon",
  ])

  private func runs(_ quantity: Quantity, on prints: [Fingerprint], isCounted: Bool = false)
    -> [RunRecord]
  {
    prints.enumerated().map { number, print in
      Sample.run(
        number, fingerprint: isCounted ? Sample.fingerprint : print,
        countedOn: isCounted ? print : Fingerprint([:]),
        [Sample.session(Reading(quantity, Int64(number)))])
    }
  }

  @Test
  func `times and counts of other fingerprints are series of their own, facts are one`() throws {
    let prints = [Sample.fingerprint, SeriesTests.other, Sample.fingerprint, SeriesTests.other]
    #expect(
      try values("real time", of: runs(Quantity(.replay), on: prints)) == [[0, 2], [1, 3]])
    #expect(
      try values("allocations", of: runs(Quantity(.requests), on: prints)) == [[0, 2], [1, 3]])
    #expect(
      try values("instructions", of: runs(.instructions, on: prints, isCounted: true))
        == [[0, 2], [1, 3]])
    #expect(
      try values("views created", of: runs(Quantity(.viewsCreated), on: prints)) == [[0, 1, 2, 3]])
  }

  @Test(arguments: [
    (Fingerprint.Component.engines, 1, 1), (.counter, 1, 1), (.kernel, 2, 1), (.processor, 2, 1),
    (.instructionSets, 2, 1), (.compiler, 2, 2), (.flags, 2, 2), (.allocator, 2, 2),
    (.configuration, 2, 2), (.library, 2, 2),
  ])
  func `parts of a fingerprint matter to what depends on them`(
    part: Fingerprint.Component, times: Int, allocations: Int
  ) throws {
    var other = Sample.fingerprint
    other.values[part] = "another"
    let prints = [Sample.fingerprint, other]
    #expect(try values("real time", of: runs(Quantity(.replay), on: prints)).count == times)
    #expect(
      try values("allocations", of: runs(Quantity(.requests), on: prints)).count == allocations)
  }

  /// Each such part of both runs, and whether times, allocations and instructions of the two are of
  /// a series.
  @Test(
    arguments: [
      (Fingerprint.Component.processor, nil, [false, true, true]),
      (.processor, "mixed", [false, true, false]), (.kernel, "mixed", [false, true, false]),
      (.library, "mixed", [false, false, false]), (.kernel, nil, [true, true, true]),
      (.engines, "mixed", [true, true, false]),
    ] as [(Fingerprint.Component, String?, [Bool])])
  func `numbers of unknown and of several machines are of no series, facts always are`(
    part: Fingerprint.Component, value: String?, kept: [Bool]
  ) throws {
    var print = Sample.fingerprint
    print.values[part] = value
    var counted = print
    counted.values[.counter] = "callgrind 3.19.0"
    let runs = (0..<2).map { number in
      let quantities = [
        Quantity(.replay), Quantity(.requests), Quantity.instructions, Quantity(.viewsCreated),
      ]
      let readings = quantities.map { Reading($0, Int64(number)) }
      return Sample.run(
        number, fingerprint: print, countedOn: counted,
        [RunRecord.Session(id: "a", trace: "t", scenario: nil, readings: readings)])
    }
    for (name, isKept) in zip(["real time", "allocations", "instructions"], kept) {
      #expect(try values(name, of: runs) == (isKept ? [[0, 1]] : []), "\(name)")
    }
    #expect(try values("views created", of: runs) == [[0, 1]])
    #expect(runs[0].reservations.count == kept.count { !$0 })
  }

  @Test
  func `the processor's counter takes a known processor`() throws {
    let counted = Fingerprint([.counter: "perf_event"])
    let runs = (0..<2).map { number in
      Sample.run(
        number, countedOn: counted, [Sample.session(Reading(.instructions, Int64(number)))])
    }
    #expect(try values("instructions", of: runs).isEmpty)
    #expect(
      runs[0].reservations == [
        "its instructions are compared with no other run: its processor is unknown"
      ])
  }

  @Test
  func `runs are in the order of their commits, else of beginning and adding`() throws {
    let times: [Int64?] = [50, nil, 10, 50, nil, 70, nil]
    let runs = times.enumerated().map { number, time in
      Sample.run(number, committedAt: .some(time), [Sample.views(Int64(number))])
    }
    #expect(try values("views created", of: runs) == [[2, 0, 1, 3, 4, 5, 6]])
    let unknown = (0..<4).map { Sample.run($0, committedAt: .some(nil), [Sample.views(Int64($0))]) }
    #expect(try values("views created", of: unknown.reversed()) == [[3, 2, 1, 0]])
    let begun: [(commit: Int64?, start: Int64)] = [(nil, 30), (20, 90), (20, 40), (nil, 10)]
    let timed = begun.enumerated().map { number, time in
      var run = Sample.run(
        number, committedAt: .some(time.commit), [Sample.views(Int64(number))])
      run.origin.startedAtSeconds = time.start
      return run
    }
    #expect(try values("views created", of: timed) == [[3, 2, 1, 0]])
  }

  @Test
  func `a run without a value has no point`() throws {
    let runs = [
      Sample.run(0, [Sample.views(5)]), Sample.run(1, [Sample.session()]), Sample.run(2, []),
      Sample.run(3, [Sample.views(6), Sample.views(9, in: "b")]),
    ]
    #expect(try values("views created", of: runs) == [[5, 6], [9]])
  }

  @Test
  func `series can be chosen by name, session and branch`() throws {
    let scratch = try Scratch()
    let store = try Sample.store(
      in: scratch,
      [
        Sample.run(0, [Sample.views(1, in: "Views/a"), Sample.views(1, in: "Callouts/b")]),
        Sample.run(1, branch: "topic", [Sample.views(2, in: "Views/a")]),
        Sample.run(2, branch: nil, [Sample.session(in: "Views/a", Reading(Quantity(.taps), 1))]),
      ])
    func found(_ contents: HistoryContents) -> [String] {
      contents.series.map { "\($0.session) \($0.quantity.name) \($0.points.count)" }
    }
    #expect(
      found(try store.contents(constantToo: true)) == [
        "Callouts/b views created 1", "Views/a taps 1", "Views/a views created 2",
      ])
    #expect(
      found(try store.contents(of: "taps", constantToo: true)) == ["Views/a taps 1"])
    #expect(
      found(try store.contents(session: "out", constantToo: true)) == ["Callouts/b views created 1"]
    )
    #expect(
      found(try store.contents(branch: "topic", constantToo: true)) == ["Views/a views created 1"])
    #expect(try store.contents(branch: "none").runs.isEmpty)
  }

  /// The reference work takes twice as long on the second machine, whose series is leveled by
  /// itself.
  @Test
  func `times of a series are leveled by the median of its reference times`() throws {
    let references: [Int64] = [1_000, 2_000, 1_100, 2_200, 900, 1_800]
    let runs = references.enumerated().map { number, reference in
      Sample.run(
        number, fingerprint: number.isMultiple(of: 2) ? Sample.fingerprint : SeriesTests.other,
        [Sample.session(Sample.reading(.processorTime, 6_600, reference: reference))])
    }
    #expect(
      try values("processor time", of: runs) == [[6_600, 6_000, 7_333], [6_600, 6_000, 7_333]])
  }

  @Test
  func `what never changes is counted and left out`() throws {
    let scratch = try Scratch()
    let runs = (0..<3).map { number in
      Sample.run(
        number,
        [
          Sample.session(
            Reading(Quantity(.viewsCreated), 1), Reading(Quantity(.taps), Int64(number)),
            Reading(Quantity(.requests), 4), Reading(Quantity(.replay), 5))
        ])
    }
    let contents = try Sample.store(in: scratch, runs).contents()
    #expect(contents.series.map(\.quantity.name) == ["taps"])
    #expect(contents.seriesCount == 4)
  }

  // MARK: Against a slow answer

  /// A drawn history: some sessions, some quantities, two fingerprints, values that seldom change.
  private func drawn(seed: UInt64) -> [RunRecord] {
    var stream = RandomStream(seed: seed, name: "history")
    let quantities = [
      Quantity(.viewsCreated), Quantity(.viewReuseRate), Quantity(.requests), Quantity(.replay),
    ]
    return (0..<25).map { number in
      let sessions = ["a", "b", "c"].filter { _ in stream.next(through: 4) > 0 }.map { id in
        let readings = quantities.filter { _ in stream.next(through: 5) > 0 }.map { quantity in
          Reading(
            quantity, Int64(stream.next(through: 2)), of: quantity.unit == .share ? 7 : nil)
        }
        return RunRecord.Session(
          id: id, trace: "t\(stream.next(through: 1))", scenario: nil, readings: readings)
      }
      return Sample.run(
        number,
        committedAt: stream.next(through: 3) == 0 ? .some(nil) : Int64(stream.next(through: 20)),
        fingerprint: stream.next(through: 2) == 0 ? SeriesTests.other : Sample.fingerprint, sessions
      )
    }
  }

  /// The series, run by run and session by session.
  private func slowSeries(of runs: [RunRecord]) -> Set<String> {
    var times: [Int64] = []
    for run in runs { times.append(run.origin.committedAtSeconds ?? times.last ?? .min) }
    let order = runs.indices.sorted { (times[$0], $0) < (times[$1], $1) }
    var series: [String: [String]] = [:]
    for (place, index) in order.enumerated() {
      for session in runs[index].sessions {
        for reading in session.readings {
          let print =
            reading.quantity.kind == .fact ? "" : runs[index].fingerprint.values[.processor] ?? ""
          series["\(session.id) \(reading.quantity.name) \(print)", default: []].append(
            "\(place) \(reading.value) \(reading.whole ?? 0)")
        }
      }
    }
    return Set(series.map { "\($0): \($1)" })
  }

  @Test(arguments: 0..<40)
  func `what comes out is what went in`(seed: UInt64) throws {
    let scratch = try Scratch()
    let runs = drawn(seed: seed)
    let store = try Sample.store(in: scratch, runs)
    let all = try store.contents(constantToo: true)
    let processors = all.runs.map { $0.fingerprint.values[.processor] ?? "" }
    let found = all.series.map { series in
      let print = series.quantity.kind == .fact ? "" : processors[series.points[0].run]
      return "\(series.session) \(series.quantity.name) \(print): "
        + "\(series.points.map { "\($0.run) \($0.value) \($0.whole ?? 0)" })"
    }
    #expect(Set(found) == slowSeries(of: runs) && Set(found).count == found.count)
    let changing = all.series.filter { series in
      Set(series.points.map { [$0.value, $0.whole ?? 0] }).count > 1
    }
    #expect(try store.contents().series == changing)
  }
}
