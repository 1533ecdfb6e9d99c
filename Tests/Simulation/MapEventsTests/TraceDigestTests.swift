import MapGeometry
import Testing

@testable import MapEvents

@Suite("The fingerprint of a trace")
struct TraceDigestTests {
  private static func digest(_ events: [Event]) -> UInt64 {
    var digest = TraceDigest()
    for event in events { digest.observe(event) }
    return digest.value
  }

  private static func event(_ maker: Int, _ mode: FieldSource.Mode) -> (event: Event, fields: Int) {
    var source = FieldSource(mode)
    let time = source.time()
    let step = source.whole()
    let kind = EveryCase.makers[maker](&source)
    return (Event(time: time, step: step, kind: kind), source.count)
  }

  /// The cases that a fingerprint takes in.
  static let digested = EveryCase.makers.indices.filter {
    !event($0, .counting).event.kind.isRemark
  }

  @Test
  func `leaves out what follows from other events`() {
    let remarks = EveryCase.makers.indices.filter { !TraceDigestTests.digested.contains($0) }
    #expect(remarks.count == 4)
    for maker in remarks {
      let event = TraceDigestTests.event(maker, .counting).event
      #expect(TraceDigestTests.digest([event]) == TraceDigest().value)
    }
  }

  @Test
  func `of nothing is the offset basis of FNV-1a`() {
    #expect(TraceDigest().value == 0xcbf2_9ce4_8422_2325)
    #expect(TraceDigest().text == "cbf29ce484222325")
    #expect(Trace().digest == TraceDigest())
  }

  /// Values from the published description of FNV.
  @Test(
    arguments: [
      ("a", 0xaf63_dc4c_8601_ec8c), ("b", 0xaf63_df4c_8601_f1a5), ("foobar", 0x8594_4171_f739_67e8),
    ] as [(String, UInt64)])
  func `of known bytes is known`(text: String, value: UInt64) {
    var digest = TraceDigest()
    for byte in text.utf8 { digest.put(byte: byte) }
    #expect(digest.value == value)
    #expect(ByteForm.fingerprint(Array(text.utf8)) == value)
  }

  @Test
  func `has sixteen digits, however small it is`() {
    var digest = TraceDigest()
    while digest.value >> 56 != 0 { digest.put(byte: 7) }
    #expect(digest.text.hasPrefix("00"))
    #expect(digest.text.utf8.count == 16)
    #expect(UInt64(digest.text, radix: 16) == digest.value)
  }

  @Test
  func `there is a made-up event for every case`() {
    let places = EveryCase.makers.indices.map { maker in
      ByteForm.place(of: TraceDigestTests.event(maker, .counting).event.kind)
    }
    let counts: [UInt8] = [12, 8, 17, 21, 8, 24, 6, 1, 1, 7, 4, 5, 2, 4, 10]
    let all = counts.enumerated().flatMap { room, count in
      (0..<count).map { "\(room).\($0)" }
    }
    #expect(places.map { "\($0.room).\($0.number)" } == all)
  }

  /// The rooms of one case only have no enumeration of their own.
  @Test(
    arguments: [
      (0, "SessionEvent", "Event"), (1, "MapEvent", "Event"), (2, "DataEvent", "Event"),
      (3, "ViewEvent", "ViewEvent"), (4, "SelectionEvent", "Event"),
      (5, "ClusterEvent", "ClusterEvent"), (6, "CalloutEvent", "CalloutEvent"),
      (9, "InputEvent", "Event"), (10, "DragEvent", "Event"),
      (11, "OverlayEvent", "Event"), (12, "DelegateEvent", "Event"),
      (13, "AnimatorEvent", "ClusterEvent"),
      (14, "CalloutAnnotationEvent", "CalloutEvent"),
    ] as [(UInt8, String, String)])
  func `numbers cases in the order of declaration`(
    room: UInt8, enumeration: String, file: String
  ) throws {
    let kinds = EveryCase.makers.indices.map { TraceDigestTests.event($0, .counting).event.kind }
    let names = kinds.filter { ByteForm.place(of: $0).room == room }.map(Declarations.name)
    #expect(try Declarations.cases(of: enumeration, in: "\(file).swift") == names)
  }

  /// Committed facts hold digests: whoever changes the byte form has to write them all anew.
  @Test
  func `of one event of every case is pinned`() {
    let events = EveryCase.makers.indices.map { TraceDigestTests.event($0, .counting).event }
    #expect(String(TraceDigestTests.digest(events), radix: 16) == "afe51877717e901d")
  }

  @Test(arguments: EveryCase.makers.indices)
  func `follows the documented byte form`(maker: Int) {
    for seed: UInt64 in 0..<40 {
      let event = TraceDigestTests.event(maker, .arbitrary(seed: seed)).event
      let form = ByteForm(event)
      #expect(form.unknown.isEmpty)
      #expect(TraceDigestTests.digest([event]) == ByteForm.fingerprint(form.bytes), "\(event)")
    }
  }

  @Test
  func `follows the documented byte form over a long trace`() {
    let events = (0..<2_000).map { index in
      TraceDigestTests.event(
        (index * 7) % EveryCase.makers.count, .arbitrary(seed: UInt64(index))
      ).event
    }
    let bytes = events.flatMap { ByteForm($0).bytes }
    #expect(TraceDigestTests.digest(events) == ByteForm.fingerprint(bytes))
  }

  @Test(arguments: digested)
  func `changes with every single field`(maker: Int) {
    let (event, fields) = TraceDigestTests.event(maker, .changing(-1))
    var seen = [TraceDigestTests.digest([event])]
    for field in 0..<fields {
      let changed = TraceDigestTests.event(maker, .changing(field)).event
      #expect(changed != event, "field \(field) of \(event)")
      seen.append(TraceDigestTests.digest([changed]))
    }
    #expect(Set(seen).count == fields + 1, "\(event)")
  }

  @Test
  func `tells apart events that differ in their case alone`() {
    let events = TraceDigestTests.digested.map { TraceDigestTests.event($0, .changing(-1)).event }
    #expect(Set(events.map { TraceDigestTests.digest([$0]) }).count == events.count)
  }

  @Test
  func `tells apart texts that are cut or placed differently`() {
    let legends: [([String], [String])] = [
      (["ab"], []), (["a", "b"], []), (["a"], ["b"]), ([], ["ab"]), (["", "ab"], []), ([], []),
      ([""], []),
    ]
    let digests = legends.map { layers, marks in
      var source = FieldSource(.changing(-1))
      var legend = source.legend()
      legend.layers = layers
      legend.marks = marks
      let kind = Event.Kind.session(.began(legend))
      return TraceDigestTests.digest([Event(time: .zero, step: 0, kind: kind)])
    }
    #expect(Set(digests).count == legends.count)
  }

  @Test
  func `depends on the order of events`() {
    let first = TraceDigestTests.event(1, .changing(-1)).event
    let second = TraceDigestTests.event(2, .changing(-1)).event
    #expect(
      TraceDigestTests.digest([first, second]) != TraceDigestTests.digest([second, first]))
  }

  @Test
  func `is the same for a kept trace and for a watched one`() {
    var trace = Trace()
    var digest = TraceDigest()
    let events = EveryCase.makers.indices.map { TraceDigestTests.event($0, .counting).event }
    for event in events {
      trace.observe(event)
      digest.observe(event)
    }
    #expect(trace.events == events)
    #expect(trace.digest == digest)
  }
}
