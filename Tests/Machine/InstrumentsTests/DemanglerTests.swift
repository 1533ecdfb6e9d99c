import Instruments
import Testing

@Suite("Demangling")
struct DemanglerTests {
  @Test(arguments: [
    ("$sSa6appendyyxnF", "Swift.Array.append(__owned A) -> ()"),
    (
      "$s8MapModel5PhaseO5queryyA2CmF",
      "MapModel.Phase.query(MapModel.Phase.Type) -> MapModel.Phase"
    ),
    ("main", nil), ("", nil), ("$s", nil), ("_ZNSt6vectorIiE5clearEv", nil),
  ])
  func `shows what Swift wrote and leaves the rest`(symbol: String, name: String?) {
    #expect(Demangler.name(of: symbol) == name)
  }
}
