import Profiles
import Testing

@Suite("Short names of functions")
struct FunctionNameTests {
  private static let names: [(name: String, short: String)] = [
    ("Swift.Array.append(__owned A) -> ()", "Array.append(_:)"),
    (
      "Replay.Replayer.play(meter: MapModel.Meter, observer: (MapEvents.Event) -> ()) -> ()",
      "Replayer.play(meter:observer:)"
    ),
    ("MapModel.ViewPool.count.getter : Swift.Int", "ViewPool.count.getter"),
    ("static Swift.Int.< infix(Swift.Int, Swift.Int) -> Swift.Bool", "static Int.< infix(_:_:)"),
    (
      "generic specialization <Swift.Int> of Swift.Array.reserveCapacity(Swift.Int) -> ()",
      "Array.reserveCapacity(_:)"
    ),
    (
      "function signature specialization <Arg[0] = Owned To Guaranteed> of generic "
        + "specialization <A.B<C>> of (extension in MapModel):Swift.Array.sorted<A where A: B>(by: "
        + "(A, A) throws -> Swift.Bool) -> [A]",
      "Array.sorted(by:)"
    ),
    (
      "closure #1 (Swift.Int) -> Swift.Bool in MapModel.Map.(find in _12AB)(at: Swift.Int) -> ()",
      "closure #1 in Map.find(at:)"
    ),
    (
      "protocol witness for MapModel.Meter.stepEnds() -> () in conformance A.B : A.C in D",
      "protocol witness for Meter.stepEnds()"
    ),
    ("partial apply forwarder for closure #2 () -> () in A.B.c() -> ()", "closure #2 in B.c()"),
    ("outlined destroy of A.B<C.D>", "outlined destroy of B"),
    ("A.B.subscript.read : (Swift.Int) -> C", "B.subscript.read"),
    ("A.B.init(x: Swift.Double, _: [A.B : C.D]?) -> A.B", "B.init(x:_:)"),
    ("reabstraction thunk helper from @escaping () -> () to X", "reabstraction thunk helper"),
    ("memcpy@@GLIBC_2.14", "memcpy"), ("realpath@GLIBC_2.3", "realpath"), ("free@plt", "free"),
    ("_int_free.part.0", "_int_free"), ("f.isra.0.cold", "f"), ("A.Meter.part", "Meter.part"),
    ("A.Meter.part.getter : A.Part", "Meter.part.getter"),
    ("swift_retain", "swift_retain"), ("mapreplay_phase_query", "mapreplay_phase_query"),
    ("_getMetadata(swift::Request, void const* const*)", "_getMetadata(_:_:)"),
    ("std::vector<int>::clear()", "std::vector::clear()"), ("_int_malloc", "_int_malloc"),
    ("", ""), ("f(((", "f((("), ("a < b", "a < b"), ("->", ""),
  ]

  @Test(arguments: FunctionNameTests.names)
  func `keeps how a function is called`(name: String, short: String) {
    #expect(FunctionName.short(name) == short)
  }
}
