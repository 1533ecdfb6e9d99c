import MapGeometry
import Metrics
import Scenarios
import Testing

@testable import ScenarioFiles

private let hour = SimulatedTime.zero...Limits.stepTime

@Suite("Scalars")
struct ScalarReaderTests {
  private func read(_ text: String, _ type: ValueType) -> Result<Scalar, ScalarError> {
    ScalarReader.value(of: text, as: type)
  }

  @Test(arguments: [
    ("250 ms", 250_000_000), ("1.5 s", 1_500_000_000), ("0.000000001 s", 1),
    ("1.50 s", 1_500_000_000),
    ("7 us", 7_000), ("3ns", 3), ("2 min", 120_000_000_000), ("0 ms", 0),
    ("0.00000000000000000000000000000000000000000000000000 s", 0),
    ("0.2500000000000000000000000 s", 250_000_000),
  ])
  func `reads durations exactly`(text: String, nanoseconds: Int64) {
    let expected = Scalar.duration(SimulatedTime(nanoseconds: nanoseconds))
    #expect(read(text, .duration(hour)) == .success(expected))
  }

  @Test(arguments: [
    ("250", ScalarError.missingUnit(["ns", "us", "ms", "s", "min"])),
    ("250 km", .wrongUnit("km", fitting: ["ns", "us", "ms", "s", "min"])),
    ("0.1 ns", .tooFine), ("0.037737236485704706 s", .tooFine),
    ("0.00000000000000000000000000000000000000000000000001 s", .tooFine),
    ("1.99999999999999999999999999999999999999 s", .tooFine), ("2000 s", .outOfRange),
    ("3601 s", .outOfRange), ("-1 s", .outOfRange),
    ("999999999999999999 min", .outOfRange), ("", .empty), ("soon", .unreadable),
    ("1 s 2 ms", .unreadable), ("12:30", .wrongUnit(":", fitting: [])), ("1_000 ms", .unreadable),
    ("1,5 s", .unreadable), ("1e3 ms", .wrongUnit("e", fitting: [])), (".5 s", .unreadable),
    ("5. s", .unreadable), ("010 ms", .unreadable), ("1.2.3 s", .unreadable),
    ("٣ ms", .unreadable),
  ])
  func `refuses what is no duration`(text: String, problem: ScalarError) {
    let limit = SimulatedTime.zero...SimulatedTime(milliseconds: 1_000_000)
    guard case .failure(let found) = read(text, .duration(limit)) else {
      Issue.record("\(text) was read")
      return
    }
    if case .wrongUnit(_, fitting: []) = problem { return }
    #expect(found == problem)
  }

  /// As JavaScript and Python print them, and a few digits more.
  @Test(arguments: [
    ("0.037737236485704706", 0.037737236485704706),
    ("-0.0000012345678901234567", -1.2345678901234567e-6),
    ("13.37770000000000081286", 13.3777),
    ("0.1000000000000000055511151231257827021181583404541015625", 0.1),
  ])
  func `reads numbers with as many digits as programs print`(text: String, number: Double) {
    #expect(read(text, .decimal(-90...90)) == .success(.decimal(number)))
    #expect(read("\(text) pt", .points(-90...90)) == .success(.decimal(number)))
  }

  @Test(arguments: [
    ("0 B", 0), ("36 B", 36), ("2 KiB", 2_048), ("1.5 KiB", 1_536), ("0.25 MiB", 262_144),
    ("1MiB", 1_048_576), ("1.01 KiB", 1_034), ("0.7 MiB", 734_003),
  ])
  func `reads amounts of memory exactly`(text: String, bytes: Int64) {
    #expect(read(text, .memory(0...(1 << 20))) == .success(.whole(bytes)))
    #expect(
      RuleReader.rule(of: "at most \(text)", in: Metric.viewMemoryPeak.definition.unit)
        == .success(.atMost(.count(bytes))))
  }

  @Test(arguments: [
    ("36", ScalarError.missingUnit(["B", "KiB", "MiB", "GiB"])),
    ("1 kB", .wrongUnit("kB", fitting: ["B", "KiB", "MiB", "GiB"])), ("0.5 B", .tooFine),
    ("2 MiB", .outOfRange), ("-1 B", .outOfRange), ("", .empty),
    ("9999999999 GiB", .outOfRange), ("much", .unreadable),
  ])
  func `refuses what is no amount of memory`(text: String, problem: ScalarError) {
    #expect(read(text, .memory(0...(1 << 20))) == .failure(problem))
  }

  @Test(arguments: [
    ("1 kbit/s", 1_000), ("2.5 Mbit/s", 2_500_000), ("1500bit/s", 1_500),
    ("1 Gbit/s", 1_000_000_000),
  ])
  func `reads bandwidths exactly`(text: String, bits: Int64) {
    #expect(read(text, .bandwidth(1_000...1_000_000_000)) == .success(.whole(bits)))
  }

  @Test(arguments: [
    ("0 %", 0), ("5 %", 50_000), ("0.5%", 5_000), ("0.0001 %", 1), ("99 %", 990_000),
  ])
  func `reads shares in millionths`(text: String, millionths: Int64) {
    #expect(read(text, .share(0...990_000)) == .success(.whole(millionths)))
  }

  @Test(arguments: [
    ("5", ScalarError.missingUnit(["%"])), ("99.0001 %", .outOfRange), ("-1 %", .outOfRange),
    ("0.00001 %", .tooFine), ("half", .unreadable),
  ])
  func `refuses what is no share`(text: String, problem: ScalarError) {
    #expect(read(text, .share(0...990_000)) == .failure(problem))
  }

  @Test(arguments: [
    ("999 bit/s", ScalarError.outOfRange), ("1.0005 kbit/s", .tooFine),
    ("1 kB/s", .wrongUnit("kB/s", fitting: ["bit/s", "kbit/s", "Mbit/s", "Gbit/s"])),
  ])
  func `refuses what is no bandwidth`(text: String, problem: ScalarError) {
    #expect(read(text, .bandwidth(1_000...2_000)) == .failure(problem))
  }

  @Test(
    arguments: [
      (0, "0 B"), (1, "1 B"), (1_000, "1000 B"), (1_024, "1 KiB"), (3_145_728, "3 MiB"),
      (1_536, "1536 B"), (5 << 30, "5 GiB"),
    ] as [(Int64, String)])
  func `writes amounts of memory as authors do`(bytes: Int64, text: String) {
    #expect(ValueType.words(bytes: bytes) == text)
  }

  @Test(arguments: [
    ("0", 0), ("-7", -7), ("1000", 1000), ("9223372036854775807", Int64.max),
  ])
  func `reads whole numbers`(text: String, number: Int64) {
    #expect(read(text, .whole(-10...Int64.max)) == .success(.whole(number)))
  }

  @Test(arguments: [
    ("010", ScalarError.unreadable), ("1_000", .unreadable), ("0x10", .unreadable),
    ("1.0", .unreadable), ("+1", .unreadable), ("-11", .outOfRange), ("1 000", .unreadable),
    ("9223372036854775808", .outOfRange), ("99999999999999999999999", .outOfRange),
  ])
  func `refuses what is no whole number`(text: String, problem: ScalarError) {
    #expect(read(text, .whole(-10...Int64.max)) == .failure(problem))
  }

  @Test(arguments: [
    ("0.5", 0.5), ("-90", -90), ("52.5163", 52.5163), ("0", 0), ("-0", 0),
    ("0.1234567890123456", 0.1234567890123456),
  ])
  func `reads decimals to the nearest number`(text: String, number: Double) {
    let result = read(text, .decimal(-90...90))
    #expect(result == .success(.decimal(number)))
  }

  @Test(arguments: ["1e1", "inf", "nan", "0x1p3", "1,5", "", " ", "--1", "1-", "."])
  func `refuses what is no decimal`(text: String) {
    guard case .failure = read(text, .decimal(-90...90)) else {
      Issue.record("\(text) was read")
      return
    }
  }

  @Test(arguments: ["390 x 844 pt", "390 pt x 844 pt", "390x844pt", "390.0 x 844 pt"])
  func `reads sizes, with blanks or without`(text: String) {
    let size = Scalar.size(ScreenSize(width: 390, height: 844))
    #expect(read(text, .size(1...10_000)) == .success(size))
  }

  @Test(arguments: [
    ("390 x 844", ScalarError.missingUnit(["pt"])), ("390 pt", .unreadable),
    ("390 x 844 px", .wrongUnit("px", fitting: ["pt"])), ("0 x 844 pt", .outOfRange),
    ("390 x 10001 pt", .outOfRange), ("390 844 pt", .unreadable), ("x pt", .unreadable),
    ("390 x 844 pt x", .unreadable), ("390 x x pt", .unreadable), ("x x x x x", .unreadable),
    ("390 pt x 844 km", .wrongUnit("km", fitting: ["pt"])), ("1 x", .unreadable),
  ])
  func `refuses what is no size`(text: String, problem: ScalarError) {
    #expect(read(text, .size(1...10_000)) == .failure(problem))
  }

  @Test
  func `reads offsets, velocities, points, levels and distances`() {
    #expect(
      read("8 x -16 pt", .offset(-20...20)) == .success(.offset(ScreenOffset(dx: 8, dy: -16))))
    #expect(
      read("8x-16pt", .offset(-20...20)) == .success(.offset(ScreenOffset(dx: 8, dy: -16))))
    #expect(
      read("1200 x 0 pt/s", .velocity(-2000...2000))
        == .success(.offset(ScreenOffset(dx: 1200, dy: 0))))
    #expect(read("12.5 pt", .points(0...20)) == .success(.decimal(12.5)))
    #expect(read("1 level", .levels(-3...3)) == .success(.decimal(1)))
    #expect(read("-2 levels", .levels(-3...3)) == .success(.decimal(-2)))
    #expect(read("300 km", .distance(0...500)) == .success(.decimal(300)))
    #expect(read("500 m", .distance(0...500)) == .success(.decimal(0.5)))
    #expect(
      read("12 px", .points(0...20)) == .failure(.wrongUnit("px", fitting: ["pt"])))
  }

  @Test
  func `reads angles, lengths, points of the view and offsets on the earth`() {
    #expect(read("-30 deg", .angle(-360...360)) == .success(.decimal(-30)))
    #expect(read("30", .angle(-360...360)) == .failure(.missingUnit(["deg"])))
    #expect(read("361 deg", .angle(-360...360)) == .failure(.outOfRange))
    #expect(read("333 m", .length(1...5_000)) == .success(.decimal(333)))
    #expect(read("1.5 km", .length(1...5_000)) == .success(.decimal(1500)))
    #expect(read("5.1 km", .length(1...5_000)) == .failure(.outOfRange))
    #expect(read("1 deg", .length(1...5)) == .failure(.wrongUnit("deg", fitting: ["m", "km"])))
    #expect(
      read("100 x 200 pt", .position(0...200)) == .success(.position(ScreenPoint(x: 100, y: 200))))
    #expect(read("100 x 201 pt", .position(0...200)) == .failure(.outOfRange))
    #expect(read("-1 x 0 pt", .position(0...200)) == .failure(.outOfRange))
    #expect(
      read("0.01 x -0.02 deg", .earthOffset(-1...1))
        == .success(.earthOffset(EarthOffset(north: 0.01, east: -0.02))))
    #expect(
      read("1 x 1 km", .earthOffset(-1...1)) == .failure(.wrongUnit("km", fitting: ["deg"])))
  }

  @Test(arguments: [
    ("required", Result<Scalar, ScalarError>.success(.decimal(1000))),
    ("default high", .success(.decimal(750))), ("default low", .success(.decimal(250))),
    ("0", .success(.decimal(0))), ("999.5", .success(.decimal(999.5))),
    ("1000.5", .failure(.outOfRange)), ("-1", .failure(.outOfRange)),
    ("low", .failure(.unknownWord(["required", "default high", "default low"]))),
    ("1 pt", .failure(.unreadable)), ("", .failure(.empty)),
  ])
  func `reads display priorities`(text: String, result: Result<Scalar, ScalarError>) {
    #expect(read(text, .displayPriority) == result)
  }

  @Test(arguments: [
    ("2027-01-31", true), ("2028-02-29", true), ("2000-02-29", true), ("2027-02-29", false),
    ("1900-02-29", false), ("2027-04-31", false), ("2027-13-01", false), ("2027-00-01", false),
    ("2027-01-00", false), ("2027-1-31", false), ("2027-01-31 ", false), ("-027-01-31", false),
    ("2027-01", false), ("31.01.2027", false), ("2027-01-３1", false),
  ])
  func `reads days of the calendar`(text: String, isDay: Bool) {
    #expect(read(text, .day) == (isDay ? .success(.text(text)) : .failure(.unreadable)))
  }

  @Test
  func `reads words`() {
    #expect(read("yes", .flag) == .success(.flag(true)))
    #expect(read("true", .flag) == .failure(.unknownWord(["yes", "no"])))
    #expect(read("settled", .moment(hour)) == .success(.settled))
    #expect(read("settled", .awaited) == .success(.settled))
    #expect(read("callout open", .awaited) == read("callout open", .condition))
    #expect(read("b", .choice(["a", "b"])) == .success(.text("b")))
    #expect(read("c", .choice(["a", "b"])) == .failure(.unknownWord(["a", "b"])))
    #expect(read("", .nothing) == .success(.nothing))
    #expect(read("x", .nothing) == .failure(.unreadable))
    #expect(read("ab", .text(maximumLength: 1)) == .failure(.outOfRange))
    #expect(read("a", .object(.map)) == .failure(.unreadable))
  }
}

@Suite("Spans on the earth")
struct EarthSpanTests {
  private func span(_ text: String) throws -> EarthSpan {
    guard case .span(let span) = try ScalarReader.value(of: text, as: .span).get() else {
      throw ScalarError.unreadable
    }
    return span
  }

  @Test
  func `put east-west first`() throws {
    let degrees = try span("10 deg x 20 deg").degrees(atLatitude: 0)
    #expect(degrees == CoordinateSpan(latitudeDelta: 20, longitudeDelta: 10))
  }

  @Test
  func `become the degrees that MapKit's published values follow`() throws {
    let degrees = try #require(try span("2000 m x 1 km").degrees(atLatitude: 0))
    #expect(abs(degrees.latitudeDelta - 0.009043695025814083) < 1e-17)
    #expect(abs(degrees.longitudeDelta - 0.017966310975031877) < 1e-16)
  }

  @Test
  func `are refused when they exceed the world`() throws {
    #expect(try span("1 km x 1 km").degrees(atLatitude: 90) == nil)
    #expect(try span("361 deg x 1 deg").degrees(atLatitude: 0) == nil)
    #expect(try span("1 deg x 181 deg").degrees(atLatitude: 0) == nil)
    #expect(try span("360 deg x 180 deg").degrees(atLatitude: 0) != nil)
    #expect(ScalarReader.value(of: "0 km x 1 km", as: .span) == .failure(.outOfRange))
  }
}
